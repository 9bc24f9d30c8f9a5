"""What would make the camera's picture better, and whether the board is the game's, told to the page as JSON."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import cast

from hardware.button import Clock
from hardware.camera import Picture
from pi_referee.errors import PictureError
from pi_referee.rules.layout import Layout
from pi_referee.rules.library import ruleset, ruleset_names
from vision.advice import advise, explained
from vision.eye import Eye
from vision.locate import locate, quad_of
from vision.printed import as_json, check_board
from vision.sighting import Edition, NotSeen

EVERY = 2.0
"""Seconds for which advice is good: the board need not be sought in every picture of a live preview."""

Told = list[dict[str, object]]


class Adviser:
    """Gives advice on the pictures of a preview, anew every two seconds."""

    def __init__(self, layout: Callable[[], Layout | None], *, clock: Clock = time.monotonic) -> None:
        """Advise on pictures of a board; layout: that of the game that is played, None if there is none."""
        self._layout = layout
        self._clock = clock
        self._told: Told = []
        self._due = -math.inf

    def advice(self, picture: Picture) -> Told:
        """What would make a picture better, the most pressing first; empty if it is good or nobody can tell."""
        layout = self._layout()
        if layout is not None and self._clock() >= self._due:
            found = locate(picture, layout)
            corners = found if isinstance(found, NotSeen) else quad_of(found, layout.size)
            self._told = [one.row for one in advise(picture, corners, layout)]
            self._due = self._clock() + EVERY
        return self._told


def compared(picture: Picture, game: str, edition: str) -> dict[str, object]:
    """How the board in a picture compares with a game's; raises PictureError if no board is found or no such game."""
    if game not in ruleset_names() or edition not in {"light", "dark"}:
        raise PictureError("There is no such game.", cure="Choose one of those there are.")
    rules = ruleset(game)
    look = Eye(rules, cast("Edition", edition)).see(picture)
    if isinstance(look, NotSeen):
        reason = explained(picture, look, rules.layout)
        raise PictureError(reason.reason, cure=reason.cure)
    return as_json(check_board(picture, look, rules.layout))
