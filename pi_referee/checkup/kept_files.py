"""What the house keeps: the log of its games, backups, word lists; how the camera was last; where the page is."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from pi_referee.checkup.dying_disk import DYING, is_dying
from pi_referee.checkup.finding import Finding, broken, lacking, well
from pi_referee.decks.deck_file import read_deck
from pi_referee.decks.house_deck import Source
from pi_referee.decks.known_deck import deck_path, is_there
from pi_referee.errors import DamagedGameError, GameFileError, LedgerError
from pi_referee.files.paths import Home
from pi_referee.game_log.event_store import Ledger
from pi_referee.lexicon.list_errors import WordListError
from pi_referee.lexicon.lists.list_repository import Shelf
from pi_referee.lexicon.open_list import lists_folder
from pi_referee.process.own_address import home_address
from pi_referee.rules.definition.library import ruleset, ruleset_names
from pi_referee.rules.definition.ruleset import Ruleset
from pi_referee.table_link.status import Condition
from pi_referee.table_link.status import read as read_condition

OLD_BACKUP = timedelta(days=3)
"""A backup is made every night; one that is older than this was not."""


def house(home: Home, port: int, now: datetime) -> Iterator[Finding]:
    """Look at everything the house keeps."""
    yield log(home.ledger)
    yield backups(home, now)
    yield from lists(lists_folder(home.folder))
    yield from decks(home.decks)
    yield table(read_condition(home.condition))
    yield address(home_address(), port)


def log(path: Path) -> Finding:
    """Can the log be read, and is it whole?"""
    if not path.exists():
        return well("log", "no game has begun yet")
    if is_dying(path.parent):
        return _rescued(path)
    if not os.access(path, os.R_OK | os.W_OK):
        return broken("log", f"{path} belongs to somebody else", f"sudo chown -R $USER {path.parent}")
    try:
        with Ledger(path) as ledger:
            seen, damaged = f"{ledger.newest_game()} games, {ledger.newest()} events", list(damaged_games(ledger))
            if damaged:
                which = ", ".join(map(str, damaged))
                cure = (
                    "pi-referee restore FILE with a backup from before, after one of what is there; replace the card."
                )
                return broken("log", f"{seen}; damaged on the disk: game {which}", cure)
            return well("log", seen)
    except LedgerError as error:
        return broken("log", error.what, error.cure)


def damaged_games(ledger: Ledger) -> Iterator[int]:
    """The numbers of the games in which an event is not as it was written."""
    for number in range(1, ledger.newest_game() + 1):
        try:
            ledger.since(0, game=number)
        except DamagedGameError:
            yield number


def _rescued(path: Path) -> Finding:
    """How the log is on a disk that has turned read-only: it can be taken elsewhere as long as it can be read."""
    try:
        with Ledger(path, to_read=True) as ledger:
            seen = f"{ledger.newest_game()} games, {ledger.newest()} events, which nobody can add to"
    except LedgerError as error:
        return broken("log", error.what, DYING)
    return broken("log", seen, DYING)


def backups(home: Home, now: datetime) -> Finding:
    """Is there a backup that is not old? One of a time to come, of a wrong clock, is as old as it is far off."""
    ages = [abs(now - datetime.fromtimestamp(path.stat().st_mtime, UTC)) for path in home.backups.glob("*.zip")]
    if not ages:
        return lacking("backup", "there is none", "pi-referee backup --to FILE, best onto a stick or another machine.")
    age = min(ages)
    seen = f"{age.days} days old"
    cure = "pi-referee backup; as an appliance it is made every night: systemctl status pi-referee-backup.timer"
    return well("backup", seen) if age < OLD_BACKUP else lacking("backup", seen, cure)


def lists(folder: Path) -> Iterator[Finding]:
    """Which word lists are there, and can they be read?"""
    found = list(Shelf(folder).lists())
    for name, about in found:
        if isinstance(about, WordListError):
            yield lacking(f"word list {name}", about.what, about.cure)
        else:
            yield well(f"word list {name}", f"{about.words} words")
    if not found:
        cure = "pi-referee lexicon build sv (fi, pl, de, ro, en) or lexicon import FILE; without one the table decides."
        yield lacking("word lists", "none is installed", cure)


def decks(folder: Path) -> Iterator[Finding]:
    """The household's own decks of cards: can they be read? Where there is none the usual one is played with."""
    for game in map(ruleset, ruleset_names()):
        path = deck_path(folder, game.name)
        if not game.has_board and is_there(path):
            yield _deck(path, game)


def _deck(path: Path, game: Ruleset) -> Finding:
    """How a deck's file is: with a damaged one no card of its game is read."""
    try:
        cards = read_deck(path, game).cards
    except GameFileError as error:
        return broken(f"deck of {game.title}", f"{error.where}: {error.what}", error.cure)
    known = sum(card.source is not Source.ASSUMED for card in cards.values())
    return well(f"deck of {game.title}", f"{known} of {len(cards)} letters are known")


def table(condition: Condition | None) -> Finding:
    """What did the referee say last of camera and disk?"""
    if condition is None:
        return well("table", "nothing is known to be wrong")
    if condition.is_by_hand:
        return lacking("table", f"{condition.fault} ({condition.camera})", condition.cure)
    if condition.problem:
        return well("table", f"well; the last trouble was: {condition.problem} ({condition.problem_at})")
    return well("table", "well")


def address(own: str, port: int) -> Finding:
    """Where will the tablets find the page?"""
    name = socket.gethostname().partition(".")[0]
    if not own:
        cure = "Put it on the home network, by cable or Wi-Fi; the page then works without internet too."
        return lacking("network", "this machine is on no network", cure)
    shown = f"[{own}]" if ":" in own else own
    return well("network", f"http://{shown}:{port}/ or http://{name}.local:{port}/")
