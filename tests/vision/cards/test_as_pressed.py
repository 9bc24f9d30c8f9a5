"""Two looks at a table of cards, one at the press and one when nothing moves: what changed in between is in doubt."""

from __future__ import annotations

from dataclasses import replace

import pytest

from vision.cards.again.as_pressed import as_before
from vision.cards.card_sighting import CardDoubt, CardSighting, CardWhy, Cell, SeenCard
from vision.sighting import Quad

WIDE, HIGH = 70.0, 100.0


def look(drawn: str, *unsure: Cell, at: Cell = (0, 0), may_hide: tuple[Cell, ...] = ()) -> CardSighting:
    """A look at a table drawn as text; unsure: cells with a covered letter. at: where the first cell lies, in cards."""
    rows = [line.split() for line in drawn.split("/")]
    cards = [
        SeenCard(_quad(column + at[0], row + at[1]), sign, 1, 1, is_joker=False, confidence=0.99, cell=(column, row))
        for row, signs in enumerate(rows)
        for column, sign in enumerate(signs)
        if sign != "."
    ]
    doubts = (CardDoubt(cell, "letter", (("E", 0.6), ("F", 0.4)), CardWhy.COVERED) for cell in unsure)
    return CardSighting(tuple(cards), doubts=tuple(doubts), may_hide=may_hide)


def _quad(column: int, row: int) -> Quad:
    left, top = column * WIDE, row * HIGH
    return Quad(((left, top), (left + WIDE, top), (left + WIDE, top + HIGH), (left, top + HIGH)))


def asked(first: CardSighting, later: CardSighting, *known: Cell) -> dict[Cell, str]:
    """What is in doubt of the later look, by its cells: all that may lie there."""
    told = as_before(first, later, known)
    assert {doubt.cell for doubt in told.doubts} <= {card.cell for card in told.cards}
    return {doubt.cell: "".join(sign for sign, _ in doubt.choices) for doubt in told.doubts}


def test_nothing_is_asked_where_both_looks_tell_the_same() -> None:
    """What the first look was not sure of the later one tells alone."""
    assert asked(look("X U V A", (0, 0)), look("L U V A")) == {}


@pytest.mark.parametrize(
    ("pressed", "still", "told"),
    [
        ("X U V A", "L U V A N", {(4, 0): "N."}),
        ("X U V A N", "L U V A", {(4, 0): "N."}),
        ("X U V A", "L U V O", {(3, 0): "AO"}),
        ("X U V A", ". . . T / L U V A", {(3, 0): "T."}),
    ],
)
def test_a_card_that_was_laid_or_taken_away_is_asked_about(pressed: str, still: str, told: dict[Cell, str]) -> None:
    """The next player may lay already, and whoever pressed may have thought better of it."""
    row = still.count("/")
    assert asked(look(pressed, (0, 0)), look(still, at=(0, -row))) == told


def test_what_is_unsure_of_a_card_that_was_taken_away_is_asked_about() -> None:
    """Its value, not seen well at the press, would count as it seemed to be once somebody says that the card lay."""
    value = CardDoubt((4, 0), "value", (("1", 0.6), ("7", 0.4)), CardWhy.VALUE)
    first = replace(look("L U V A N"), doubts=(value,))

    told = as_before(first, look("L U V A"), ())

    assert [(doubt.cell, doubt.about) for doubt in told.doubts] == [((4, 0), "letter"), ((4, 0), "value")]


def test_cards_that_a_thing_may_have_hidden_are_not_asked_about() -> None:
    """An arm over a word's end hides the cell beside what is seen of it, and those that lie on from there."""
    assert asked(look("X U V", (0, 0), may_hide=((3, 0),)), look("L U V A N")) == {}


def test_a_card_that_lay_aside_is_not_asked_about() -> None:
    """It was seen, and only not told to belong to the words."""
    first = look("X U V A", (0, 0))
    aside = replace(look("N", at=(4, 0)).cards[0], cell=None)
    assert asked(replace(first, aside=(aside,)), look("L U V A N")) == {}


def test_agreed_cards_that_are_taken_up_are_gone() -> None:
    """Whoever takes the last word back may press with a hand still over it."""
    assert asked(look("X U V A", (0, 0)), look("L U V"), (3, 0)) == {}


@pytest.mark.parametrize("at", [(1, 0), (0, 1), (7, 3)])
def test_words_that_were_pushed_are_not_compared(at: Cell) -> None:
    """Pushed by just a card's width, too: then other letters lie where these lay."""
    assert asked(look("X U V A", (0, 0)), look("L U V A N", at=at)) == {}
