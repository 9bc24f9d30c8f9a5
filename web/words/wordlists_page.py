"""The word lists of this house on a page: which there are, a family's own, and what was decided about single words."""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

from flask import Blueprint, Response, redirect, render_template, request
from werkzeug.wrappers import Response as Answer

from pi_referee.errors import RefereeError
from pi_referee.gettext_mark import say
from pi_referee.lexicon.building.own_list import IMPORTED, Report, import_list
from pi_referee.lexicon.list_errors import WordListError, in_words
from pi_referee.lexicon.lists.own_list_roles import Role
from pi_referee.lexicon.lists.word_decisions import House as Decisions
from pi_referee.lexicon.lists.word_store import About
from pi_referee.lexicon.open_list import house_book
from pi_referee.lexicon.verdict_texts import REFUSALS
from web.phrasing.language import gettext, ngettext
from web.phrasing.number_filters import day, figures
from web.phrasing.phrases import explained
from web.words.list_builds import LANGUAGES, LARGEST_LIST, Seen, laid_over, making, own_name, seen
from web.words.lists import Lists

WHAT_OVER_DOES: Mapping[str, str] = {
    Role.ADDS.value: say("adds its words"),
    Role.DECIDES.value: say("decides alone"),
    Role.REMOVES.value: say("takes its words out"),
}
"""What a list does to the one it lies over, in words."""


def wordlists(lists: Lists, now: Callable[[], str]) -> tuple[Blueprint, Blueprint]:
    """The page, what is sent from it, and the lists in the making; now tells the time, ISO."""
    blueprint = Blueprint("wordlists", __name__)

    def page(status: int = 200, **told: object) -> Response:
        """The page, with what there is to tell besides."""
        return _page(lists, seen(lists.workshop, now()), status, **told)

    def complain(error: RefereeError, **told: object) -> Response:
        """The page with what is wrong over it."""
        return page(422, complaint=explained(error), **told)

    @blueprint.get("/lists")
    def show() -> Response:
        """Show every list, and every decision."""
        return page()

    @blueprint.post("/lists")
    def bring() -> Response:
        """Make a list of the words that were pasted; the list that had the name stays in use if they are none."""
        form = request.form
        try:
            report = _imported(lists, own_name(lists.shelf), form.get("of", "sv"), form.get("words", ""))
        except (WordListError, OSError, sqlite3.Error) as error:
            return complain(in_words(error), words=form.get("words", ""))
        return page(report=report, refused={gettext(REFUSALS[why]): count for why, count in report.refused.items()})

    _add_undoing(blueprint, lists, now)
    return blueprint, making(lists.workshop, lists.shelf, now, complain)


def _add_undoing(blueprint: Blueprint, lists: Lists, now: Callable[[], str]) -> None:
    """What is undone by a tap: a list that lies over another, and a decision about a word."""

    @blueprint.post("/lists/off")
    def take_off() -> Answer:
        """Take a list off the one it lies over; it stays a list by itself."""
        name, over = request.form.get("name", ""), request.form.get("over", "")
        if over in lists.shelf.names() and name in dict(lists.shelf.over(over)):
            lists.shelf.lay_over(over, name, "")
        return redirect("/lists", code=303)

    @blueprint.post("/decisions")
    def undo() -> Answer:
        """Take back what the house decided about a word."""
        language = request.form.get("of", "")
        if language in LANGUAGES and house_book(lists.home).is_file():
            with Decisions(house_book(lists.home), language) as decisions:
                decisions.undo(request.form.get("word", "")[:40], at=now())
        return redirect("/lists", code=303)


def _imported(lists: Lists, name: str, language: str, words: str) -> Report:
    """A family's own list, made of what somebody pasted. Raises WordListError if that is no list."""
    with lists.workshop.alone(), tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "words.txt"
        path.write_text(words, encoding="utf-8")
        over, role = laid_over(lists.shelf)
        laid = (over, Role(role)) if over else None
        return import_list(path, lists.shelf, name=name, language=language, over=laid)


def _page(lists: Lists, work: Seen | None, status: int, **told: object) -> Response:
    """The page of the lists."""
    page = render_template(
        "lists.html",
        lists=[(name, None if isinstance(about, WordListError) else about) for name, about in lists.shelf.lists()],
        note=_note,
        decisions=_decisions(lists),
        names_of_languages=LANGUAGES,
        built=lists.shelf.names(),
        over={name: lists.shelf.over(name) for name in lists.shelf.names()},
        what_over_does={role: gettext(text) for role, text in WHAT_OVER_DOES.items()},
        seen=work,
        largest=LARGEST_LIST,
        **told,
    )
    return Response(page, status, headers={"Cache-Control": "no-store"})


def described(about: About) -> str:
    """A list in a line, in the reader's language: its name, how many words, and where it comes from."""
    count = ngettext("%(count)s word", "%(count)s words", about.words, count=figures(about.words))
    return ". ".join(filter(None, (f"{about.name}, {count}", _note(about).removesuffix("."))))


def _note(about: About) -> str:
    """Where a list comes from, in the reader's language; a family's own from its file."""
    file = about.note.removeprefix(IMPORTED).removesuffix(".")
    if about.note.startswith(IMPORTED):
        return gettext("From the file %(file)s.", file=file)
    return gettext(about.note) if about.note else ""


def _decisions(lists: Lists) -> list[tuple[str, str, bool, str]]:
    """Every decision that stands: language, word, whether it counts, and the day."""
    book = house_book(lists.home)
    if not book.is_file():
        return []
    found = []
    for language in LANGUAGES:
        with Decisions(book, language) as decisions:
            told = decisions.decisions()
        found += [(language, one.word, one.answer.value == "yes", day(one.at)) for one in told]
    return found
