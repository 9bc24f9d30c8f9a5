"""Settles doubts about letters by a second opinion, where the two opinions together are sure enough."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from vision.arrays import Grey, grey_of
from vision.geometry.rectify import SQUARE, Squared
from vision.letters.classifier import unmarked
from vision.sighting import Doubt, Reading
from vision.squares.first_verdict import Findings

Witness = Callable[[Sequence[Grey]], list[str]]
"""Names the letter on each tile top, "" where it cannot tell."""

WORTH_ASKING = 0.85
"""A letter less likely than this stays a doubt whatever the second opinion is: in bad light the two make the same
mistake more often, and letters the reader gave 0.67 to 0.82 were wrong together (blurred and bleached pictures)."""
_RIGHT, _SAME_MISTAKE = 0.81, 0.05
"""How often Tesseract names a letter right, and how often it makes the very mistake the reader made: of 700 glyphs of
seven photographed and rendered sets it named 566 right and took 45 for another letter, most of them of one set."""
_UNCLEAR = 0.99
"""Where letters are so unclear that they must be surer than this it is not asked: both took an E out of focus for a C,
the reader with 0.988."""
_EDGE = 2


def nobody(tops: Sequence[Grey]) -> list[str]:
    """The witness that never knows."""
    return [""] * len(tops)


def settle(findings: Findings, squared: Squared, witness: Witness) -> Findings:
    """Ask the witness about the doubtful letters; those it agrees on, and that are then sure enough, are read."""
    asked = [doubt for doubt in findings.doubts if _worth_asking(doubt, findings.certain)]
    if not asked:
        return findings
    grey = grey_of(squared.pixels)
    board = dict(findings.board)
    for doubt, letter in zip(asked, witness([_top(grey, doubt) for doubt in asked]), strict=True):
        likeliest, share = doubt.choices[0]
        certainty = together(share)
        if letter == likeliest and certainty >= findings.certain:
            board[doubt.square] = Reading(letter, round(certainty, 4))
    return replace(findings, board=board, doubts=tuple(d for d in findings.doubts if d.square not in board))


def together(share: float) -> float:
    """How sure a letter is that the reader gives this share and the witness names too (Bayes)."""
    return share * _RIGHT / (share * _RIGHT + (1 - share) * _SAME_MISTAKE)


def _worth_asking(doubt: Doubt, certain: float) -> bool:
    letter, share = doubt.choices[0]
    others = {unmarked(name) for name, _ in doubt.choices[1:] if name.isalpha()}
    # Tesseract sees a lost ring or dot as little as the reader does.
    return (
        letter not in {"", ".", "#"} and WORTH_ASKING <= share < certain < _UNCLEAR and unmarked(letter) not in others
    )


def _top(grey: Grey, doubt: Doubt) -> Grey:
    """The square and a little round it, as a tile may lie off its middle."""
    left, top = (doubt.square.column + 1) * SQUARE - _EDGE, (doubt.square.row + 1) * SQUARE - _EDGE
    side = SQUARE + 2 * _EDGE
    return grey[top : top + side, left : left + side]
