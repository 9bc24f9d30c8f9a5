"""`pi-referee watch`: the eye over the board, with camera, button and lamp."""

from __future__ import annotations

import signal
import threading
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pi_referee.commands._options import options_of_the_table, players_named

if TYPE_CHECKING:
    from pi_referee.rules.happenings import GameBegan
    from pi_referee.watching.book import Book
    from pi_referee.watching.equipment import Equipment

SIMULATED = "simulated"


@click.command("watch")
@options_of_the_table
def command(
    home: Path | None,
    game: str,
    edition: str,
    players: str,
    rack: int | None,
    camera: str | None,
    button: str | None,
    lamp: str,
    pace: float,
    *,
    new: bool,
) -> int:
    """Watch the table: look when the button is pressed and write down what happened, until Ctrl-C.

    A game that was not over is gone on with; else, or with --new, a new one begins.
    """
    from pi_referee.home import Home, usual_home
    from pi_referee.ledger import Ledger
    from pi_referee.watching.book import Book
    from pi_referee.watching.loop import Watch

    place = Home(home or usual_home()).prepare()
    over = _over()
    with Ledger(place.ledger) as ledger:
        book = Book(ledger, _now)
        _begin(book, _agreed(game, edition, players, rack), new=new)
        equipment = _simulated(book, pace) if camera == SIMULATED else _equipment(camera, button, lamp)
        try:
            Watch(equipment, book, place.pictures, now=_now).run(over.is_set)
        finally:
            equipment.close()
    return 0


def _now() -> str:
    """The time, for people who read the log."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def _over() -> threading.Event:
    """Something that is set when somebody ends the program by Ctrl-C or SIGTERM."""
    over = threading.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, lambda *_: over.set())
    return over


def _agreed(game: str, edition: str, players: str, rack: int | None) -> GameBegan:
    """The game that people want to play."""
    from pi_referee.rules.happenings import GameBegan
    from pi_referee.rules.library import ruleset

    return GameBegan(game, players_named(players), rack or ruleset(game).rack, edition)


def _begin(book: Book, wanted: GameBegan, *, new: bool) -> None:
    """Begin the game, unless one is being played already and nobody wants a new one."""
    from pi_referee.rules.game import begin

    if new or book.game is None or book.game.ended:
        begin(wanted)
        book.write(wanted)


def _equipment(camera: str | None, button: str | None, lamp: str) -> Equipment:
    """What stands on the table, by name; the Pi's own camera and pins on a Pi, webcam and Enter key elsewhere."""
    from hardware.camera import MendingCamera
    from pi_referee.watching.equipment import Equipment, find_button, find_camera, find_lamp, is_pi

    eye = find_camera(camera or ("pi" if is_pi() else "webcam"))
    equipment = Equipment(eye, find_button(button or ("gpio" if is_pi() else "keyboard")), find_lamp(lamp))
    if isinstance(eye, MendingCamera):
        eye.warm_up()
    return equipment


def _simulated(book: Book, pace: float) -> Equipment:
    """A simulated table at which a written game is played, camera and button in one."""
    from hardware.lamp import NoLamp
    from hardware.simulated import Pace, SimulatedTable, played_game
    from pi_referee.rules.library import ruleset
    from pi_referee.watching.equipment import Equipment

    name = book.game.began.game if book.game else ""
    table = SimulatedTable(ruleset(name), played_game(name), pace=Pace(then=pace))
    return Equipment(table, table, NoLamp())
