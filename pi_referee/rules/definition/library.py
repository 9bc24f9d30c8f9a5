"""The games that come with pi-referee, and any other that somebody describes in a file."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from pi_referee.errors import GameFileError
from pi_referee.rules.definition.gamefile import read_game_file
from pi_referee.rules.definition.ruleset import Ruleset

_GAMES = Path(__file__).parents[1] / "games"


def ruleset_names() -> tuple[str, ...]:
    """The games that come with pi-referee."""
    return tuple(sorted(path.stem for path in _GAMES.glob("*.toml")))


@cache
def ruleset(name: str) -> Ruleset:
    """A game that comes with pi-referee, by its name.

    Raises GameFileError naming the games there are. Reads the game's file the first time.
    """
    if name not in ruleset_names():
        raise GameFileError(
            f"There is no game {name!r}.", where="game", cure=f"The games are {', '.join(ruleset_names())}."
        )
    return read_ruleset(_GAMES / f"{name}.toml")


def read_ruleset(path: Path) -> Ruleset:
    """A game described in a file of one's own, checked.

    Its board is a file in boards/ beside it, or one that comes with pi-referee: alfapet, literaki, scrabble.
    Raises GameFileError: the message names the file, the line or key, and what to do.
    """
    return read_game_file(path, _GAMES / "boards")
