"""A replay as a game: its events, and that game in the log of a home with its squared photographs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from pi_referee.files.paths import Home
from pi_referee.game_log.event_store import Ledger
from pi_referee.game_log.events import Event
from pi_referee.looking.turn_photographs import keep_photograph
from pi_referee.picture_game.presses import Step
from pi_referee.rules.course.happenings import GameBegan
from pi_referee.rules.definition.editions import edition_of
from vision.sighting import Sighting


@dataclass(slots=True)
class Recording:
    """Takes down what each press came to. at: ISO time to write beside it. home: keeps the photographs, if given."""

    began: GameBegan
    at: str
    home: Home | None = None
    _later: list[Event] = field(default_factory=list, init=False)
    _editions: list[str] = field(default_factory=list, init=False)

    def take(self, step: Step) -> None:
        """Take a press down; its photograph is kept before the events that name it."""
        jpeg = step.seen.photograph if self.home is not None and step.seen is not None else b""
        name = keep_photograph(jpeg, self.home.pictures, at=self.at) if jpeg and self.home else ""
        first = len(self._later) + 2
        self._later += [Event(first + n, 1, self.at, told, name) for n, told in enumerate(step.written)]
        told = step.look.edition if isinstance(step.look, Sighting) else None
        self._editions += [told] if told else []

    @property
    def edition(self) -> str:
        """Which edition most looks told, else the one that was named."""
        return max(set(self._editions), key=self._editions.count) if self._editions else self.began.edition

    @property
    def events(self) -> Sequence[Event]:
        """The game so far, begun with the edition that was seen, where it was sold in that."""
        began = replace(self.began, edition=edition_of(self.began.game, self.edition))
        return (Event(1, 1, self.at, began), *self._later)


def keep(events: Sequence[Event], home: Home) -> int:
    """Write the events as the newest game of a home; its number. Raises LedgerError if they cannot be written."""
    with Ledger(home.prepare().ledger) as ledger:
        return ledger.append_game(events)
