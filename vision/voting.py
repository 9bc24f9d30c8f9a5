"""Combines several looks at one table, by a vote of quick frames on each square."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from pi_referee.rules.board.square import Square
from vision.sighting import Choices, Doubt, Reading, Sighting, Why

NOTHING, STOP = ".", "#"


def vote(looks: Sequence[Sighting]) -> Sighting:
    """The combined result of several looks at the same board.

    A square is confident if more than half of the looks are confident of the same thing there, no look is confident of
    another, and it is the likeliest to those in doubt, too. Every other square is in doubt with the mean shares of all
    looks, so also one on which two confident looks contradict each other. Where the board is comes from the newest
    look. looks: one at least, oldest first; one alone is returned as it is.
    """
    if len(looks) == 1:
        return looks[0]
    squares = sorted({square for look in looks for square in (*look.board, *look.stops, *look.doubted)})
    told = {square: [_told(look, square) for look in looks] for square in squares}
    agreed = {square: found for square, shares in told.items() if (found := _agreed(shares)) is not None}
    unsure = [square for square in squares if square not in agreed]
    doubts = tuple(Doubt(square, _together(told[square]), _why(looks, square)) for square in unsure)
    return replace(
        looks[-1],
        board={square: read for square, read in agreed.items() if read.letter not in {NOTHING, STOP}},
        stops=frozenset(square for square, read in agreed.items() if read.letter == STOP),
        doubts=doubts,
        covered=frozenset().union(*(look.covered for look in looks)) & frozenset(unsure),
        milliseconds=_spent(looks),
        trace=(),
    )


def as_before(first: Sighting, later: Sighting, known: Collection[Square]) -> Sighting:
    """A later look at a table that has moved, as far as an earlier one does not deny it.

    A square of which both are sure, and not of the same, is in doubt: a tile was laid or taken away in between. known:
    squares of which the later look is believed all the same.
    """
    squares = {*first.board, *first.stops, *later.board, *later.stops}.difference(known)
    both = {square: [_told(look, square) for look in (first, later)] for square in squares}
    denied = {square: told for square, told in both.items() if _contradict(told)}
    if not denied:
        return later
    doubts = (Doubt(square, _together(told), Why.FRAMES_DIFFER) for square, told in denied.items())
    return replace(
        later,
        board={square: read for square, read in later.board.items() if square not in denied},
        stops=later.stops - denied.keys(),
        doubts=tuple(sorted((*later.doubts, *doubts), key=lambda doubt: doubt.square)),
    )


def can_settle(looks: Sequence[Sighting], among: Iterable[Square], most: int) -> bool:
    """Whether further looks, up to most in all, could still settle one of these squares.

    among: the squares in doubt that matter. A square that was confident in too few looks cannot reach more than half.
    """
    left = most - len(looks)
    return left > 0 and any(_sure_of(looks, square) + left > most / 2 for square in among)


def _sure_of(looks: Sequence[Sighting], square: Square) -> int:
    """How many looks are confident of the same thing on a square; 0 if two are confident of different things."""
    sure = Counter(_sure(shares) for look in looks if _sure(shares := _told(look, square)) is not None)
    return next(iter(sure.values())) if len(sure) == 1 else 0


def _told(look: Sighting, square: Square) -> Choices | Reading:
    """A look's result for a square: a confident reading ("." for nothing, "#" for a stop tile), or its choices."""
    if doubt := look.doubt_of(square):
        return doubt.choices
    if square in look.stops:
        return Reading(STOP, 1.0)
    return look.board.get(square, Reading(NOTHING, 1.0))


def _why(looks: Sequence[Sighting], square: Square) -> Why:
    """That looks which are sure differ, or else the reason of the newest one that doubts the square."""
    if _contradict([_told(look, square) for look in looks]):
        return Why.FRAMES_DIFFER
    reasons = [doubt.why for look in looks if (doubt := look.doubt_of(square))]
    return reasons[-1] if reasons else Why.FRAMES_DIFFER


def _contradict(told: Sequence[Choices | Reading]) -> bool:
    """Whether two looks are sure of a square, and not of the same."""
    return len({*map(_sure, told)} - {None}) > 1


def _sure(told: Choices | Reading) -> str | None:
    """What a look is confident of; None if it is in doubt."""
    return told.letter if isinstance(told, Reading) else None


def _agreed(told: Sequence[Choices | Reading]) -> Reading | None:
    """What the looks agree on with confidence; None if they do not."""
    sure = [one for one in told if isinstance(one, Reading)]
    if 2 * len(sure) <= len(told) or len({one.letter for one in sure}) > 1:
        return None
    letter = sure[0].letter
    if any(not _goes_along(one, letter) for one in told if not isinstance(one, Reading)):
        return None
    return Reading(letter, min(one.confidence for one in sure))


def _goes_along(choices: Choices, letter: str) -> bool:
    """Whether no choice of a look in doubt is likelier than this one."""
    shares = dict(choices)
    return shares.get(letter, 0.0) >= max(shares.values(), default=0.0) > 0.0


def _together(told: Sequence[Choices | Reading]) -> Choices:
    """The mean shares of all looks, likeliest first."""
    shares: defaultdict[str, float] = defaultdict(float)
    for one in told:
        for name, share in ((one.letter, one.confidence),) if isinstance(one, Reading) else one:
            shares[name] += share / len(told)
    return tuple((name, round(share, 4)) for name, share in sorted(shares.items(), key=lambda choice: -choice[1]))


def _spent(looks: Sequence[Sighting]) -> dict[str, float]:
    """Milliseconds of all looks together, by what they were spent on."""
    names = dict.fromkeys(name for look in looks for name in look.milliseconds)
    return {name: round(sum(look.milliseconds.get(name, 0.0) for look in looks), 1) for name in names}
