"""A film of a game: what its pictures show, and what comes out as a file."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path

import cv2
import pytest
from PIL import Image

from pi_referee.cli import main
from pi_referee.film.film_file import film
from pi_referee.film.film_frames import END_STAYS, SIZE, TITLE, TURN, Frame, frame_count, frames
from pi_referee.game_log.event_store import Ledger
from pi_referee.game_log.events import Event
from pi_referee.rules.board.board_text import draw_position
from pi_referee.rules.course.happenings import Ended, GameBegan, Happening, Passed, PlayLaid, Withdrawn
from pi_referee.rules.plays.notation import WrittenPlay

NOON = "2026-11-20T12:00:00+00:00"
PHOTOGRAPH = (200, 30, 90)
"""The colour of a photograph that stands for all."""


def play(text: str) -> PlayLaid:
    """A play as it is written, on squares that are free."""
    return PlayLaid(WrittenPlay.parse(text).on(draw_position("")))


def events(game: str, *happenings: Happening, players: Sequence[str] = ("Ann", "Bo")) -> list[Event]:
    """A game as the log keeps it, with a photograph of each thing that happened."""
    told = (GameBegan(game, tuple(players), 7), *happenings)
    return [Event(n, 1, NOON, one, "turn.jpg" if n > 1 else "") for n, one in enumerate(told, start=1)]


GAME = events("alfapet-sv", play("I9 > SOL"), play("H8 > KAR"), Withdrawn(), Passed(), Ended())


@pytest.fixture
def pictures(tmp_path: Path) -> Path:
    """A folder with the photograph."""
    Image.new("RGB", (544, 544), PHOTOGRAPH).save(tmp_path / "turn.jpg", quality=95)
    return tmp_path


def shown(told: Sequence[Event], pictures: Path) -> list[Frame]:
    """All frames of a film."""
    return list(frames(told, pictures, "en"))


def has_photograph(frame: Frame) -> bool:
    """Whether the left half of a frame is the photograph."""
    pixel = frame.picture.getpixel((300, 300))
    return isinstance(pixel, tuple) and all(abs(one - other) < 9 for one, other in zip(pixel, PHOTOGRAPH, strict=True))


def test_each_turn_that_counts_is_shown_beside_its_photograph(pictures: Path) -> None:
    """A title, a play, a pass and the end; what was taken back is left out."""
    told = shown(GAME, pictures)

    assert [frame.seconds for frame in told] == [TITLE, TURN, TURN, END_STAYS]
    assert [has_photograph(frame) for frame in told] == [False, True, True, False]
    assert {frame.picture.size for frame in told} == {SIZE}
    assert frame_count(GAME) == 4


@pytest.mark.parametrize("content", [None, b"no picture"])
def test_a_photograph_that_is_gone_leaves_the_board(tmp_path: Path, content: bytes | None) -> None:
    """Old pictures go when the disk is full: the film is then the drawn board alone."""
    if content is not None:
        (tmp_path / "turn.jpg").write_bytes(content)
    first, last = shown(GAME, tmp_path)[1:3]

    assert not has_photograph(first)
    assert first.picture.tobytes() != last.picture.tobytes()


def test_a_game_with_cards_has_a_film_too(pictures: Path) -> None:
    """A table of cards is drawn as high as the frame is, whatever its pattern."""
    told = events("kortalfapet", play("0,0 > L3UVA"), play("1,-1 v K.L"), Passed(), players=("A", "B", "C"))

    assert len(shown(told, pictures)) == 5


@pytest.mark.parametrize("kind", ["gif", "webp"])
def test_an_animated_picture_shows_each_frame_as_long(kind: str, pictures: Path) -> None:
    """All frames are in it, each with its time, and each is told when it is done."""
    done: list[None] = []
    with Image.open(io.BytesIO(film(kind, frames(GAME, pictures), lambda: done.append(None)))) as moving:
        assert (getattr(moving, "n_frames", 1), len(done)) == (4, 4)
        moving.seek(1)
        moving.load()
        assert moving.info["duration"] == 1000 * TURN


def test_export_makes_an_mp4(pictures: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A film for players of films lasts as long as its frames, and shows them."""
    (pictures / "pictures").mkdir()
    (pictures / "turn.jpg").rename(pictures / "pictures" / "turn.jpg")
    with Ledger(pictures / "games.sqlite") as ledger:
        ledger.append_game(GAME, after=0)
    path = pictures / "game.mp4"

    assert main(["export", "1", str(path), "--home", str(pictures)]) == 0
    assert f"Game 1 is in {path}." in capsys.readouterr().err
    reader = cv2.VideoCapture(str(path))
    count, rate = reader.get(cv2.CAP_PROP_FRAME_COUNT), reader.get(cv2.CAP_PROP_FPS)
    reader.set(cv2.CAP_PROP_POS_FRAMES, TITLE + 1)
    is_there, seen = reader.read()
    reader.release()
    assert (count / rate, is_there) == (TITLE + 2 * TURN + END_STAYS, True)
    assert abs(int(seen[300, 300][2]) - PHOTOGRAPH[0]) < 20
