"""Marks where another card lies: it may hide one, and what a card seems to bear may be the other one's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass

import numpy as np

from vision.arrays import Flags, Floats
from vision.cards.card_frames import Frames
from vision.cards.card_sighting import Cell
from vision.cards.card_windows import HIGH, INSET, WIDE
from vision.cards.found.things_beside import SeenThings
from vision.cards.pattern import shared
from vision.cards.printed.card_marks import LIMITS as MARKS
from vision.cards.printed.marks_told import clear_marks
from vision.cards.printed.small_print import Place, Prints


@dataclass(frozen=True, slots=True)
class HiddenLimits:
    """When a mark may be hidden."""

    # How near another card's edge the middle of a mark lies of which a part is seen, in heights; that of a mark half
    # hidden lay 0.02 beside, those of 14 cards that hid none in a game's pictures 0.03 to 0.05.
    beside: float = 0.05
    # How many times the ink that is told a mark must show beside the other card's edge to be no hidden one if none is.
    shown: float = 2.0
    seems: float = 0.5  # the share of a mark from nearer from which a card seems to bear it
    # How near each other, in heights, two cards' marks lie that are one: a neighbour's 3x, told as a card's own, lay
    # 0.07 from where the neighbour itself showed it.
    one: float = 0.1
    # How far from a card's middle, as a share of the way to its edge, a mark lies at that edge: what lies beside the
    # words there may lie over it. A note of the cards' own colour hid a 2x and a 3x.
    at_edge: float = 0.4
    # The share of the deck's place for marks that is seen to be neither table nor card, from which something may lie
    # over it. Of 529 bare places on 240 drawn tables six have more; of 73 notes of the cards' own colour that were laid
    # over marks 54 have, and one over a 3x that was told as none.
    thing: float = 0.1
    # How far under another card, in widths, an edge is seen to lie that may hide a whole mark, where no card shows
    # where they stand; cards are found up to 0.08 of their height too short. It asks about 25 of 1,366 drawn cards.
    inset: float = 0.09
    # How far beside a card that laps over or under another one, in heights, a mark may lie hidden: the edge beneath is
    # told too near. Of 2,418 cards of words laid over one another 31 more are asked about, and three of the seven marks
    # that were told as none; of 2,002 on usual tables eight, and one of two.
    short: float = 0.03
    lap: float = 0.05  # the share of a card from which two are seen to lap


LIMITS = HiddenLimits()
_OF_A_MARK = np.stack(np.meshgrid([-0.25, 0.0, 0.25], [-1 / 6, 0.0, 1 / 6]), axis=-1).reshape(-1, 2)
"""Where a mark is looked at, in halves of a card's width and height from its middle."""
_AROUND: tuple[Cell, ...] = ((1, 0), (-1, 0), (0, 1), (0, -1))
_SIZE = np.array([WIDE, HIGH]) - 2 * np.array(INSET)
_FROM_EDGE = LIMITS.inset * _SIZE[0]
_AT_EDGES = INSET + np.array(
    [(x, y) for x in (_FROM_EDGE, _SIZE[0] / 2, _SIZE[0] - _FROM_EDGE) for y in (_FROM_EDGE, _SIZE[1] - _FROM_EDGE)]
)
"""Where a deck of which nothing is seen may print marks, px of the window: corners, above and below the letter."""


def may_be_hidden(frames: Frames, prints: Prints) -> Flags:
    """(k,) whether a card lies over or under another one just where the deck prints its marks.

    Where that is not known, where some card of the look clearly bears one; where none does, at any edge. The picture
    does not say which one is above. A mark's middle lies on the other card, so far that hardly any of it would be seen,
    or beside it where some ink is seen that other cards have not.
    """
    hidden, lapping = np.zeros(len(frames), bool), _lapping(frames)
    for spot, unseen, short in _spots_of_marks(prints):
        beside = np.where(prints.strange >= MARKS.strange_size, LIMITS.beside, unseen)
        far = _far_beside(frames, _places(frames, spot))
        np.fill_diagonal(far, val=np.inf)
        hidden |= (far <= beside[:, None] + short * lapping).any(axis=1)
    return hidden


def _lapping(frames: Frames) -> Flags:
    """(k, k) which cards are seen to lie over one another by more than a little."""
    flags, corners, areas = np.zeros((len(frames),) * 2, bool), frames.corners.astype(np.float32), frames.areas
    away = np.linalg.norm(frames.middles[:, None] - frames.middles[None], axis=2)
    for one, other in np.argwhere(np.triu(away < frames.heights[:, None] + frames.heights[None], 1)).tolist():
        share = shared(corners[one], corners[other]) / min(areas[one], areas[other])
        flags[one, other] = flags[other, one] = share > LIMITS.lap
    return flags


def may_lie_under(count: int, cells: Mapping[int, Cell], hidden: Set[Cell], place: Place | None) -> Flags:
    """(k,) which of so many cards bear their mark, if any, at an edge or corner beside which something seems to lie.

    cells: of the words' cards. hidden: cells in or beside the words in which something seems to lie. place: where the
    deck prints its marks, px of the window; if that is not known one may stand at any edge.
    """
    flags = np.zeros(count, bool)
    sides = _AROUND if place is None else _sides_at(*_steps(place).tolist())
    for number, (column, row) in cells.items():
        flags[number] = any((column + x, row + y) in hidden for x, y in sides)
    return flags


def under_things(frames: Frames, things: SeenThings, place: Place) -> Flags:
    """(k,) over which cards' place for marks something lies that is seen to be neither table nor card.

    place: where the deck prints them, px of the window.
    """
    sides = np.stack([frames.rights, frames.downs], axis=1)
    seen = things.at(frames.middles[:, None] + (_steps(place) + _OF_A_MARK) @ sides)
    return np.asarray(seen.mean(axis=1) > LIMITS.thing)


def _sides_at(across: float, down: float) -> list[Cell]:
    """The steps to the cells beside which a place lies, in halves of a card's width and height from its middle."""
    x, y = (int(np.sign(far)) if abs(far) >= LIMITS.at_edge else 0 for far in (across, down))
    return [step for step in ((x, 0), (0, y), (x, y)) if step != (0, 0)]


def _spots_of_marks(prints: Prints) -> Iterator[tuple[Floats, float, float]]:
    """Where marks stand, px of the window, and how far beside another card's edge, in heights, one is not seen.

    Last how much farther beside a card that laps; at edges at which nobody has seen any that is not looked for.
    """
    if prints.place is not None:
        yield prints.place, 0.0, LIMITS.short
        return
    clear = np.flatnonzero(clear_marks(prints))
    if not len(clear):
        yield from ((spot, 0.0, 0.0) for spot in _AT_EDGES)
    for number in clear:
        # Ink elsewhere than the mark, as a stain, does not tell how large the mark is.
        is_mark = np.isnan(prints.spots[number, 1]).all()
        yield prints.spots[number, 0], -_shown_to(float(prints.strange[number])) if is_mark else 0.0, LIMITS.short


def may_be_anothers(frames: Frames, prints: Prints) -> Flags:
    """(k,) whether each card seems to bear a mark where another one seems to bear its own: both have the same."""
    seem = prints.closer[:, 1:].sum(axis=1) >= LIMITS.seems
    places = _places(frames, prints.seen_at)
    near = np.linalg.norm(places[:, None] - places[None], axis=2) < LIMITS.one * frames.heights[:, None]
    np.fill_diagonal(near, val=False)
    return np.asarray(seem & (near & seem[None]).any(axis=1))


def _shown_to(ink: float) -> float:
    """How far under another card a round mark's middle may lie, in heights, so that enough ink of it is seen.

    ink: of the whole mark, as a share of the card's window.
    """
    radius = np.sqrt(ink * HIGH * WIDE / np.pi) / (HIGH - 2 * INSET[1])
    part = np.linspace(0, 1, 51)
    seen = ink * (np.arccos(part) - part * np.sqrt(1 - part**2)) / np.pi
    return float(radius * part[seen >= LIMITS.shown * MARKS.strange_size].max(initial=0))


def _places(frames: Frames, spots: Floats) -> Floats:
    """Where spots of the windows, one a card (k, 2) or one for all (2,), in their px, lie in the picture, (k, 2)."""
    steps = _steps(spots)
    return np.asarray(frames.middles + steps[..., :1] * frames.rights + steps[..., 1:] * frames.downs)


def _steps(spots: Floats) -> Floats:
    """Spots (..., 2) of the windows, in px, as halves of a card's width and height from its middle."""
    return np.asarray(2 * ((spots - INSET) / _SIZE - 0.5))


def _far_beside(frames: Frames, places: Floats) -> Floats:
    """How far beside which cards some places (n, 2) lie, in their heights, below 0 on them: (n, k)."""
    away = places[:, None] - frames.middles[None]
    sides = np.stack([frames.rights, frames.downs], axis=2)
    shares = np.abs(np.einsum("kij,nkj->nki", np.linalg.inv(sides), away))
    over = (shares - 1) * np.linalg.norm(sides, axis=1)
    return np.asarray(over.max(axis=2) / frames.heights)
