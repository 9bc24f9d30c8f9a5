"""`python -m training.measure FOLDER`: how well the reader does on squared boards, real ones above all.

The folder holds, for each board, NAME.png (the squared board with one square's width of its surroundings on each
side) and NAME.json: {"size": 15, "board": {"H8": "A", "K9": ""}}. Nothing here is ever learnt from.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from training.classes import SPAN
from vision.letters.letter_model import BLANK, NONE, SIDE, SIGN, Letters

Grey = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Read:
    """What was read on one square of one board, after a second look at its centre."""

    board: str
    square: str
    truth: str
    said: str
    sure: float
    first: str
    first_sure: float
    offset: tuple[float, float]


def cut(board: Grey, middles: NDArray[np.float32], square: float) -> Grey:
    """Windows around these middles: px of the squared board, (n, 2), to (n, 48, 48)."""
    wide = square * SPAN
    scale = wide / SIDE
    windows = []
    for across, down in middles:
        matrix = np.array(
            [[scale, 0, across - wide / 2 + scale / 2 - 0.5], [0, scale, down - wide / 2 + scale / 2 - 0.5]]
        )
        how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        windows.append(cv2.warpAffine(board, matrix, (SIDE, SIDE), flags=how, borderMode=cv2.BORDER_REPLICATE))
    return np.stack(windows).astype(np.uint8)


def read_board(letters: Letters, name: str, board: Grey, size: int, truth: dict[str, str]) -> Iterator[Read]:
    """Read every square twice: as the grid says, and centred on the tile that the first look found."""
    square = board.shape[0] / (size + 2)
    places = np.array(
        [[(column + 1.5) * square, (row + 1.5) * square] for row in range(size) for column in range(size)]
    )
    first = letters.read(cut(board, places.astype(np.float32), square))
    seen = first.log_probabilities.argmax(1) != letters.classes.index(NONE)
    centred = places + np.where(seen[:, None], first.offsets, 0) * square
    second = letters.read(cut(board, centred.astype(np.float32), square))
    for number, odds in enumerate(second.log_probabilities):
        row, column = divmod(number, size)
        where = f"{chr(65 + column)}{row + 1}"
        before = first.log_probabilities[number]
        yield Read(
            name, where, truth.get(where, NONE) or BLANK, letters.classes[odds.argmax()], float(np.exp(odds.max())),
            letters.classes[before.argmax()], float(np.exp(before.max())),
            (float(first.offsets[number, 0]), float(first.offsets[number, 1])),
        )  # fmt: skip


def count(reads: list[Read]) -> dict[str, Any]:
    """The figures that matter: letters right, letters missed, empty squares read as letters, and how surely."""
    no_letter = (NONE, BLANK, SIGN)
    letters = [read for read in reads if read.truth not in no_letter]
    empty = [read for read in reads if read.truth == NONE]
    wrong = [read for read in letters if read.said != read.truth]
    false = [read for read in empty if read.said not in no_letter]
    return {
        "letters": len(letters), "wrong": len(wrong), "wrong at first look": sum(r.first != r.truth for r in letters),
        "wrong and sure (.9)": sum(read.sure >= 0.9 for read in wrong),
        "sure (.99)": sum(read.sure >= 0.99 for read in letters),
        "missed": sum(read.said in no_letter for read in letters),
        "empty": len(empty), "letters on empty": len(false), "sure (.9) on empty": sum(r.sure >= 0.9 for r in false),
        "sure at first look on empty": sum(r.first not in no_letter and r.first_sure >= 0.9 for r in empty),
    }  # fmt: skip


def main(folder: Path, model: Path | None = None) -> None:
    """Print a line for each set of boards (what the names share before a dash) and every fault."""
    letters = Letters(model) if model else Letters()
    sets: dict[str, list[Read]] = {}
    for path in sorted(folder.glob("*.png")):
        board = cv2.imread(str(path), cv2.IMREAD_GRAYSCALE)
        truth = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
        found = read_board(letters, path.stem, np.asarray(board, np.uint8), truth["size"], truth["board"])
        sets.setdefault(path.stem.rsplit("-", 1)[0], []).extend(found)
    for name, reads in sets.items():
        print(name, count(reads))
        faults = Counter((r.truth, r.said, r.square) for r in reads if _fault(r))
        print(
            "   ",
            ", ".join(f"{truth}>{said} {square} x{times}" for (truth, said, square), times in faults.most_common(40)),
        )


def _fault(read: Read) -> bool:
    """A wrong letter, or a letter where none lies."""
    if read.truth in (NONE, BLANK):
        return read.said not in (NONE, BLANK, SIGN)
    return read.said != read.truth


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]) if len(sys.argv) > 2 else None)
