"""What can be wrong with stop tiles and arrows."""

from __future__ import annotations

from collections.abc import Iterator

from pi_referee.rules.board.path import dangling
from pi_referee.rules.board.position import Position
from pi_referee.rules.board.square import Axis, Square
from pi_referee.rules.definition.ruleset import Ruleset
from pi_referee.rules.plays.play_words import Formed, Laid, starts_after
from pi_referee.rules.plays.ruling import Fault, Infraction


def stop_faults(position: Position, laid: Laid, formed: tuple[Formed, ...], ruleset: Ruleset) -> Iterator[Infraction]:
    """What is wrong with the play's own stop tile, and words that begin at a spent one (A02-A05)."""
    stop = laid.play.stop
    if stop is not None:
        if not may_hold_stop(position, stop, ruleset):
            yield Infraction(Fault.STOP_MISPLACED, (stop,))
        if laid.path is None:
            if not ruleset.switches.flag("stop.alone_allowed"):
                yield Infraction(Fault.STOP_ALONE, (stop,))
        elif not starts_after(laid.path, stop):
            yield Infraction(Fault.NOT_AFTER_STOP, (stop,))
    if ruleset.switches["stop.later_words"] == "no_word_may_start_there":
        spent = tuple(sorted({old for word in formed if (old := _before(word)) in position.stops}))
        if spent:
            yield Infraction(Fault.STOP_SPENT, spent)


def _before(word: Formed) -> Square:
    """The square just before a word."""
    first, second = word.squares[:2]
    return first.moved(first.row - second.row, first.column - second.column)


def may_hold_stop(position: Position, square: Square, ruleset: Ruleset) -> bool:
    """Whether a stop tile may be laid on an empty square: after a word's end, or, if so agreed, beside any letter."""
    if ruleset.switches["stop.position"] == "any_adjacent_square":
        return any(beside in position.tiles for beside in square.neighbours())
    return is_at_word_end(position, square)


def is_at_word_end(position: Position, square: Square) -> bool:
    """Whether a square lies just right of a word across, or just below a word down (A03)."""
    return any(_ends_word(position, square.step(axis, -1), axis) for axis in Axis)


def _ends_word(position: Position, last: Square, axis: Axis) -> bool:
    """Whether a word of two or more letters runs along an axis up to a square, and does not turn there.

    What crosses the corner of a turned word makes no end of it: its leg there is no word.
    """
    is_end = last in position.tiles and last not in position.arrows
    return is_end and last.step(axis, -1) in position.tiles


def _turns_anew(position: Position, laid: Laid, corner: Square) -> bool:
    """Whether a word that goes round an old corner does so another way than the word that lies there (A12)."""
    squares = () if laid.path is None else laid.path.squares
    at = squares.index(corner) if corner in squares else 0
    return any(square not in position.tiles for square in squares[max(at - 1, 0) : at + 2])


def arrow_faults(position: Position, laid: Laid, ruleset: Ruleset) -> Iterator[Infraction]:
    """What is wrong with a play's arrows (A07-A11)."""
    play, path = laid.play, laid.path
    corners = frozenset() if path is None else frozenset(path.corners) - set(dangling(path))
    idle = tuple(sorted((play.arrows | play.follows) - corners))
    if idle:
        yield Infraction(Fault.NO_TURN, idle)
    if laid.turned_wrongly:
        yield Infraction(Fault.WRONG_TURN, tuple(sorted(corners)))
    old = tuple(sorted(square for square in play.arrows if square in position.tiles and square not in play.tiles))
    unlifted = {
        square for square in play.follows if square not in position.arrows or _turns_anew(position, laid, square)
    }
    if old and (ruleset.switches.flag("arrow.corner_must_be_new") or any(s in position.arrows for s in old)):
        yield Infraction(Fault.OLD_CORNER, old)
    if unlifted:
        yield Infraction(Fault.OLD_CORNER, tuple(sorted(unlifted)))
    most = ruleset.switches.number("arrow.max_per_word")
    if most is not None and len(corners) > most:
        yield Infraction(Fault.TOO_MANY_ARROWS, tuple(sorted(corners)), limit=most)
