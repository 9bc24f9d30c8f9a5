"""What a correction changed: the turns that were scored anew, and the totals before and after."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from flask import Blueprint, Response, abort, render_template

from pi_referee.game_log.events import Event
from pi_referee.protocol.origins import effective
from pi_referee.protocol.unlawful_plays import unlawful_word
from pi_referee.rules.course.game import Game, fold
from pi_referee.rules.course.happenings import Happening, Inserted, Undone
from pi_referee.rules.course.standing import Status, Turn
from pi_referee.rules.plays.play import Play
from web.editing.play_text import spell
from web.live.log_follower import Lookout, Table
from web.phrasing.change_phrases import change_in_words
from web.phrasing.phrases import faults_in_words


@dataclass(frozen=True, slots=True)
class Row:
    """A turn as it was and as it is; before is None for one that is new, after for one that is gone.

    unlawful, faults: what the play spells and what it breaks, where it has become one that may not lie so.
    """

    number: int
    before: Turn | None
    after: Turn | None
    faults: tuple[str, ...] = ()
    unlawful: str = ""


@dataclass(frozen=True, slots=True)
class Total:
    """A player's points before and after."""

    player: str
    before: int
    after: int


def changes(lookout: Lookout) -> Blueprint:
    """A page for every event, with what it changed."""
    blueprint = Blueprint("changes", __name__)

    @blueprint.get("/games/<int:number>/changes/<int:event>")
    def show(number: int, event: int) -> Response:
        """Show what one event changed in the protocol."""
        table = lookout.table(number)
        found = next((place for place, known in enumerate(table.events) if known.id == event), 0)
        if found == 0:
            abort(404)
        page = render_template("changes.html", **_shown(table, found))
        return Response(page, headers={"Cache-Control": "no-store"})

    return blueprint


def _shown(table: Table, place: int) -> dict[str, object]:
    """Everything the page needs; place: the event's among the game's events."""
    told = [event.happening for event in table.events]
    before, after, event = fold(told[: _begins(table.events, place)]), fold(told[: place + 1]), table.events[place]
    counting = effective(table.events)
    return {
        "game": table.number,
        "headline": change_in_words(event.happening),
        "rows": tuple(rows(before, after, event.happening)),
        "totals": tuple(map(Total, after.players, before.totals.values(), after.totals.values())),
        "event": event,
        "is_newest": counting[-1].id == event.id and len(counting) > 1,
    }


def _begins(events: Sequence[Event], place: int) -> int:
    """Where a step begins that ends there: a press is undone by as many events as it came to, all at once."""
    event = replace(events[place], id=0)
    while isinstance(event.happening, Undone) and replace(events[place - 1], id=0) == event:
        place -= 1
    return place


def rows(before: Game, after: Game, happening: Happening) -> Iterator[Row]:
    """The turns that are not as they were, in the protocol's order."""
    for old, new in _pairs(before, after, happening):
        if old is None or new is None or _face(old) != _face(new):
            turn = new or old
            if turn is not None:
                is_illegal = new is not None and new.status is Status.ILLEGAL and new.ruling is not None
                wrong = new.ruling.infractions if new and new.ruling and is_illegal else ()
                faults = faults_in_words(after.ruleset, wrong)
                yield Row(turn.number, old, new, faults, unlawful_word(after, new) if new else "")


def _pairs(before: Game, after: Game, happening: Happening) -> Iterator[tuple[Turn | None, Turn | None]]:
    """Each turn as it was beside the same turn as it is."""
    was, now = list(before.turns), list(after.turns)
    gap = happening.turn - 1 if isinstance(happening, Inserted) else _removed_gap(was, now)
    more = len(now) - len(was)
    old: list[Turn | None] = [*was[:gap], *[None] * max(more, 0), *was[gap:]]
    new: list[Turn | None] = [*now[:gap], *[None] * max(-more, 0), *now[gap:]]
    yield from zip(old, new, strict=True)


def _removed_gap(was: list[Turn], now: list[Turn]) -> int:
    """Where turns were put in or taken out: after the last that is alike in both."""
    alike = (place for place, (old, new) in enumerate(zip(was, now, strict=False)) if _face(old) != _face(new))
    return next(alike, min(len(was), len(now))) if len(was) != len(now) else len(was)


def _face(turn: Turn) -> tuple[object, ...]:
    """What people see of a turn."""
    what = spell(turn.move) if isinstance(turn.move, Play) else ""
    words = tuple((word.text, word.score) for word in turn.ruling.words) if turn.ruling else ()
    return turn.player, turn.status, turn.score, turn.pending, what, words
