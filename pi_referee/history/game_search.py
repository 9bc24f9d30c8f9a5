"""Looking for games among all that were played."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from unicodedata import combining, normalize

from pi_referee.history.game_summary import Summary

_STROKES: Mapping[int, str] = MappingProxyType({ord("ł"): "l", ord("ø"): "o", ord("đ"): "d", ord("ı"): "i"})
"""Small letters whose stroke is no mark that can be taken off, and the letters without it."""


def plain(text: str) -> str:
    """A text as somebody types it who has neither capitals nor accents at hand.

    >>> plain("Małgosia Țugui")
    'malgosia tugui'
    """
    bare = (sign for sign in normalize("NFD", text.casefold()) if not combining(sign))
    return "".join(bare).translate(_STROKES)


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which games are looked for; "" where anything will do.

    player: a part of a player's name, or of what the house calls the game, with or without accents. game: a ruleset's
    name. first, last: days, 2026-11-20, both among them. is_away: those that were taken off the list, and no others.
    """

    player: str = ""
    game: str = ""
    first: str = ""
    last: str = ""
    is_away: bool = False

    def found(self, games: Iterable[Summary], day: Callable[[str], str]) -> list[Summary]:
        """The games that are meant, in their order; day: the day of an ISO time, by this house's clock."""
        return [one for one in games if self._means(one, day)]

    def _means(self, one: Summary, day: Callable[[str], str]) -> bool:
        """Whether a game is meant; one that cannot be read is, as long as nothing is said of it."""
        if one.is_away != self.is_away or (self.game and one.game != self.game):
            return False
        part = plain(self.player)
        if part and not any(part in plain(name) for name in (*one.names, one.title)):
            return False
        at = day(one.at) if self.first or self.last else ""
        return (not self.first or self.first <= at) and (not self.last or at <= self.last)
