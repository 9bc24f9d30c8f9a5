"""A tile or a card that lies on the table: a letter, or a blank standing for one."""

from __future__ import annotations

from dataclasses import dataclass, replace

NAMELESS = "_"
"""Stands in a word for a blank or joker that nobody has named yet."""


@dataclass(frozen=True, slots=True, order=True)
class Tile:
    """A letter tile or card, or a blank (a card game's joker); a blank's letter is "" until somebody has named it.

    multiplier: what a card's mark says, 1 without one (K03). value: what is printed on it, None where it is what the
    game says of its letter.

    >>> str(Tile("A")), str(Tile("E", is_blank=True)), str(Tile("", is_blank=True)), str(Tile("L", False, 3, value=2))
    ('A', 'e', '_', 'L3{2}')
    """

    letter: str
    is_blank: bool = False
    multiplier: int = 1
    value: int | None = None

    def __str__(self) -> str:
        """As written in a play: upper case a letter, lower case a blank, _ a blank without a name; mark and value."""
        sign = self.letter.lower() if self.is_blank else self.letter
        mark = "" if self.multiplier == 1 else str(self.multiplier)
        return (sign or NAMELESS) + mark + ("" if self.value is None else f"{{{self.value}}}")

    @property
    def shown(self) -> str:
        """The letter as it stands in a word: always upper case, _ for a blank without a name."""
        return self.letter or NAMELESS

    @property
    def face(self) -> str:
        """What is seen on it: its letter, "" on a blank, whatever that stands for."""
        return "" if self.is_blank else self.letter

    @property
    def unnamed(self) -> Tile:
        """The same tile as it looks, whatever a blank stands for."""
        return replace(self, letter=self.face)

    @classmethod
    def with_face(cls, face: str) -> Tile:
        """The tile on which this is seen; a blank has no name yet."""
        return cls(face, is_blank=not face)
