"""Which way up letters lie, and whether their picture is mirrored: a small network tells it of each square.

It shares one among the eight ways in which a window may have to be turned and mirrored. Among ways in which a letter
and its value look alike, and of what is no letter, it learnt to share evenly: such squares say nothing. The logarithms
of all squares' shares are summed.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from pi_referee.rules.board.square import Square
from vision.arrays import Flags, Floats
from vision.geometry.orientation import Turn, is_unreadable
from vision.geometry.rectify import Squared
from vision.letters.classifier import Places, middles_of
from vision.letters.letter_model import Windows, standardise, windows_at
from vision.networks import network_in
from vision.sighting import BoardLook, NotSeen

NETWORK = Path(__file__).with_name("way_up.onnx")
"""The network; docs/reader.md describes how it was fitted."""

QUARTERS = 4
"""Quarter turns of a whole one."""


@dataclass(frozen=True, slots=True)
class TurnLimits:
    """When letters show which way up the board lies; sums of log shares are compared.

    Of 233 pictures of 17 sets the 206 with letters are likelier as they lie by 4.5 with two letters, 7.2 and more with
    three or more; of 26 without any, one has a square that tells anything.
    """

    sample: int = 40  # squares that show most, which are looked at
    tells: float = 1.0  # nats that a square must tell to count; 1.4 tell all but whether it is mirrored
    # Smaller shares count as this, so that no square speaks for many: of 5,205 squares that tell anything 6 give the
    # way they lie less than 0.01, and 3 less than this.
    least: float = 0.001
    few: int = 2  # such squares, fewer of which tell no mirror, nor that a board lies turned
    enough: int = 5  # and fewer of which settle nothing
    likelier: float = 3.0  # by which another way must be likelier to be the one, and this one to be told from it
    known: int = 24  # squares with letters that are known to lie there, of which each way up is asked


TURN = TurnLimits()


class WayUpReader:
    """Tells which way up the letters in windows lie."""

    def __init__(self) -> None:
        """Load the network; RefereeError if it is missing or damaged."""
        self._network = network_in(NETWORK)

    def shares(self, windows: Windows) -> Floats:
        """Shares (k, 8) of the ways in which windows (k, 48, 48) must be turned to stand upright.

        0 to 3 quarters to the left, and the same with left and right exchanged after that.
        """
        if not len(windows):
            return np.zeros((0, 2 * QUARTERS))
        (answers,) = self._network.run(None, {"windows": standardise(windows)})
        raised = np.exp(answers - answers.max(axis=1, keepdims=True)).astype(np.float64)
        return np.asarray(raised / raised.sum(axis=1, keepdims=True))

    def turn(self, squared: Squared, places: Places) -> Turn:
        """How the board must be turned, and whether mirrored back, to show the letters at the first places upright.

        That it must be mirrored back is only told from all four sides: from one alone small, pale letters seemed so.
        """
        windows = windows_at(squared.grey, middles_of(places[: TURN.sample]))
        shares = self.shares(windows)
        told = turn_of(shares)
        return turn_of(self._seen_turned(windows, shares)) if told.is_mirrored else told

    def _seen_turned(self, windows: Windows, shares: Floats) -> Floats:
        """The shares (k, 8) of the same ways, by the windows as they are, which give these, and by quarters turned."""
        others = (np.ascontiguousarray(np.rot90(windows, side, (1, 2))) for side in range(1, QUARTERS))
        sides = [shares, *(self.shares(other) for other in others)]
        # What has been turned so far must be turned so much less.
        logs = [_logs(np.roll(one.reshape(-1, 2, QUARTERS), side, axis=2)) for side, one in enumerate(sides)]
        means = np.exp(np.mean(logs, axis=0)).reshape(-1, 2 * QUARTERS)
        return np.asarray(means / means.sum(axis=1, keepdims=True))

    def turn_by(self, known: Collection[Square], squared: Squared) -> Turn | None:
        """How the board must be turned to show the letters that are known to lie on these squares, upright.

        Else new tiles that lie upside down, if they are more than the old ones, turn the board. None if that does not
        tell.
        """
        places = np.array(sorted(known), int).reshape(-1, 2)[:: 1 + len(known) // TURN.known]
        lying = np.stack([_lying(places, way, squared.size) for way in range(2 * QUARTERS)])
        every, where = np.unique(lying.reshape(-1, 2), axis=0, return_inverse=True)
        shares = self.shares(windows_at(squared.grey, middles_of(every)))[where.reshape(lying.shape[:2])]
        # A tile that lies turned tells no more than what shows no letter.
        evenly = np.log(1 / (2 * QUARTERS))
        logs = np.where(_tell(shares)[..., None], np.maximum(_logs(shares), evenly), evenly)
        sums = np.array([logs[way, :, way].sum() for way in range(2 * QUARTERS)])
        best, second = np.argsort(-sums)[:2]
        if sums[best] - sums[second] <= TURN.likelier:
            return None
        return Turn(int(best) % QUARTERS, is_settled=True, is_mirrored=bool(best >= QUARTERS))

    def confirmed(self, turn: Turn, squared: Squared, seen: BoardLook) -> Turn:
        """That the board lies upright if the letters that were read settle it; else the turn as it was told before.

        turn: by what seemed to be letters before any was read, which pale ones do not. Where hardly any is read, more
        may lie there than was seen: those tell nothing.
        """
        if turn.is_settled or isinstance(seen, NotSeen) or is_unreadable(seen):
            return turn
        read = [square for square, told in seen.board.items() if told.letter]
        by_letters = self.turn(squared, np.array(read, int).reshape(-1, 2))
        is_upright = by_letters.is_settled and not (by_letters.quarters or by_letters.is_mirrored)
        return by_letters if is_upright else turn


def quarters_by(known: Collection[Square], seen: BoardLook, turn: Turn, size: int) -> int | None:
    """How many quarter turns to the left set a board upright, by the squares on which letters are known to lie.

    None unless one way up tiles lie on all of them, as far as is seen, and every other way one of them is surely bare.
    Where the picture may be mirrored those ways count, too, but where nothing is new, which lies the same in a mirror.
    turn: what the letters told. size: squares along a side.
    """
    if isinstance(seen, NotSeen) or not known:
        return None
    places, unsure = np.array(sorted(known), int).reshape(-1, 2), seen.doubted
    tiles = seen.board.keys() | {doubt.square for doubt in seen.doubts if doubt.likeliest not in {".", "#"}}
    ways = [frozenset(Square(*one) for one in _lying(places, way, size).tolist()) for way in range(2 * QUARTERS)]
    counted = 2 * QUARTERS if turn.may_be_mirrored and seen.board.keys() | unsure not in ways else QUARTERS
    fits = [way for way in range(counted) if ways[way] <= seen.board.keys() | unsure]
    return fits[0] if len(fits) == 1 and fits[0] < QUARTERS and ways[fits[0]] <= tiles else None


def _lying(places: Places, way: int, size: int) -> Places:
    """Where on a squared board squares (n, 2) lie, row and column, that must be turned and mirrored in a way."""
    rows, columns = places.T
    columns = size - 1 - columns if way >= QUARTERS else columns
    for _ in range(way % QUARTERS):
        rows, columns = columns, size - 1 - rows
    return np.stack([rows, columns], axis=1)


def _logs(shares: Floats) -> Floats:
    """Log shares, none so small that a square speaks for many."""
    return np.asarray(np.log(np.clip(shares, TURN.least, 1)))


def _tell(shares: Floats) -> Flags:
    """Which squares tell how they lie, by their shares (..., 8)."""
    return np.asarray(np.log(2 * QUARTERS) + (shares * _logs(shares)).sum(axis=-1) > TURN.tells)


def turn_of(shares: Floats) -> Turn:
    """The same by the shares (k, 8) of each square. What letters do not show is not turned nor mirrored back."""
    logs = _logs(shares)[_tell(shares)]
    sums = logs.sum(axis=0)
    plain, mirrored = sums[:QUARTERS], sums[QUARTERS:]
    apart, are_few = float(mirrored.max() - plain.max()), len(logs) < TURN.few
    is_mirrored = apart > TURN.likelier and not are_few
    ways, best = (mirrored, int(mirrored.argmax())) if is_mirrored else (plain, int(plain.argmax()))
    quarters = best if is_mirrored or plain[best] > plain[0] + TURN.likelier else 0
    is_apart = bool(ways[quarters] - np.delete(ways, quarters).max() > TURN.likelier)
    may_be_mirrored = not is_mirrored and apart > -TURN.likelier
    return Turn(
        quarters,
        is_settled=len(logs) >= TURN.enough and is_apart and not may_be_mirrored,
        is_mirrored=is_mirrored,
        is_told=is_apart and not (quarters and are_few),
        may_be_mirrored=may_be_mirrored,
    )


@cache
def way_up_reader() -> WayUpReader:
    """The network, loaded once: all eyes of a program may share it."""
    return WayUpReader()
