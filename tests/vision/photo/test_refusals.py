"""A board of which too little can be seen is refused, and the sentence says why."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from pi_referee.rules.board.square import Square
from pi_referee.rules.course.refusal import Refusal
from tests.vision.geometry.test_orientation import seen
from vision.geometry.rectify import SQUARE, Squared
from vision.photo.advice import Advice, Topic
from vision.photo.refusals import (
    BLURRED,
    COVERED,
    CUT_OFF,
    TOO_BRIGHT,
    UNTOLD,
    refused,
    too_doubtful,
    unless_refused,
    untold,
)
from vision.sighting import Doubt, NotSeen, Sighting, Why
from vision.squares.choices import UNKNOWN

SIZE = 17
EIGHTH = 34
"""0.12 of the squares is 34.7 of them."""


def lit(grey: int) -> Squared:
    """A board of one grey."""
    return Squared(np.full(((SIZE + 2) * SQUARE, (SIZE + 2) * SQUARE, 3), grey, np.uint8), SIZE)


DARK, WHITE = lit(120), lit(255)


@pytest.mark.parametrize(("doubts", "is_many"), [(EIGHTH, False), (EIGHTH + 1, True)])
def test_a_board_that_is_mostly_in_doubt(doubts: int, *, is_many: bool) -> None:
    """Nobody answers a question about more than an eighth of the squares; beside one another, something hides them."""
    look = seen(0, 0, bare=doubts)

    assert too_doubtful(look, WHITE) == (TOO_BRIGHT if is_many else None)
    assert too_doubtful(look, DARK) is None
    assert refused(look, [look, look], DARK) is None


@pytest.mark.parametrize(("doubts", "why"), [(11, None), (12, COVERED)])
def test_a_board_in_doubt_all_over(doubts: int, why: NotSeen | None) -> None:
    """Where no letter tells the top, doubts here and there, none beside another, may hide letters on their side."""
    squares = [Square(2 * row, 3 * column) for row in range(4) for column in range(4)][:doubts]
    look = replace(seen(0, 0), doubts=tuple(Doubt(square, UNKNOWN, Why.LETTER) for square in squares))

    assert refused(look, [seen(0, 0)], DARK) == why


def test_a_board_that_was_not_seen_has_no_doubts() -> None:
    """What was refused already is not counted again."""
    missing = NotSeen("dark", "light")

    assert unless_refused(missing, WHITE, 0) == missing


@pytest.mark.parametrize(("doubts", "why"), [(144, None), (145, COVERED)])
def test_a_board_half_in_doubt(doubts: int, why: NotSeen | None) -> None:
    """Of 289 squares 144 may be in doubt; with more it may not be the board's own grid, unless a hand is seen there."""
    squares = [Square(*divmod(place, SIZE)) for place in range(doubts)]
    look = replace(seen(0, 0), doubts=tuple(Doubt(square, UNKNOWN, Why.LETTER) for square in squares))

    assert too_doubtful(look, DARK) == why
    assert too_doubtful(replace(look, covered=frozenset({squares[0]})), DARK) is None


@pytest.mark.parametrize(
    ("look", "other", "board", "why"),
    [
        (seen(0, 0, bare=5), seen(5, 0), DARK, BLURRED),
        (seen(0, 0, bare=5), seen(4, 0), DARK, None),
        (seen(0, 0, bare=5), NotSeen("blurred", "focus"), DARK, BLURRED),
        (seen(0, 0, bare=5), seen(5, 0), WHITE, TOO_BRIGHT),
        (seen(0, 0, bare=5), seen(0, 0), WHITE, TOO_BRIGHT),
        (replace(seen(0, 0, bare=5), covered=frozenset({Square(0, 0)})), seen(5, 0), WHITE, COVERED),
    ],
)
def test_why(look: Sighting, other: Sighting | NotSeen, board: Squared, why: NotSeen | None) -> None:
    """Letters seen from another side, sure or out of focus, were not seen from this one: for light, a hand, or blur."""
    assert refused(look, [seen(0, 0), other], board) == why


def test_each_refusal_has_the_code_of_its_cause() -> None:
    """Programs know a refusal by its code, people by its sentence."""
    codes = [refusal.code for refusal in (BLURRED, TOO_BRIGHT, CUT_OFF, COVERED)]

    assert codes == [Refusal.BLUR, Refusal.BRIGHT, Refusal.CUT, Refusal.COVERED]


@pytest.mark.parametrize("topic", Topic)
def test_whatever_is_advised_may_be_the_cause(topic: Topic) -> None:
    """A look that is refused for what the advice is about says so in the same words, and by the same name."""
    told = Advice(topic, "says", "cure").refusal

    assert (told.reason, told.cure, told.code.value) == ("says", "cure", topic.value)


@pytest.mark.parametrize(
    ("look", "why"),
    [
        (seen(0, 5, bare=7), COVERED),
        (seen(0, 4, bare=8), None),
        (seen(0, 5, bare=6), None),
        (seen(1, 5, bare=7), None),
        (seen(0, 7, bare=5), None),
    ],
)
def test_many_letters_in_doubt_and_none_sure(look: Sighting, why: NotSeen | None) -> None:
    """Where a dozen squares are in doubt, five letters among them, and none is sure, bare ones are not either."""
    assert refused(look, [seen(0, 0)], DARK) == why


@pytest.mark.parametrize(
    ("look", "is_refused"),
    [
        (seen(7, 0), False),
        (seen(6, 2), True),
        (seen(0, 0, bare=7), False),
        (seen(0, 0, bare=8), True),
        (seen(1, 0, bare=7), False),
        (seen(1, 0, bare=8), True),
        (seen(2, 0, bare=20), False),
        (seen(0, 1), False),
        (seen(0, 2), True),
        (seen(1, 2), True),
        (seen(2, 2), False),
    ],
)
def test_nothing_tells_the_top(look: Sighting, *, is_refused: bool) -> None:
    """A first word is asked about, square by square; of a whole board, other squares may hold tiles than those seen.

    So they may of a first word of which hardly a letter is sure: it would be asked about on another side's squares.

    Beside a sure word much may be in doubt: a lamp's pool tells nothing against its letters.
    """
    assert (untold(look, SIZE) == UNTOLD) is is_refused


@pytest.mark.parametrize("why", [Why.HAND, Why.MIRROR, Why.WASHED])
def test_what_is_hidden_says_nothing_of_the_top(why: Why) -> None:
    """Squares that a hand or a lamp hides are no squares that are hard to read, however many they are."""
    hidden = tuple(Doubt(Square(row, 0), UNKNOWN, why) for row in range(12))

    assert untold(replace(seen(0, 0), doubts=hidden), SIZE) != UNTOLD


def test_what_here_and_there_only_seems_a_tile_is_asked_about() -> None:
    """No word lies on a bare board seen from far aside, on which print, shade and icons may be a tile's."""
    apart = tuple(Doubt(Square(3 * place, place), (("", 0.5), (".", 0.5)), Why.NOT_AS_BARE) for place in range(5))

    assert isinstance(untold(replace(seen(0, 0), doubts=apart), SIZE), Sighting)


def test_a_word_under_things_of_which_nothing_tells_the_top() -> None:
    """What lies over the board is to be taken away: more light would not help."""
    hidden = Doubt(Square(9, 9), UNKNOWN, Why.HAND)
    look = seen(0, 2)

    assert untold(replace(look, doubts=(*look.doubts, hidden)), SIZE) == COVERED


@pytest.mark.parametrize(("sure", "why"), [(0, COVERED), (1, None)])
def test_something_lies_over_a_board_of_which_no_letter_is_sure(sure: int, why: NotSeen | None) -> None:
    """Squares that seem bare may not be: a word in the dark, under a sleeve, was seen on its side."""
    look = replace(seen(sure, 1), covered=frozenset({Square(0, 0)}))

    assert (untold(look, SIZE) == why) is (why is not None)


def test_a_word_that_may_be_mirrored_is_asked_about_though_hardly_a_letter_is_sure() -> None:
    """Its top is told, and every square on which it may lie is asked about: nothing is gained by a refusal."""
    assert isinstance(untold(seen(1, 2), SIZE, is_mirror=True), Sighting)


def test_a_word_that_may_be_mirrored_is_asked_about_where_it_would_lie_then_too() -> None:
    """A word in row 1 of 17 columns lies at the other end of it in a mirror beside it, in row 17 in one above."""
    asked = untold(seen(2, 0), SIZE, is_mirror=True, is_told=True)

    assert isinstance(asked, Sighting)
    assert {str(square) for square in asked.doubted} == {"A1", "B1", "P1", "Q1", "A17", "B17"}


def test_a_word_that_may_stand_on_its_head_is_asked_about_where_it_would_lie_then_too() -> None:
    """Of NO, found on its head, the N was bare board for sure; a word in row 1 of 17 lies at the end of row 17 then."""
    asked = untold(seen(2, 0), SIZE)

    assert isinstance(asked, Sighting)
    assert {str(square) for square in asked.doubted} == {"A1", "B1", "P17", "Q17"}


def test_a_word_that_may_be_mirrored_or_stand_on_its_head_is_asked_about_in_every_corner() -> None:
    """A word off the middle lay where neither mirror shows it, and its squares were bare board for sure."""
    asked = untold(seen(2, 0), SIZE, is_mirror=True)

    assert isinstance(asked, Sighting)
    assert {str(square) for square in asked.doubted} == {"A1", "B1", "P1", "Q1", "A17", "B17", "P17", "Q17"}


def test_what_perhaps_is_a_letter_on_a_bare_board_is_asked_about_where_it_is_alone() -> None:
    """Where no word is seen nothing lies elsewhere: on a bare board seen from far aside twice as much was asked."""
    assert untold(seen(0, 1), SIZE) == seen(0, 1)
