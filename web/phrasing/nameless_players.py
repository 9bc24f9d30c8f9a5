"""Players who have not told their names."""

from __future__ import annotations

from collections.abc import Sequence


def is_unnamed(players: Sequence[str]) -> bool:
    """Whether a game was begun by the program itself, with a letter for each player.

    >>> is_unnamed(("A", "B")), is_unnamed(("Anna", "Bo")), is_unnamed(("B",))
    (True, False, False)
    """
    return list(players) == ["A", "B", "C", "D"][: len(players)]
