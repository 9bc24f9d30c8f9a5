"""The film of a game on its page: ordered, made by another process, and sent."""

from __future__ import annotations

import io
import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from flask.testing import FlaskClient
from PIL import Image

from pi_referee.errors import RefereeError
from pi_referee.protocol.game_record import to_record
from tests.programs import until
from web.keepsakes.film_studio import KEPT, Studio

if TYPE_CHECKING:
    from tests.web.conftest import Writer

HERE = {"Origin": "http://localhost"}


def ordered(client: FlaskClient, kind: str) -> int:
    """Order the first game's film."""
    client.get("/")
    cookie = client.get_cookie("referee")
    assert cookie is not None
    fields = {"token": cookie.value, "game": "1", "kind": kind}
    return client.post("/films", data=fields, headers=HERE).status_code


def test_a_film_is_made_and_sent(client: FlaskClient, writer: Writer) -> None:
    """The page offers it, tells how far it has got, and then shows it and sends it in pieces."""
    writer.begin()
    writer.lay("I9 > LÅTA")
    assert 'value="gif"' in client.get("/games/1/film").text
    assert client.get("/games/1/film.gif").status_code == 303

    assert ordered(client, "gif") == 303
    assert "progress" in client.get("/games/1/film").text
    until(lambda: "film.gif" in client.get("/games/1/film").text)
    with client.get("/games/1/film.gif") as film, Image.open(io.BytesIO(film.data)) as moving:
        assert (film.mimetype, getattr(moving, "n_frames", 1)) == ("image/gif", 3)
    with client.get("/games/1/film.gif", headers={"Range": "bytes=0-5"}) as piece:
        assert (piece.status_code, piece.data) == (206, b"GIF89a")


def test_what_is_no_film_is_refused(client: FlaskClient, writer: Writer) -> None:
    """Another form and another game's number are answered so."""
    writer.begin()

    assert ordered(client, "exe") == 400
    assert [client.get(f"/games/{what}").status_code for what in ("1/film.exe", "9/film")] == [404, 404]


def test_one_at_a_time_and_a_fault_is_told(tmp_path: Path, writer: Writer) -> None:
    """While one is being made another is refused; one that fails is over without a file."""
    writer.begin()
    record = to_record(writer.ledger.since(0)).encode()
    studio = Studio(tmp_path / "films", tmp_path)
    studio.begin(b"no game", "gif", "en")
    with pytest.raises(RefereeError, match="Another film"):
        studio.begin(record, "gif", "en")
    name = studio.name(b"no game", "en")
    until(lambda: (reel := studio.making(name)) is not None and reel.is_over)

    assert studio.made(name, "gif") is None


def test_the_films_do_not_fill_the_disk(tmp_path: Path, writer: Writer) -> None:
    """The oldest ones go once a new one is there, never that one, whatever time the others bear."""
    writer.begin()
    (tmp_path / "films").mkdir()
    for number in range(KEPT + 2):
        (tmp_path / "films" / f"{number}.gif").write_bytes(b"old")
        os.utime(tmp_path / "films" / f"{number}.gif", (2**32, 2**32))
    record = to_record(writer.ledger.since(0)).encode()
    studio = Studio(tmp_path / "films", tmp_path)
    studio.begin(record, "gif", "en")
    until(lambda: (reel := studio.making(studio.name(record, "en"))) is not None and reel.is_over)

    assert len(list((tmp_path / "films").iterdir())) == KEPT
    assert studio.made(studio.name(record, "en"), "gif") is not None
