"""Games that were played and written down by others: every play scores what their record says."""

from __future__ import annotations

import json
import re
import tarfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pytest

from pi_referee.text_game.score_rows import Row
from pi_referee.text_game.scorebook import read_scorebook
from pi_referee.text_game.text_score import score_lines

_BESIDE = (folder / "shared" / "records" for folder in Path(__file__).parents)
PLACE = next((folder for folder in _BESIDE if folder.is_dir()), Path("nowhere"))


_HEAD = re.compile(r"; (game|players|set) (.*)")
_TOLD = re.compile(r"(\w) ([+-]-?\d+) (-?\d+)")
_APART = re.compile(r"(?:bonus|time) (\w) ([+-]\d+)")

pytestmark = pytest.mark.skipif(
    not (PLACE / "games.tar.xz").is_file(), reason="the played records lie beside the project, and not here"
)


def games() -> Iterator[tuple[str, str]]:
    """Every game's name and text."""
    with tarfile.open(PLACE / "games.tar.xz") as archive:
        for member in archive:
            file = archive.extractfile(member)
            if file is not None and member.name.endswith(".txt"):
                yield Path(member.name).stem, file.read().decode("utf-8")


def scored(text: str) -> list[Row]:
    """The rows that the game's plays give."""
    told = [(match[1], match[2]) for match in map(_HEAD.match, text.splitlines()) if match]
    head = dict(told)
    switches = dict(value.split("=", 1) for name, value in told if name == "set")
    players = head["players"].split(",")
    return list(score_lines(read_scorebook(text), head["game"], players=players, switches=switches))


def compared(text: str, rows: Sequence[Row], known: Mapping[str, str]) -> Iterator[bool]:
    """For each play of a record that tells points: player, points and total agree, and nothing is refused.

    known: numbers of lines where the record itself is wrong.
    """
    following, apart = iter(rows), dict[str, int]()
    for number, line in enumerate(text.splitlines(), start=1):
        code, _, comment = (part.strip() for part in line.partition(";"))
        if (other := _APART.match(comment)) and not code:
            apart[other[1]] = apart.get(other[1], 0) + int(other[2])
        if not code:
            continue
        row, told = next(following), _TOLD.match(comment)
        if str(number) in known:
            return
        yield not row["infractions"]
        if told:
            yield row["player"] == told[1]
            yield row["score"] == int(told[2].replace("+", ""))
            yield row["totals"][told[1]] + apart.get(told[1], 0) == int(told[3])


def test_every_played_game_scores_as_it_was_written_down() -> None:
    """Two thousand evenings of others are the rules' longest test; a line whose record is wrong ends its game here."""
    wrong = json.loads((PLACE / "known.json").read_text(encoding="utf-8"))
    agreed = {name: list(compared(text, scored(text), wrong.get(name, {}))) for name, text in games()}

    assert len(agreed) > 1000
    assert sum(map(len, agreed.values())) > 60_000
    assert [name for name, found in agreed.items() if not all(found)] == []
