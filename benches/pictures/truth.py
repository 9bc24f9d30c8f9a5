"""Sets of pictures with truth: what lay on the board in each, and what each play scored."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec

from pi_referee.rules.definition.library import ruleset, ruleset_names


class Frame(msgspec.Struct, frozen=True):
    """One picture and its truth: squares by name, "" for a blank.

    kind: regular (a play), exchange, withdraw, empty, static (a lone board) or names (tiles laid for fun). corners: the
    grid's outer corners in px, shown by hand, where somebody did. unknown: squares under something, not to be judged.
    """

    image: str
    kind: str
    board: Mapping[str, str]
    laid: Mapping[str, str] = {}
    stops: tuple[str, ...] = ()
    stop: str | None = None
    arrow: str | None = None
    score: int | None = None
    skip: bool = False
    corners: tuple[tuple[float, float], ...] = ()
    unknown: tuple[str, ...] = ()

    @property
    def is_play(self) -> bool:
        """Whether a play was laid whose score is known."""
        return self.kind == "regular" and self.score is not None


class TrueSet(msgspec.Struct, frozen=True):
    """A set of pictures of one game."""

    name: str
    game: str
    frames: tuple[Frame, ...]
    edition: str = "light"
    rack: int = 7


class _Named(msgspec.Struct, frozen=True):
    """Of which game a set is."""

    game: str


def sets_in(folder: Path) -> list[tuple[Path, TrueSet]]:
    """The sets in a folder of games that are played on a board, each with its own folder, by name."""
    described = ((path.parent, path.read_bytes()) for path in sorted(folder.glob("*/set.json")))
    return [(place, msgspec.json.decode(text, type=TrueSet)) for place, text in described if _has_board(text)]


def _has_board(text: bytes) -> bool:
    name = msgspec.json.decode(text, type=_Named).game
    return name in ruleset_names() and ruleset(name).has_board
