"""A game that comes from elsewhere, looked at before a line of it is written into a log in which nothing is changed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

from pi_referee.errors import NotationError, RefereeError
from pi_referee.game_log.events import Event, encode
from pi_referee.player_names import are_alike, tidy
from pi_referee.protocol.rows import turn_rows
from pi_referee.rules.agreed.switch_list import MOST
from pi_referee.rules.board.square import Square
from pi_referee.rules.course.game import Game, fold
from pi_referee.rules.course.happenings import Adjusted, BoardTaken, GameBegan, Renamed, Surprised

LONGEST_GAME = 5_000
"""Events of one game; the longest evening measured has 400."""

LONGEST_EVENT = 100_000
"""Signs of one event; the longest ever written has 9,000."""

EARLIEST, LATEST = datetime(1970, 1, 1, tzinfo=UTC), datetime(2200, 1, 1, tzinfo=UTC)
"""Between these lie the times of games: a Pi without network begins in the first of these years."""

_PICTURE = re.compile(r"[\w.-]{0,100}", re.ASCII)
_TIME = re.compile(r"[\dTZ:.,+ -]{8,40}", re.ASCII)
_CURE = "Put it right in the file, or export the game again."


def checked(events: Sequence[Event], *, where: str = "") -> Game:
    """The game of events that were read from a file. where: its place, for the message.

    Raises NotationError for a time, name, picture or course that no game here has.
    """
    if not events or not isinstance(events[0].happening, GameBegan):
        raise _not_so("A game must begin before anything can happen in it.", where)
    if len(events) > LONGEST_GAME:
        raise _not_so(f"There are {len(events)} events, more than any game has.", where)
    if any(isinstance(event.happening, GameBegan) for event in events[1:]):
        raise _not_so("Another game begins in the middle of this one.", where)
    for place, event in enumerate(events, 1):
        look_at_event(event, f"{where}, event {place}")
    return playable(events, where=where)


def playable(events: Sequence[Event], *, where: str = "") -> Game:
    """The game that events come to; raises NotationError if they come to none. where: their place, for the message."""
    try:
        game = fold(event.happening for event in events)
        turn_rows(game), game.totals, game.winners  # what a page will ask for is asked for now
    except RefereeError as error:
        place = ", ".join(filter(None, (where, error.where)))
        raise NotationError(error.what, where=place, cure=error.cure or _CURE) from error
    except (ValueError, LookupError, TypeError, ArithmeticError, RecursionError) as error:
        raise _not_so("What happened in this game cannot have happened.", where) from error
    if game.ruleset.has_board and any(square not in game.ruleset.layout for square in _lying(game)):
        raise _not_so("Something lies beside the board in this game.", where)
    return game


def _lying(game: Game) -> Iterator[Square]:
    """Where something lay that nobody laid in a turn: no rule looks at that."""
    for told in game.happenings:
        if isinstance(told, BoardTaken | Surprised):
            yield from (*told.tiles, *told.stops, *told.arrows)


def look_at_event(event: Event, where: str) -> None:
    """Refuse an event that no page could show; raises NotationError. where: its place, for the message."""
    _look_at_time(event.at, where)
    if not _PICTURE.fullmatch(event.picture):
        raise _not_so("This is no picture's name.", where)
    for name in _names(event):
        if not name or tidy(name) != name:
            raise _not_so(
                f"{tidy(name)!r} is written as no name is kept here: too long, or with invisible signs.", where
            )
    if are_alike(_names(event)):
        raise _not_so("Two players have the same name.", where)
    if isinstance(event.happening, Adjusted) and not _is_adjustment(event.happening):
        raise _not_so("Points outside the plays are for a challenge or for time, and fewer than 100,000.", where)
    if len(encode(event.happening)[1]) > LONGEST_EVENT:
        raise _not_so("This is longer than anything that happens in a game.", where)


def _is_adjustment(told: Adjusted) -> bool:
    """Whether points outside the plays are such as a game here has."""
    return told.reason in {"challenge", "time"} and abs(told.points) <= MOST


def _look_at_time(at: str, where: str) -> None:
    """Refuse what is no ISO time, or a time in which nobody played."""
    try:
        then = datetime.fromisoformat(at if _TIME.fullmatch(at) else "")
        is_time = EARLIEST <= (then if then.tzinfo else then.replace(tzinfo=UTC)) <= LATEST
    except (ValueError, OverflowError):
        is_time = False
    if not is_time:
        raise _not_so(f"{at[:40]!r} is no time; write it as 2026-11-20T18:30:00+01:00.", where)


def _names(event: Event) -> tuple[str, ...]:
    """The players' names that an event brings."""
    match event.happening:
        case GameBegan(players=players):
            return tuple(players)
        case Renamed() as told:
            return tuple(told.names)
    return ()


def _not_so(what: str, where: str) -> NotationError:
    return NotationError(what, where=where, cure=_CURE)
