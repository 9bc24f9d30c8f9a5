"""Every way in which a play can lie wrongly, alone and together with others."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import pytest

from pi_referee.locale import LANGUAGES, translations
from pi_referee.rules.board.position import EMPTY
from pi_referee.rules.board.square import Square
from pi_referee.rules.plays.fault_texts import say
from pi_referee.rules.plays.notation import WrittenPlay
from pi_referee.rules.plays.play import Play
from pi_referee.rules.plays.ruling import Fault, Infraction, Ruling

Judge = Callable[..., Ruling]

KABEL = "K A B E L"
"""Laid from H9 to L9 in these tests, over the centre I9."""


def faults(ruling: Ruling) -> dict[str, str]:
    """The names of a ruling's faults with the squares they are about."""
    return {one.fault.value: " ".join(map(str, one.squares)) for one in ruling.infractions}


@pytest.mark.parametrize(
    ("play", "wrong"),
    [
        ("H10 > SOL", {}),
        ("A1 > SOL", {"detached": "A1 B1 C1"}),
        ("I9 > SOL", {"occupied": "I9 J9 K9"}),
        ("M8 v SOL", {}),
        ("Q9 > SO", {"off_board": "R9", "detached": "Q9 R9"}),
        ("M9 > WX", {"not_in_set": "M9"}),
        ("H10 > SOLARENX", {"too_many_tiles": ""}),
    ],
)
def test_one_thing_wrong(judge: Judge, play: str, wrong: dict[str, str]) -> None:
    """A play beside KABEL is told what is wrong with it, and on which squares."""
    assert faults(judge(KABEL, play, at="H9")) == wrong


@pytest.mark.parametrize(
    ("play", "wrong"),
    [
        ("I9 > SOL", {}),
        ("I7 v SOL", {}),
        ("A1 > SOL", {"off_centre": "I9"}),
        ("I9 > S", {"too_short": "I9"}),
        ("A1 > S", {"off_centre": "I9", "too_short": "A1"}),
        ("H9 > S.L", {"off_centre": "I9", "gap": "I9"}),
        ("#H9 I9 > SOL", {"stop_misplaced": "H9"}),
    ],
)
def test_the_first_play(judge: Judge, play: str, wrong: dict[str, str]) -> None:
    """The first word covers the centre and has two letters; everything wrong is named."""
    assert faults(judge("", play)) == wrong


def test_a_gap(judge: Judge) -> None:
    """A word must not have a hole; every empty square in it is named."""
    assert faults(judge(KABEL, "L10 v SO..L", at="H9")) == {"gap": "L12 L13"}


def test_off_the_line(judge: Judge) -> None:
    """Tiles that lie neither in the row nor in the column of the others are named; an arrow would have to bend them."""
    bent = replace(WrittenPlay.parse("H10 > SO/LA").on(EMPTY), arrows=frozenset())

    assert faults(judge(KABEL, bent, at="H9")) == {"off_line": "J11"}


def test_an_empty_play(judge: Judge) -> None:
    """A play of no tiles is no word."""
    assert faults(judge(KABEL, Play({}), at="H9")) == {"too_short": ""}


def test_all_at_once(judge: Judge) -> None:
    """Nonsense is told everything that is wrong with it at once."""
    ruling = judge(KABEL, "#A9 P17 > WX.YZQABCÅ", at="H9", typed=True)

    assert set(faults(ruling)) == {
        "off_board",
        "gap",
        "detached",
        "not_in_set",
        "too_many_tiles",
        "stop_misplaced",
        "not_after_stop",
    }
    assert (ruling.score, ruling.words) == (None, ())


class TestMoreThanTheBoxHolds:
    """More of a letter than the box holds is a fault when people wrote the play down."""

    def test_typed(self, judge: Judge) -> None:
        """Alfapet has one Q."""
        ruling = judge("Q . K A B E L", "H10 > QA", at="F9", typed=True)

        assert [(one.fault, one.letter, one.limit) for one in ruling.infractions] == [
            (Fault.TOO_MANY_OF_LETTER, "Q", 1)
        ]

    def test_seen(self, judge: Judge) -> None:
        """What the eye read is not the players' fault."""
        assert judge("Q . K A B E L", "H10 > QA", at="F9").is_legal

    def test_unknown_counts(self, judge: Judge) -> None:
        """Nobody knows how many the Finnish box holds, so nothing is too many."""
        assert judge("C C K E L L O", "H10 > CA", at="F9", game="alfapet-fi", typed=True).is_legal

    def test_blanks_and_specials(self, judge: Judge) -> None:
        """Blanks, stop tiles and arrows are counted too."""
        board = "a b K A B E L # . #\n/A . . . . . . . . .\nB . . . . . . . . ."
        ruling = judge(board, "#M11 J10 > cA", at="F9", typed=True)

        assert [one.letter for one in ruling.infractions if one.fault is Fault.TOO_MANY_OF_LETTER] == ["#", "_"]


@pytest.mark.parametrize("fault", list(Fault))
def test_every_fault_has_a_sentence(fault: Fault) -> None:
    """Every fault can be said in words."""
    assert "%" not in say(Infraction(fault, (Square(8, 8),), "_", 3))


@pytest.mark.parametrize("of_cards", [False, True])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("fault", list(Fault))
def test_every_fault_in_the_players_language(fault: Fault, language: str, of_cards: bool) -> None:
    """Every fault has a sentence in every language of the page, with all it is about in it."""
    one = Infraction(fault, (Square(8, 8),), "#", 3)
    told, english = say(one, translations(language).ugettext, of_cards=of_cards), say(one, of_cards=of_cards)

    assert (told == english) == (language == "en")
    assert [part in told for part in ("I9", "3")] == [part in english for part in ("I9", "3")]


OF_A_BOARD = (
    Fault.OFF_BOARD, Fault.OFF_CENTRE, Fault.STOP_MISPLACED, Fault.STOP_ALONE, Fault.NOT_AFTER_STOP, Fault.STOP_SPENT,
    Fault.EXCHANGE_LIMIT, Fault.BAG_TOO_LOW, Fault.EXCHANGE_TOO_LARGE,
)  # fmt: skip
"""What can be wrong on a board only."""


@pytest.mark.parametrize("fault", [fault for fault in Fault if fault not in OF_A_BOARD])
def test_where_cards_are_played_faults_are_told_of_cards(fault: Fault) -> None:
    """No tile, rack, blank or set of tiles is spoken of, wherever the fault is, and if it is nowhere."""
    told = say(Infraction(fault, (), "_", 3), of_cards=True)

    assert not re.search("tile|rack|blank|board|the set|bag", told)
