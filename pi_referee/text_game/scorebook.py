"""A game written down as text, one thing a line: plays, passes, exchanges, challenges, and what was left at the end."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from pi_referee.composing import composed
from pi_referee.errors import NotationError
from pi_referee.rules.plays.notation import WrittenPlay

_EXCHANGE = re.compile(r"-\s*([0-9]{1,4})")
_QUESTION = re.compile(r"\?\s*(?P<by>[^+-]*?)\s*(?P<verdict>[+-]?)")
_CORRECTION = re.compile(r"!\s*(?P<turn>[0-9]{1,4})\s*(?P<play>(?![0-9]).*)")
_APART = re.compile(r"~\s*(?P<player>[^:]+?)\s*:\s*(?P<points>[+-]?[0-9]{1,4})\s*(?P<time>t?)")
_POINTS = re.compile(r"[0-9]{1,4}")
_COMMENT = ";"


@dataclass(frozen=True, slots=True)
class WrittenPass:
    """`-`: a pass."""

    def __str__(self) -> str:
        """As it is written."""
        return "-"


@dataclass(frozen=True, slots=True)
class WrittenExchange:
    """`-3`: three tiles are exchanged."""

    count: int

    def __str__(self) -> str:
        """As it is written."""
        return f"-{self.count}"


@dataclass(frozen=True, slots=True)
class TakenBack:
    """`--`: the newest play is taken back."""

    def __str__(self) -> str:
        """As it is written."""
        return "--"


@dataclass(frozen=True, slots=True)
class Questioned:
    """`?`: the newest play is questioned; `?Bo` by Bo, `?+` and it stands, `?-` and it falls.

    stands: None where the verdict is not written; then the play falls if the next line takes it back.
    """

    by: str = ""
    stands: bool | None = None

    def __str__(self) -> str:
        """As it is written."""
        return f"?{self.by}" + {None: "", True: "+", False: "-"}[self.stands]


@dataclass(frozen=True, slots=True)
class Leftovers:
    """`=A:5,B:0`: what was left on each rack at the end."""

    points: tuple[tuple[str, int], ...]

    def __str__(self) -> str:
        """As it is written."""
        return "=" + ",".join(f"{player}:{points}" for player, points in self.points)


@dataclass(frozen=True, slots=True)
class PointsApart:
    """`~A:+5`: points outside the plays, for a challenge; `~A:-10t` for time used up."""

    player: str
    points: int
    is_time: bool = False

    def __str__(self) -> str:
        """As it is written."""
        return f"~{self.player}:{self.points:+}" + ("t" if self.is_time else "")


@dataclass(frozen=True, slots=True)
class Begins:
    """`@Bo`: Bo begins, by the lot or by agreement."""

    player: str

    def __str__(self) -> str:
        """As it is written."""
        return f"@{self.player}"


@dataclass(frozen=True, slots=True)
class RoundBegins:
    """`^Bo`: Bo begins the next round, by lot (K10)."""

    player: str

    def __str__(self) -> str:
        """As it is written."""
        return f"^{self.player}"


@dataclass(frozen=True, slots=True)
class DrawnTiles:
    """`@A:K,B:_`: what each player drew to see who begins."""

    tiles: tuple[tuple[str, str], ...]

    def __str__(self) -> str:
        """As it is written."""
        return "@" + ",".join(f"{player}:{tile}" for player, tile in self.tiles)


@dataclass(frozen=True, slots=True)
class TimeOver:
    """`-t`: the turn's time is over."""

    def __str__(self) -> str:
        """As it is written."""
        return "-t"


@dataclass(frozen=True, slots=True)
class GameOver:
    """`==`: the table agrees that the game is over."""

    def __str__(self) -> str:
        """As it is written."""
        return "=="


@dataclass(frozen=True, slots=True)
class Correction:
    """`!3 H8 > ABC`: turn 3 was this play; `!3` alone takes it back."""

    turn: int
    play: WrittenPlay | None

    def __str__(self) -> str:
        """As it is written."""
        return f"!{self.turn}" + ("" if self.play is None else f" {self.play}")


@dataclass(frozen=True, slots=True)
class Undoing:
    """`!!`: the newest thing that happened is undone."""

    def __str__(self) -> str:
        """As it is written."""
        return "!!"


Line = (
    WrittenPlay
    | WrittenPass
    | WrittenExchange
    | TakenBack
    | Questioned
    | Leftovers
    | PointsApart
    | Begins
    | RoundBegins
    | DrawnTiles
    | TimeOver
    | GameOver
    | Correction
    | Undoing
)
"""Anything a line of a scorebook can say."""


def read_line(text: str) -> Line:
    """What one line says; NotationError for what is no line of a scorebook.

    >>> str(read_line("-3")), str(read_line("=A:5, B:0")), str(read_line("h8>abc"))
    ('-3', '=A:5,B:0', 'H8 > abc')
    """
    text = composed(text).strip()
    if text in _SIGNS:
        return _SIGNS[text]
    if exchange := _EXCHANGE.fullmatch(text):
        return WrittenExchange(int(exchange[1]))
    if text[:1] in _READERS:
        return _READERS[text[0]](text)
    if question := _QUESTION.fullmatch(text):
        return Questioned(question["by"], {"": None, "+": True, "-": False}[question["verdict"]])
    return WrittenPlay.parse(text)


def _leftovers(text: str) -> Leftovers:
    """What was left on the racks."""
    told = _told(text)
    if not all(_POINTS.fullmatch(points) for _, points in told):
        raise NotationError(f"{text!r} does not say what was left.", cure="Write =A:5,B:0: each player's points.")
    return Leftovers(tuple((player, int(points)) for player, points in told))


def _points_apart(text: str) -> PointsApart:
    """Points that somebody got or lost outside the plays."""
    match = _APART.fullmatch(text)
    if match is None:
        raise NotationError(f"{text!r} gives nobody points.", cure="Write ~A:+5 for a challenge, ~A:-10t for time.")
    return PointsApart(match["player"], int(match["points"]), bool(match["time"]))


def _start(text: str) -> Begins | DrawnTiles:
    """Who begins, or what was drawn to find out."""
    if ":" not in text:
        return Begins(text[1:].strip())
    told = _told(text)
    if any(len(tile) != 1 for _, tile in told):
        raise NotationError(f"{text!r} does not say what was drawn.", cure="Write @A:K,B:_: each player's tile.")
    return DrawnTiles(tuple((player, tile.upper()) for player, tile in told))


def _round_start(text: str) -> RoundBegins:
    """Who begins the next round."""
    if not text[1:].strip():
        raise NotationError(f"{text!r} does not say who begins.", cure="Write the player's name behind it, as ^Bo.")
    return RoundBegins(text[1:].strip())


def _told(text: str) -> tuple[tuple[str, str], ...]:
    """What a line tells of each player; each may be named once, else nobody could say which of the two holds."""
    parts = [part.rpartition(":") for part in text[1:].split(",")]
    told = tuple((player.strip(), what.strip()) for player, _, what in parts)
    names = [player for player, _ in told]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice or "" in names:
        raise NotationError(
            f"{text!r} names {twice} twice." if twice else f"{text!r} does not say whose that is.",
            cure="Write each player once, as in =A:5,B:0 or @A:K,B:_.",
        )
    return told


def _correction(text: str) -> Correction:
    """What an earlier turn was in truth."""
    match = _CORRECTION.fullmatch(text)
    if match is None:
        raise NotationError(f"{text!r} corrects nothing.", cure="Write !3 H8 > ABC, !3 to take turn 3 back, or !!.")
    return Correction(int(match["turn"]), WrittenPlay.parse(match["play"]) if match["play"] else None)


_SIGNS: Mapping[str, Line] = {
    "-": WrittenPass(), "--": TakenBack(), "-t": TimeOver(), "==": GameOver(), "!!": Undoing(),
}  # fmt: skip
_READERS: Mapping[str, Callable[[str], Line]] = {
    "=": _leftovers, "@": _start, "!": _correction, "^": _round_start, "~": _points_apart,
}  # fmt: skip


def read_scorebook(text: str) -> tuple[Line, ...]:
    """All lines of a scorebook; empty ones and comments after ; are passed over.

    Raises one NotationError that names every line nobody can read.
    """
    lines: list[Line] = []
    wrong: list[tuple[int, NotationError]] = []
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), start=1):
        written = line.partition(_COMMENT)[0].strip()
        try:
            lines += [read_line(written)] if written else []
        except NotationError as error:
            wrong.append((number, error))
    if wrong:
        raise _unreadable(wrong)
    return tuple(lines)


def _unreadable(wrong: Sequence[tuple[int, NotationError]]) -> NotationError:
    """One fault for all lines nobody can read: where the first is, what is wrong with each, and each cure once."""
    told = " ".join(f"line {number}: {error.what}" for number, error in wrong)
    where, _, what = told.partition(": ")
    return NotationError(what, where=where, cure=" ".join(dict.fromkeys(error.cure for _, error in wrong)))
