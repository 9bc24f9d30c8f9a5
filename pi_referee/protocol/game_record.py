"""A whole game as one JSON text that comes back without loss."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from pi_referee.errors import LedgerError, NotationError
from pi_referee.game_log.events import Event, from_json, to_json
from pi_referee.protocol.checked_events import playable
from pi_referee.protocol.rows import turn_rows
from pi_referee.rules.course.game import Game, fold

FORMAT = "pi-referee game"
VERSION = 1


class _Record(msgspec.Struct, frozen=True):
    format: str
    version: int
    events: list[msgspec.Raw]


def to_record(events: Sequence[Event]) -> str:
    """A game's events as JSON; "events" is the game, "protocol" is what it comes to, for whoever reads along."""
    game = fold(event.happening for event in events)
    record: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "protocol": _protocol(game),
        "events": [msgspec.Raw(to_json(event).encode()) for event in events],
    }
    return msgspec.json.format(msgspec.json.encode(record), indent=1).decode() + "\n"


def _protocol(game: Game) -> dict[str, Any]:
    """What a game comes to."""
    return {
        "game": game.began.game,
        "players": list(game.players),
        "rack": game.rack,
        "switches": {name: list(v) if isinstance(v, tuple) else v for name, v in game.ruleset.switches.changed.items()},
        **({"before": _before(game)} if game.script.before.occupied else {}),
        "turns": turn_rows(game),
        "totals": dict(game.totals),
        "ended": game.ended,
        "winners": list(game.won_by),
    }


def _before(game: Game) -> dict[str, Any]:
    """What lay on the board as the game began, and the points that players brought along."""
    before = game.script.before
    return {
        "tiles": {str(square): str(tile) for square, tile in sorted(before.tiles.items())},
        "stops": sorted(map(str, before.stops)),
        "points": game.points_before,
    }


def from_record(text: str, *, where: str = "") -> tuple[Event, ...]:
    """The events of a game that to_record wrote.

    Raises NotationError for what is no such record, or no game; where: its place, for the message.
    """
    try:
        record = msgspec.json.decode(text, type=_Record)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise NotationError(f"This is not a game's record: {error}.", where=where, cure=_CURE) from error
    if record.format != FORMAT or record.version > VERSION:
        raise NotationError(
            f"This is {record.format!r} version {record.version}, not {FORMAT!r} up to version {VERSION}.",
            where=where,
            cure="Update pi-referee on this machine.",
        )
    try:
        events = tuple(from_json(bytes(raw).decode(), where=where) for raw in record.events)
    except LedgerError as error:
        raise NotationError(error.what, where=error.where, cure=_CURE) from error
    playable(events, where=where)
    return events


_CURE = "Export the game again with pi-referee export GAME_ID --to json FILE."
