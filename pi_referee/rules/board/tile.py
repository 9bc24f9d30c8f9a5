"""A tile that lies on the board: a letter, or a blank standing for one."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Tile:
    """A letter tile, or a blank; a blank's letter is "" until somebody has named it.

    >>> str(Tile("A")), str(Tile("E", is_blank=True)), str(Tile("", is_blank=True))
    ('A', 'e', '_')
    """

    letter: str
    is_blank: bool = False

    def __str__(self) -> str:
        """As written in a play: upper case a letter, lower case a blank, _ a blank without a name."""
        if not self.is_blank:
            return self.letter
        return self.letter.lower() if self.letter else "_"

    @property
    def shown(self) -> str:
        """The letter as it stands in a word: always upper case, _ for a blank without a name."""
        return self.letter or "_"
