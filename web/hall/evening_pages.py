"""Rounds, results and standings of the evening; pairings are handed in, and an evening is begun, by who may."""

from __future__ import annotations

import codecs
from collections.abc import Callable, Mapping

from flask import Blueprint, Response, abort, redirect, render_template, request
from flask.typing import ResponseReturnValue

from pi_referee.errors import NotationError
from pi_referee.hall.club import Club
from pi_referee.hall.game_results import Results
from pi_referee.hall.hall_csv import results_table, standings_table
from pi_referee.hall.hall_store import HallStore
from pi_referee.hall.pairings import pairings_of
from pi_referee.hall.rounds_played import rounds_of, standings_of, unpaired
from pi_referee.protocol.spreadsheet import separator_of
from web.phrasing.language import gettext, language_in_use

PAIRINGS = "/pairings"
"""Where pairings are handed in, the only address of a hall that takes much."""

LARGEST_PAIRINGS = 1024 * 1024
"""Bytes they may have: a row of two long names has some 80, and so the limit of rows is met first."""


def evening_pages(store: HallStore, club: Club, results: Results) -> Blueprint:
    """What is looked at."""
    blueprint = Blueprint("evening", __name__)

    @blueprint.get("/results")
    def show() -> str:
        """Show the rounds with their games, and where everybody stands."""
        return _evening(store, club, results)

    @blueprint.get("/results.csv")
    def results_file() -> Response:
        """Send every game of the evening as a table."""
        separator = separator_of(language_in_use())
        return _file(results_table(store.pairings(), results.of_evening(), separator), "results.csv")

    @blueprint.get("/standings.csv")
    def standings_file() -> Response:
        """Send the standings as a table."""
        found = standings_of(store.pairings(), results.of_evening())
        return _file(standings_table(found, separator_of(language_in_use())), "standings.csv")

    @blueprint.get(PAIRINGS)
    def pairings() -> str:
        """Show where pairings are handed in, and an evening is begun."""
        return _pairings_page(store)

    return blueprint


def evening_forms(store: HallStore, club: Club) -> Blueprint:
    """What is told."""
    blueprint = Blueprint("evening_forms", __name__)

    @blueprint.post(PAIRINGS)
    def hand_in() -> ResponseReturnValue:
        """Take pairings in the place of those before; or show what is wrong with them, and lose nothing."""
        written = _handed_in()
        try:
            store.set_pairings(pairings_of(written))
        except NotationError as error:
            trouble = {"what": gettext(error.what), "row": error.where, "cure": gettext(error.cure)}
            return _pairings_page(store, written, trouble), 422
        club.stir()
        return redirect("/results", code=303)

    @blueprint.post("/evenings")
    def begin() -> ResponseReturnValue:
        """Begin a new evening: what was played until now belongs to an earlier one.

        Ends in 409 where somebody else has begun one since the page was opened, and it goes on.
        """
        if request.form.get("was") != store.evening_mark():
            return abort(409) if store.pairings() or store.begun() else redirect("/results", code=303)
        tables = [(one.name, one.state.log, one.state.sequence) for one in club.tables.values()]
        store.begin_evening(tables)
        club.stir()
        return redirect("/results", code=303)

    return blueprint


def _pairings_page(store: HallStore, written: str = "", trouble: Mapping[str, str] | None = None) -> str:
    """The page where pairings are handed in; written: what was, trouble: what is wrong with it."""
    kept, was = store.pairings(), store.evening_mark()
    return render_template("hall_pairings.html", pairings=kept, written=written, trouble=trouble, was=was)


def _evening(store: HallStore, club: Club, results: Results) -> str:
    """The page of the results; a game stands under its table's title, as far as the table is known."""
    pairings, played = store.pairings(), results.of_evening()
    return render_template(
        "hall_results.html",
        titles={name: table.state.title for name, table in club.tables.items()},
        rounds=tuple(reversed(rounds_of(pairings, played))),
        others=unpaired(pairings, played),
        standings=standings_of(pairings, played),
    )


def _handed_in() -> str:
    """The pairings of a form: its file's, if one was chosen, else what was written."""
    file = request.files.get("file")
    content = file.read() if file is not None else b""
    return _decoded(content) if content else request.form.get("pairings", "")


def _decoded(content: bytes) -> str:
    """A spreadsheet's text: most write UTF-8, some UTF-16 with its mark, some the coding of their system."""
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return content.decode("utf-16", "replace")
    tries: tuple[Callable[[], str], ...] = (lambda: content.decode("utf-8-sig"), lambda: content.decode("cp1252"))
    for one in tries:
        try:
            return one()
        except UnicodeDecodeError:
            continue
    return ""


def _file(text: str, name: str) -> Response:
    """A table to be saved; the sign at its beginning tells spreadsheets that it is UTF-8."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return Response("\ufeff" + text, mimetype="text/csv", headers=headers)
