"""The played records in shared/records as games, with what their comments tell besides the plays."""

from __future__ import annotations

import re
import tarfile
from collections import deque
from collections.abc import Iterator, Mapping
from pathlib import Path

from pi_referee.rules.course.game import Game
from pi_referee.text_game.scorebook import read_scorebook
from pi_referee.text_game.text_score import outcomes

_HEAD = re.compile(r"; (game|players|set) (.*)")
_APART = re.compile(r"^; (?:bonus|(t)ime) (\w) ([+-]\d+)", re.MULTILINE)


def record_texts(archive: Path) -> Iterator[tuple[str, str]]:
    """Each record's name and text, in the archive's order."""
    with tarfile.open(archive) as records:
        for member in records:
            file = records.extractfile(member)
            if file is not None and member.name.endswith(".txt"):
                yield Path(member.name).stem, file.read().decode("utf-8")


def players_of(text: str) -> tuple[str, ...]:
    """Who played a record."""
    return tuple(_head(text)["players"].split(","))


def record_game(text: str) -> Game:
    """A record as a game; challenge bonuses and time penalties stand in its comments, and so does how racks counted.

    Raises NotationError or GameFileError for a record that is no game here.
    """
    head = _head(text)
    switches = dict(told.split("=", 1) for told in head.get("set", "").split())
    switches |= {"end.transfer_to_finisher": "twice"} if "; end 2x" in text else {}
    lines = read_scorebook(_APART.sub(_as_line, text))
    told = outcomes(lines, head["game"], players=players_of(text), switches=switches)
    return deque(told, maxlen=1)[-1].game


def _as_line(told: re.Match[str]) -> str:
    """Points outside the plays, as a scorebook has them."""
    return f"~{told[2]}:{told[3]}{told[1] or ''}"


def _head(text: str) -> Mapping[str, str]:
    """What a record's first lines say; several switches stand in one line, apart by spaces."""
    told: dict[str, str] = {}
    for match in filter(None, map(_HEAD.match, text.splitlines())):
        told[match[1]] = f"{told.get(match[1], '')} {match[2]}".strip()
    return told
