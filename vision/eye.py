"""One look at the table: a picture goes in, and what surely lies on the board, and what is in doubt, comes out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from time import perf_counter

import numpy as np

from pi_referee.rules.ruleset import Ruleset
from pi_referee.rules.square import Square
from vision.agreement import agreed
from vision.arrays import Colour, Floats, Homography
from vision.evidence import ROUGHER, Evidence, gather
from vision.faded import unfaded
from vision.findings import NEVER, Box, Findings, judge, within
from vision.flags import squares_where
from vision.grain import without_grain
from vision.kinds import is_of_few
from vision.layout_match import Codes, Printed
from vision.learnt import Learnt, LearntTile
from vision.legible import legible
from vision.letters import Letters
from vision.locate import board_of, codes_of, locate, quad_of
from vision.looks import Looks, looks, roughness_of
from vision.memory import Recent
from vision.place import Place
from vision.reader import Places, Reader
from vision.refusals import BLURRED, CUT_OFF, refused, too_doubtful
from vision.rim import is_cut_off, uncut
from vision.rimmed import plain_tiles, rimmed
from vision.second_opinion import second_opinions
from vision.second_reader import second_reader
from vision.settling import Witness, nobody, settle
from vision.shade import evened
from vision.sighting import Edition, NotSeen, Quad, Sighting
from vision.spread import Spread, spread_of
from vision.squared import Squared, square_up
from vision.steady import Steady
from vision.tinted import tinted
from vision.together import counted, together
from vision.unbleached import Unbleached, unbleached
from vision.unison import Unison
from vision.upright import Seen, is_better_read, is_hardly_read, tells_its_top, turned
from vision.upside_down import UpsideDown

_SAMPLE = 14
"""So many squares are enough to tell which way the letters stand."""

_OTHER_SIDES = (2, 1, 3)
"""Quarter turns from which a board is read that can hardly be read as it lies."""

_FEW_ROUGH, _STANDS_OUT = 5, 4.0
"""Where fewer squares than that are rough, those are read that are rougher than so many times what squares stray by. Of
thin letters of 30 px a square one was rough in a row of 28, and the board was not turned: all were told as bare board.
"""

_INKLESS = 0.15
"""No letter has so little contrast, unless light has bleached it: turned ones have 0.6 and more, any 0.27."""

_SHADED = 0.4
"""Light on plain squares that lie near each other differs by more than this (logarithmic) at a shade's edge: 0.41
on one of 87 pictures as they are, less on the others, 0.68 and more on all but two of 28 with a shade over them."""


class Eye:
    """Sees one game's board; made once for a game, since loading the letter reader takes a moment.

    It remembers where the board lay and what it read, so that a second look reads only what has changed.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        edition: Edition = "light",
        letters: Letters | None = None,
        witness: Witness = second_opinions,
        *,
        learnt: Sequence[LearntTile] = (),
    ) -> None:
        """Get ready for a game's board and tiles; the witness is asked about letters in doubt.

        learnt: tiles of the household's own set. Raises RefereeError if the letter reader is damaged.
        """
        self._witness = witness
        self._layout, self._colours = ruleset.layout, ruleset.tile_colours
        self._codes, self._plain = codes_of(ruleset.layout)
        self._printed = Printed(self._codes, self._plain)
        self._always = np.argwhere(is_of_few(self._codes))
        reader = Reader(letters or Letters(), ruleset.alphabet)
        self._reader = reader.remembering(Learnt(reader, learnt)) if learnt else reader
        self._place: Place | None = None
        self._second = second_reader(ruleset.alphabet, learnt)
        # Tiles that were learnt may be such as no reader knows.
        self._steady = None if learnt else Steady(self._reader, self._second.reader)
        self._unison = None if learnt else Unison(self._reader, self._second.reader, coloured=bool(self._colours))
        self._upside_down = UpsideDown(ruleset.alphabet, learnt, self._unison)
        self._recent, self._second_recent = Recent(), Recent()
        self._box = Box(edition, ruleset.stops, ruleset.blanks, coloured=bool(ruleset.tile_colours))

    def see(self, picture: Colour, corners: Quad | None = None) -> Sighting | NotSeen:
        """Look at a picture; corners, where somebody has shown them, are taken instead of sought.

        picture: (height, width, 3) uint8, blue-green-red.
        """
        start = perf_counter()
        again = None if corners else self._again(picture, start)
        if again is not None:
            return again
        to_board = board_of(corners, self._layout.size) if corners else locate(picture, self._layout)
        if isinstance(to_board, NotSeen):
            return to_board
        located = perf_counter()
        self._recent, self._second_recent = Recent(), Recent()
        to_board, squared, is_settled = self._upright(picture, to_board)
        if is_cut_off(squared):
            return CUT_OFF
        seen = self._read(to_board, squared, (start, located), self._witness)
        if is_hardly_read(seen) and not is_settled:
            seen, to_board, squared = self._from_all_sides(seen, picture, to_board, squared, (start, located))
        refusal = too_doubtful(seen, squared)
        seen = seen if refusal is None else refusal
        is_place = not (corners or isinstance(seen, NotSeen)) and tells_its_top(seen)
        self._place = Place(to_board, picture.shape, squared.alone()) if is_place else None
        return seen

    def _from_all_sides(
        self, seen: Seen, picture: Colour, to_board: Homography, squared: Squared, times: tuple[float, float]
    ) -> tuple[Seen, Homography, Squared]:
        """A board that is hardly read, or the same from another side if more can be read of it from there.

        Where none can, and no letters tell the top for sure, it is refused if letters are seen from another side, but
        out of focus, or many more than from this one, if strong light may have taken them, or if squares all over it
        are in doubt: on their side letters look like nothing, or like a hand, and all would be told as bare board.
        """
        best, kept, others = (seen, to_board, squared), (self._recent, self._second_recent), list[Seen]()
        for quarters in _OTHER_SIDES:
            self._recent, self._second_recent = Recent(), Recent()
            side = turned(to_board, quarters, squared.size)
            board = square_up(picture, side, squared.size)
            others.append(self._read(side, board, times, self._witness))
            if is_better_read(others[-1], best[0]):
                best, kept = (others[-1], side, board), (self._recent, self._second_recent)
        self._recent, self._second_recent = kept
        if best[0] is not seen or isinstance(seen, NotSeen) or tells_its_top(seen):
            return best
        refusal = refused(seen, others, squared)
        return best if refusal is None else (refusal, to_board, squared)

    def _again(self, picture: Colour, start: float) -> Sighting | None:
        """A look at a board that lies where it lay, or near; None if it is to be sought, as where a doubt is left."""
        found = self._place.again(picture) if self._place else None
        if found is None:
            return None
        place, squared = found
        seen = self._read(place.to_board, squared, (start, perf_counter()), nobody)
        if isinstance(seen, NotSeen) or seen.doubts:
            return None
        self._place = place
        return seen

    def _read(
        self, to_board: Homography, squared: Squared, times: tuple[float, float], witness: Witness
    ) -> Sighting | NotSeen:
        """Read a squared board, if its letters can be read; times: when the look began and when the board was found."""
        start, located = times
        squared = replace(squared, pixels=without_grain(squared.pixels))
        spread = spread_of(squared)
        seen = looks(squared, self._codes, self._plain)
        cut = perf_counter()
        findings = None if spread.is_shaken else self._found(squared, seen, spread, witness)
        if findings is None:
            return BLURRED
        findings = together(uncut(findings, squared), squares_where(seen.contrast < _INKLESS, squared.size))
        done = perf_counter()
        spent = {"locate": located - start, "cells": cut - located, "letters": done - cut, "total": done - start}
        return Sighting(
            quad_of(to_board, squared.size),
            findings.board,
            findings.stops,
            doubts=findings.doubts,
            covered=findings.covered,
            milliseconds={name: round(1000 * value, 1) for name, value in spent.items()},
        )

    def _found(self, squared: Squared, seen: Looks, spread: Spread, witness: Witness) -> Findings | None:
        """What lies on a squared board; None if its letters are too blurred to be read."""
        evidence = gather(squared, seen, self._codes, self._plain, self._reader, self._box.edition, self._recent)
        recent = self._second_recent if evidence.read_from is squared else None
        findings = self._judged(evidence, squared, squared, recent)
        if findings.certain == NEVER or (spread.hides_letters and not evidence.blurred):
            return None
        perhaps_shaded = findings.doubts or float(np.ptp(seen.shades, axis=1).max()) > _SHADED
        if perhaps_shaded and not evidence.blurred:
            findings = self._in_even_light(findings, squared, seen, evidence)
        if self._unison:
            findings = self._unison.settle(findings, evidence)
        settled = settle(findings, evidence.read_from, witness)
        vouched = self._second.vouch(settled, evidence.read_from, but=findings.board)
        steady = self._steady.doubt(vouched, evidence) if self._steady else vouched
        told = tinted(steady, seen.paler, evidence, self._colours) if self._colours else steady
        return self._upside_down.doubt(told, evidence)

    def _in_even_light(self, findings: Findings, squared: Squared, seen: Looks, evidence: Evidence) -> Findings:
        """What was found, and what is found on the board in even light if a shade's edge lies over it."""
        edition = self._box.edition
        even = evened(
            squared, self._codes.ravel(), self._plain, evidence.lettered, evidence.glare, dark=edition == "dark"
        )
        if even is None:
            return findings
        look = looks(even.squared, self._codes, self._plain).bleached_as(seen)
        # All plain squares are read: letters under a lamp's mirror have a tenth of their contrast, and are clear.
        every = range(self._codes.size)
        again = gather(even.squared, look, self._codes, self._plain, self._reader, edition, also=every)
        found = self._judged(again, even.squared, squared)
        hidden = again.hand | again.glare | evidence.hand | evidence.glare
        if not even.is_sure or hidden.any() or findings.covered | found.covered:
            return agreed(findings, found, settling=False)
        asked = {doubt.square for doubt in findings.doubts}
        letters = {square: reading for square, reading in found.board.items() if reading.letter and square in asked}
        return agreed(findings, found, vouched=self._second.seen_in(letters, evidence.read_from, again.read_from))

    def _judged(self, evidence: Evidence, squared: Squared, lit: Squared, recent: Recent | None = None) -> Findings:
        """What both readers, colours and rims together tell; recent: what the second one read before.

        lit: the board in the light it was seen in.
        """
        judged = judge(evidence, self._reader.alphabet, self._layout.size, self._box)
        findings = rimmed(judged, squared, evidence, self._box, self._printed)
        faded = unfaded(findings, evidence, lit, self._reader.alphabet, dark=self._box.edition == "dark")
        vouched = self._second.vouch(findings, evidence.read_from, recent)
        settled = self._second.settle(vouched, faded, evidence.read_from, recent)
        left, inkless = legible(settled, evidence, lit, self._reader, self._box), frozenset[Square]()
        if left is not None:
            settled = self._second.settle(settled, left.letters, left.board)
            settled, inkless = self._unbleached(settled, evidence, lit, left.plain)
        # Letters that something has taken have a tile's rim, too: then there may be more blanks than the box holds.
        return counted(within(self._box, settled), inkless, self._box.blanks)

    def _unbleached(
        self, found: Findings, evidence: Evidence, lit: Squared, plain: frozenset[Square]
    ) -> tuple[Findings, frozenset[Square]]:
        """What was found, with squares settled that are bare, or plain tiles, by what strong light has left.

        And those squares in doubt on which only a plain tile may lie.
        """
        told = Unbleached() if self._box.coloured else unbleached(found, evidence, lit, self._codes)
        found = replace(found, doubts=tuple(doubt for doubt in found.doubts if doubt.square not in told.bare))
        return plain_tiles(found, lit, evidence, self._printed, plain, told.pale), told.inkless

    def _upright(self, picture: Colour, to_board: Homography) -> tuple[Homography, Squared, bool]:
        """Square the board up, and turn it if its letters lie on their side or upside down in the picture.

        And whether its letters leave no doubt of that.
        """
        size = self._layout.size
        squared = square_up(picture, to_board, size)
        rough = _roughest(roughness_of(squared), self._codes)
        turn = self._reader.turn(squared, rough[:_SAMPLE], self._recent)
        if turn.quarters:
            to_board = turned(to_board, turn.quarters, size)
            squared = square_up(picture, to_board, size)
            rough = _roughest(roughness_of(squared), self._codes)
        # Unless grain is found that must be taken off, nearly all of these are read, the rough ones by both readers.
        self._reader.look_ahead(squared, np.unique(np.vstack([rough, self._always]), axis=0), self._recent)
        self._second.reader.look_ahead(squared, rough, self._second_recent)
        return to_board, squared, turn.is_settled


def _roughest(roughness: Floats, codes: Codes) -> Places:
    """The squares likely to show letters, the likeliest first: those rough beside others printed alike, (k, 2).

    One that is printed as no other is, as the middle one, which every first word covers, is compared with all. Where
    hardly a square is rough, as where thin letters are small or out of focus, those that stand out at all.
    """
    rougher = roughness.copy()
    for kind in np.unique(codes):
        alike = codes.ravel() == kind
        rougher[alike] -= np.median(roughness[alike] if alike.sum() > 1 else roughness)
    least = ROUGHER
    if np.count_nonzero(rougher > ROUGHER) < _FEW_ROUGH:
        least = min(ROUGHER, _STANDS_OUT * float(np.median(np.abs(rougher))))
    places = np.argsort(-rougher)
    return np.column_stack(np.divmod(places[rougher[places] > least], len(codes)))
