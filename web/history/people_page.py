"""The people of this house: how often each played and won, their best, and how it went over the years."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping

from babel.numbers import format_decimal
from flask import Blueprint, Response, abort, render_template, request

from pi_referee.history.game_summary import Summary
from pi_referee.history.people import Person, alone, counted, pairs, people, rows
from pi_referee.history.summary_shelf import SummaryShelf
from pi_referee.protocol.spreadsheet import inert, separator_of
from pi_referee.rules.definition.library import ruleset
from web.history.archive import PATIENCE
from web.history.time_plot import time_plot
from web.phrasing.language import language_in_use

NEWEST = 100
"""So many games stand beneath a plot; the file of all of it has every one."""


def statistics(shelf: SummaryShelf) -> Blueprint:
    """The pages of the people."""
    blueprint = Blueprint("statistics", __name__)

    @blueprint.get("/people")
    def show() -> Response:
        """Show everybody, each two, and who played alone."""
        games, left = shelf.games(within=PATIENCE)
        told = games.values()
        solos = [(one, ruleset(one.game.game).title) for one in alone(told)]
        many = len(counted(told))
        return _page("people.html", people=people(told), pairs=pairs(told), alone=solos, many=many, left=left)

    @blueprint.get("/people/one")
    def one() -> Response:
        """Show one of them, and how it went."""
        games, left = shelf.games(within=PATIENCE)
        person = _named(games, request.args.get("name", ""))
        if person is None:
            abort(404)
        against = [(one.game.at, one.seat.total) for one in person.against]
        a_play = [
            (one.game.at, round(one.seat.points / one.seat.plays)) for one in person.appearances if one.seat.plays
        ]
        kinds = {one.game.game: ruleset(one.game.game).title for one in person.appearances}
        newest = person.appearances[: -NEWEST - 1 : -1]
        plots = {"game": time_plot(against), "play": time_plot(a_play)}
        return _page("person.html", person=person, plots=plots, newest=newest, kinds=kinds, left=left)

    @blueprint.get("/people.csv")
    def table() -> Response:
        """Send all of it, for a spreadsheet."""
        games, _ = shelf.games(within=PATIENCE)
        answer = Response(_table(games).encode("utf-8-sig"), mimetype="text/csv")
        answer.headers["Content-Disposition"] = 'attachment; filename="people.csv"'
        answer.headers["Cache-Control"] = "no-store"
        return answer

    return blueprint


def _named(games: Mapping[int, Summary], name: str) -> Person | None:
    """A player by name; None if nobody of it played here."""
    return next((one for one in people(games.values()) if one.name.casefold() == name.casefold()), None)


def _table(games: Mapping[int, Summary]) -> str:
    """Every game and player as a table that the reader's spreadsheet opens rightly."""
    told, lines = rows(games.values()), io.StringIO()
    writer = csv.writer(lines, delimiter=separator_of(language_in_use()))
    writer.writerow(told[0] if told else ["number"])
    for row in told:
        writer.writerow([inert(cell) if isinstance(cell, str) else cell for cell in row.values()])
    return lines.getvalue()


def tenths(number: float) -> str:
    """A number with one decimal, as the reader's language has it, with the minus of all other figures."""
    return str(format_decimal(round(number, 1), format="#,##0.0", locale=language_in_use())).replace("-", "−")


def _page(template: str, **what: object) -> Response:
    """A page that no browser keeps."""
    return Response(render_template(template, tenths=tenths, **what), headers={"Cache-Control": "no-store"})
