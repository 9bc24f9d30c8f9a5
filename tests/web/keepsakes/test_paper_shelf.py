"""What was drawn once is kept, until the game is another."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from flask.testing import FlaskClient

from pi_referee.rules.course.happenings import Passed
from web.keepsakes.paper_shelf import KEPT, PaperShelf

if TYPE_CHECKING:
    from tests.web.conftest import Writer


def test_a_protocol_is_drawn_once(client: FlaskClient, writer: Writer, home: Path) -> None:
    """The second time it comes from the shelf; a turn later it is drawn anew, and so it is in another language."""
    writer.begin()
    writer.lay("I9 > LÅTA")
    first = client.get("/games/1/protocol.pdf").data
    (kept,) = (home / "papers").iterdir()
    kept.write_bytes(b"%PDF kept")

    assert (first[:5], client.get("/games/1/protocol.pdf").data) == (b"%PDF-", b"%PDF kept")
    writer.tell(Passed())
    assert client.get("/games/1/protocol.pdf").data[:5] == b"%PDF-"
    assert client.get("/games/1/protocol.pdf", headers={"Accept-Language": "pl"}).data[:5] == b"%PDF-"
    assert len(list((home / "papers").iterdir())) == 3


def test_the_shelf_does_not_grow_for_ever(tmp_path: Path) -> None:
    """The oldest ones go."""
    shelf = PaperShelf(tmp_path / "papers")
    for number in range(KEPT + 3):
        shelf.taken("pdf", "en", str(number).encode(), lambda: b"drawn")

    assert len(list(shelf.folder.iterdir())) == KEPT
    assert shelf.taken("pdf", "en", str(KEPT + 2).encode(), lambda: b"anew") == b"drawn"


def test_what_was_just_drawn_is_kept_whatever_the_clock_says(tmp_path: Path) -> None:
    """Where all others bear a later time, of a clock that was wrong or by one that is, one of those goes."""
    shelf = PaperShelf(tmp_path / "papers")
    for number in range(KEPT):
        shelf.taken("pdf", "en", str(number).encode(), lambda: b"drawn")
    for path in shelf.folder.iterdir():
        os.utime(path, (2**32, 2**32))
    shelf.taken("pdf", "en", b"newest", lambda: b"drawn")

    assert len(list(shelf.folder.iterdir())) == KEPT
    assert shelf.taken("pdf", "en", b"newest", lambda: b"anew") == b"drawn"


def test_a_disk_that_takes_nothing_stops_no_protocol(tmp_path: Path) -> None:
    """Where nothing can be kept it is drawn each time."""
    (tmp_path / "papers").write_text("in the way", encoding="utf-8")

    assert PaperShelf(tmp_path / "papers").taken("pdf", "en", b"1", lambda: b"drawn") == b"drawn"
