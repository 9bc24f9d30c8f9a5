"""The word lists of this house on a page: which there are, a family's own, and what was decided about single words."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path

from flask import Blueprint, Response, redirect, render_template, request
from werkzeug.wrappers import Response as Answer

from pi_referee.lexicon.house import House as Decisions
from pi_referee.lexicon.importing import Report, import_list
from pi_referee.lexicon.opening import house_book
from pi_referee.lexicon.trouble import WordListError
from pi_referee.lexicon.wording import REFUSALS
from web.language import gettext
from web.lists import Lists
from web.words import explained

LANGUAGES = ("sv", "fi", "pl")
"""The languages a list can be in."""


def wordlists(lists: Lists, now: Callable[[], str]) -> Blueprint:
    """The page, and what is sent from it; now tells the time, ISO."""
    blueprint = Blueprint("wordlists", __name__)

    @blueprint.get("/lists")
    def show() -> Response:
        """Show every list, and every decision."""
        return _page(lists)

    @blueprint.post("/lists")
    def bring() -> Response:
        """Make a list of the words that were pasted; the list that had the name stays in use if they are none."""
        form = request.form
        try:
            report = _imported(lists, form.get("name", "").strip(), form.get("of", "sv"), form.get("words", ""))
        except WordListError as error:
            told = explained(error)
            return _page(lists, complaint=f"{told['what']} {told['cure']}", words=form.get("words", ""))
        return _page(lists, report=report)

    @blueprint.post("/decisions")
    def undo() -> Answer:
        """Take back what the house decided about a word."""
        language = request.form.get("of", "")
        if language in LANGUAGES and house_book(lists.home).is_file():
            with Decisions(house_book(lists.home), language) as decisions:
                decisions.undo(request.form.get("word", "")[:40], at=now())
        return redirect("/lists", code=303)

    return blueprint


def _imported(lists: Lists, name: str, language: str, words: str) -> Report:
    """A family's own list, made of what somebody pasted. Raises WordListError if that is no list."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "words.txt"
        path.write_text(words, encoding="utf-8")
        return import_list(path, lists.shelf, name=name, language=language)


def _page(lists: Lists, *, report: Report | None = None, complaint: str = "", words: str = "") -> Response:
    """The page of the lists."""
    refused = {gettext(REFUSALS[why]): count for why, count in report.refused.items()} if report else {}
    page = render_template(
        "lists.html",
        lists=[(name, None if isinstance(told, WordListError) else told) for name, told in lists.shelf.lists()],
        decisions=_decisions(lists),
        names_of_languages={"sv": "Svenska", "fi": "Suomi", "pl": "Polski"},
        report=report,
        refused=refused,
        complaint=complaint,
        words=words,
    )
    return Response(page, 422 if complaint else 200, headers={"Cache-Control": "no-store"})


def _decisions(lists: Lists) -> list[tuple[str, str, bool, str]]:
    """Every decision that stands: language, word, whether it counts, and the day."""
    book = house_book(lists.home)
    if not book.is_file():
        return []
    found = []
    for language in LANGUAGES:
        with Decisions(book, language) as decisions:
            told = decisions.decisions()
        found += [(language, one.word, one.answer.value == "yes", one.at[:10]) for one in told]
    return found
