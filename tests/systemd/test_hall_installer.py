"""What the installer writes for a club's hall: a real broker with it lets in whom it should, and nobody else."""

from __future__ import annotations

import os
import pwd
import re
import subprocess
from contextlib import suppress
from pathlib import Path
from shutil import which

import pytest

from pi_referee.relay.broker_link import Broker, BrokerError, Link
from tests.programs import MOSQUITTO, free_port, started, until

SYSTEMD = Path(__file__).parents[2] / "systemd"
FUNCTIONS = ("has_systemd", "say", "stop", "write_broker", "new_password", "let_in", "let_table_in")

pytestmark = pytest.mark.skipif(
    os.geteuid() != 0 or None in {MOSQUITTO, which("mosquitto_passwd")},
    reason="only root can install a broker",
)


def has_mosquitto_user() -> bool:
    """Whether Mosquitto's own user is here, to whom the files are given."""
    with suppress(KeyError):
        return bool(pwd.getpwnam("mosquitto"))
    return False


def installer(folder: Path, *commands: str) -> str:
    """Run some of the installer's functions, with a folder in the place of /etc; what they say."""
    script = (SYSTEMD / "install.sh").read_text(encoding="utf-8")
    found = [re.search(rf"^{name}\(\) \{{(?:.*\}}|\n(?:.*\n)*?\}})$", script, re.MULTILINE) for name in FUNCTIONS]
    text = "\n".join(match[0] for match in found if match).replace("/etc/pi-referee", str(folder / "pi-referee"))
    whole = "\n".join(["set -euo pipefail", f"broker={folder}", text, *commands])
    told = subprocess.run(["bash", "-c", whole], capture_output=True, text=True, check=False)
    return told.stdout + told.stderr


@pytest.mark.skipif(not has_mosquitto_user(), reason="Mosquitto's user is not here")
def test_a_broker_as_it_is_installed(tmp_path: Path) -> None:
    """The hall and a table come in with their passwords; an older password and a name that is none do not."""
    tmp_path.chmod(0o755)
    for name in ("conf.d", "pi-referee"):
        (tmp_path / name).mkdir()
    let_in = ("hall_table=table-1", "let_table_in")
    said = installer(tmp_path, f"write_broker {SYSTEMD.parent}", *let_in, *let_in, f"write_broker {SYSTEMD.parent}")
    old, new = re.findall(r"its password is (\S+)", said)
    refused = installer(tmp_path, "hall_table=hall", "let_table_in")
    port = free_port()
    settings = (tmp_path / "conf.d" / "pi-referee.conf").read_text(encoding="utf-8")
    settings = settings.replace("/etc/mosquitto", str(tmp_path)).replace("listener 1883", f"listener {port} 127.0.0.1")
    (tmp_path / "mosquitto.conf").write_text(f"user root\n{settings}", encoding="utf-8")
    hall = (tmp_path / "pi-referee" / "hall.password").read_text(encoding="utf-8").strip()

    with started([str(MOSQUITTO), "-c", str(tmp_path / "mosquitto.conf")]):
        until(lambda: comes_in(Broker("127.0.0.1", port, "hall", hall)))
        answers = [comes_in(Broker("127.0.0.1", port, "table-1", password)) for password in (new, old, "")]

    assert answers == [True, False, False]
    assert "no name for a table" in refused
    assert {path.name: path.stat().st_mode & 0o077 for path in tmp_path.glob("pi-referee.*")} == {
        "pi-referee.acl": 0,
        "pi-referee.passwd": 0,
    }


def comes_in(broker: Broker) -> bool:
    """Whether a broker lets somebody in."""
    try:
        Link(broker, f"{broker.user} of the test").close()
    except BrokerError:
        return False
    return True
