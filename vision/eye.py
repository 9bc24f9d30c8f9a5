"""One look at the table: a picture goes in, and what surely lies on the board, and what is in doubt, comes out."""

from __future__ import annotations

from time import perf_counter

import numpy as np

from pi_referee.rules.ruleset import Ruleset
from vision.arrays import Colour, Homography
from vision.evidence import gather
from vision.findings import judge
from vision.letters import Letters
from vision.locate import board_of, codes_of, locate, quad_of
from vision.reader import Reader
from vision.second_opinion import second_opinions
from vision.settling import Witness, settle
from vision.sighting import Edition, NotSeen, Quad, Sighting
from vision.squared import square_up


class Eye:
    """Sees one game's board; made once for a game, since loading the letter reader takes a moment."""

    def __init__(
        self,
        ruleset: Ruleset,
        edition: Edition = "light",
        letters: Letters | None = None,
        witness: Witness = second_opinions,
    ) -> None:
        """Get ready for a game's board and tiles; the witness is asked about letters in doubt.

        Raises RefereeError if the letter reader is damaged.
        """
        self._witness = witness
        self._layout = ruleset.layout
        self._codes, self._plain = codes_of(ruleset.layout)
        self._reader = Reader(letters or Letters(), ruleset.alphabet)
        self._edition = edition
        self._stops = ruleset.stops > 0

    def see(self, picture: Colour, corners: Quad | None = None) -> Sighting | NotSeen:
        """Look at a picture; corners, where somebody has shown them, are taken instead of sought.

        picture: (height, width, 3) uint8, blue-green-red.
        """
        start = perf_counter()
        to_board = board_of(corners, self._layout.size) if corners else locate(picture, self._layout)
        if isinstance(to_board, NotSeen):
            return to_board
        return self._read(picture, to_board, start)

    def _read(self, picture: Colour, to_board: Homography, start: float) -> Sighting:
        located = perf_counter()
        squared = square_up(picture, to_board, self._layout.size)
        cut = perf_counter()
        evidence = gather(squared, self._codes, self._plain, self._reader)
        stops = self._edition if self._stops else None
        findings = judge(evidence, self._reader.alphabet, self._layout.size, stops)
        findings = settle(findings, squared, self._witness)
        done = perf_counter()
        spent = {"locate": located - start, "cells": cut - located, "letters": done - cut, "total": done - start}
        return Sighting(
            quad_of(to_board, self._layout.size),
            findings.board,
            findings.stops,
            doubts=findings.doubts,
            milliseconds={name: round(1000 * float(np.float64(value)), 1) for name, value in spent.items()},
        )
