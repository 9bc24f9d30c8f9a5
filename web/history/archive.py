"""The games of this house: every one that was played, how it ended, and going on with one that was interrupted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from flask import Blueprint, Response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from pi_referee.errors import DamagedGameError
from pi_referee.game_log.event_store import Ledger
from pi_referee.game_log.events import Event
from pi_referee.history.game_search import Wanted
from pi_referee.history.game_summary import Summary, put_back, without_marks
from pi_referee.history.summary_shelf import SummaryShelf
from pi_referee.iso_times import local_day
from pi_referee.player_names import is_unnamed
from pi_referee.protocol.ground_words import GroundWords, ground_words
from pi_referee.rules.definition.library import ruleset, ruleset_names
from web.live.log_follower import Table
from web.live.log_writer import Scribe

A_PAGE = 30
"""Games on one page of the list."""

PATIENCE = 0.5
"""Seconds for which the list waits for games that are not counted yet, after an upgrade for instance; a game takes
some 10 ms here and 100 on a Pi 4."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A game of the list. went_on: number of the game in which it was taken up again, 0 if in none."""

    told: Summary
    is_newest: bool
    went_on: int = 0

    @property
    def title(self) -> str:
        """What is played."""
        return ruleset(self.told.game).title

    @property
    def words(self) -> GroundWords:
        """The words of what it is played on."""
        return ground_words(ruleset(self.told.game))


@dataclass(frozen=True, slots=True)
class Leaf:
    """A page of the list: the games on it, how many are meant in all, and its number among how many."""

    kept: tuple[Kept, ...]
    meant: int
    number: int
    pages: int


def archive(scribe: Scribe, shelf: SummaryShelf) -> Blueprint:
    """The list of games."""
    blueprint = Blueprint("archive", __name__)

    @blueprint.get("/games")
    def show() -> Response:
        """Show the games, the newest first, or those that are looked for."""
        newest = scribe.lookout.look().number
        games, left = shelf.games(within=PATIENCE)
        wanted = _wanted(request.args)
        leaf = _leaf(scribe.ledger, games, wanted, newest)
        gone = games.get(request.args.get("gone", default=0, type=int))
        page = render_template(
            "games.html",
            leaf=leaf,
            left=left,
            wanted=wanted,
            sought={name: value for name, value in request.args.items() if name in _SOUGHT and value},
            kinds=[(name, ruleset(name).title) for name in ruleset_names()],
            many=sum(not one.is_away for one in games.values()),
            away=sum(one.is_away for one in games.values()),
            gone=gone if gone and gone.is_away else None,
        )
        return Response(page, headers={"Cache-Control": "no-store"})

    @blueprint.post("/resumed")
    def resume() -> Answer:
        """Go on with an older game: it becomes the newest, with everything that happened in it."""
        taken = scribe.write_game(_resumed, game=request.form.get("game", default=0, type=int))
        return redirect(url_for("laying.show", number=taken) if taken else "/", code=303)

    return blueprint


def _resumed(table: Table, newest: Table) -> Sequence[Event]:
    """An older game as it goes on; nothing where it is the newest, or goes on already."""
    is_older = table.game is not None and table.number != newest.number
    return put_back(table.events) if is_older and not _is_beginning_of(table.events, newest.events) else ()


_SOUGHT = ("player", "game", "first", "last", "away")
"""What may be said of the games that are looked for, as it stands in the address."""


def _wanted(sent: Mapping[str, str]) -> Wanted:
    """What is looked for."""
    player, game, first, last = (sent.get(name, "").strip()[:80] for name in _SOUGHT[:4])
    return Wanted(player, game, first, last, is_away=sent.get("away") == "yes")


def _leaf(ledger: Ledger, games: Mapping[int, Summary], wanted: Wanted, newest: int) -> Leaf:
    """The page of the list that is asked for, the last one where it has fewer."""
    shown = [one for one in games.values() if one.number == newest or not _is_idle(one)]
    meant = wanted.found(shown, local_day)
    pages = max(-(-len(meant) // A_PAGE), 1)
    number = min(max(request.args.get("page", default=1, type=int), 1), pages)
    on_it = meant[(number - 1) * A_PAGE : number * A_PAGE]
    kept = tuple(Kept(one, one.number == newest, _went_on(ledger, games, one)) for one in on_it)
    return Leaf(kept, len(meant), number, pages)


def _is_idle(one: Summary) -> bool:
    """Whether the program began a game by itself, and nobody ever played it."""
    return not one.damage and not one.turns and is_unnamed(one.names)


def _went_on(ledger: Ledger, games: Mapping[int, Summary], one: Summary) -> int:
    """In which later game a game was taken up again, the newest of several; 0 if in none."""
    later = [other for other in games.values() if other.number > one.number and other.at == one.at]
    if not later or one.damage:
        return 0
    events = ledger.since(0, game=one.number)
    return next((other.number for other in later if _is_beginning_of(events, _told(ledger, other))), 0)


def _told(ledger: Ledger, one: Summary) -> Sequence[Event]:
    """What happened in a game; nothing where that cannot be read."""
    try:
        return ledger.since(0, game=one.number)
    except DamagedGameError:
        return ()


def _is_beginning_of(events: Sequence[Event], others: Sequence[Event]) -> bool:
    """Whether a game is how another one began: the same things, at the same times."""
    told = list(_course(events))
    return told == list(islice(_course(others), len(told)))


def _course(events: Sequence[Event]) -> Iterator[tuple[object, ...]]:
    """What happened in a game's course, and when."""
    return ((event.at, event.happening) for event in without_marks(events))
