"""The games of this house: every one that was played, how it ended, and going on with one that was interrupted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from pi_referee.errors import OutrunError
from pi_referee.events import Event
from pi_referee.ledger import Ledger
from pi_referee.rules.game import Game, fold
from pi_referee.rules.position import Position
from pi_referee.rules.square import Axis, Square
from web.board import EDGE, draw_board, draw_tiles
from web.lookout import Lookout

SHOWN = 60
"""How many games the list holds; older ones stay in the log."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A game of the list. went_on: number of the game in which it was taken up again, 0 if in none."""

    number: int
    at: str
    game: Game
    is_newest: bool
    went_on: int = 0

    @property
    def is_over(self) -> bool:
        """Whether it has ended."""
        return bool(self.game.ended)


def archive(lookout: Lookout, ledger: Ledger) -> Blueprint:
    """The list of games."""
    blueprint = Blueprint("archive", __name__)

    @blueprint.get("/games")
    def show() -> Response:
        """Show every game, the newest first."""
        newest = lookout.look().number
        page = render_template("games.html", kept=kept_games(ledger, newest))
        return Response(page, headers={"Cache-Control": "no-store"})

    @blueprint.post("/resumed")
    def resume() -> Answer:
        """Go on with an older game: it becomes the newest, with everything that happened in it."""
        number = request.form.get("game", default=0, type=int)
        table, now = lookout.table(number), lookout.look()
        is_older = table.game is not None and table.number != now.number
        if is_older and not _is_beginning_of(table.events, now.events):
            try:
                ledger.append_game(table.events, after=now.newest)
            except OutrunError:
                return redirect("/games", code=303)
            return redirect(url_for("archive.laying", number=ledger.newest_game()), code=303)
        return redirect("/", code=303)

    @blueprint.get("/games/<int:number>/laying")
    def laying(number: int) -> Response:
        """Show which tiles to lay where, so that a game can go on."""
        game = lookout.table(number).game
        if game is None:
            abort(404)
        return Response(render_template("laying.html", **_laid_out(game)), headers={"Cache-Control": "no-store"})

    return blueprint


def _laid_out(game: Game) -> Mapping[str, object]:
    """What lies on a game's board: drawn, and row by row."""
    return {
        "rules": game.ruleset,
        "edition": game.began.edition,
        "board": draw_board(game.ruleset.layout),
        "edge": EDGE,
        "tiles": draw_tiles(game.position, game.ruleset, new=(), asked=()),
        "runs": runs(game.position),
        "on_turn": game.on_turn,
    }


def runs(position: Position) -> tuple[tuple[str, str], ...]:
    """What lies side by side, row by row: the first square's name, and the signs; small letters are blanks."""
    signs = {square: str(tile) for square, tile in position.tiles.items()} | dict.fromkeys(position.stops, "#")
    signs |= {square: f"/{signs[square]}" for square in position.arrows if square in signs}
    found: list[tuple[Square, list[str]]] = []
    for square in sorted(signs):
        if found and square == found[-1][0].step(Axis.ACROSS, len(found[-1][1])):
            found[-1][1].append(signs[square])
        else:
            found.append((square, [signs[square]]))
    return tuple((str(square), " ".join(run)) for square, run in found)


def kept_games(ledger: Ledger, newest: int) -> tuple[Kept, ...]:
    """The games of the log, the newest first; those that were taken up again name where."""
    found: list[Kept] = []
    later: list[tuple[int, Sequence[Event]]] = []
    for number in range(newest, max(newest - SHOWN, 0), -1):
        events = ledger.since(0, game=number)
        went_on = next((other for other, told in later if _is_beginning_of(events, told)), 0)
        game = fold(event.happening for event in events)
        found.append(Kept(number, events[0].at, game, is_newest=number == newest, went_on=went_on))
        later.append((number, events))
    return tuple(found)


def _is_beginning_of(events: Sequence[Event], others: Sequence[Event]) -> bool:
    """Whether a game is how another one began: the same things, at the same times."""
    told = [(event.at, event.happening) for event in events]
    return told == [(event.at, event.happening) for event in others[: len(told)]]
