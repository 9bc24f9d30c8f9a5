"""A game written down as text, one thing a line: plays, passes, exchanges, challenges, and what was left at the end."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from pi_referee.errors import NotationError
from pi_referee.rules.notation import WrittenPlay

_EXCHANGE = re.compile(r"-\s*([0-9]+)")
_QUESTION = re.compile(r"\?\s*(?P<by>[^+-]*?)\s*(?P<verdict>[+-]?)")
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


Line = WrittenPlay | WrittenPass | WrittenExchange | TakenBack | Questioned | Leftovers
"""Anything a line of a scorebook can say."""


def read_line(text: str) -> Line:
    """What one line says; NotationError for what is no line of a scorebook.

    >>> str(read_line("-3")), str(read_line("=A:5, B:0")), str(read_line("h8>abc"))
    ('-3', '=A:5,B:0', 'H8 > abc')
    """
    text = unicodedata.normalize("NFC", text).strip()
    if text == "-":
        return WrittenPass()
    if text == "--":
        return TakenBack()
    if exchange := _EXCHANGE.fullmatch(text):
        return WrittenExchange(int(exchange[1]))
    if text.startswith("="):
        return _leftovers(text)
    if question := _QUESTION.fullmatch(text):
        return Questioned(question["by"], {"": None, "+": True, "-": False}[question["verdict"]])
    return WrittenPlay.parse(text)


def _leftovers(text: str) -> Leftovers:
    """What was left on the racks."""
    found = []
    for part in text[1:].split(","):
        player, colon, points = part.strip().rpartition(":")
        if not player or not colon or not points.strip().isdecimal():
            raise NotationError(f"{text!r} does not say what was left.", cure="Write =A:5,B:0: each player's points.")
        found.append((player.strip(), int(points)))
    return Leftovers(tuple(found))


def read_scorebook(text: str) -> tuple[Line, ...]:
    """All lines of a scorebook; empty ones and comments after ; are passed over.

    Raises one NotationError that names every line nobody can read.
    """
    lines: list[Line] = []
    wrong: list[str] = []
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), start=1):
        written = line.partition(_COMMENT)[0].strip()
        try:
            lines += [read_line(written)] if written else []
        except NotationError as error:
            wrong.append(f"line {number}: {error}")
    if wrong:
        raise NotationError(" ".join(wrong))
    return tuple(lines)


def write_scorebook(lines: Iterable[Line]) -> str:
    """The lines as a file's text; read_scorebook reads them back."""
    return "".join(f"{line}\n" for line in lines)
