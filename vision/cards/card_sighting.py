"""What one look at a table of cards gave: values only, no picture work here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

from vision.sighting import Choices, NotSeen, Quad, Sighting

Cell = tuple[int, int]
"""A place in the pattern of cards: column and row, rows downwards, from the pattern's top left card of this look."""

About = Literal["letter", "value", "multiplier"]
"""Which of a card's three witnesses a doubt is about; a joker's letter is no doubt of the eye."""


class CardWhy(StrEnum):
    """Why something about a card is in doubt."""

    LETTER = "the letter reader is not sure which letter it is"
    VALUE = "the printed value cannot be read for sure"
    VALUE_DIFFERS = "the printed value is not this letter's in the deck"
    MARK = "it cannot be seen for sure whether the card bears a mark, or which"
    MARK_DIFFERS = "the deck has no card of this letter with this mark"
    JOKER = "it may be a joker"
    COVERED = "something lies over a part of the card"
    PICTURE_EDGE = "the picture's edge cuts the card"
    PLACE = "it cannot be told whether the card belongs to the words"


@dataclass(frozen=True, slots=True)
class SeenCard:
    """A card that lies face up.

    quad: its corners in image px; the first is the face's top left as its letter stands. letter: "" for a joker.
    value: as printed; where that is not seen, the deck's for its letter, None if it has none. multiplier: 1, 2 or 3.
    confidence: of the letter, 0 to 1. cell: its place in the pattern of words, None for a card laid aside.
    is_value_seen: whether the value is read, and not only known.
    """

    quad: Quad
    letter: str
    value: int | None
    multiplier: int
    is_joker: bool
    confidence: float
    cell: Cell | None = None
    is_value_seen: bool = True


@dataclass(frozen=True, slots=True)
class CardDoubt:
    """Something about a card of the pattern that is not sure: what it may be, likeliest first, and why.

    choices: for "letter" letters, "" for a joker, "." for no card of the words; for "value" and "multiplier" numbers
    written as text. Doubts that ask the same are equal, whatever raised them.
    """

    cell: Cell
    about: About
    choices: Choices
    why: CardWhy = field(compare=False)


@dataclass(frozen=True, slots=True)
class CardSighting:
    """All that one look at a table of cards told.

    cards: those of the pattern of words, by row and column. aside: face-up cards that belong to no word. face_down:
    how many backs are seen. doubts: about cards of the pattern; each card in doubt stands in cards too, as likeliest
    read. milliseconds: time spent on "locate", "cells", "letters" and "total". may_hide: free cells beside the words,
    counted as theirs, in which a thing lies that may hide a card.
    """

    cards: tuple[SeenCard, ...]
    aside: tuple[SeenCard, ...] = ()
    face_down: int = 0
    doubts: tuple[CardDoubt, ...] = ()
    milliseconds: Mapping[str, float] = field(default_factory=dict, compare=False)
    may_hide: tuple[Cell, ...] = ()


Seen = Sighting | CardSighting
"""A look at a table in which something was seen, on a board or of cards."""
Look = Seen | NotSeen
"""What one look at a table gives."""
