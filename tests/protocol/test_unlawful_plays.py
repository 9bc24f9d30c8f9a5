"""Plays that stand in the protocol though they may not lie so: each is written down, and no page fails for it."""

from __future__ import annotations

import pytest

from pi_referee.protocol.unlawful_plays import unlawful_word
from pi_referee.rules.board.position import EMPTY
from pi_referee.rules.board.square import Square
from pi_referee.rules.board.tile import Tile
from pi_referee.rules.course.game import Game, fold
from pi_referee.rules.course.happenings import Answered, Corrected, GameBegan, Happening, PlayLaid, Question, Removed
from pi_referee.rules.plays.notation import WrittenPlay
from pi_referee.rules.plays.play import Play


def laid(text: str, *doubts: Question) -> PlayLaid:
    """A play as it is written, and what is asked about it."""
    return PlayLaid(WrittenPlay.parse(text).on(EMPTY), doubts)


def game(name: str, *happenings: Happening) -> Game:
    """A game of two after some happenings."""
    return fold((GameBegan(name, ("Anna", "Björn"), 7), *happenings))


APART = PlayLaid(
    Play({Square.parse(name): Tile(letter) for name, letter in {"0,0": "A", "2,0": "B", "3,0": "C"}.items()})
)
ASKED = Question("letter:3,0", (("A", 0.6), (".", 0.4)))


@pytest.mark.parametrize(
    ("name", "happenings", "words"),
    [
        ("kortalfapet", (laid("0,0 > LUVA"), laid("1,-1 v K.L"), Removed(1)), ["", "K·L"]),
        ("kortalfapet", (APART,), ["A·BC"]),
        ("kortalfapet", (laid("0,0 > KUL"), laid("2,-1 v A.T"), Corrected(1, laid("0,0 > KU").play)), ["", "A·T"]),
        ("kortalfapet", (laid("0,0 > LUVA", ASKED), laid("3,-1 v L.T"), Answered(1, "letter:3,0", ".")), ["", "L·T"]),
        ("alfapet-sv", (laid("I9 > SOL"), laid("J8 v K.M"), Removed(1)), ["", "K·M"]),
        ("alfapet-sv", (laid("I9 > SOL"), laid("J8 v K.M"), Corrected(1, laid("I9 > S").play)), ["S", "K·M"]),
        ("alfapet-sv", (laid("I9 > SOL"), laid("A1 > AB_")), ["", "AB_"]),
    ],
)
def test_a_gap_is_written_as_one(name: str, happenings: tuple[Happening, ...], words: list[str]) -> None:
    """What is taken from under a play leaves a gap in it: a dot stands there, since nothing does."""
    after = game(name, *happenings)

    assert [unlawful_word(after, turn) for turn in after.turns] == words
