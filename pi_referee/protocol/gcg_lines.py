"""GCG as it is written: players, and a value for each line about the game; what it means is read in gcg_game.py."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from pi_referee.errors import NotationError

LONGEST = 500
"""Lines about a game; the longest of 1,305 records has 53."""


PLAYERS = 2
"""Players of a game, as GCG has it."""


class Kind(Enum):
    """What a line tells."""

    PLAY = "play"
    PASS = "pass"  # noqa: S105  # the turn, not a word
    EXCHANGE = "exchange"
    RETURNED = "returned"
    ADJUSTED = "adjusted"
    RACK_LOST = "rack lost"
    RACK_GAINED = "rack gained"


@dataclass(frozen=True, slots=True)
class GcgLine:
    """A line about the game. number: of the line in the file. player: 0 or 1. place, word: of a play, as written.

    count: tiles exchanged. what: the rack that is counted at the end, or "challenge" or "time". points: as written,
    None where they are not. total: the player's total after it, None where it is not told.
    """

    number: int
    kind: Kind
    player: int
    points: int | None = None
    total: int | None = None
    place: str = ""
    word: str = ""
    count: int = 0
    what: str = ""


@dataclass(frozen=True, slots=True)
class GcgText:
    """All of a file. players: their names. told: pragmas by their name, such as "lexicon", without notes."""

    players: tuple[str, str]
    lines: tuple[GcgLine, ...]
    told: dict[str, str]


_PLAYER = re.compile(r"#player(\d)\s+(\S+)(?:\s+(.*))?", re.IGNORECASE)
_PRAGMA = re.compile(r"#(?P<name>[\w-]+)\s*(?P<text>.*)")
_EXCHANGED = re.compile(r"#note\s+(?:\S+\s+)?exchanged\s+(?P<count>\d)\b.*", re.IGNORECASE)
_LINE = re.compile(r">\s*(?P<nick>[^\s:]+):\s*(?P<rest>.*)")
_END = r"\s+(?P<points>(?:\+-?|-)\d{1,6})(?:\s+(?P<total>-?\d{1,6}))?(?!\d).*"
_PLACE = r"(?:[A-Oa-o](?:1[0-5]|[1-9])|(?:1[0-5]|[1-9])[A-Oa-o])"
_FORMS = (
    (Kind.ADJUSTED, re.compile(r"(?:\S*\s+)?\((?P<what>challenge|time)\)" + _END, re.IGNORECASE)),
    (Kind.RACK_GAINED, re.compile(r"\((?P<what>[^()]+)\)" + _END)),
    (Kind.RACK_LOST, re.compile(r"\S+\s+\((?P<what>[^()]+)\)" + _END)),
    (Kind.RETURNED, re.compile(r"(?:\S+\s+)?--" + _END)),
    (Kind.PASS, re.compile(r"(?:\S+\s+)?-(?:pass|0)?" + _END, re.IGNORECASE)),
    (Kind.EXCHANGE, re.compile(r"(?:\S+\s+)?-(?P<exchanged>\d|[^\s\d-]{1,20})" + _END)),
    (Kind.PLAY, re.compile(rf"(?:\S+\s+)?(?P<place>{_PLACE})\s+(?P<word>[^\s+-]+)(?:{_END})?")),
)  # fmt: skip
_CURE = "Put the line right in the file, or leave it out."


def read_lines(text: str, *, where: str = "") -> GcgText:
    """Read a file of GCG; notes are passed over, but for one of an exchange that was written as a pass.

    Raises NotationError for other than two players and for a line of no form that is known. where: the file's place.
    """
    nicks = _players(text, where)
    told: dict[str, str] = {}
    lines: list[GcgLine] = []
    for number, line in _numbered(text):
        if line.startswith(">"):
            lines.append(_line(number, line, nicks, where))
        elif exchanged := _EXCHANGED.fullmatch(line):
            lines[-1:] = [_exchanged(one, int(exchanged["count"])) for one in lines[-1:]]
        elif match := _PRAGMA.fullmatch(line):
            told.setdefault(match["name"].lower(), match["text"])
    if len(lines) > LONGEST:
        raise NotationError(f"{len(lines)} lines are more than any game has.", where=where, cure=_CURE)
    names = dict(nicks.values())
    return GcgText((names[0], names[1]), tuple(lines), told)


def _players(text: str, where: str) -> dict[str, tuple[int, str]]:
    """Each player's seat and name by the short name; raises NotationError unless they are two."""
    nicks: dict[str, tuple[int, str]] = {}
    for number, line in _numbered(text):
        if match := _PLAYER.fullmatch(line):
            _seat(int(match[1]) - 1, match[2].casefold(), match[3] or match[2], nicks, f"{where}, line {number}")
    if len(nicks) != PLAYERS:
        cure = "Write #player1 and #player2, each with a short name and a name."
        raise NotationError("The file does not name its two players.", where=where, cure=cure)
    return nicks


def _seat(seat: int, nick: str, name: str, nicks: dict[str, tuple[int, str]], at: str) -> None:
    """Give a player a seat. Raises NotationError for a third one, and for one who sits there already."""
    if seat not in {0, 1}:
        cure = "A game of more comes back from json or csv."
        raise NotationError("GCG is read for two players.", where=at, cure=cure)
    if nick in nicks or seat in {taken for taken, _ in nicks.values()}:
        cure = "Put each game into a file of its own, and give its players different short names."
        raise NotationError("A player is named again: another game begins here.", where=at, cure=cure)
    nicks[nick] = (seat, name)


def _numbered(text: str) -> Iterator[tuple[int, str]]:
    """The lines that say something, with their numbers; a line that begins otherwise goes on with a note."""
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), start=1):
        if line.strip().startswith(("#", ">")):
            yield number, line.strip()


def _line(number: int, line: str, nicks: dict[str, tuple[int, str]], where: str) -> GcgLine:
    """What a line about the game tells."""
    at = f"{where}, line {number}"
    match = _LINE.fullmatch(line)
    if match is None or match["nick"].casefold() not in nicks:
        raise NotationError(f"{line[:60]!r} names no player of the file.", where=at, cure=_CURE)
    player = nicks[match["nick"].casefold()][0]
    for kind, form in _FORMS:
        if found := form.fullmatch(match["rest"].strip()):
            return _told(number, kind, player, found.groupdict())
    raise NotationError(f"{line[:60]!r} is no line that GCG has.", where=at, cure=_CURE)


def _told(number: int, kind: Kind, player: int, found: dict[str, str | None]) -> GcgLine:
    """A line from what its form found in it."""
    points, total, exchanged = found.get("points"), found.get("total"), found.get("exchanged") or ""
    return GcgLine(
        number,
        kind,
        player,
        None if points is None else int(points[-len(points.lstrip("+")) :]),
        None if total is None else int(total),
        found.get("place") or "",
        found.get("word") or "",
        int(exchanged) if exchanged.isdecimal() else len(exchanged),
        (found.get("what") or "").lower() if kind is Kind.ADJUSTED else found.get("what") or "",
    )


def _exchanged(line: GcgLine, count: int) -> GcgLine:
    """A pass whose note says that it was an exchange."""
    is_one = line.kind is Kind.PASS
    return GcgLine(line.number, Kind.EXCHANGE, line.player, line.points, line.total, count=count) if is_one else line
