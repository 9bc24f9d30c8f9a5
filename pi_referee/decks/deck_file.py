"""A deck in a text file that people can read and correct: a letter a line, with its value and its marks."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from pi_referee.errors import GameFileError
from pi_referee.files.atomic_file import write_safely
from pi_referee.rules.board.deck import MULTIPLIERS, Deck
from pi_referee.rules.definition.ruleset import Ruleset

_HOW = "Write letter, value and marks, as: L 1 1,3; 1 is a card without a mark, ? stands where nobody looked."
_MOST_VALUE = 99
_UNKNOWN = "?"


def read_deck(path: Path, ruleset: Ruleset) -> Deck:
    """The deck in a file.

    Raises GameFileError: the message names the file, the line, and what to do.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        cure = "Check its name, and that it is UTF-8 text."
        raise GameFileError(f"The deck cannot be read ({error}).", where=str(path), cure=cure) from error
    return deck_of(text, ruleset, where=str(path))


def deck_of(text: str, ruleset: Ruleset, *, where: str = "") -> Deck:
    """The deck that a text describes; where: whence it comes, for the message. Raises GameFileError as read_deck does.

    >>> from pi_referee.rules.definition.library import ruleset
    >>> game = ruleset("kortalfapet")
    >>> deck_of(deck_text(game.deck, game.title), game).values == game.values
    True
    """
    values: dict[str, int] = {}
    marks: dict[str, frozenset[int]] = {}
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), start=1):
        words = line.partition("#")[0].split()
        if words:
            place = f"{where}: line {number}" if where else f"line {number}"
            letter, value, marked = _card(words, values, ruleset, place)
            values[letter] = value
            marks |= {} if marked is None else {letter: marked}
    missing = [letter for letter in ruleset.alphabet if letter not in values]
    if missing:
        raise GameFileError(
            f"The deck has no card for {', '.join(missing)}.",
            where=where,
            cure=f"Add a line for each, as: {missing[0]} {ruleset.values[missing[0]]} {_UNKNOWN}.",
        )
    return Deck({letter: values[letter] for letter in ruleset.alphabet}, marks, ruleset.blanks, is_sure=True)


def _card(
    words: list[str], known: Mapping[str, int], ruleset: Ruleset, where: str
) -> tuple[str, int, frozenset[int] | None]:
    """What one line says: letter, value, and marks, None where nobody looked."""
    if len(words) not in {2, 3}:
        raise GameFileError("A card's line has two or three words.", where=where, cure=_HOW)
    letter, value, marks = (*words, _UNKNOWN)[:3]
    letter = letter.upper()
    if letter not in ruleset.alphabet:
        cure = f"The letters are {''.join(ruleset.alphabet)}."
        raise GameFileError(f"{ruleset.title} has no card {letter!r}.", where=where, cure=cure)
    if letter in known:
        raise GameFileError(f"The letter {letter} is there twice.", where=where, cure="Take one line out.")
    if not value.isdecimal() or int(value) > _MOST_VALUE:
        raise GameFileError(f"{value!r} is no value of a card.", where=where, cure=_HOW)
    return letter, int(value), _marks(marks, where)


def _marks(text: str, where: str) -> frozenset[int] | None:
    """The marks of a letter's cards."""
    if text == _UNKNOWN:
        return None
    names = {str(multiplier): multiplier for multiplier in MULTIPLIERS}
    found = text.split(",")
    if not set(found) <= names.keys():
        raise GameFileError(f"{text!r} names no marks.", where=where, cure=_HOW)
    return frozenset(names[name] for name in found)


def deck_text(deck: Deck, title: str) -> str:
    """A deck as its file has it; deck_of reads it back."""
    head = f"# The cards of {title}: letter, value, and the marks its cards bear (1: none, ? where nobody looked).\n"
    return head + "".join(
        f"{letter}  {value:2}  {_written(deck.marks.get(letter))}\n" for letter, value in deck.values.items()
    )


def _written(marks: frozenset[int] | None) -> str:
    return _UNKNOWN if marks is None else ",".join(map(str, sorted(marks)))


def write_deck(path: Path, deck: Deck, title: str) -> None:
    """Write a deck's file, whole or not at all; raises OSError where it cannot be written."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_safely(path, deck_text(deck, title).encode())
