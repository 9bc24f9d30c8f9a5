"""Cards beside the words that may be the word themselves: rows of them laid apart, or a hand that lies open."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest

from pi_referee.judge.referee import decide
from pi_referee.rules.course.game import Game, begin, follow
from pi_referee.rules.course.happenings import GameBegan, LookRefused, PlayLaid
from pi_referee.rules.course.refusal import Refusal
from pi_referee.rules.definition.library import ruleset
from vision.cards.card_sighting import CardDoubt, CardSighting, CardWhy, Cell, SeenCard
from vision.sighting import Quad

WIDE, HIGH = 70.0, 100.0


def card(letter: str, across: float, down: float, cell: Cell | None = None, *, is_value_seen: bool = True) -> SeenCard:
    """A card that lies straight, so many widths and heights from the first one."""
    left, top = across * WIDE, down * HIGH
    quad = Quad(((left, top), (left + WIDE, top), (left + WIDE, top + HIGH), (left, top + HIGH)))
    value = ruleset("kortalfapet").values[letter]
    return SeenCard(quad, letter, value, 1, is_joker=False, confidence=0.99, cell=cell, is_value_seen=is_value_seen)


def word(letters: str, row: int = 0) -> tuple[SeenCard, ...]:
    """Cards edge to edge in a row of the pattern."""
    return tuple(card(letter, x, row, (x, row)) for x, letter in enumerate(letters))


def aside(letters: str, step: float = 1.0, down: float = 3.0) -> tuple[SeenCard, ...]:
    """Cards in a row elsewhere, so many widths from one to the next."""
    return tuple(card(letter, step * x, down) for x, letter in enumerate(letters))


def refusal(state: Game, look: CardSighting) -> Refusal | None:
    """Why a press over a table came to nothing; None if it did not."""
    happened = decide(state, look)[-1]
    return happened.code if isinstance(happened, LookRefused) else None


def new_game() -> Game:
    """A game before its first word."""
    return begin(GameBegan("kortalfapet", ("Ann", "Bo"), 7))


def with_word(letters: str) -> Game:
    """A game after its first word."""
    state = new_game()
    for happened in decide(state, CardSighting(word(letters))):
        state = follow(state, happened)
    return state


@pytest.mark.parametrize("state", [new_game(), with_word("LUVA")], ids=["no word yet", "a word before"])
@pytest.mark.parametrize("step", [1.4, 2.0])
def test_cards_of_a_word_that_lie_apart_are_no_pass_and_no_word_taken_back(state: Game, step: float) -> None:
    """Where no cards touch, but lie in a row, a word may have been laid: nobody is told to have passed."""
    assert refusal(state, CardSighting((), aside("LUVA", step))) is Refusal.UNCLEAR
    unread = (replace(one, is_value_seen=False) for one in aside("LUVA", step))
    assert refusal(state, CardSighting((), tuple(unread))) is Refusal.UNCLEAR, "whether values are seen or not"


def test_a_first_word_beside_an_open_hand() -> None:
    """Of two rows of cards the longer one may be somebody's hand: nobody is given points for that."""
    assert refusal(new_game(), CardSighting(word("KATTER"), aside("LUVA"))) is Refusal.UNCLEAR


def unread(cards: Iterable[SeenCard], *places: int) -> tuple[SeenCard, ...]:
    """The cards, of those in some places the value unseen; of all if none is named."""
    return tuple(
        replace(one, is_value_seen=False) if not places or place in places else one for place, one in enumerate(cards)
    )


def test_another_row_of_which_some_values_are_not_read() -> None:
    """Of NÅ, a third of a card apart, one value was not seen: DE beside it, from somebody's hand, counted."""
    assert refusal(new_game(), CardSighting(word("DE"), unread(aside("NÅ", 1.4), 0))) is Refusal.UNCLEAR
    assert refusal(new_game(), CardSighting(word("DE"), unread(aside("NÅ", 1.4)))) is None, "print on a box"
    assert refusal(new_game(), CardSighting(unread(word("DE")), unread(aside("NÅ", 1.4)))) is Refusal.UNCLEAR


def doubted(cards: Iterable[SeenCard]) -> tuple[CardDoubt, ...]:
    """Of each of some cards that it may belong to no word."""
    return tuple(
        CardDoubt(one.cell, "letter", ((one.letter, 0.5), (".", 0.5)), CardWhy.PLACE)
        for one in cards
        if one.cell is not None
    )


def test_a_first_word_beside_an_open_hand_in_its_cells() -> None:
    """So it is where both lie in one pattern, and each may be none of the words."""
    cards = (*word("KATT"), *word("LUVA", row=2))
    look = CardSighting(cards, doubts=doubted(cards))

    assert refusal(new_game(), look) is Refusal.UNCLEAR


@pytest.mark.parametrize(
    "others",
    [aside("L"), aside("LUV", 0.3), tuple(replace(one, is_value_seen=False) for one in aside("LUVA"))],
    ids=["a lone card", "a heap", "print on a box, which shows no value"],
)
def test_a_first_word_beside_what_is_no_row(others: tuple[SeenCard, ...]) -> None:
    """What cannot be a word hinders none."""
    assert refusal(new_game(), CardSighting(word("KATTER"), others)) is None


def test_a_hand_that_lies_open_while_a_word_is_built_on() -> None:
    """The word is known by the cards that lay there before."""
    [laid] = decide(with_word("LUVA"), CardSighting(word("LUVAN"), aside("KATTER")))

    assert isinstance(laid, PlayLaid)


@pytest.mark.parametrize(("across", "down", "is_unclear"), [(4, 0.5, True), (-1, -0.7, True), (4, 1, False)])
def test_a_card_beside_the_line_at_a_words_end(across: float, down: float, *, is_unclear: bool) -> None:
    """Half a card beside the line, where the word would go on, the word's last card may lie: the press is refused."""
    look = CardSighting(word("LUVA"), (card("N", across, down),))

    assert refusal(new_game(), look) is (Refusal.UNCLEAR if is_unclear else None)
    assert refusal(with_word("LUV"), look) is (Refusal.UNCLEAR if is_unclear else None)


def test_a_newest_card_that_slid_is_not_taken_back() -> None:
    """The card by which LUVA became LUVAN was pushed half beside the line: nobody has taken it back."""
    state = with_word("LUVA")
    for happened in decide(state, CardSighting(word("LUVAN"))):
        state = follow(state, happened)

    assert refusal(state, CardSighting(word("LUVA"), (card("N", 4, 0.5),))) is Refusal.UNCLEAR
    assert refusal(state, CardSighting(word("LUVA"), (card("N", 6, 3),))) is None
