"""The plays of the photographed games get the words and scores that were written down, without the eye."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pi_referee.rules.board.square import Square
from pi_referee.rules.board.tile import Tile
from pi_referee.rules.course.game import Game, begin, follow
from pi_referee.rules.course.happenings import Corrected, Exchanged, GameBegan, PlayLaid
from pi_referee.rules.plays.play import Play

PHOTOS = Path(os.environ.get("PI_REFEREE_PHOTOS", Path(__file__).parents[3] / "shared" / "photos"))
SETS = ("dev-light", "dev-dark", "cava-train-1", "cava-train-2", "scrabscrap-game01", "scrabscrap-game07",
        "scrabscrap-game12")  # fmt: skip
SCORED = {"dev-light": 11, "dev-dark": 11, "cava-train-1": 20, "cava-train-2": 20, "scrabscrap-game01": 26,
          "scrabscrap-game07": 17, "scrabscrap-game12": 19}  # fmt: skip

Frame = dict[str, Any]


def tile(letter: str, blank: str | None) -> Tile:
    """A tile of a set's notes; nobody wrote down what some blanks stood for."""
    return Tile(letter) if blank is None else Tile(blank.strip("?"), is_blank=True)


def play_of(frame: Frame) -> Play:
    """The play that a picture's notes tell of."""
    tiles = {Square.parse(name): tile(letter, frame["blanks"].get(name)) for name, letter in frame["laid"].items()}
    stop = Square.parse(frame["stop"]) if frame.get("stop") else None
    arrows = frozenset({Square.parse(frame["arrow"])} if frame.get("arrow") else ())
    return Play(tiles, stop, arrows)


def as_noted(game: Game, frame: Frame) -> Game:
    """The game with the older tiles as this picture's notes have them: the players put a letter right later."""
    for turn in game.turns:
        move = turn.move
        if isinstance(move, Play):
            wrong = {
                square: tile(frame["board"][str(square)], frame["blanks"].get(str(square)))
                for square, known in move.tiles.items()
                if known.is_blank and str(square) not in frame["blanks"]
            }
            game = follow(game, Corrected(turn.number, replace(move, tiles={**move.tiles, **wrong}))) if wrong else game
    return game


@pytest.mark.parametrize("name", SETS)
def test_recorded_words_and_scores(name: str) -> None:
    """Every scored play of a set gets its recorded score, and its words where they were written down."""
    file = PHOTOS / name / "set.json"
    if not file.exists():
        pytest.skip(f"the photographs are not here: {file}")
    notes = json.loads(file.read_text(encoding="utf-8"))
    game = begin(GameBegan(notes["game"], ("A", "B"), notes["rack"], notes["edition"]))
    told: list[tuple[str, int | None, object]] = []
    noted: list[tuple[str, int | None, object]] = []
    for frame in notes["frames"]:
        if frame["kind"] == "exchange":
            game = follow(game, Exchanged(1))
        if frame["kind"] != "regular" or frame["skip"]:
            continue
        game = follow(as_noted(game, frame), PlayLaid(play_of(frame)))
        ruling = game.turns[-1].ruling
        words = {word.text: word.score for word in ruling.words} if ruling and frame.get("words") else None
        told.append((frame["image"], game.turns[-1].score, words))
        noted.append((frame["image"], frame["score"], frame.get("words") or None))

    assert told == noted
    assert len(told) == SCORED[name]
