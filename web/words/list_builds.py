"""Word lists in the making, on the page: ordered, followed step by step, stopped; the work is another process's."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from flask import Blueprint, Response, redirect, render_template, request
from werkzeug.datastructures import FileStorage
from werkzeug.wrappers import Response as Answer

from pi_referee.errors import RefereeError
from pi_referee.gettext_mark import say
from pi_referee.lexicon.building.build_job import Order, State, Work
from pi_referee.lexicon.building.build_queue import Workshop
from pi_referee.lexicon.building.own_list import Refusal
from pi_referee.lexicon.list_errors import WordListError, in_words
from pi_referee.lexicon.lists.bundled_list import NAME as SMALL
from pi_referee.lexicon.lists.list_repository import Shelf, checked
from pi_referee.lexicon.lists.own_list_roles import Role
from pi_referee.lexicon.verdict_texts import REFUSALS
from web.phrasing.language import gettext

LANGUAGES: Mapping[str, str] = {
    "sv": "Svenska",
    "fi": "Suomi",
    "pl": "Polski",
    "de": "Deutsch",
    "ro": "Română",
    "en": "English",
}
"""The languages a list can be built in, by the names their speakers give them."""

UPLOAD = "/lists/file"
"""Where a whole word list is brought, the only address that takes much."""

LARGEST_LIST = 16 * 1024 * 1024
"""Bytes a family's file may have: the whole Swedish list, a million words in all forms, has 13 MB as text."""

NEWS = 3600
"""Seconds for which it is told that a list is ready."""

_PARENT = "PI_REFEREE_PARENT"
"""The variable by which a program leaves with the one that started it; a list's making outlives the page."""

Complain = Callable[[RefereeError], Response]
"""Shows the page of the lists with what is wrong."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A list in the making as the page shows it.

    seconds: since it was begun, None if it is over. refused: why lines were left out, in words -> how many.
    """

    work: Work
    seconds: int | None
    refused: Mapping[str, int]

    @property
    def can_go_on(self) -> bool:
        """Whether it can be begun again as it was; a file that was sent is gone when it was no list."""
        is_open = self.work.state in {State.FAILED, State.STOPPED, State.INTERRUPTED}
        return is_open and (not self.work.order.file or Path(self.work.order.file).is_file())


def own_name(shelf: Shelf) -> str:
    """The name that a family gives its list, its words joined by a stroke.

    Raises WordListError if it is none, or another list would be lost.
    """
    name = checked("-".join(request.form.get("name", "").split()))
    if name.lower() in {*LANGUAGES, SMALL}:
        raise WordListError(
            say("That name belongs to a list that comes with the referee."),
            cure=say("Give yours another name."),
            where=name,
        )
    if name in shelf.names() and "replace" not in request.form:
        raise WordListError(
            say("There is a list of that name already."),
            cure=say("Give yours another name, or tick that it takes the place of the old one."),
            where=name,
        )
    return name


def laid_over(shelf: Shelf) -> tuple[str, str]:
    """The list that what is brought is to lie over, "" if it is a list by itself, and what it does there."""
    over, role = request.form.get("over", ""), request.form.get("role", "")
    known = {one.value for one in Role}
    return (over, role if role in known else Role.ADDS.value) if over in shelf.names() else ("", Role.ADDS.value)


def making(workshop: Workshop, shelf: Shelf, now: Callable[[], str], complain: Complain) -> Blueprint:
    """What may be ordered, and how far it is; now tells the time, ISO."""
    blueprint = Blueprint("making", __name__)
    _add_following(blueprint, workshop, now)

    def order(wanted: Order, bring: Callable[[], None] = lambda: None) -> Answer:
        """Begin, and show the page; bring: puts the file there that somebody sent."""
        try:
            workshop.order(wanted, start_work, at=now(), bring=bring)
        except (WordListError, OSError) as error:
            return complain(in_words(error))
        return redirect("/lists", code=303)

    @blueprint.post("/lists/built")
    def build() -> Answer:
        """Have the whole list of a language made."""
        language = request.form.get("of", "")
        return order(Order(language, language)) if language in LANGUAGES else redirect("/lists", code=303)

    @blueprint.post(UPLOAD)
    def upload() -> Answer:
        """Have a list made of a family's file."""
        form = request.form
        try:
            name = own_name(shelf)
            file = _sent()
        except (WordListError, OSError) as error:
            return complain(in_words(error))
        path = workshop.uploads / f"{_plain(file.filename or '') or name}.txt"
        over, role = laid_over(shelf)
        wanted = Order(name, form.get("of", "sv"), str(path), form.get("kind", "forms"), over, role)
        return order(wanted, lambda: _keep(file, path))

    @blueprint.post("/lists/again")
    def again() -> Answer:
        """Go on with the list that was stopped, interrupted or failed."""
        told = seen(workshop, now())
        return order(told.work.order) if told is not None and told.can_go_on else redirect("/lists", code=303)

    return blueprint


def _add_following(blueprint: Blueprint, workshop: Workshop, now: Callable[[], str]) -> None:
    """What is asked for and sent while a list is being made."""

    @blueprint.get("/lists/work")
    def follow() -> Response:
        """Tell how far the list is: a piece of the page, asked for every second."""
        page = render_template("_work.html", seen=seen(workshop, now()))
        return Response(page, headers={"Cache-Control": "no-store"})

    @blueprint.post("/lists/stop")
    def stop() -> Answer:
        """Stop the list that is being made; what was there before stays."""
        workshop.stop()
        return redirect("/lists", code=303)


def start_work(home: Path, lock: int) -> None:
    """Start the process that makes the list which was ordered; it goes on when the page ends. Raises OSError."""
    command = (sys.executable, "-m", "pi_referee", "lexicon", "work", "--home", str(home), "--lock", str(lock))
    environment = {name: value for name, value in os.environ.items() if name != _PARENT}
    quiet = subprocess.DEVNULL
    child = subprocess.Popen(  # noqa: S603  # this project's own program
        command, stdin=quiet, stdout=quiet, stderr=quiet, pass_fds=(lock,), env=environment, start_new_session=True
    )
    # Whoever has ended must be asked once, or stays in the system's table as long as the page runs.
    threading.Thread(target=child.wait, name="list maker", daemon=True).start()


def seen(workshop: Workshop, now: str) -> Seen | None:
    """The list in the making, or the last one that was made; None if there was none."""
    work = workshop.work()
    if work is None or (work.state is State.DONE and _between(work.at, now) > NEWS):
        return None
    known = {why: count for why, count in work.refused.items() if why in Refusal.__members__}
    refused = {gettext(REFUSALS[Refusal[why]]): count for why, count in known.items()}
    return Seen(work, _between(work.at, now) if work.state is State.RUNNING else None, refused)


def _between(begin: str, end: str) -> int:
    """Whole seconds between two times, never less than none."""
    return max(0, round((datetime.fromisoformat(end) - datetime.fromisoformat(begin)).total_seconds()))


def _sent() -> FileStorage:
    """The file that was sent. Raises WordListError."""
    file = request.files.get("file")
    if file is None or not file.filename:
        raise WordListError(say("No file was chosen."), cure=say("Choose a text file with one word a line."))
    return file


def _keep(file: FileStorage, path: Path) -> None:
    """Keep a file that was sent, in the place of those before. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    for old in path.parent.iterdir():
        old.unlink(missing_ok=True)
    file.save(path)
    file.close()


def _plain(name: str) -> str:
    """A file's name as we keep it: letters and digits only, whatever its sender calls it."""
    stem = Path(name.replace("\\", "/")).stem
    return "".join(sign if sign.isalnum() else "_" for sign in stem)[:40]
