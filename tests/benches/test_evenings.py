"""Games drawn at random: their plays lie as the rules want it, and every press is counted."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from benches.drawn import GAMES
from benches.evenings import draw, outcome, replayed
from benches.pictures.positions import drawn_plays
from pi_referee.rules.board.square import Square
from pi_referee.rules.definition.library import ruleset
from vision.render.view import BUNDLED

PLAY = {Square.parse("H8"): "A", Square.parse("I8"): "B"}
LIES = {"H8": "A", "I8": "B"}


@pytest.mark.parametrize("game", sorted({game for game, _ in GAMES}))
def test_plays_are_drawn_from_the_box_and_hang_together(game: str) -> None:
    """No play holds more tiles than a rack, none lies apart, and all together are no more than the box holds."""
    rules = ruleset(game)
    for seed in range(5):
        plays = drawn_plays(np.random.default_rng(seed), rules, 12)
        drawn = Counter(letter for play in plays for letter in play.values())
        lying = set(plays[0])

        assert rules.layout.centre in plays[0]
        for play in plays[1:]:
            assert 2 <= len(play) <= 7
            assert lying.isdisjoint(play)
            assert lying & {near for square in play for near in square.neighbours()}
            lying |= set(play)
        assert drawn[""] <= rules.blanks
        assert all(drawn[letter] <= count for letter, count in (rules.counts or {}).items())


@pytest.mark.parametrize(
    ("told", "laid", "word"),
    [
        ("ruled", LIES, "exact"),
        ("asked", LIES, "asked"),
        ("asked", {"H8": "A"}, "silent wrong"),
        ("refused", {}, "refused"),
        ("ruled", {"H8": "A"}, "silent wrong"),
        ("unchanged", {}, "silent wrong"),
    ],
)
def test_a_press_in_a_word(told: str, laid: dict[str, str], word: str) -> None:
    """What was ruled is exact if those tiles lie there; no play, or another one after all answers, is as wrong."""
    assert outcome(PLAY, {"outcome": told, "laid": laid}, "A") == word


def test_a_blank_is_always_asked_about() -> None:
    """Nobody but its player knows what letter a blank stands for."""
    assert outcome({Square.parse("H8"): ""}, {"outcome": "asked", "laid": {"H8": "A"}}, "A") == "blank asked"


def test_a_game_is_replayed() -> None:
    """Three plays in the demo's typeface are drawn, photographed, and seen as they lie."""
    evening = draw(0, 5, [BUNDLED])
    short = replace(
        evening, plays=[{square: letter or "A" for square, letter in play.items()} for play in evening.plays[:3]]
    )

    assert replayed(short) == Counter(exact=3)


def test_what_is_asked_is_answered() -> None:
    """A play with a blank is told by its letter, and nobody is asked about it again."""
    evening = draw(0, 5, [BUNDLED])
    first, second, *_ = evening.plays
    play = dict(zip(first, ("", *"BCDEFG"), strict=False))

    assert replayed(replace(evening, plays=[play, second])) == Counter({"blank asked": 1, "exact": 1})
