"""How a look at the board differs from the position that was agreed before."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product

from pi_referee.judge.meanings import NOTHING, STOP
from pi_referee.rules.board.position import Position
from pi_referee.rules.board.square import Axis, Square
from vision.sighting import SEEN_BARE, Doubt, Sighting


@dataclass(frozen=True, slots=True)
class Change:
    """What is new, what is in doubt, and what is no longer as it was.

    placed: sure new tiles, "" a blank. doubts: those that may concern the newest tiles. stops: sure new stop tiles.
    gone: squares that surely hold nothing now. altered: squares that surely hold another tile than before. covered:
    squares under a hand or another thing that a play may reach.
    """

    placed: Mapping[Square, str]
    doubts: tuple[Doubt, ...]
    stops: tuple[Square, ...]
    gone: frozenset[Square]
    altered: frozenset[Square]
    covered: frozenset[Square] = frozenset()

    @property
    def adds_nothing(self) -> bool:
        """Whether no tile is new, nor may be."""
        return not (self.placed or self.doubts or self.stops)

    @property
    def may_be_nothing(self) -> bool:
        """Whether all that is new may be nothing."""
        return not (self.placed or self.stops) and all(_may_be_bare(doubt) for doubt in self.doubts)


def change_between(position: Position, sighting: Sighting, asked: Collection[Square] = ()) -> Change:
    """Compare a position with a look at it.

    What was agreed stays agreed while the eye merely is unsure of it, unless its tile seems to lie elsewhere. A doubt
    far from any new tile is left out: no play could reach it. asked: squares of which the table has yet to say what
    lies there: whatever is seen or not seen on them is no change.
    """
    seen = {square: reading.letter for square, reading in sighting.board.items()}
    before = {**position.letters(), **dict.fromkeys(position.stops, STOP)}
    now = {**seen, **dict.fromkeys(sighting.stops, STOP)}
    known = position.occupied.union(asked)
    placed = {square: letter for square, letter in seen.items() if square not in known}
    stops = tuple(sorted(sighting.stops - known))
    doubts = (doubt for doubt in sighting.doubts if doubt.square not in known)
    doubted = sighting.doubted - set(_moved_away(before, sighting.doubts, set(placed.values())))
    return Change(
        placed,
        _near(doubts, {*placed, *stops}, position),
        stops,
        position.occupied.difference(seen, sighting.stops, doubted, asked),
        frozenset(square for square, tile in before.items() if now.get(square, tile) != tile).difference(asked),
        _in_reach(sighting, known.union(now)),
    )


def _in_reach(sighting: Sighting, tiles: frozenset[Square]) -> frozenset[Square]:
    """What lies under a thing and hangs together with tiles over squares that are not seen; all, if no tile lies there.

    A note or a cup on bare board, away from every word, hides nothing of a play: all its tiles touch one another.
    """
    if not tiles:
        return sighting.covered
    reached, unseen = set(tiles), set(sighting.doubted)
    while touching := {square for square in unseen if not reached.isdisjoint(square.neighbours())}:
        reached |= touching
        unseen -= touching
    return sighting.covered & reached


def _moved_away(before: Mapping[Square, str], doubts: Iterable[Doubt], placed: Collection[str]) -> Iterator[Square]:
    """Squares in doubt that are seen without the letter that lay there, which is new elsewhere: its tile was moved."""
    for doubt in doubts:
        letter = before.get(doubt.square, "")
        if letter in placed and letter.isalpha() and doubt.why in SEEN_BARE and letter not in dict(doubt.choices):
            yield doubt.square


def _near(doubts: Iterable[Doubt], new: set[Square], position: Position) -> tuple[Doubt, ...]:
    """The doubts that may belong to the play.

    Probable tiles that hang together with new tiles or old ones, or any if nothing else lies there; and what may be a
    tile in line with a new one, or with an old one if none is surely new.
    """
    old = position.occupied
    waiting = list(doubts)
    probable = [doubt for doubt in waiting if doubt.likeliest != NOTHING]
    if not (new or old or probable):
        return tuple(sorted(waiting, key=lambda doubt: doubt.square)) if _is_a_row(waiting) else ()
    chosen = _hanging_together(probable, new | old, old) if new or old else probable
    sure = new.union(doubt.square for doubt in chosen if not _may_be_bare(doubt))
    anchors = (sure or old).union(doubt.square for doubt in chosen)
    chosen += _hanging_together((doubt for doubt in waiting if doubt.likeliest == NOTHING), anchors, old)
    # What lies behind a square that may be bare belongs to the play if that square turns out not to be.
    reached = anchors.union(doubt.square for doubt in chosen)
    chosen += _hanging_together((doubt for doubt in waiting if doubt not in chosen), reached, old)
    return tuple(sorted(chosen, key=lambda doubt: doubt.square))


def _may_be_bare(doubt: Doubt) -> bool:
    """Whether perhaps nothing lies on a square in doubt."""
    return any(choice == NOTHING for choice, _ in doubt.choices)


def _is_a_row(doubts: list[Doubt]) -> bool:
    """Whether two doubts lie side by side, as a first word's would; a single one is an accident of the light."""
    squares = {doubt.square for doubt in doubts}
    return any(not squares.isdisjoint(square.neighbours()) for square in squares)


def _hanging_together(doubts: Iterable[Doubt], anchors: Collection[Square], old: frozenset[Square]) -> list[Doubt]:
    """The doubts that touch an anchor, or touch one that does; a row of old tiles between them parts nobody."""
    reached = set(anchors)
    waiting, chosen = list(doubts), list[Doubt]()
    while touching := [doubt for doubt in waiting if not reached.isdisjoint(_in_line(doubt.square, old))]:
        chosen += touching
        reached.update(doubt.square for doubt in touching)
        waiting = [doubt for doubt in waiting if doubt not in touching]
    return chosen


def _in_line(square: Square, old: frozenset[Square]) -> Iterator[Square]:
    """The squares beside this one, and where an old tile lies there, the first one behind the old tiles."""
    for axis, way in product(Axis, (-1, 1)):
        beside = square.step(axis, way)
        yield beside
        while beside in old:
            beside = beside.step(axis, way)
        yield beside
