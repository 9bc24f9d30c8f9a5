"""A real Mosquitto of one's own, with the very files that the installer writes: for the demo, tests and benches."""

from __future__ import annotations

import socket
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path
from shutil import which
from typing import Self

from pi_referee.errors import RefereeError
from pi_referee.relay.broker_link import Broker

SETTINGS = Path(__file__).parents[2] / "systemd" / "mosquitto"
"""Where the installer's files are."""

_PATIENCE = 10.0
"""Seconds the broker may take to come up; it takes a tenth of one."""


class Mosquitto:
    """A broker on this machine alone; what it keeps is in a folder, and outlives a kill."""

    def __init__(
        self, folder: Path, users: Mapping[str, str], port: int, *, more_rights: str = "", safe_port: int = 0
    ) -> None:
        """Let these users in, by their passwords; raises RefereeError if Mosquitto is not installed.

        more_rights: lines behind those of the installer's list of who may what. safe_port: for TLS, where the folder
        holds certificates as the installer's has them.
        """
        program = which("mosquitto") or which("mosquitto", path="/usr/sbin")
        if program is None:
            raise RefereeError("There is no Mosquitto here.", cure="Install it: sudo apt install mosquitto")
        self._folder, self._users, self.port, self._more_rights = folder, users, port, more_rights
        self._safe_port = safe_port
        self._command = (program, "-c", str(folder / "mosquitto.conf"))
        self._running: subprocess.Popen[bytes] | None = None
        self._write()

    def broker(self, user: str) -> Broker:
        """How one of the users reaches it."""
        return Broker("127.0.0.1", self.port, user, self._users[user])

    def __enter__(self) -> Self:
        """Start it, and return when it answers."""
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        """End it."""
        self.kill()

    def start(self) -> None:
        """Start it, and return when it answers; raises RefereeError if it does not."""
        with (self._folder / "mosquitto.log").open("ab") as log:
            # The system's own program, with a file of settings that was written above; a Ctrl-C is not meant for it.
            self._running = subprocess.Popen(self._command, stdout=log, stderr=log, start_new_session=True)  # noqa: S603
        end = time.monotonic() + _PATIENCE
        while not self._answers():
            if time.monotonic() > end or self._running.poll() is not None:
                raise RefereeError("Mosquitto does not start.", where=str(self._folder / "mosquitto.log"))
            time.sleep(0.02)

    def kill(self) -> None:
        """End it as the plug does."""
        if self._running is not None:
            self._running.kill()
            self._running.wait()
            self._running = None

    @property
    def number(self) -> int:
        """The number of its process; 0 while it does not run."""
        return self._running.pid if self._running is not None else 0

    def _answers(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=0.5):
                return True
        except OSError:
            return False

    def _write(self) -> None:
        """Write its settings: the installer's, with this folder and this machine alone."""
        text = (SETTINGS / "pi-referee.conf").read_text(encoding="utf-8")
        text = text.replace("listener 1883", f"listener {self.port} 127.0.0.1")
        if self._safe_port:
            safe = (SETTINGS / "pi-referee-tls.conf").read_text(encoding="utf-8")
            text += safe.replace("listener 8883", f"listener {self._safe_port} 127.0.0.1")
        more = f"persistence_location {self._folder}/\nuser root\n"
        settings = more + text.replace("/etc/mosquitto", str(self._folder))
        (self._folder / "mosquitto.conf").write_text(settings, encoding="utf-8")
        rights = (SETTINGS / "pi-referee.acl").read_text(encoding="utf-8") + self._more_rights
        for name, content in (("pi-referee.acl", rights), ("pi-referee.passwd", self._passwords())):
            (self._folder / name).write_text(content, encoding="utf-8")
            (self._folder / name).chmod(0o600)
        program = which("mosquitto_passwd") or "/usr/bin/mosquitto_passwd"
        # As above.
        subprocess.run([program, "-U", str(self._folder / "pi-referee.passwd")], check=True)  # noqa: S603

    def _passwords(self) -> str:
        """The users with their passwords, which Mosquitto's own program then makes unreadable."""
        return "".join(f"{user}:{password}\n" for user, password in self._users.items())
