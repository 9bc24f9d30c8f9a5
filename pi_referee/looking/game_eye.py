"""The eye for whatever game is played, and the corners the house has shown: one way of looking for everybody here."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import cast

import numpy as np

from hardware.camera import Picture
from pi_referee.errors import GameFileError
from pi_referee.gettext_mark import say
from pi_referee.looking.card_sight import CardSight, assumed_deck
from pi_referee.rules.board.deck import Deck
from pi_referee.rules.board.layout import Layout
from pi_referee.rules.board.square import Square
from pi_referee.rules.course.happenings import GameBegan
from pi_referee.rules.course.refusal import Refusal
from pi_referee.rules.definition.editions import TOLD_BY_PICTURE
from pi_referee.rules.definition.library import ruleset
from pi_referee.table_link import corners
from pi_referee.table_link.corners import Corners, Fit, Points
from pi_referee.table_link.table_messages import Advice
from vision.arrays import sides_of
from vision.eye import Eye
from vision.geometry.find_board import locate, quad_of
from vision.geometry.shown_corners import pulled
from vision.letters.household_tiles import LearntTile
from vision.sighting import BoardLook, Edition, NotSeen, Quad, Sighting

ASTRAY = 0.5
"""Corners that lie further than so many squares from the board the eye found are no longer the board's."""

MOVED = NotSeen(
    say("The board no longer lies between the corners that were shown."),
    say("The board or the camera has moved, or something lies over the board: show the corners again, or forget them."),
    Refusal.MOVED,
)


@dataclass(frozen=True, slots=True)
class Found:
    """Where board or cards lie in a picture, in px; or why they cannot be found.

    corners: how shown corners stand. advice: what would make the picture better.
    """

    place: Quad | NotSeen
    corners: Fit = ""
    advice: tuple[Advice, ...] = ()


@dataclass(slots=True)
class Sight:
    """Looks at pictures with the eye of one game.

    began: gives the game. shown: file of the corners that were shown; it is read at every look, since the page may
    write it at any time. tell: hears how those corners stand whenever a turn was looked at. learnt: the tiles of the
    household's own set. deck: gives the household's own cards. cards: the eye for a game that is played with cards.
    """

    began: Callable[[], GameBegan]
    shown: Path | None = None
    tell: Callable[[Fit], None] = field(default=lambda _: None)
    learnt: Sequence[LearntTile] = ()
    deck: Callable[[str], Deck] = assumed_deck
    cards: CardSight = field(init=False)
    _eye: Eye | None = field(default=None, init=False)
    _for: GameBegan | None = field(default=None, init=False)
    _left: Corners | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        """The eye for cards looks for the same game."""
        self.cards = CardSight(self.began, self.deck)

    def warm_up(self) -> None:
        """Have the eye ready that the game needs: the first look is then as quick as any."""
        if ruleset(self.began().game).has_board:
            self.prepare()
        else:
            with suppress(GameFileError):  # whoever presses is told
                self.cards.prepare()

    def prepare(self) -> Eye:
        """The eye for the game that is being played: another game, another board. The first one takes a moment."""
        began = self.began()
        if self._eye is None or began != self._for:
            rules = ruleset(began.game).agree(began.switches)
            edition = None if began.edition == TOLD_BY_PICTURE else cast("Edition", began.edition)
            self._eye = Eye(rules, edition, learnt=self.learnt)
            self._for = began
        return self._eye

    def know(self, learnt: Sequence[LearntTile]) -> None:
        """Look with these tiles in mind from the next look on."""
        self.learnt = learnt
        self._eye = None

    def see(self, picture: Picture, known: Collection[Square] = ()) -> BoardLook:
        """Look at a picture; where no board is found, or the house wants it, between the corners that were shown.

        Those are only used while the printed squares say that the board still lies there: nothing is read on a board
        that has moved away. known: squares with letters that were agreed.
        """
        kept = corners.read(self.shown) if self.shown else None
        seen, fit = self._see(picture, kept, known)
        self.tell(fit)
        return seen

    def find(self, picture: Picture) -> Found:
        """Where the board lies, as `see` would take it, without reading it."""
        kept = corners.read(self.shown) if self.shown else None
        layout = self.layout
        if kept is not None and kept.always:
            return self._between(picture, kept, MOVED)
        to_board = locate(picture, layout)
        if isinstance(to_board, NotSeen):
            return Found(to_board) if kept is None else self._between(picture, kept, to_board)
        quad = quad_of(to_board, layout.size)
        return Found(quad, self._compared(kept, quad, picture) if kept else "")

    @property
    def layout(self) -> Layout:
        """The board of the game that is being played."""
        return ruleset(self.began().game).layout

    def _see(self, picture: Picture, kept: Corners | None, known: Collection[Square]) -> tuple[BoardLook, Fit]:
        eye = self.prepare()
        seen = MOVED if kept is not None and kept.always else eye.see(picture, known=known)
        if kept is None:
            return seen, ""
        if isinstance(seen, Sighting):
            return seen, self._compared(kept, seen.quad, picture)
        found = self._between(picture, kept, seen)
        return (eye.see(picture, found.place, known) if isinstance(found.place, Quad) else found.place), found.corners

    def _between(self, picture: Picture, kept: Corners, reason: NotSeen) -> Found:
        """The board between the shown corners, if it still lies there; else the reason why no board is seen."""
        quad = None if kept == self._left else pulled(picture, in_pixels(kept.points, picture), self.layout)
        if quad is not None:
            return Found(quad, "used")
        return Found(replace(reason, cure=MOVED.cure), "unfit")

    def _compared(self, kept: Corners, quad: Quad, picture: Picture) -> Fit:
        """How shown corners stand where the eye found the board; once it lay elsewhere they are not used again."""
        if astray(in_pixels(kept.points, picture), quad, self.layout.size) > ASTRAY:
            self._left = kept
        return "unfit" if kept == self._left else "kept"


def in_pixels(points: Points, picture: Picture) -> Quad:
    """Corners in px of a picture."""
    height, width = picture.shape[:2]
    first, second, third, fourth = ((across * width, down * height) for across, down in points)
    return Quad((first, second, third, fourth))


def in_shares(quad: Quad, picture: Picture) -> Points:
    """Corners as shares of a picture, whatever its size."""
    height, width = picture.shape[:2]
    first, second, third, fourth = ((across / width, down / height) for across, down in quad.corners)
    return first, second, third, fourth


def astray(shown: Quad, found: Quad, size: int) -> float:
    """How far shown corners are from found ones at most, in squares, whichever of the board's sides is its top."""
    theirs = np.array(found.corners)
    square = float(sides_of(theirs).mean()) / size
    turned = (np.roll(theirs, turn, axis=0) for turn in range(4))
    return min(float(np.linalg.norm(np.array(shown.corners) - other, axis=1).max()) for other in turned) / square
