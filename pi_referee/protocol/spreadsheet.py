"""A whole game as a table for a spreadsheet, a row for everything that happened; nothing is lost in it."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence

from pi_referee.errors import LedgerError, NotationError
from pi_referee.game_log.events import Event, from_json, to_json
from pi_referee.protocol.checked_events import playable
from pi_referee.protocol.rows import move_text, settled_text, words_text
from pi_referee.rules.course.game import Game, begin, fold, follow
from pi_referee.rules.course.happenings import GameBegan, Happening
from pi_referee.rules.definition.library import ruleset

_COLUMNS = ("event", "at", "what", "turn", "player", "play", "words", "bonus", "score", "status")
_OF_CARDS = ("pending", "settled", "changed")
"""Columns of a game with cards: what is still to be stolen, what the word before brought, how many were changed."""

_RECORD = "record"

_SEPARATORS = (",", ";", "\t")
"""What stands between two cells, in the table or in one that a spreadsheet wrote anew."""

_LONGEST_CELL = 16 * 1024**2
"""Characters that a cell may have; csv itself gives up at 131,072, which a look with many doubts has."""


def separator_of(language: str) -> str:
    """What spreadsheets take for the end of a cell where a language is spoken: where 1,5 is a number it is not a comma.

    >>> separator_of("sv"), separator_of("en"), separator_of("")
    (';', ',', ',')
    """
    return ";" if language in {"sv", "fi", "pl", "de", "ro"} else ","


def to_table(events: Sequence[Event], separator: str = ",") -> str:
    """A game's events as CSV: what each one did at the time it happened, the totals after it, and the event itself.

    The first event must be the game's beginning. separator: stands between two cells; see separator_of.
    """
    first = events[0].happening
    if not isinstance(first, GameBegan):
        raise NotationError("A game must begin before anything can happen in it.", cure="Export a whole game.")
    game, players = begin(first, ruleset), fold(event.happening for event in events).players
    lines = io.StringIO()
    out = csv.writer(lines, delimiter=separator)
    columns = _COLUMNS if game.ruleset.has_board else (*_COLUMNS, *_OF_CARDS)
    out.writerow([*columns, *(f"total {player}" for player in players), _RECORD])
    for event in events:
        after = game if event is events[0] else follow(game, event.happening)
        out.writerow([*_cells(event, game, after), *after.totals.values(), to_json(event)])
        game = after
    return lines.getvalue()


def _cells(event: Event, before: Game, after: Game) -> list[str | int]:
    """An event's own columns."""
    number = _turn_of(event.happening, before, after)
    what = type(event.happening).__name__
    if number is None:
        others = _COLUMNS[3:] if after.ruleset.has_board else (*_COLUMNS[3:], *_OF_CARDS)
        return [event.id, event.at, what, *("" for _ in others)]
    turn = after.turns[number - 1]
    bonus = turn.ruling.bonus if turn.ruling is not None else 0
    play, words = move_text(after, turn), words_text(turn)
    cells: list[str | int] = [
        number,
        inert(turn.player),
        play,
        inert(words),
        bonus,
        _figure(turn.score),
        turn.status.value,
    ]
    of_cards: list[str | int] = (
        [] if after.ruleset.has_board else [_figure(turn.pending), inert(settled_text(turn.settled)), turn.changed]
    )
    return [event.id, event.at, what, *cells, *of_cards]


def inert(text: str) -> str:
    """A text as it stands in a cell: a spreadsheet shall show a name, and never reckon with it.

    >>> inert("=HYPERLINK(0)"), inert("Åsa")
    ("'=HYPERLINK(0)", 'Åsa')
    """
    return f"'{text}" if text[:1] in {*"=+-@", "\t", "\r"} else text


def _figure(number: int | None) -> str | int:
    """A number as it stands in a cell; nothing where there is none yet."""
    return "" if number is None else number


def _turn_of(happening: Happening, before: Game, after: Game) -> int | None:
    """The number of the turn that an event made or changed, None if it is about none."""
    named = getattr(happening, "turn", None)
    if isinstance(named, int):
        return named if named <= len(after.turns) else None
    changed = (
        number
        for number, (one, other) in enumerate(zip(before.script.entries, after.script.entries, strict=False), start=1)
        if one is not other
    )
    longer = len(after.script.entries) > len(before.script.entries)
    return next(changed, len(before.script.entries) + 1 if longer else None)


def from_table(text: str, *, where: str = "") -> tuple[Event, ...]:
    """The events of a game that to_table wrote, read from their last column, also after a spreadsheet wrote it anew.

    Raises NotationError for what is no such table, or no game; where: its place, for the message.
    """
    try:
        records = tuple(_records(text))
    except csv.Error as error:
        raise _no_table(where) from error
    if not records or any(not record for _, record in records):
        raise _no_table(where)
    try:
        events = tuple(from_json(record, where=f"{where}, row {number}") for number, record in records)
    except LedgerError as error:
        raise NotationError(error.what, where=error.where, cure=error.cure) from error
    playable(events, where=where)
    return events


def _records(text: str) -> Iterator[tuple[int, str]]:
    """Each row's number and its last column, "" where it has none; rows without anything are passed over."""
    csv.field_size_limit(_LONGEST_CELL)
    separator, table = _separated(io.StringIO(text, newline=None).read())
    for number, row in enumerate(csv.DictReader(io.StringIO(table), delimiter=separator), start=2):
        cells = {name: cell for name, cell in row.items() if isinstance(cell, str) and cell.strip()}
        if cells:
            yield number, cells.get(_RECORD, "")


def _separated(text: str) -> tuple[str, str]:
    """What stands between two cells of a table, and the table; some spreadsheets say it in a line of its own."""
    head, _, rest = text.partition("\n")
    if len(head) == len("sep=,") and head.startswith("sep="):
        return head[-1], rest
    return max(_SEPARATORS, key=head.count), text


def _no_table(where: str) -> NotationError:
    """That a file is no table of a game."""
    return NotationError("This is not a game's table.", where=where, cure="Export the game again with --to csv.")
