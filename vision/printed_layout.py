"""Compares the squares printed on a board with a game's layout: is this the board the game is played on?

The kind of a square is inferred from its colour against the plain squares' in the same picture, so any maker's colours
will do: squares of one kind must look alike, and unlike those of other kinds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from pi_referee.rules.board.layout import TOKENS, Layout
from pi_referee.rules.board.square import Square
from vision.arrays import Colour, Flags, Floats
from vision.geometry.find_board import board_of
from vision.geometry.layout_match import Codes, Printed
from vision.geometry.rectify import SQUARE, Squared, square_up
from vision.lighting.appearance import FLOORS, MIDDLE, patches
from vision.lighting.illumination import light_over
from vision.lighting.square_kinds import STRAY
from vision.sighting import Sighting

_GROUND = np.zeros((SQUARE, SQUARE), bool)
_GROUND[4:-4, 4:-4] = True
_GROUND[8:-8, 8:-8] = False
"""Where a square's ground is measured: a band inside its border that neither line nor icon reaches."""


@dataclass(frozen=True, slots=True)
class PrintLimits:
    """When a square, or a kind of squares, looks like another (tints in log brightness, see lighting.appearance)."""

    # A square looks like another kind if its distance to that is below this share of the distance to its own: of 12,000
    # bare squares on 50 pictures of ten sets five are so, all of them in a lamp's glow or at a dark border.
    nearer: float = 0.45
    alike: float = 0.75  # share of a kind's bare squares that look alike at least; on others glare or a shadow may lie
    same: float = 0.08  # two kinds look the same if their tints are nearer than this to each other
    same_colour: int = 140  # kinds may look the same if the layout's colours differ by less (3 channels, 0..765)


LIMITS = PrintLimits()
_MINUS = "M2"


@dataclass(frozen=True, slots=True)
class Kind:
    """The squares printed in one colour: its code, what it does (a key of TOKENS), and how it looks in the picture.

    squares: the bare ones. alike: whether they look alike. like: the code of another kind that they look like, "" if
    there is none. hue: log ratio of blue, green and red to those of plain squares.
    """

    code: str
    does: str
    squares: tuple[Square, ...]
    alike: bool
    like: str
    hue: tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Odd:
    """A square that looks like another kind than the layout says; both are codes."""

    square: Square
    should: str
    looks: str


@dataclass(frozen=True, slots=True)
class BoardCheck:
    """The result of comparing a board with a layout; tiles: squares on which something lies, or may lie."""

    kinds: tuple[Kind, ...]
    odd: tuple[Odd, ...]
    tiles: tuple[Square, ...]

    @property
    def fits(self) -> bool:
        """Whether every bare square looks as the layout says."""
        return not self.odd and all(kind.alike and not kind.like for kind in self.kinds)

    @property
    def minus(self) -> Kind | None:
        """The kind of squares that cost points, if the layout has some: players confirm which they are."""
        return next((kind for kind in self.kinds if kind.does == _MINUS), None)


def check_board(picture: Colour, look: Sighting, layout: Layout) -> BoardCheck:
    """Compare the board in a picture with a layout; look: what was seen on it, preferably nothing."""
    printed = Printed.of(layout)
    kinds = printed.codes.ravel()
    # A square that may be bare is compared: an unexpected print puts it in doubt, too.
    perhaps = {doubt.square for doubt in look.doubts if doubt.may_be_letter}
    lying = {*look.board, *look.stops, *look.covered, *perhaps}
    bare = np.array([square not in lying for square in layout.squares()])
    tints = _tints(square_up(picture, board_of(look.quad, layout.size), layout.size), printed.is_plain)
    homes = {str(code): np.median(tints[bare & (kinds == code)], axis=0) for code in np.unique(kinds[bare])}
    odd = tuple(_odd(tints, homes, kinds, bare))
    found = tuple(_kind(code, homes, kinds, bare, odd, layout) for code in homes)
    return BoardCheck(found, odd, tuple(sorted(lying)))


def _tints(squared: Squared, is_plain: Flags) -> Floats:
    """Every square's tints in even light, (n * n, 8): hue and brightness of its ground and of its middle."""
    cells = patches(squared)
    floor = FLOORS.share * float(cells.mean())
    ground = np.median(cells[:, _GROUND], axis=1)
    middle = np.median(cells[:, MIDDLE, MIDDLE].reshape(len(cells), -1, 3), axis=1)
    parts = [np.log(part + floor) for part in (ground, middle)]
    # Whatever is printed in a square's middle, its ground is smooth: light is measured on all plain squares.
    light = light_over(parts[0], np.zeros(len(cells)), is_plain, squared.size)
    steps = [part - light for part in parts]
    bright = [step.mean(axis=1, keepdims=True) for step in steps]
    return np.hstack([steps[0] - bright[0], bright[0] / 2, steps[1] - bright[1], bright[1] / 2])


def _distance(tints: Floats, other: Floats) -> Floats:
    """The distance of tints, of ground and middle together."""
    return np.asarray(np.abs(tints - other).sum(axis=-1) / 2)


def _kind(
    code: str, homes: Mapping[str, Floats], kinds: Codes, bare: Flags, odd: Sequence[Odd], layout: Layout
) -> Kind:
    """What the bare squares of one kind look like."""
    places = tuple(Square(*divmod(int(place), layout.size)) for place in np.flatnonzero((kinds == code) & bare))
    strangers = sum(one.should == code for one in odd)
    others = {name: float(_distance(homes[code], home)) for name, home in homes.items() if name != code}
    like = [name for name in others if others[name] < LIMITS.same and _should_differ(layout, code, name)]
    blue, green, red = (round(float(part), 3) for part in homes[code][:3])
    return Kind(
        code,
        layout.token(places[0]),
        places,
        alike=strangers <= (1 - LIMITS.alike) * len(places),
        like=min(like, key=others.__getitem__, default=""),
        hue=(blue, green, red),
    )


def _should_differ(layout: Layout, code: str, other: str) -> bool:
    """Whether the layout prints two kinds in clearly different colours."""
    one, two = (np.array([int(layout.colours[name][at : at + 2], 16) for at in (1, 3, 5)]) for name in (code, other))
    return int(np.abs(one - two).sum()) >= LIMITS.same_colour


def _odd(tints: Floats, homes: Mapping[str, Floats], kinds: Codes, bare: Flags) -> Iterator[Odd]:
    """The bare squares that look like another kind and not like their own."""
    names = list(homes)
    away = np.stack([_distance(tints, homes[name]) for name in names], axis=1)
    size = round(len(tints) ** 0.5)
    for place in np.flatnonzero(bare):
        own = names.index(str(kinds[place]))
        nearest = int(away[place].argmin())
        if nearest != own and away[place, own] > STRAY and away[place, nearest] < LIMITS.nearer * away[place, own]:
            yield Odd(Square(*divmod(int(place), size)), names[own], names[nearest])


def as_json(check: BoardCheck) -> dict[str, object]:
    """A comparison as JSON."""
    minus = check.minus
    return {
        "fits": check.fits,
        "kinds": [
            {
                "code": kind.code, "does": kind.does, "means": TOKENS[kind.does], "squares": len(kind.squares),
                "alike": kind.alike, "looks_like": kind.like or None, "hue": list(kind.hue),
            }
            for kind in check.kinds
        ],
        "differs": [{"square": str(one.square), "should": one.should, "looks_like": one.looks} for one in check.odd],
        "tiles": [str(square) for square in check.tiles],
        "minus": None if minus is None else {
            "code": minus.code, "squares": [str(square) for square in minus.squares], "seen": minus.like != ".",
        },
    }  # fmt: skip
