"""Looking for games among all that were played."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from pi_referee.history.game_summary import Summary


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which games are looked for; "" where anything will do.

    player: a part of a player's name, or of what the house calls the game. game: a ruleset's name. first, last: days,
    2026-11-20, both among them. is_away: those that were taken off the list, and no others.
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
        part = self.player.casefold()
        if part and not any(part in name.casefold() for name in (*one.names, one.title)):
            return False
        at = day(one.at) if self.first or self.last else ""
        return (not self.first or self.first <= at) and (not self.last or at <= self.last)
