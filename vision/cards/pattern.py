"""Which cards lie edge to edge, and the cell that each fills: columns a card's width apart, rows a card's height."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import takewhile

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Flags, Floats
from vision.cards.card_frames import Frames
from vision.cards.card_sighting import Cell


@dataclass(frozen=True, slots=True)
class PatternLimits:
    """When two cards are neighbours; a step of 1 is a card's width or height.

    Cards lie some mm apart or overlap by up to a fifth, each crooked by a few degrees.
    """

    nearest: float = 0.7  # the least step from one to the next
    farthest: float = 1.36  # the largest
    aside: float = 0.42  # how far the next one may lie beside the line
    crooked: float = 17.0  # the largest angle between neighbours, degrees
    off_line: float = 0.38  # how far from a cell's middle a card may lie that something parts from the words, in steps
    gap: int = 4  # the most steps from it to the nearest card of the words
    # How far off its one neighbour's place a card at an end of the words lies, in steps, if it may lie aside: an E laid
    # aside had 0.38, of 891 cards of the words none has 0.3.
    loose: float = 0.3


LIMITS = PatternLimits()
_FARTHEST = 1.6
"""Farther away than so many heights no card is a neighbour; a quick look before the steps are worked out."""

_WAYS: tuple[Cell, ...] = ((1, 0), (-1, 0), (0, 1), (0, -1))
Ways = NDArray[np.int_]
Places = NDArray[np.int_]


@dataclass(frozen=True, slots=True)
class Group:
    """Cards that lie edge to edge: number -> cell, and the numbers of those that two neighbours place differently."""

    cells: dict[int, Cell]
    unsure: frozenset[int]


def aligned(frames: Frames, first: Flags | None = None, *, all_alike: bool = False) -> Frames:
    """The cards, each thought to stand as its neighbours do, as far as their sides tell it.

    first: (k,) those of which it is known how they stand. all_alike: as all others do, neighbours or not.
    """
    flipped, known = np.zeros(len(frames), bool), np.zeros(len(frames), bool)
    lies_beside = np.ones((len(frames), len(frames)), bool) if all_alike else _ways(frames) >= 0
    for start in range(len(frames)) if first is None else np.argsort(~first, kind="stable").tolist():
        queue = [] if known[start] else [start]
        known[start] = True
        while queue:
            one = queue.pop()
            for other in (int(number) for number in np.nonzero(lies_beside[one] & ~known)[0]):
                is_same = float(frames.downs[one] @ frames.downs[other]) > 0
                flipped[other], known[other] = flipped[one] ^ (not is_same), True
                queue.append(other)
    return frames.turned(flipped)


def groups_of(frames: Frames) -> list[Group]:
    """The cards that lie edge to edge, the largest group first; each card stands as its neighbours do."""
    left, groups, ways = set(range(len(frames))), [], _ways(frames)
    while left:
        group = _group(ways, min(left), left)
        left -= set(group.cells)
        groups.append(group)
    return sorted(groups, key=lambda group: -len(group.cells))


def _group(ways: Ways, start: int, left: set[int]) -> Group:
    cells, unsure, queue = {start: (0, 0)}, set[int](), deque([start])
    while queue:
        one = queue.popleft()
        for other in (int(number) for number in np.flatnonzero(ways[one] >= 0) if number in left):
            step = _WAYS[ways[one, other]]
            cell = (cells[one][0] + step[0], cells[one][1] + step[1])
            if other not in cells:
                if cell in cells.values():
                    unsure.add(other)
                cells[other] = cell
                queue.append(other)
            elif cells[other] != cell:
                unsure |= {one, other}
    return Group(cells, frozenset(unsure))


def _ways(frames: Frames) -> Ways:
    """Which of _WAYS leads from each card to each of its neighbours, as it stands itself, (k, k); -1 to all others."""
    there = frames.middles[None] - frames.middles[:, None]
    lengths, dots = np.linalg.norm(frames.downs, axis=1), frames.downs @ frames.downs.T
    near = np.linalg.norm(there, axis=2) <= 2 * _FARTHEST * np.maximum(lengths[:, None], lengths[None])
    straight = np.abs(dots) >= np.cos(np.deg2rad(LIMITS.crooked)) * lengths[:, None] * lengths[None]
    ways = np.full(near.shape, -1)
    one, other = np.nonzero(near & straight & ~np.eye(len(frames), dtype=bool))
    away, back = _away(frames, one, there[one, other]), _away(frames, other, there[other, one])
    steps = 0.5 * (away - back * np.sign(dots[one, other])[:, None])
    for number, way in reversed(list(enumerate(_WAYS))):
        along, beside = steps @ way, np.abs(steps @ (way[1], way[0]))
        fits = (LIMITS.nearest < along) & (along < LIMITS.farthest) & (beside < LIMITS.aside)
        ways[one[fits], other[fits]] = number
    return ways


def _away(frames: Frames, numbers: Places, there: Floats) -> Floats:
    """Ways in px, (n, 2), in the widths and heights of so many cards."""
    sides = 2 * np.stack([frames.rights[numbers], frames.downs[numbers]], axis=2)
    return np.asarray(np.linalg.solve(sides, there[:, :, None])[:, :, 0])


def from_top_left(cells: dict[int, Cell]) -> dict[int, Cell]:
    """The cells counted from the pattern's leftmost column and uppermost row."""
    left, top = (min(cell[axis] for cell in cells.values()) for axis in (0, 1))
    return {number: (column - left, row - top) for number, (column, row) in cells.items()}


def astray(frames: Frames, cells: dict[int, Cell]) -> Floats:
    """How far each card lies from where its neighbours' other steps would have it, (k,), in its widths and heights.

    Where two cards alone lie beside each other that way, straight beside. 0 for a card without such neighbours.
    """
    off = np.zeros(len(frames))
    for pairs, apart in _apart(frames, cells):
        np.maximum.at(off, pairs[0], apart[0])
        np.maximum.at(off, pairs[1], apart[1])
    return off


def loose(frames: Frames, cells: dict[int, Cell]) -> set[int]:
    """The cards at an end of the words that lie so far off their one neighbour that they may lie aside."""
    off, count = np.zeros(len(frames)), np.zeros(len(frames), int)
    for pairs, apart in _apart(frames, cells):
        for one in pairs:
            np.maximum.at(off, one, apart.max(axis=0))
            np.add.at(count, one, 1)
    return set(np.flatnonzero((count == 1) & (off >= LIMITS.loose)).tolist())


def _apart(frames: Frames, cells: dict[int, Cell]) -> Iterator[tuple[Places, Floats]]:
    """All neighbours across and then down, (2, n), and how far off the others' steps they lie by both's sides."""
    at = {cell: number for number, cell in cells.items()}
    for x, y in _WAYS[::2]:
        pairs = [(number, at[i + x, j + y]) for (i, j), number in at.items() if (i + x, j + y) in at]
        if not pairs:
            continue
        one, other = np.array(pairs).T
        there = frames.middles[other] - frames.middles[one]
        steps = np.stack([_away(frames, one, there), _away(frames, other, there)])
        usual = np.median(steps, axis=(0, 1))
        usual = np.where((x, y), usual, 0.0) if len(pairs) == 1 else usual
        yield np.stack([one, other]), np.abs(steps - usual).max(axis=2)


def parted(frames: Frames, groups: list[Group]) -> dict[int, Cell]:
    """Cards beside the largest group that may belong to it, with their cells: as if something hid those between.

    Each group as a whole lies in cells of the largest one, continued by its own steps, and none far from it.
    """
    if not groups or len(groups[0].cells) < 2:
        return {}
    main = groups[0].cells
    steps = _fitted(frames, main)
    found: dict[int, Cell] = {}
    for group in groups[1:]:
        places = {number: np.linalg.solve(steps[:, :2], frames.middles[number] - steps[:, 2]) for number in group.cells}
        cells = {number: (round(float(x)), round(float(y))) for number, (x, y) in places.items()}
        if all(_fits(frames, main, places[number], cells[number], number) for number in cells):
            found |= cells
    return found


def between(words: Iterable[Cell], apart: Iterable[Cell]) -> set[Cell]:
    """The free cells in a row or column between cards that something parts from the words and the nearest others."""
    apart = set(apart)
    taken = {*words, *apart}
    found = set[Cell]()
    for x, y in apart:
        for across, down in _WAYS:
            line = [(x + step * across, y + step * down) for step in range(1, 1 + LIMITS.gap)]
            free = list(takewhile(lambda cell: cell not in taken, line))
            found |= set(free) if len(free) < len(line) else set()
    return found


def hanging(cells: dict[int, Cell], doubtful: set[int]) -> set[int]:
    """The cards that hang together with most of the words only by cards of which it is doubtful that they are any."""
    left, most = {cell: number for number, cell in cells.items() if number not in doubtful}, set[int]()
    while left:
        queue, part = [left.popitem()], set[int]()
        while queue:
            (x, y), number = queue.pop()
            part.add(number)
            beside = [(x + across, y + down) for across, down in _WAYS]
            queue += [(cell, left.pop(cell)) for cell in beside if cell in left]
        most = max(most, part, key=len)
    return set(cells) - doubtful - most


def crooked_beside(frames: Frames, words: Group, farthest: float = LIMITS.farthest) -> dict[int, set[Cell]]:
    """Cards that lie in free cells where neighbours of the words' cards would, however they are turned.

    farthest: the largest step from one to the next.
    """
    inside, others = np.array(list(words.cells)), [one for one in range(len(frames)) if one not in words.cells]
    one, other = (numbers.ravel() for numbers in np.meshgrid(inside, np.array(others, int), indexing="ij"))
    away = _away(frames, one, frames.middles[other] - frames.middles[one])
    aside, along = np.sort(np.abs(away), axis=1).T
    fits = (LIMITS.nearest < along) & (along < farthest) & (aside < LIMITS.aside)
    taken, found = set(words.cells.values()), dict[int, set[Cell]]()
    for number, beside, step in zip(other[fits], one[fits], away[fits], strict=True):
        way = np.where(np.abs(step) == np.abs(step).max(), np.sign(step), 0).astype(int)
        cell = (words.cells[int(beside)][0] + int(way[0]), words.cells[int(beside)][1] + int(way[1]))
        if cell not in taken:
            found.setdefault(int(number), set()).add(cell)
    return found


def askew(frames: Frames, groups: list[Group]) -> set[Cell]:
    """The free cells beside the largest group that cards fill crookedly, and those farther on that lie beside these."""
    if not groups or len(groups[0].cells) < 2:
        return set()
    beside = crooked_beside(frames, groups[0])
    steps, taken = _fitted(frames, groups[0].cells), set(groups[0].cells.values())
    farther = [number for group in groups[1:] if group.cells.keys() & beside for number in group.cells]
    places = (np.linalg.solve(steps[:, :2], frames.middles[number] - steps[:, 2]) for number in farther)
    cells = {(round(float(x)), round(float(y))) for x, y in places}
    return set().union(*beside.values()) | cells - taken


def lying_over(frames: Frames, words: Group, least: float = 0.0) -> set[int]:
    """Other cards that lie over one of the words, or under it, with more than that share of themselves."""
    corners = frames.corners.astype(np.float32)
    return {
        number
        for number in range(len(frames))
        if number not in words.cells
        and any(shared(corners[number], corners[other]) > least * frames.areas[number] for other in words.cells)
    }


def shared(one: NDArray[np.float32], other: NDArray[np.float32]) -> float:
    """The area that two quads (4, 2) share, px²."""
    return float(cv2.intersectConvexConvex(one, other)[0])


def torn_off(frames: Frames, groups: list[Group]) -> list[Group]:
    """Other words near the largest group and as straight, of which it cannot be told in which cells they lie."""
    if not groups or len(groups[0].cells) < 2:
        return []
    main, apart = list(groups[0].cells), parted(frames, groups)
    return [group for group in groups[1:] if len(group.cells) > 1 and not apart.keys() & group.cells.keys()
            and _is_near(frames, main, list(group.cells))]  # fmt: skip


def _is_near(frames: Frames, main: list[int], others: list[int]) -> bool:
    """Whether some cards lie within a few cells of others, and stand as straight."""
    one = frames.downs[main].mean(axis=0)
    turn = _turn(one, frames.downs[others].mean(axis=0))
    far = np.linalg.norm(frames.middles[main][:, None] - frames.middles[others][None], axis=2).min()
    return bool(turn > np.cos(np.deg2rad(LIMITS.crooked)) and far < LIMITS.gap * 2 * np.linalg.norm(one))


def _fitted(frames: Frames, cells: dict[int, Cell]) -> Floats:
    """The steps right and down, and the first cell's middle, that fit a group best, (2, 3) in px."""
    numbers = list(cells)
    known = np.column_stack([np.array([cells[number] for number in numbers], float), np.ones(len(numbers))])
    # Cards in one line tell only one step: the other is taken from the cards' own sides.
    own = np.array([frames.rights[numbers].mean(axis=0) * 2, frames.downs[numbers].mean(axis=0) * 2])
    weighed = np.vstack([known, [[0.3, 0, 0], [0, 0.3, 0]]])
    wanted = np.vstack([frames.middles[numbers], 0.3 * own])
    return np.asarray(np.linalg.lstsq(weighed, wanted, rcond=None)[0].T)


def _fits(frames: Frames, main: dict[int, Cell], place: Floats, cell: Cell, number: int) -> bool:
    """Whether a card lies in a free cell near the words, and as straight as they do."""
    away = min(abs(cell[0] - other[0]) + abs(cell[1] - other[1]) for other in main.values())
    turn = _turn(frames.downs[list(main)].mean(axis=0), frames.downs[number])
    is_straight = turn > np.cos(np.deg2rad(LIMITS.crooked / 2))
    return bool(0 < away <= LIMITS.gap and np.abs(place - cell).max() < LIMITS.off_line and is_straight)


def _turn(one: Floats, other: Floats) -> float:
    """The cosine of the angle between two ways, whichever of both directions they point in."""
    return abs(float(one @ other)) / max(float(np.linalg.norm(one) * np.linalg.norm(other)), 1e-9)
