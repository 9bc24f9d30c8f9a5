"""A deck in a text file that people can read and correct: a letter a line, with its value, its marks and its source."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from pi_referee.composing import composed
from pi_referee.decks.house_deck import Card, HouseDeck, Source
from pi_referee.errors import GameFileError
from pi_referee.files.atomic_file import write_safely
from pi_referee.rules.board.deck import MULTIPLIERS
from pi_referee.rules.definition.ruleset import Ruleset

_HOW = (
    "Write letter, value and marks, as: L 1 1,3; 1 is a card without a mark, ? stands where nobody looked. A "
    "fourth word may say whence that is known: assumed, games, pictures or hand."
)
_NO_FILE = "What lies in the place of the deck's file is none, but a folder, or a link that leads nowhere."
MOST_VALUE = 99
"""The highest value a card may have: two figures fit on it."""

_UNKNOWN = "?"
_SOURCES = {source.value: source for source in Source}


def read_deck(path: Path, ruleset: Ruleset) -> HouseDeck:
    """The deck in a file.

    Raises GameFileError: the message names the file, the line, and what to do.
    """
    try:
        if not path.is_file() and path.lstat():
            raise GameFileError(_NO_FILE, where=str(path), cure="Move it away, or put the deck's file there.")
        text = composed(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        cure = "Check its name, and that it is UTF-8 text."
        raise GameFileError(f"The deck cannot be read ({error}).", where=str(path), cure=cure) from error
    return deck_of(text, ruleset, where=str(path))


def deck_of(text: str, ruleset: Ruleset, *, where: str = "") -> HouseDeck:
    """The deck that a text describes; where: whence it comes, for the message. Raises GameFileError as read_deck does.

    >>> from pi_referee.decks.house_deck import assumed_cards
    >>> from pi_referee.rules.definition.library import ruleset
    >>> game = ruleset("kortalfapet")
    >>> deck_of(deck_text(assumed_cards(game), game.title), game) == assumed_cards(game)
    True
    """
    cards: dict[str, Card] = {}
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), start=1):
        words = line.partition("#")[0].split()
        if words:
            place = f"{where}: line {number}" if where else f"line {number}"
            letter = _letter(words, cards, ruleset, place)
            cards[letter] = _card(words, place)
    missing = [letter for letter in ruleset.alphabet if letter not in cards]
    if missing:
        raise GameFileError(
            f"The deck has no card for {', '.join(missing)}.",
            where=where,
            cure=f"Add a line for each, as: {missing[0]} {ruleset.values[missing[0]]} {_UNKNOWN}.",
        )
    return HouseDeck({letter: cards[letter] for letter in ruleset.alphabet}, ruleset.blanks, ruleset.values)


def _letter(words: list[str], known: Mapping[str, Card], ruleset: Ruleset, where: str) -> str:
    """Whose card a line is about."""
    if not 2 <= len(words) <= 4:  # letter and value, then marks and source
        raise GameFileError("A card's line has two to four words.", where=where, cure=_HOW)
    letter = words[0].upper()
    if letter not in ruleset.alphabet:
        cure = f"The letters are {''.join(ruleset.alphabet)}."
        raise GameFileError(f"{ruleset.title} has no card {letter!r}.", where=where, cure=cure)
    if letter in known:
        raise GameFileError(f"The letter {letter} is there twice.", where=where, cure="Take one line out.")
    return letter


def _card(words: list[str], where: str) -> Card:
    """What a line says of its letter's cards; without a fourth word somebody wrote it by hand."""
    value, marks, source = (*words[1:], *(_UNKNOWN, Source.HAND.value)[len(words) - 2 :])
    number = card_value(value)
    if number is None:
        cure = f"Write a whole number from 0 to {MOST_VALUE}, in one or two figures."
        raise GameFileError(f"{value!r} is no value of a card.", where=where, cure=cure)
    if source not in _SOURCES:
        raise GameFileError(f"{source!r} does not say whence a value is known.", where=where, cure=_HOW)
    return Card(number, _marks(marks, where), _SOURCES[source])


def card_value(text: str) -> int | None:
    """The value that a text writes down, 0 to MOST_VALUE; None if it is none."""
    text = text.strip()
    is_number = text.isascii() and text.isdecimal() and len(text) <= len(str(MOST_VALUE))
    return int(text) if is_number else None


def _marks(text: str, where: str) -> frozenset[int] | None:
    """The marks of a letter's cards."""
    if text == _UNKNOWN:
        return None
    names = {str(multiplier): multiplier for multiplier in MULTIPLIERS}
    found = text.split(",")
    if not set(found) <= names.keys():
        raise GameFileError(f"{text!r} names no marks.", where=where, cure=_HOW)
    return frozenset(names[name] for name in found)


def deck_text(deck: HouseDeck, title: str) -> str:
    """A deck as its file has it; deck_of reads it back."""
    head = f"# The cards of {title}: letter, value, marks its cards bear (1: none, ? where nobody looked), source.\n"
    return head + "".join(f"{letter}  {_written(card)}\n" for letter, card in deck.cards.items())


def _written(card: Card) -> str:
    marks = _UNKNOWN if card.marks is None else ",".join(map(str, sorted(card.marks)))
    return f"{card.value:2}  {marks}" + ("" if card.source is Source.HAND else f"  {card.source.value}")


def write_deck(path: Path, deck: HouseDeck, title: str) -> None:
    """Write a deck's file, whole or not at all; raises OSError where it cannot be written."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_safely(path, deck_text(deck, title).encode())
