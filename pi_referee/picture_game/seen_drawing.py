"""What was seen, drawn on the squared photograph: letters, doubts and why, and the squares of a refusal."""

from __future__ import annotations

import io
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from textwrap import wrap

import cv2
from PIL import Image, ImageDraw, ImageFont

from hardware.camera import Picture
from pi_referee.errors import RefereeError, WrongNameError
from pi_referee.files.atomic_file import try_to_write, write_safely
from pi_referee.paper.fonts import path_of
from pi_referee.picture_game.question_texts import choices_in_words
from pi_referee.rules.board.layout import column_names
from pi_referee.rules.board.square import Square
from vision.cards.card_sighting import CardSighting
from vision.geometry.find_board import board_of
from vision.geometry.rectify import square_up
from vision.sighting import NotSeen, Quad, Sighting

SIDE = 54
"""Pixels of a square's side: the photograph's own letters can still be read beside what is written over them."""

_RIM, _WIDEST, _LINE = 28, 1100, 24
"""Pixels: round the board for the names of rows and columns, of a picture without a board, of a line of text."""

_GREEN, _AMBER, _RED, _BLUE, _INK = "#15803d", "#c2410c", "#b91c1c", "#1d4ed8", "#111111"
_SUFFIXES = frozenset({".png", ".jpg", ".jpeg", ".webp"})


@dataclass(frozen=True, slots=True)
class Marks:
    """What is drawn over a board. letters: what was read there, "_" a blank, "#" a stop tile.

    doubts: what may lie there, in short. refused: squares that are framed in red. notes: lines beneath the board.
    """

    letters: Mapping[Square, str] = field(default_factory=dict)
    doubts: Mapping[Square, str] = field(default_factory=dict)
    refused: Collection[Square] = ()
    notes: tuple[str, ...] = ()


def marks_of(seen: Sighting, *, refused: Collection[Square] = (), notes: tuple[str, ...] = ()) -> Marks:
    """What a look at a board read and doubts; refused and notes as in Marks, the reasons of the doubts come first."""
    letters = {square: reading.letter or "_" for square, reading in seen.board.items()}
    short = {doubt.square: "/".join(sign or "_" for sign, _ in doubt.choices[:3]) or "?" for doubt in seen.doubts}
    why = tuple(
        f"{doubt.square}: {choices_in_words(doubt.choices) or 'not seen'}, since {doubt.why}." for doubt in seen.doubts
    )
    return Marks({**letters, **dict.fromkeys(seen.stops, "#")}, short, refused, (*why, *notes))


def draw_board(picture: Picture, quad: Quad, size: int, marks: Marks) -> Image.Image:
    """A board squared up, with what was seen written over it; size: squares along its side."""
    squared = cv2.resize(square_up(picture, board_of(quad, size), size).grid(), (size * SIDE, size * SIDE))
    whole = Image.new("RGB", (size * SIDE + 2 * _RIM, size * SIDE + 2 * _RIM), "white")
    whole.paste(Image.fromarray(cv2.cvtColor(squared, cv2.COLOR_BGR2RGB)), (_RIM, _RIM))
    pen = ImageDraw.Draw(whole)
    _name_lines(pen, size)
    for square, text in marks.letters.items():
        _label(pen, square, text, _BLUE if text == "#" else _GREEN)
    for square, text in marks.doubts.items():
        _frame(pen, square, _AMBER)
        _label(pen, square, text, _AMBER)
    for square in marks.refused:
        _frame(pen, square, _RED)
    return _with_notes(whole, marks.notes)


def draw_look(picture: Picture, look: Sighting | NotSeen, size: int) -> Image.Image:
    """What a look at a board saw, or why it saw none; size: squares along the board's side."""
    if isinstance(look, NotSeen):
        return draw_unseen(picture, look)
    return draw_board(picture, look.quad, size, marks_of(look))


def draw_cards(picture: Picture, seen: CardSighting) -> Image.Image:
    """A table of cards with each card's frame and what was read of it; those in doubt with why beneath."""
    whole = _shown(picture)
    scale, pen = whole.width / picture.shape[1], ImageDraw.Draw(whole)
    doubted = {doubt.cell for doubt in seen.doubts}
    for card in (*seen.cards, *seen.aside):
        colour = _BLUE if card.cell is None else _AMBER if card.cell in doubted else _GREEN
        corners = [(x * scale, y * scale) for x, y in card.quad.corners]
        pen.polygon(corners, outline=colour, width=3)
        mark = f" {card.multiplier}x" if card.multiplier > 1 else ""
        _text(pen, min(corners), f"{card.letter or '_'}{card.value or ''}{mark}", colour)
    notes = (f"{d.cell[0]},{d.cell[1]} ({d.about}): {choices_in_words(d.choices)}, since {d.why}." for d in seen.doubts)
    return _with_notes(whole, tuple(notes))


def draw_unseen(picture: Picture, look: NotSeen) -> Image.Image:
    """A picture in which no board was seen, with the reason and what to do beneath it."""
    return _with_notes(_shown(picture), (look.reason, look.cure))


def write_drawing(drawing: Image.Image, path: Path) -> None:
    """Write a drawing; the file's ending says in which form. Raises RefereeError if it cannot be written."""
    check_place(path)
    file = io.BytesIO()
    drawing.save(file, Image.registered_extensions()[path.suffix.lower()])
    with _told(path):
        write_safely(path, file.getvalue())


def check_place(path: Path) -> None:
    """Raise WrongNameError for an ending of no kind, RefereeError where nothing can be written; before any look."""
    if path.suffix.lower() not in _SUFFIXES:
        cure = f"Let its name end in {', '.join(sorted(_SUFFIXES))}."
        raise WrongNameError("The picture's ending is of no kind that is drawn.", where=str(path), cure=cure)
    with _told(path):
        try_to_write(path)


@contextmanager
def _told(path: Path) -> Iterator[None]:
    """Say in words that a drawing cannot be written."""
    try:
        yield
    except OSError as error:
        cure = "Name another file, in a folder that is there."
        raise RefereeError(f"The picture cannot be written ({error.strerror}).", where=str(path), cure=cure) from error


def _name_lines(pen: ImageDraw.ImageDraw, size: int) -> None:
    """Column letters above and row numbers to the left."""
    for number, name in enumerate(column_names(size)):
        middle = _RIM + number * SIDE + SIDE // 2
        pen.text((middle, _RIM // 2), name, fill=_INK, font=_font(16), anchor="mm")
        pen.text((_RIM // 2, middle), str(number + 1), fill=_INK, font=_font(16), anchor="mm")


def _corner(square: Square) -> tuple[int, int]:
    return _RIM + square.column * SIDE, _RIM + square.row * SIDE


def _frame(pen: ImageDraw.ImageDraw, square: Square, colour: str) -> None:
    x, y = _corner(square)
    pen.rectangle((x + 1, y + 1, x + SIDE - 2, y + SIDE - 2), outline=colour, width=3)


def _label(pen: ImageDraw.ImageDraw, square: Square, text: str, colour: str) -> None:
    """A text in the lower right corner of a square."""
    x, y = _corner(square)
    wide = pen.textlength(text, font=_font(16))
    _text(pen, (x + SIDE - wide - 6, y + SIDE - 21), text, colour)


def _text(pen: ImageDraw.ImageDraw, at: tuple[float, float], text: str, colour: str) -> None:
    """A white text on a ground of its colour."""
    x, y = at
    pen.rectangle((x - 3, y - 1, x + pen.textlength(text, font=_font(16)) + 3, y + 19), fill=colour)
    pen.text((x, y + 9), text, fill="white", font=_font(16), anchor="lm")


def _shown(picture: Picture) -> Image.Image:
    """A picture as it is, made smaller where it is wide."""
    whole = Image.fromarray(cv2.cvtColor(picture, cv2.COLOR_BGR2RGB))
    whole.thumbnail((_WIDEST, _WIDEST))
    return whole


def _with_notes(whole: Image.Image, notes: tuple[str, ...]) -> Image.Image:
    """A picture with lines of text beneath it."""
    lines = [line for note in notes for line in wrap(note, max(whole.width // 9, 20))]
    if not lines:
        return whole
    paper = Image.new("RGB", (whole.width, whole.height + _LINE * (len(lines) + 1)), "white")
    paper.paste(whole)
    pen = ImageDraw.Draw(paper)
    for number, line in enumerate(lines):
        pen.text((8, whole.height + _LINE // 2 + number * _LINE), line, fill=_INK, font=_font(17))
    return paper


@cache
def _font(size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(path_of("bold")), size)
