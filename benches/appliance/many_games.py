"""How soon the list of games and the statistics open in a house that has played for years.

`python -m benches.appliance.many_games`: a log of so many games of two players, each of 24 plays drawn by chance, with
times of their own; then the pages as the server makes them, without the network: with nothing kept beside the log, by a
program that finds the file of an earlier one, and after one more play.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

import click
import numpy as np

from benches.pictures.positions import drawn_plays
from benches.reporting.results import Result, commit, option_save, table
from benches.reporting.results import save as save_result
from pi_referee.game_log.event_store import Ledger
from pi_referee.game_log.events import Event
from pi_referee.history.summary_shelf import SummaryShelf
from pi_referee.rules.board.tile import Tile
from pi_referee.rules.course.happenings import Ended, GameBegan, Happening, Passed, PlayLaid
from pi_referee.rules.definition.library import ruleset
from pi_referee.rules.plays.play import Play
from web import House, create_app

GAME, PLAYS, TIMES = "alfapet-sv", 24, 20
NAMES = ("Anna", "Björn", "Cilla", "David", "Emil", "Fia")
PAGES = ("/games", "/games?page=9", "/games?player=anna", "/people", "/people/one?name=Anna")


def game(chance: np.random.Generator, number: int) -> Iterator[Happening]:
    """A game of two, drawn by chance."""
    yield GameBegan(GAME, (NAMES[number % 6], NAMES[(number + 1 + number // 6 % 5) % 6]), 7)
    for play in drawn_plays(chance, ruleset(GAME), PLAYS):
        yield PlayLaid(Play({square: Tile.with_face(letter) for square, letter in play.items()}))
    yield Passed()
    yield Ended()


def fill(ledger: Ledger, games: int, seed: int) -> None:
    """Write the games down; twenty of them are drawn, and come again and again."""
    kinds = [tuple(game(np.random.default_rng([seed, kind]), kind))[1:] for kind in range(20)]
    for number in range(games):
        at = datetime(2020, 1, 1, 19, tzinfo=UTC) + timedelta(days=number)
        began = next(game(np.random.default_rng(0), number))
        told = enumerate((began, *kinds[number % 20]))
        events = [Event(0, 0, (at + timedelta(minutes=n)).isoformat(), one) for n, one in told]
        ledger.append_game(events, after=ledger.newest())


def took(work: Callable[[], object]) -> float:
    """Milliseconds that something takes."""
    start = perf_counter()
    work()
    return 1000 * (perf_counter() - start)


def measure(ledger: Ledger, home: Path) -> Iterator[tuple[str, str, str]]:
    """What is measured: its name, the first time, and the median of the times after it."""
    shelf = SummaryShelf(ledger, home / "summaries.sqlite")
    yield "counting all of it, nothing kept", f"{took(lambda: shelf.games(within=inf)):.0f}", ""
    for page in PAGES:
        client = create_app(ledger, House(home)).test_client()
        client.get("/pair")  # templates that every page has are compiled by now
        first = took(lambda page=page, client=client: client.get(page))  # type: ignore[misc]  # bound as it is now
        later = statistics.median(took(lambda page=page, client=client: client.get(page)) for _ in range(TIMES))  # type: ignore[misc]  # as above
        yield page, f"{first:.0f}", f"{later:.0f}"
    client = create_app(ledger, House(home)).test_client()
    client.get("/games")
    ledger.append(Passed(), at="2026-11-20T12:00:00+00:00", after=ledger.newest())
    yield "/games after one more play", f"{took(lambda: client.get('/games')):.0f}", ""


@click.command()
@click.option("--games", default=1000, show_default=True, help="How many.")
@click.option("--seed", default=1, show_default=True, help="Where chance begins.")
@option_save
def main(games: int, seed: int, save: Path | None) -> None:
    """Measure, and print a table."""
    with TemporaryDirectory() as folder, Ledger(Path(folder) / "games.sqlite") as ledger:
        fill(ledger, games, seed)
        rows = tuple(measure(ledger, Path(folder)))
    columns = ("page", "first, ms", "median, ms")
    print(table(columns, rows))
    if save:
        note = f"{games} games of {PLAYS} plays; no network."
        command = "python -m benches.appliance.many_games"
        save_result(Result("games", command, commit(), columns, rows, seed, note), save)


if __name__ == "__main__":
    main()
