"""Where the broker is and who we are to it, as options say it."""

from __future__ import annotations

from pathlib import Path

import pytest

from pi_referee.commands.club._broker import broker_of
from pi_referee.errors import RefereeError


@pytest.mark.parametrize(("user", "password"), [("\udcff", "x"), ("a\0b", "x"), ("table-1", "x" * 65_536)])
def test_what_no_greeting_can_tell_is_refused_at_once(tmp_path: Path, user: str, password: str) -> None:
    """A user or password that MQTT cannot carry is named before any broker is asked."""
    (tmp_path / "password").write_text(password, encoding="utf-8")

    with pytest.raises(RefereeError, match="No broker knows such a user or password"):
        broker_of("localhost", None, user, tmp_path / "password", None)
