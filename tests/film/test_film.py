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
from pi_referee.film.film_frames import END_STAYS, SIZE, TITLE, TURN, Frame, frame_count, frames, turn_in_words
from pi_referee.game_log.event_store import Ledger
from pi_referee.game_log.events import Event
from pi_referee.protocol.origins import game_after
from pi_referee.rules.board.board_text import draw_position
from pi_referee.rules.course.game import fold
from pi_referee.rules.course.happenings import (
    BagEmptied,
    Ended,
    GameBegan,
    Happening,
    Inserted,
    LeftOver,
    Passed,
    PlayLaid,
    Renamed,
    Undone,
    WentOut,
    Withdrawn,
)
from pi_referee.rules.plays.notation import WrittenPlay
from pi_referee.rules.plays.play import Pass

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


def beneath(told: Sequence[Event]) -> list[tuple[str, str]]:
    """What each turn's frame of a game says: the turn, and all totals."""
    game = fold(event.happening for event in told)
    after = [game_after(game, told, turn.number) for turn in game.turns]
    return [(words.what, words.totals) for words in (turn_in_words(one, "en") for one in after)]


STEAL = (play("0,0 > L3UVA"), play("1,-1 v K.L"))
AT_THE_END = (
    (Ended(),),
    (LeftOver({"Ann": 4, "Bo": 5}),),
    (Ended(), LeftOver({"Ann": 4, "Bo": 5}), Undone(), LeftOver({"Ann": 1, "Bo": 5})),
    (Ended(), Renamed(("Bo", "Ann")), Renamed(("Ann", "Bo"))),
)


@pytest.mark.parametrize("end", AT_THE_END)
def test_a_pending_word_is_in_nobodys_total_in_its_own_frame(end: tuple[Happening, ...]) -> None:
    """What is told of the end counts from then on, and not in the frames of the turns before (K01)."""
    assert beneath(events("kortalfapet", *STEAL, *end)) == [
        ("1. Ann: LUVA 27", "Ann 0 · Bo 0"),
        ("2. Bo: KUL 7 · Ann: LUVA 27, (kept LVA) +18", "Ann 18 · Bo 0"),
    ]


def test_a_turn_that_ends_the_game_gives_the_living_word_in_full() -> None:
    """Once the pile is empty and everybody has passed; not before, though a pass was put in when all was told (K11)."""
    told = events("kortalfapet", *STEAL, BagEmptied(), Passed(), LeftOver({"Ann": 0, "Bo": 0}), WentOut("Ann"))
    late = [*told, Event(99, 1, NOON, Inserted(1, Pass(), "Bo"))]

    assert [totals for _, totals in beneath(told)] == ["Ann 0 · Bo 0", "Ann 18 · Bo 0", "Ann 18 · Bo 7"]
    assert [totals for _, totals in beneath(late)] == ["Ann 0 · Bo 0", *(one for _, one in beneath(told))]


def test_frames_of_rounds_and_boards_stand_as_they_stood() -> None:
    """What was left, and rounds that are over, change nothing of the frames before."""
    rounds = events("kortalfapet", *STEAL, Ended(), LeftOver({"A": 9, "B": 0}), players=("A", "B", "C"))
    board = events("alfapet-sv", play("I9 > SOL"), BagEmptied(), play("H8 > KAR"), WentOut("Bo"), Ended())
    ended = events("alfapet-sv", play("I9 > SOL"), play("H8 > KAR"), LeftOver({"Ann": 5, "Bo": 0}))

    assert [totals for _, totals in beneath(rounds)] == ["A 27 · B 0 · C 0", "A 27 · B 7 · C 0"]
    assert [totals for _, totals in beneath(board)] == [totals for _, totals in beneath(ended)]
    after = [game_after(fold(one.happening for one in board), board, number) for number in (1, 2)]
    assert [(one.script.bag_empty, one.script.out, one.ended) for one in after] == [(False, "", ""), (True, "", "")]


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
