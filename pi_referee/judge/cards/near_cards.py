"""Cards that belong to no word: so near to one that they may be meant to, or in a row that may itself be one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import permutations
from math import cos, hypot, radians

from pi_referee.judge.cards.card_match import Placed
from pi_referee.judge.cards.refused_cards import several_rows, unclear
from pi_referee.judge.meanings import Laid, Meaning, Refused, TakenBack, Unchanged
from pi_referee.rules.board.square import Axis, Square
from pi_referee.rules.plays.play import Play
from vision.cards.card_sighting import CardSighting, SeenCard
from vision.sighting import Point, Quad

NEAR = 1.6
"""Widths or heights of a card, from middle to middle, within which a lone card may belong to the words; a neighbour's
place is 1 away, and the eye takes up to 1.36 for one (vision/cards/pattern.py)."""

NEAREST, FARTHEST = 0.7, 2.2
"""Widths or heights of a card from and up to which the next one lies in the same row, though not edge to edge."""

BESIDE_LINE = 0.42
"""How far the next card of a row lies beside its line, in the same."""

OFF_LINE = 0.8
"""How far from the place at a word's end a card may lie that is meant for it, in the same: beside it lies 1 away."""

CROOKED = 17.0
"""The largest angle between cards of a row, in degrees; this and the last are those of vision/cards/pattern.py."""


def unsettled(look: CardSighting, meaning: Meaning, way: Placed, *, is_first: bool) -> Refused | None:
    """A refusal where other cards than those taken for the words may be it; is_first: the word touches none before."""
    if isinstance(meaning, Unchanged | TakenBack) and any(is_near(card, look.cards) for card in look.aside):
        return unclear()
    if isinstance(meaning, Laid) and any(_is_at_an_end(card, way, meaning.play) for card in look.aside):
        return unclear()
    if isinstance(meaning, Unchanged | TakenBack) and not look.cards:
        return several_rows() if is_row_among(look.aside) else None
    if isinstance(meaning, Laid) and is_first:
        # What is printed on a box shows no value; nor does any card where print is too small, or the light poor.
        shows_values = any(way.cards[square].is_value_seen for square in meaning.play.tiles)
        others = (*look.aside, *_apart(way, meaning.play))
        return several_rows() if is_row_among(others, with_value=shows_values) else None
    return None


def _apart(way: Placed, play: Play) -> Iterator[SeenCard]:
    """The cards of the words that do not hang together with a play's."""
    reached, queue = set[Square](), list(play.tiles)
    while queue:
        square = queue.pop()
        if square in way.cards and square not in reached:
            reached.add(square)
            queue += square.neighbours()
    return (card for square, card in way.cards.items() if square not in reached)


def is_near(card: SeenCard, words: Iterable[SeenCard]) -> bool:
    """Whether a card lies nearly in the place of a neighbour of one of some others."""
    return any(_steps(card.quad, other.quad) < NEAR for other in words)


def _is_at_an_end(card: SeenCard, way: Placed, play: Play) -> bool:
    """Whether a card that shows a letter lies, though beside the line, where a play's word would go on."""
    return bool(card.letter) and any(_steps(card.quad, place) < OFF_LINE for place in _free_ends(way, play))


def _free_ends(way: Placed, play: Play) -> Iterator[Quad]:
    """Where the next card would lie, before and behind every row and column of cards in which a play has one."""
    for line, axis in way.lines(play):
        yield _next(way.cards[line[0]].quad, axis, -1)
        yield _next(way.cards[line[-1]].quad, axis, 1)


def _next(last: Quad, axis: Axis, way: int) -> Quad:
    """The place a width or a height behind a card; way: -1 before it."""
    start, right, _, below = last.corners
    across, down = _way(start, right if axis is Axis.ACROSS else below)
    first, second, third, fourth = ((x + way * across, y + way * down) for x, y in last.corners)
    return Quad((first, second, third, fourth))


def is_row_among(cards: Iterable[SeenCard], *, with_value: bool = False) -> bool:
    """Whether two of some cards that show letters lie beside each other as those of a word do, or nearly.

    with_value: only where one of them shows its value, too.
    """
    shown = [card for card in cards if card.letter]
    return any(
        _is_next(one.quad, other.quad)
        for one, other in permutations(shown, 2)
        if not with_value or one.is_value_seen or other.is_value_seen
    )


def _is_next(quad: Quad, other: Quad) -> bool:
    """Whether a card lies beside another in its row or column, and as straight."""
    (first, _, _, below), (start, _, _, end) = quad.corners, other.corners
    down, upright = _way(first, below), _way(start, end)
    turn = abs(down[0] * upright[0] + down[1] * upright[1]) / (hypot(*down) * hypot(*upright) or 1.0)
    beside, along = sorted(_shares(quad, other))
    return turn > cos(radians(CROOKED)) and beside < BESIDE_LINE and NEAREST < along < FARTHEST


def _steps(quad: Quad, other: Quad) -> float:
    """How far a card lies from another in widths, or in heights, of that one: whichever are more."""
    return max(_shares(quad, other))


def _shares(quad: Quad, other: Quad) -> tuple[float, float]:
    """How far a card lies from another in widths, and in heights, of that one."""
    first, right, _, below = other.corners
    away = _way(_middle(other), _middle(quad))
    return _share(away, _way(first, right)), _share(away, _way(first, below))


def _middle(quad: Quad) -> Point:
    across, down = zip(*quad.corners, strict=True)
    return sum(across) / 4, sum(down) / 4


def _way(start: Point, end: Point) -> Point:
    return end[0] - start[0], end[1] - start[1]


def _share(away: Point, side: Point) -> float:
    """How often a side goes into the part of a way that runs along it."""
    long = side[0] ** 2 + side[1] ** 2
    return abs(away[0] * side[0] + away[1] * side[1]) / long if long else 0.0
