"""`pi-referee watch`: the eye over the board, with camera, button and lamp."""

from __future__ import annotations

import logging
import os
import signal
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import click

from hardware.camera_monitor import have_left, holding
from hardware.lamp import Together
from hardware.pins import is_pi
from hardware.recovery_ladder import NO_RESTARTS, PACE
from hardware.simulation.simulated_table import Pace, SimulatedTable, played_game
from hardware.sound.speaker import find_speaker
from pi_referee.commands._options import options_of_the_table
from pi_referee.commands.play._agreed import agreed
from pi_referee.decks.deck_shelf import DeckShelf
from pi_referee.files.paths import Home, usual_home, usual_live
from pi_referee.game_log.event_store import Ledger
from pi_referee.iso_times import now
from pi_referee.lexicon.table_lexicon import lexicon_of
from pi_referee.lexicon.word_validity import Lexicon
from pi_referee.looking.game_eye import Sight
from pi_referee.process.log_file import keep_journal
from pi_referee.process.one_watcher import only_watcher
from pi_referee.process.shutdown import Stop
from pi_referee.process.supervisor import AGAIN, PARENT
from pi_referee.process.systemd_notify import Herald
from pi_referee.rules.board.deck import Deck
from pi_referee.rules.course.game import Game
from pi_referee.rules.definition.library import ruleset
from pi_referee.table_link.socket_server import TableDesk
from pi_referee.tile_sets.learning import known
from pi_referee.tile_sets.set_files import USUAL, TileSets
from pi_referee.watching.devices import (
    CAMERA_OFF,
    CAMERA_OFF_CURE,
    Equipment,
    NoCamera,
    find_button,
    find_buzzer,
    find_camera,
    find_lamp,
)
from pi_referee.watching.game_follower import Book
from pi_referee.watching.loop import Ending, Watch
from pi_referee.watching.page_requests import AskedButton, Onlooker
from pi_referee.watching.status_board import Noticeboard, Troubles
from pi_referee.watching.tile_lessons import School
from pi_referee.watching.watchdog import Minder
from vision.letters.household_tiles import LearntTile

SIMULATED = "simulated"

GRACE = 3.0
"""Seconds in which a camera may still be let go of when the program ends."""


@click.command("watch")
@options_of_the_table
def command(
    home: Path | None,
    game: str,
    edition: str | None,
    tiles_of: str | None,
    players: str,
    rack: int | None,
    camera: str | None,
    button: str | None,
    lamp: str,
    buzzer: str,
    voice: str,
    pace: float,
    *,
    new: bool,
) -> int:
    """Watch the table: look when the button is pressed and write down what happened, until Ctrl-C.

    A game that was not over is gone on with; else, or with --new, a new one begins.
    """
    place = Home(home or usual_home(), usual_live()).prepare()
    click.get_current_context().with_resource(only_watcher(place.watcher, since=now()))
    keep_journal(place.journal / "watch.log")
    board = Noticeboard(place.condition, now)
    logging.getLogger().addHandler(Troubles(board))
    herald, over = Herald(), _over()
    with Ledger(place.ledger) as ledger:
        book = Book(ledger, now)
        book.begin(agreed(game, edition, players, rack), new=new)
        names = _Names(camera, button, lamp, buzzer, voice)
        equipment = _simulated(book, pace) if camera == SIMULATED else _equipment(names, board, herald)
        # A simulated table presses by itself: that must let nobody in.
        is_real = camera != SIMULATED
        has_button, has_lamp = is_real and button != "none", is_real and lamp != "none"
        can_be_held = _button_name(button).startswith("gpio")
        desk = TableDesk(place.socket, has_button=has_button, has_lamp=has_lamp, can_be_held=can_be_held)
        try:
            minder = Minder(equipment.camera, book, board=board, herald=herald, clock=time.monotonic)
            sight = _sight(book, place, board, _learnt(place, tiles_of), DeckShelf(place.decks, ledger))
            asked = _asked(equipment, book, desk, sight, _school(equipment, ledger, place, sight, tiles_of))
            with desk:
                ending = _watch(asked, book, place, minder, sight).run(lambda: over.is_told)
        finally:
            equipment.close()
    return _end(ending, place)


def _learnt(place: Home, name: str | None) -> Sequence[LearntTile]:
    """The tiles of the named set, or of the house's own."""
    return known(TileSets(place.tile_sets), name)


def _watch(equipment: Equipment, book: Book, place: Home, minder: Minder, sight: Sight) -> Watch:
    """The loop, with the word lists of this house for who questions a play."""

    def lexicon(game: Game) -> Lexicon:
        rules = game.ruleset
        return lexicon_of(place.folder, dict(rules.switches), rules.alphabet, rules.language)

    return Watch(equipment, book, place.pictures, now=now, minder=minder, lexicon=lexicon, sight=sight)


def _sight(book: Book, place: Home, board: Noticeboard, learnt: Sequence[LearntTile], shelf: DeckShelf) -> Sight:
    """How pictures of this table are looked at."""

    def deck(name: str) -> Deck:
        return shelf.cards(ruleset(name), book.game, book.number).deck

    return Sight(lambda: book.playing.began, place.corners, board.corners, learnt, deck)


def _school(equipment: Equipment, ledger: Ledger, place: Home, sight: Sight, name: str | None) -> School:
    """Where the page has the named set's tiles learnt, or the house's own."""
    sets = TileSets(place.tile_sets)
    return School(equipment.camera, sight, ledger, place.pictures, sets, place.decks, now, name or USUAL)


def _asked(equipment: Equipment, book: Book, desk: TableDesk, sight: Sight, school: School) -> Equipment:
    """The same table, at which the page may ask for a look and for a press."""
    onlooker = Onlooker(equipment.camera, sight, book)
    button = AskedButton(equipment.button, onlooker, equipment.lamp, desk, school)
    return replace(equipment, button=button)


@dataclass(frozen=True, slots=True)
class _Names:
    """What stands on the table, as it was named."""

    camera: str | None
    button: str | None
    lamp: str
    buzzer: str
    voice: str


def _end(ending: Ending, place: Home) -> int:
    """End as was asked for; answers the exit status."""
    if ending is Ending.POWER_OFF:
        # Whoever may switch the machine off waits for this file; elsewhere it does no harm.
        (place.live or place.folder).joinpath("power-off").touch()
    if ending is Ending.AGAIN or not have_left(holding(), GRACE):
        logging.shutdown()
        # At once: a thread that is stuck in the camera's driver would hold up a tidy end for ever, or abort it.
        os._exit(AGAIN if ending is Ending.AGAIN else 0)
    return 0


def _over() -> Stop:
    """Somebody who is told when the program shall end, by Ctrl-C or SIGTERM."""
    over = Stop()
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, over.tell)
    return over


def _equipment(names: _Names, board: Noticeboard, herald: Herald) -> Equipment:
    """What stands on the table, by name; the Pi's own camera and pins on a Pi, webcam and Enter key elsewhere."""
    is_started_again = herald.is_heard or PARENT in os.environ
    before = board.standing_before(time.monotonic())
    camera = find_camera(
        names.camera or ("pi" if is_pi() else "webcam"), pace=PACE if is_started_again else NO_RESTARTS, before=before
    )
    if isinstance(camera, NoCamera):
        board.switched_off(CAMERA_OFF, CAMERA_OFF_CURE)
    button, speaker = find_button(_button_name(names.button)), find_speaker(names.voice)
    return Equipment(camera, button, Together(find_lamp(names.lamp), find_buzzer(names.buzzer)), speaker)


def _button_name(name: str | None) -> str:
    """The button as it was named, or what is usual on this machine."""
    return name or ("gpio" if is_pi() else "keyboard")


def _simulated(book: Book, pace: float) -> Equipment:
    """A simulated table at which a written game is played: camera, button and lamp in one."""
    name, players = book.playing.began.game, len(book.playing.players)
    turns = played_game(name, players=players)
    table = SimulatedTable(ruleset(name), turns, pace=Pace(then=pace), players=players)
    return Equipment(table, table, table)
