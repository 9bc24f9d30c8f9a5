"""A game written into a file in one of the forms of its protocol; the file's ending says which."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import click

from pi_referee.errors import RefereeError
from pi_referee.files.atomic_file import try_to_write, write_safely
from pi_referee.film.film_file import FILMS, film
from pi_referee.film.film_frames import frame_count, frames
from pi_referee.game_log.events import Event
from pi_referee.paper.content import leaf_of
from pi_referee.paper.fonts import missing
from pi_referee.paper.html import to_html
from pi_referee.paper.pdf import to_pdf
from pi_referee.paper.png import to_png
from pi_referee.protocol.game_record import to_record
from pi_referee.protocol.gcg import to_gcg
from pi_referee.protocol.spreadsheet import separator_of, to_table
from pi_referee.rules.course.game import fold

KINDS = ("json", "csv", "gcg", "html", "pdf", "png", *FILMS)

_PAPERS: dict[str, Callable[[Sequence[Event], str], bytes]] = {
    "html": lambda events, language: to_html(leaf_of(events, language)).encode(),
    "pdf": lambda events, language: to_pdf(leaf_of(events, language)),
    "png": lambda events, language: to_png(leaf_of(events, language)),
}
"""The protocols for people."""

_DRAWN = frozenset({"pdf", "png", *FILMS})
"""The forms with letters of our own typefaces."""


def kind_of(file: Path, told: str | None) -> str:
    """The form a game is written in: as told, else as the file's name ends. It is wrong usage if neither says."""
    ending = file.suffix.lower().removeprefix(".")
    kind = told or {"htm": "html"}.get(ending, ending)
    if kind not in KINDS:
        kinds = ", ".join(KINDS)
        raise click.UsageError(
            f"{file} does not say in which form to write. Let it end in {kinds}, or name one by --to."
        )
    return kind


def content(events: Sequence[Event], kind: str, language: str, photographs: Path, *, nameless: bool = False) -> bytes:
    """The game in the form that was asked for; newlines as they are, so that a table keeps its own.

    photographs: the folder of the turns' pictures, for a film; how far it has got is told on standard error.
    """
    _tell_boxes(events, kind)
    if kind in FILMS:
        with click.progressbar(length=frame_count(events), label=f"Making the {kind}", file=sys.stderr) as bar:
            return film(kind, frames(events, photographs, language), lambda: bar.update(1))
    if kind in _PAPERS:
        # The libraries that cut the typefaces down and write the PDF tell all they do.
        for library in ("fontTools", "fpdf"):
            logging.getLogger(library).setLevel(logging.ERROR)
        return _PAPERS[kind](events, language)
    if kind == "gcg":
        return to_gcg(fold(event.happening for event in events), nameless=nameless).encode()
    if kind == "json":
        return to_record(events).encode()
    # A spreadsheet takes a table for UTF-8 only if it begins with this mark.
    return to_table(events, separator_of(language)).encode("utf-8-sig")


def _tell_boxes(events: Sequence[Event], kind: str) -> None:
    """Say on standard error of which signs of the players' names a drawn protocol has empty boxes."""
    boxes = missing("".join(fold(event.happening for event in events).players)) if kind in _DRAWN else ""
    if boxes:
        click.echo(f"The {kind} has no letters for {boxes} and shows empty boxes there; html has them.", err=True)


def see_place(file: Path) -> None:
    """Raise RefereeError where no file can be written, before anything is made for it."""
    if str(file) != "-":
        with _told(file):
            try_to_write(file)


def write(file: Path, written: bytes) -> None:
    """Write the file, or to the screen. Raises RefereeError if it cannot be written."""
    with _told(file):
        if str(file) == "-":
            sys.stdout.buffer.write(written)
            sys.stdout.buffer.flush()
            return
        # Whole or not at all; what is no file, as a pipe, is written to as it is.
        (write_safely if file.is_file() or not file.exists() else Path.write_bytes)(file, written)


@contextmanager
def _told(file: Path) -> Iterator[None]:
    """Say in words that the file cannot be written."""
    try:
        yield
    except BrokenPipeError:
        raise  # whoever read it has seen enough
    except OSError as error:
        cure = "Name another file, in a folder that is there."
        raise RefereeError(f"The file cannot be written ({error.strerror}).", where=str(file), cure=cure) from error
