"""Simulated tables of a club, at which written games are played again and again; each has a log and a relay."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from random import Random

from hardware.simulation.simulated_people import said, written
from hardware.simulation.simulated_table import played_game
from pi_referee.files.paths import Home
from pi_referee.game_log.event_store import Ledger
from pi_referee.game_log.events import Event
from pi_referee.iso_times import now
from pi_referee.relay.broker_link import Broker
from pi_referee.relay.mqtt_topics import topics_of
from pi_referee.relay.relay_program import Relay
from pi_referee.relay.relay_session import Desk
from pi_referee.rules.course.game import Game, begin, follow
from pi_referee.rules.course.happenings import Answered, GameBegan, Happening, PlayLaid, Question
from pi_referee.rules.plays.play import Play

GAMES = ("alfapet-sv", "scrabble-sv", "alfapet-fi", "literaki", "scrabble-en", "kortalfapet")
NAMES = (
    "Anna", "Björn", "Cilla", "David", "Emil", "Fia", "Göran", "Hanna", "Ivar", "Jonna", "Kalle", "Lena", "Måns",
    "Nora", "Olle", "Petra", "Rasmus", "Sanna", "Tord", "Ulla",
    "Vera", "Wille", "Ylva", "Zara", "Åsa", "Ärla", "Örjan", "Aino",
    "Eero", "Päivi", "Łucja", "Zbigniew",
)  # fmt: skip


class ClubTable:
    """A table at which people play; each `play` is a press, or what they say between two."""

    def __init__(self, folder: Path, number: int, chance: Random, game: str = "") -> None:
        """Sit down at a table whose log is in a folder; a game that is going on is left, and another begins."""
        self.name = f"table-{number}"
        self.home = Home(folder / self.name).prepare()
        self.ledger = Ledger(self.home.ledger)
        self._newest, self._chance = self.ledger.newest(), chance
        self._number, self._game_name = number, game or GAMES[number % len(GAMES)]
        self._happens = self._evening()

    def play(self) -> Event:
        """Let the next thing happen; the event as it stands in the log."""
        event = self.ledger.append(next(self._happens), at=now(), after=self._newest)
        self._newest = event.id
        return event

    def relay(self, broker: Broker) -> Relay:
        """What tells a broker of this table."""
        return Relay(self.home.ledger, broker, Desk(topics_of(self.name), f"Table {self._number}", self.home.condition))

    def _evening(self) -> Iterator[Happening]:
        """One game after the other."""
        turn = 0
        while True:
            first = (2 * self._number + turn) % len(NAMES)
            players = NAMES[first], NAMES[(first + 1 + turn % (len(NAMES) - 1)) % len(NAMES)]
            yield from _game(self._game_name, players, self._chance)
            turn += 1


def _game(name: str, players: tuple[str, ...], chance: Random) -> Iterator[Happening]:
    """A written game, in which now and then a letter is doubtful until somebody answers."""
    began = GameBegan(name, players, 7)
    yield began
    game = begin(began)
    plays: list[Play | None] = []
    for turn in played_game(name, players=2):
        happening = written(turn, game)
        plays.append(happening.play if isinstance(happening, PlayLaid) else None)
        for one in _doubted(happening, len(game.turns) + 1, chance):
            game = follow(game, one)
            yield one
    yield from _last_words(game, plays)


def _last_words(game: Game, plays: list[Play | None]) -> Iterator[Happening]:
    """What people say when the last word is laid."""
    while happenings := said(game, plays):
        for one in happenings:
            game = follow(game, one)
            yield one


def _doubted(happening: Happening, turn: int, chance: Random) -> Iterator[Happening]:
    """A play, in one of twelve cases with a letter that somebody must confirm first."""
    if not isinstance(happening, PlayLaid) or chance.random() > 1 / 12:
        yield happening
        return
    square, tile = next(iter(sorted(happening.play.tiles.items())))
    if not tile.letter or tile.is_blank:
        yield happening
        return
    yield PlayLaid(happening.play, (Question(str(square), ((tile.letter, 0.6), ("X", 0.4))),))
    yield Answered(turn, str(square), tile.letter)


class RunningRelays:
    """The relays of some tables, each in a thread of its own."""

    def __init__(self, tables: list[ClubTable], broker: dict[str, Broker]) -> None:
        """Start them; broker: as each table, by its name, reaches it."""
        self._relays = [table.relay(broker[table.name]) for table in tables]
        self._threads = [threading.Thread(target=relay.run, daemon=True) for relay in self._relays]
        for thread in self._threads:
            thread.start()

    def close(self) -> None:
        """End them in good order."""
        for relay in self._relays:
            relay.stop.tell()
        for thread in self._threads:
            thread.join()
