"""The games of this house: every one that was played, how it ended, and going on with one that was interrupted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, Response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from pi_referee.errors import DamagedGameError
from pi_referee.game_log.event_store import Ledger
from pi_referee.game_log.events import Event
from pi_referee.player_names import is_unnamed
from pi_referee.protocol.ground_words import GroundWords, ground_words
from pi_referee.rules.course.game import Game, fold
from web.live.log_follower import Lookout

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
    damage: None = None

    @property
    def is_over(self) -> bool:
        """Whether it has ended."""
        return bool(self.game.ended)

    @property
    def words(self) -> GroundWords:
        """The words of what it is played on."""
        return ground_words(self.game.ruleset)


@dataclass(frozen=True, slots=True)
class Damaged:
    """A game of the list that cannot be read any more, and why."""

    number: int
    damage: DamagedGameError


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
            ledger.append_game(table.events, after=now.newest)
            return redirect(url_for("laying.show", number=ledger.newest_game()), code=303)
        return redirect("/", code=303)

    return blueprint


def kept_games(ledger: Ledger, newest: int) -> tuple[Kept | Damaged, ...]:
    """The games of the log, the newest first; those that were taken up again name where."""
    found: list[Kept | Damaged] = []
    later: list[tuple[int, Sequence[Event]]] = []
    for number in range(newest, max(newest - SHOWN, 0), -1):
        try:
            events = ledger.since(0, game=number)
        except DamagedGameError as damage:
            found.append(Damaged(number, damage))
            continue
        went_on = next((other for other, told in later if _is_beginning_of(events, told)), 0)
        game = fold(event.happening for event in events)
        if number < newest and not game.turns and is_unnamed(game.players):
            continue  # the program began it by itself, and nobody ever played it
        found.append(Kept(number, events[0].at, game, is_newest=number == newest, went_on=went_on))
        later.append((number, events))
    return tuple(found)


def _is_beginning_of(events: Sequence[Event], others: Sequence[Event]) -> bool:
    """Whether a game is how another one began: the same things, at the same times."""
    told = [(event.at, event.happening) for event in events]
    return told == [(event.at, event.happening) for event in others[: len(told)]]
