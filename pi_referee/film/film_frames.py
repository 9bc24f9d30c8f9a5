"""The pictures of a film: a title, each turn with its photograph and its board, and how it ended."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from PIL import Image, ImageOps

from pi_referee.game_log.events import Event
from pi_referee.locale import translations
from pi_referee.locale.written_numbers import signed
from pi_referee.paper.canvas import END, MIDDLE, START, Point, wrapped
from pi_referee.paper.content import Cell, Leaf, cell_of, leaf_of
from pi_referee.paper.ground_canvas import draw_ground, ground_height
from pi_referee.paper.page_layout import WIDTH
from pi_referee.paper.png import SCALE, PngCanvas
from pi_referee.protocol.origins import game_after, origins
from pi_referee.protocol.scoresheet import Entry, entries_of, points_so_far
from pi_referee.rules.course.game import Game
from pi_referee.rules.course.standing import Status

SIZE = (1280, 720)
"""Pixels of a frame, across and down: what every player of films shows."""

TURN, TITLE, END_STAYS = 3, 3, 6
"""Whole seconds that a turn, the title and the end are shown; a turn's words are read aloud in two."""

_SIDE, _TOP, _RIM = 600, 16, 26
_PAPER, _INK, _FAINT, _GAIN, _LOSS = "#fbf7ef", "#241c17", "#6b6258", "#0f6b3c", "#a3212c"
_UNSHOWN = {Status.WITHDRAWN, Status.LOST}
"""Turns that left nothing to look at."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture of a film, and for how many seconds it is shown."""

    picture: Image.Image
    seconds: int


@dataclass(frozen=True, slots=True)
class TurnInWords:
    """What stands beneath a turn: what was done, everybody's points so far, and the turn as the protocol has it."""

    what: str
    totals: str
    cell: Cell


def frame_count(events: Sequence[Event]) -> int:
    """How many pictures the film of a game has."""
    return len(_shown(leaf_of(events).game)) + 2


def frames(events: Sequence[Event], photographs: Path, language: str = "") -> Iterator[Frame]:
    """The film of a game; photographs: the folder of the turns' squared pictures, of which any may be gone.

    language: of what is written, by default the game's own.
    """
    leaf = leaf_of(events, language)
    game, told = leaf.game, origins(leaf.game, events)
    yield Frame(_title(leaf), TITLE)
    for entry in _shown(game):
        number = entry.turn.number
        photograph = _photograph(photographs, told[number - 1].event.picture if number <= len(told) else "")
        yield Frame(_turn(game_after(game, events, number), photograph, leaf.language), TURN)
    yield Frame(_end(leaf), END_STAYS)


def _shown(game: Game) -> list[Entry]:
    """The turns that are shown."""
    return [entry for entry in entries_of(game) if entry.turn.status not in _UNSHOWN]


def _photograph(folder: Path, name: str) -> Image.Image | None:
    """A turn's photograph, None if there is none or it cannot be read any more."""
    try:
        with Image.open(folder / name) as file:
            return file.convert("RGB") if name else None
    except (OSError, ValueError, Image.DecompressionBombError):
        return None


class _Sheet:
    """A frame to draw on; lengths in pixels."""

    def __init__(self) -> None:
        self._canvas = PngCanvas(SIZE[1] / SCALE)
        self._canvas.box((0, 0), WIDTH, SIZE[1] / SCALE, _PAPER)

    def text(
        self, at: Point, text: str, size: float, colour: str = _INK, *, bold: bool = False, anchor: float = START
    ) -> None:
        """Write a line; at: on its base line."""
        x, y = at
        self._canvas.text((x / SCALE, y / SCALE), text, size / SCALE, colour, bold=bold, anchor=anchor)

    def lines(self, texts: Sequence[str], size: float, width: float) -> list[str]:
        """Texts in lines that are so wide at most."""
        return wrapped(self._canvas, texts, size / SCALE, width / SCALE, bold=True)

    def ground(self, game: Game, x: float) -> None:
        """Draw what the game is played on; what is taller than the frame is made smaller."""
        side = _SIDE / SCALE
        tall = ground_height(game, side)
        span = side if tall <= side else side * side / tall
        down = (side - min(tall, side)) / 2 if tall < side else 0
        draw_ground(game, self._canvas, ((x + _SIDE / 2) / SCALE - span / 2, _TOP / SCALE + down), span)

    def picture(self, photograph: Image.Image, x: float) -> None:
        """Show a photograph."""
        shown = ImageOps.contain(photograph, (_SIDE, _SIDE))
        left, top = int(x) + (_SIDE - shown.width) // 2, _TOP + (_SIDE - shown.height) // 2
        self._canvas.picture.paste(shown, (left, top))

    def done(self) -> Image.Image:
        """The frame."""
        return self._canvas.picture.crop((0, 0, *SIZE))


def _title(leaf: Leaf) -> Image.Image:
    """What is played, by whom and when."""
    sheet, middle = _Sheet(), SIZE[0] / 2
    sheet.text((middle, 250), leaf.title, 64, bold=True, anchor=MIDDLE)
    for number, line in enumerate(sheet.lines([" · ".join(leaf.players)], 40, SIZE[0] - 120)):
        sheet.text((middle, 350 + number * 52), line, 40, bold=True, anchor=MIDDLE)
    sheet.text((middle, 620), leaf.when, 28, _FAINT, anchor=MIDDLE)
    return sheet.done()


def _turn(game: Game, photograph: Image.Image | None, language: str) -> Image.Image:
    """The newest turn of a game: the photograph beside the board, who did what, and all totals."""
    sheet, told = _Sheet(), turn_in_words(game, language)
    if photograph is None:
        sheet.ground(game, (SIZE[0] - _SIDE) / 2)
    else:
        sheet.picture(photograph, _RIM)
        sheet.ground(game, SIZE[0] - _RIM - _SIDE)
    base = _TOP + _SIDE + 42
    line = next(iter(sheet.lines([told.what], 30, 1040)), "")
    sheet.text((_RIM, base), line, 30, _FAINT if told.cell.is_void else _INK, bold=True)
    colour = _LOSS if told.cell.is_loss else _GAIN
    sheet.text((SIZE[0] - _RIM, base), told.cell.gain, 34, colour, bold=True, anchor=END)
    sheet.text((_RIM, base + 42), told.totals, 26, _FAINT)
    return sheet.done()


def turn_in_words(game: Game, language: str) -> TurnInWords:
    """The newest turn of a game, with what it brought the word before where it settled one."""
    entries, speech = entries_of(game), translations(language)
    turn, cell = entries[-1].turn, cell_of(entries[-1], speech)
    what = [f"{turn.number}. {turn.player}: {', '.join(cell.words)}"]
    if turn.settled is not None:
        older = entries[turn.settled.turn - 1]
        brought = cell_of(older, speech)
        what.append(f"{older.turn.player}: {', '.join(brought.words)} {brought.gain}")
    totals = " · ".join(f"{player} {signed(points)}" for player, points in points_so_far(game).items())
    return TurnInWords(" · ".join(what), totals, cell)


def _end(leaf: Leaf) -> Image.Image:
    """Who won, and everybody's points, beside the board as it lay at the end."""
    sheet = _Sheet()
    sheet.ground(leaf.game, _RIM)
    left = _RIM + _SIDE + 40
    lines = sheet.lines([leaf.headline], 46, SIZE[0] - left - _RIM)
    for number, line in enumerate(lines):
        sheet.text((left, 110 + number * 56), line, 46, bold=True)
    for number, row in enumerate(leaf.rows):
        base = 170 + len(lines) * 56 + number * 60
        name = next(iter(sheet.lines([row.player], 34, SIZE[0] - left - _RIM - 130)), "")
        sheet.text((left, base), name, 34, bold=row.has_won)
        sheet.text((SIZE[0] - _RIM, base), row.in_all, 34, bold=True, anchor=END)
    return sheet.done()
