"""One look at the table: takes a picture, and returns what lies on each square, confident or in doubt."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from time import perf_counter

import numpy as np

from pi_referee.rules.board.square import Square
from pi_referee.rules.definition.ruleset import Ruleset
from vision.arrays import Colour, Homography
from vision.geometry.find_board import board_of, locate, quad_of
from vision.geometry.layout_match import Printed
from vision.geometry.orientation import (
    Turn,
    is_better_read,
    letters_stand,
    may_lie_otherwise,
    mirrored,
    turned,
)
from vision.geometry.rectify import Squared, Tops, square_up
from vision.geometry.tracking import Place
from vision.letter_checks.consensus import Unison
from vision.letter_checks.second_network import second_reader
from vision.letter_checks.second_opinion import Witness, nobody
from vision.letter_checks.symmetry import UpsideDown
from vision.letter_checks.turned_tiles import TurnedTiles
from vision.letters.classifier import Reader
from vision.letters.household_tiles import Learnt, LearntTile
from vision.letters.letter_model import Letters
from vision.letters.reading_cache import Recent
from vision.letters.tesseract import second_opinions
from vision.letters.tile_tone import tone_of
from vision.letters.way_up import quarters_by, way_up_reader
from vision.lighting.appearance import Looks, looks, roughness_of
from vision.lighting.square_kinds import is_of_few
from vision.networks import shared_network
from vision.photo.denoise import without_grain
from vision.photo.motion_blur import Spread, spread_of
from vision.photo.quality import slant_of
from vision.photo.refusals import BLURRED, CUT_OFF, MIRRORED, TOO_SLANTING, lacks_top, refused, unless_refused, untold
from vision.sighting import BoardLook, Edition, NotSeen, Quad, Sighting, Step
from vision.square_index import flagged
from vision.squares import grid_model, whole_tiles
from vision.squares.evidence import gather
from vision.squares.findings import NEVER, Box, Findings
from vision.squares.grid_model import Watched, watched
from vision.squares.picture_edge import is_cut_off
from vision.squares.rough_squares import roughest
from vision.stages import BY_ONE_LIGHT, ONCE, STAGES, Scene, Tools, told_by

_SAMPLE = 14
"""Squares with letters that are enough to tell whether tiles are darker than these."""

_Looked = tuple[BoardLook, Homography, Squared]
_OTHER_SIDES = (2, 1, 3)
"""Quarter turns in which a board that is hardly read as it lies is read again."""


class Eye:
    """Sees one game's board; made once a game, since loading the letter reader takes a moment.

    It remembers where the board lay and what it read, so that later looks read only what has changed.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        edition: Edition | None = None,
        letters: Letters | None = None,
        witness: Witness = second_opinions,
        *,
        learnt: Sequence[LearntTile] = (),
        without: Collection[str] = (),
    ) -> None:
        """Prepare for a game's board and tiles; the witness is asked about letters in doubt.

        edition: how the tiles look, for pictures that do not show it themselves.
        learnt: tiles of the household's own set. without: names of stages that are left out, see vision.stages.
        Raises RefereeError if a network is missing or damaged, ValueError if there is no such stage.
        """
        self._witness, self._layout = witness, ruleset.layout
        self._edition: Edition = edition or "light"
        self._tools = _tools(ruleset, letters or Letters(), learnt, without)
        self._way_up = way_up_reader()
        # What is missing must be known before a game, and not once tiles lie on the board.
        for network in (grid_model.NETWORK, whole_tiles.NETWORK):
            shared_network(network)
        self._always = np.argwhere(is_of_few(self._tools.printed.codes))
        self._place: Place | None = None
        # What the two letter readers read.
        self._recent = Recent(), Recent()

    def see(self, picture: Colour, corners: Quad | None = None, known: Collection[Square] = ()) -> BoardLook:
        """Look at a picture; corners, if somebody has shown them, are used, else the board is located.

        picture: (height, width, 3) uint8, blue-green-red. known: squares with letters that were agreed, which tell the
        top.
        """
        start = perf_counter()
        again = None if corners else self._again(picture, start)
        if again is not None:
            return again
        to_board = board_of(corners, self._layout.size) if corners else locate(picture, self._layout)
        if isinstance(to_board, NotSeen):
            return to_board
        times = start, perf_counter()
        self._recent = Recent(), Recent()
        slant = slant_of(quad_of(to_board, self._layout.size), self._layout.size)
        upright = self._upright(picture, to_board, known)
        if isinstance(upright, NotSeen):
            return upright
        to_board, squared, turn = upright
        with_tops = None if slant > TOO_SLANTING else self._with_tops(squared)
        if with_tops is None or is_cut_off(squared):
            return CUT_OFF if with_tops else unless_refused(BLURRED, squared, slant)
        seen = self._read(to_board, with_tops, times, self._witness)
        turn = turn.as_read(seen)
        if may_lie_otherwise(seen, turn):
            seen, best, squared = self._from_all_sides(seen, picture, to_board, squared, times)
            turn, to_board = replace(turn, is_told=turn.is_told or best is not to_board), best
        turn = self._way_up.confirmed(turn, squared.of_letters, seen)
        if lacks_top(seen, turn):
            seen, to_board, squared = self._as_known((seen, to_board, squared), known, turn, picture, times)
        seen = unless_refused(seen, squared, slant)
        is_place = not corners and letters_stand(seen)
        self._place = Place(to_board, picture.shape, squared.alone()) if is_place else None
        return seen

    def _from_all_sides(
        self, seen: BoardLook, picture: Colour, to_board: Homography, squared: Squared, times: tuple[float, float]
    ) -> _Looked:
        """Read a board that is hardly read as it lies another way up; the best of these looks.

        If no turn is better, and no letters clearly show the top, the board is refused in three cases: letters are seen
        another way up, but out of focus, or many more than this way; strong light may have taken them; or squares all
        over it are in doubt. Letters on their side look like nothing, or like a hand, and all would be read as bare.
        """
        best, kept, others = (seen, to_board, squared), self._recent, list[BoardLook]()
        for quarters in _OTHER_SIDES:
            side = self._read_afresh(picture, turned(to_board, quarters, squared.size), times)
            others.append(side[0])
            if is_better_read(side[0], best[0]):
                best, kept = side, self._recent
        self._recent = kept
        if best[0] is not seen:
            with_tops = self._with_tops(best[2])
            read = self._read(best[1], with_tops, times, self._witness) if with_tops else BLURRED
            return read, *best[1:]
        if isinstance(seen, NotSeen) or letters_stand(seen):
            return best
        refusal = refused(seen, others, squared)
        return best if refusal is None else (refusal, to_board, squared)

    def _as_known(
        self, found: _Looked, known: Collection[Square], turn: Turn, picture: Colour, times: tuple[float, float]
    ) -> _Looked:
        """A look at a board whose letters tell no top, read as its known tiles lie, or else what is left of it."""
        size, lying, is_told = self._layout.size, found, turn.is_told or letters_stand(found[0])
        if quarters := quarters_by(known, found[0], turn, size):
            lying = self._read_afresh(picture, turned(found[1], quarters, size), times, self._witness)
        if quarters is not None and quarters_by(known, lying[0], turn, size) == 0:
            return lying
        return (untold(found[0], size, is_mirror=turn.may_be_mirrored, is_told=is_told), *found[1:])

    def _read_afresh(
        self, picture: Colour, to_board: Homography, times: tuple[float, float], witness: Witness = nobody
    ) -> _Looked:
        """A look at a board that lies in some way, nothing remembered of it; and the board squared up."""
        self._recent = Recent(), Recent()
        board = square_up(picture, to_board, self._layout.size)
        return self._read(to_board, self._with_tops(board) or board, times, witness), to_board, board

    def _again(self, picture: Colour, start: float) -> Sighting | None:
        """A look at a board that lies where it lay; None if it must be located anew, as with a doubt left."""
        squared = self._place.again(picture) if self._place else None
        if self._place is None or squared is None:
            return None
        for recent in self._recent:
            recent.begin_look()
        with_tops = self._with_tops(squared)
        seen = self._read(self._place.to_board, with_tops, (start, perf_counter()), nobody) if with_tops else BLURRED
        return None if isinstance(seen, NotSeen) or seen.doubts else seen

    def _read(self, to_board: Homography, squared: Squared, times: tuple[float, float], witness: Witness) -> BoardLook:
        """Read a squared board, if it can be read; times: when the look began and when the board was located, s."""
        start, located = times
        smooth = without_grain(squared.pixels)
        squared = squared if smooth is squared.pixels else replace(squared, pixels=smooth)
        board, spread = watched(squared, self._tools.printed), spread_of(squared)
        seen = looks(squared, self._tools.printed)
        cut = perf_counter()
        places = roughest(seen.roughness, self._tools.printed.codes)[:_SAMPLE]
        edition = tone_of(self._tools.reader, squared, places, self._recent[0])
        self._edition = edition or self._edition
        told = None if spread.is_shaken else self._told(board, seen, spread, witness)
        if told is None:
            return BLURRED
        findings, trace = told
        done = perf_counter()
        spent = {"locate": located - start, "cells": cut - located, "letters": done - cut, "total": done - start}
        return Sighting(
            quad_of(to_board, squared.size),
            findings.board,
            findings.stops,
            doubts=findings.doubts,
            covered=findings.covered,
            milliseconds={name: round(1000 * value, 1) for name, value in spent.items()},
            trace=trace,
            edition=edition,
        )

    def _with_tops(self, squared: Squared) -> Squared | None:
        """The board with its tiles' tops on their squares, if it is seen so far from the side that they stand off.

        None if they are too blurred there: on the board's own plane letters would be read on their neighbours' squares.

        On the plane of the tops a letter is only seen where a tile stands: a first look there tells on which squares.
        """
        tops = None if squared.tops else squared.above
        if tops is None or tops.origin is None or squared.origin is None:
            return squared
        seen = looks(tops, self._tools.printed)
        scene = self._scene(watched(tops, self._tools.printed), seen, nobody)
        found, _ = told_by(BY_ONE_LIGHT, self._tools, scene)
        if found.certain == NEVER:
            return None
        off = [scene.evidence.offset_of(square) for square, told in found.board.items() if told.letter]
        there = Tops(tops.origin[1], flagged(found.tiles, squared.size)).centred(off)
        return square_up(*squared.origin, squared.size, there)

    def _told(
        self, board: Watched, seen: Looks, spread: Spread, witness: Witness
    ) -> tuple[Findings, tuple[Step, ...]] | None:
        """The findings on a squared board, and what each stage changed; None if its letters are too blurred."""
        scene = self._scene(board, seen, witness)
        scene = replace(scene, evidence=replace(scene.evidence, moved=spread.thins_strokes))
        found, steps = told_by(BY_ONE_LIGHT, self._tools, scene)
        if found.certain == NEVER or (spread.hides_letters and not scene.evidence.blurred):
            return None
        found, more = told_by(ONCE, self._tools, scene, found)
        return found, (*steps, *more)

    def _scene(self, board: Watched, seen: Looks, witness: Witness) -> Scene:
        """What the stages work on, once the evidence on a squared board is gathered."""
        squared, tools, (first, second) = board.squared, self._tools, self._recent
        evidence = gather(board, seen, tools.reader, self._edition, first, stops=tools.box.stops)
        second = second if evidence.read_from is squared else second.of_this_look()
        return Scene(squared, squared, evidence, second, witness)

    def _upright(
        self, picture: Colour, to_board: Homography, known: Collection[Square]
    ) -> tuple[Homography, Squared, Turn] | NotSeen:
        """Square the board up, turned if its letters lie on their side or upside down, and mirrored back if need be.

        The last value: how it was turned, and whether its letters settle that. Refused if it is perhaps mirrored.
        """
        size = self._layout.size
        squared = square_up(picture, to_board, size)
        letters = squared.of_letters
        rough = roughest(roughness_of(letters), self._tools.printed.codes)
        turn = (self._way_up.turn_by(known, letters) if known else None) or self._way_up.turn(letters, rough)
        if turn.is_mirrored and not turn.is_settled:
            return BLURRED if spread_of(letters).is_shaken else MIRRORED
        if turn.quarters or turn.is_mirrored:
            to_board = turned(to_board, turn.quarters, size)
            to_board = mirrored(to_board, size) if turn.is_mirrored else to_board
            squared = square_up(picture, to_board, size)
            letters = squared.of_letters
            rough = roughest(roughness_of(letters), self._tools.printed.codes)
        # Unless grain is found and removed, nearly all of these are read, the rough ones by both readers.
        first, second = self._recent
        self._tools.reader.look_ahead(letters, np.unique(np.vstack([rough, self._always]), axis=0), first)
        self._tools.second.reader.look_ahead(letters, rough, second)
        return to_board, squared, turn


def _tools(ruleset: Ruleset, letters: Letters, learnt: Sequence[LearntTile], without: Collection[str]) -> Tools:
    """Make what the stages of a game's looks work with."""
    if unknown := set(without) - {stage.name for stage in STAGES}:
        raise ValueError(f"There is no stage {sorted(unknown)}, but {[stage.name for stage in STAGES]}.")
    reader, second = Reader(letters, ruleset.alphabet), second_reader(ruleset.alphabet, learnt)
    reader = reader.remembering(Learnt(reader, learnt)) if learnt else reader
    is_coloured = bool(ruleset.tile_colours)
    # Learnt tiles may have letters that no reader knows.
    unison = None if learnt else Unison(reader, second.reader, coloured=is_coloured)
    return Tools(
        printed=Printed.of(ruleset.layout),
        colours=ruleset.tile_colours,
        box=Box(ruleset.stops, ruleset.blanks, coloured=is_coloured),
        reader=reader,
        second=second,
        unison=unison,
        upside_down=UpsideDown(ruleset.alphabet, learnt),
        turned=TurnedTiles(reader, learnt),
        without=without,
    )
