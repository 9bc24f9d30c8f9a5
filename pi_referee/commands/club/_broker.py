"""Options that relay and hall share: where the broker is, and who we are to it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from pi_referee.errors import NotationError, WrongNameError
from pi_referee.relay.broker_link import PORT, SAFE_PORT, Broker

_LONGEST = 65_535
"""Bytes of a user's name or a password: MQTT has no longer ones."""

_FILE = click.Path(path_type=Path, dir_okay=False)


def options_of_the_broker(user: str | None) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Everything about the broker; user: the usual name there, None where it must be given."""
    options = (
        click.option("--broker", default="localhost", show_default=True, help="The broker's name or address."),
        click.option(
            "--broker-port", type=click.IntRange(1, 65535), help="Its port; else 1883, with --authority 8883."
        ),
        click.option("--user", **_user(user), help="Our name at the broker."),
        click.option("--password-file", type=_FILE, help="A file with our password there, which nobody else can read."),
        click.option(
            "--authority", type=_FILE, help="The certificate that the broker's is signed by; then all is encrypted."
        ),
    )

    def decorated(command: Callable[..., Any]) -> Callable[..., Any]:
        for option in reversed(options):
            command = option(command)
        return command

    return decorated


def _user(usual: str | None) -> dict[str, Any]:
    """How the user's name is asked for: a default that is None would count as given."""
    return {"required": True} if usual is None else {"default": usual, "show_default": True}


def broker_of(
    broker: str, broker_port: int | None, user: str, password_file: Path | None, authority: Path | None
) -> Broker:
    """The broker that the options name; raises WrongNameError if user or password is none that can be told."""
    usual = PORT if authority is None else SAFE_PORT
    password = _password(password_file)
    if not (_can_be_told(user) and _can_be_told(password)):
        cure = f"Take plain letters and figures for both, {_LONGEST} at most."
        raise WrongNameError(
            "No broker knows such a user or password.", where=str(password_file or "--user"), cure=cure
        )
    return Broker(broker, broker_port or usual, user, password, authority)


def _can_be_told(text: str) -> bool:
    """Whether a user's name or a password fits into MQTT's greeting."""
    try:
        return "\0" not in text and len(text.encode()) <= _LONGEST
    except UnicodeEncodeError:
        return False


def _password(file: Path | None) -> str:
    """What stands in the file, without the end of its line."""
    if file is None:
        return ""
    try:
        return file.read_text(encoding="utf-8").rstrip("\r\n")
    except (OSError, UnicodeError) as error:
        cure = "Write it there, and let only this user read it: chmod 600."
        raise NotationError("The password for the broker cannot be read.", where=str(file), cure=cure) from error
