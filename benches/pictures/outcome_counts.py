"""Counts how often the referee was right, asked, refused, or wrong without saying so."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import Any

from benches.pictures.truth import Frame
from vision.sighting import Sighting


@dataclass(slots=True)
class Tally:
    """What one set came to; grows as its pictures are looked at."""

    counts: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    milliseconds: list[float] = field(default_factory=list)
    turns: list[float] = field(default_factory=list)

    def share(self, part: str, whole: str) -> float:
        """One count as a share of another, in percent."""
        return 100 * self.counts[part] / self.counts[whole] if self.counts[whole] else float("nan")

    def fault(self, kind: str, what: str) -> None:
        """Count a fault and remember it by name."""
        self.counts[kind] += 1
        self.faults.append(f"{kind}: {what}")


def count_look(tally: Tally, frame: Frame, seen: Sighting, squares: list[str]) -> None:
    """Compare one look without memory with what lay there, square by square, but for those that nobody knows.

    Where no letter is known the squares are judged, and not what stands on the tiles.
    """
    shown = seen if any(frame.board.values()) else _as_tiles(seen)
    read = {str(square): reading.letter for square, reading in shown.board.items()}
    read |= dict.fromkeys(map(str, seen.stops), "#")
    doubts = {str(doubt.square): doubt.likeliest for doubt in seen.doubts}
    truth = {**frame.board, **dict.fromkeys(frame.stops, "#")}
    for square in squares:
        if square in frame.unknown:
            continue
        _count_square(
            tally, f"{frame.image} {square}", truth.get(square, "."), read.get(square, "."), doubts.get(square)
        )
    tally.milliseconds.append(seen.milliseconds["total"])


def _as_tiles(seen: Sighting) -> Sighting:
    """The same look, every letter taken for a tile."""
    return replace(seen, board={square: replace(reading, letter="") for square, reading in seen.board.items()})


def _count_square(tally: Tally, place: str, true: str, read: str, doubt: str | None) -> None:
    is_letter = true not in {"", "#", "."}
    said = read if doubt is None else doubt
    tally.counts["squares"] += 1
    tally.counts["letters"] += is_letter
    tally.counts["doubts"] += doubt is not None
    tally.counts["doubted letters"] += is_letter and doubt is not None
    tally.counts["squares right"] += (said == ".") == (true == ".")
    tally.counts["letters right"] += is_letter and said == true
    if doubt is None and read != true:
        tally.fault("wrong for sure", f"{place} shows {true!r}, read {read!r}")


def count_press(tally: Tally, frame: Frame, row: dict[str, Any]) -> None:
    """Compare what the referee made of one press with what was played."""
    outcome = str(row["outcome"])
    if row.get("ms"):
        tally.turns.append(float(row["ms"]["total"]))
    if frame.is_play:
        _count_play(tally, frame, row, outcome)
    elif frame.kind in {"exchange", "empty", "withdraw"}:
        wanted = "withdrawn" if frame.kind == "withdraw" else "unchanged"
        if outcome not in {wanted, "refused"}:
            tally.fault("wrong turn", f"{frame.image} is {wanted}, taken as {outcome}")


def _count_play(tally: Tally, frame: Frame, row: dict[str, Any], outcome: str) -> None:
    tally.counts["plays"] += 1
    # The truth says what blanks stand for; nobody tells the replay, to which they are "" as on the board.
    lies = {square: frame.board.get(square, letter) for square, letter in frame.laid.items()}
    right = row["laid"] == lies and row["stop"] == frame.stop
    tally.counts["laid right"] += right
    is_exact = right and row["score"] == frame.score
    if outcome == "ruled" and is_exact:
        tally.counts["exact"] += 1
    elif outcome == "asked" and (is_exact or row["score"] is None):
        tally.counts["asked"] += 1
        tally.counts["asked, right so far"] += right
        if not right:
            tally.faults.append(f"asked: {frame.image} laid {row['laid']} for {lies}")
    elif outcome == "refused":
        tally.fault("refused", f"{frame.image} {row.get('reason', '')}")
    else:
        # Also where something was asked that does not hold the score back, as what a blank stands for.
        tally.fault(
            "silent wrong",
            f"{frame.image} {outcome} {row['laid']} {row['score']}, not {lies} {frame.score}",
        )
