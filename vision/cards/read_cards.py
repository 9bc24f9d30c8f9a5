"""Finds the cards in a picture and reads them: letters, small print, and which lie edge to edge."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter

import cv2
import numpy as np

from vision.arrays import Colour, Flags, Floats, Grey
from vision.cards.card_finder import CardFinder
from vision.cards.card_frames import NO_FRAMES, Frames, stood
from vision.cards.card_letters import CardLetters, Glyphs, LetterShares, cut_letters, glyphs_of
from vision.cards.card_sighting import SeenCard
from vision.cards.card_windows import Windows, windows_of
from vision.cards.pattern import Group, aligned, groups_of
from vision.cards.printed.small_print import Prints, SmallPrint, prints_of, upright_evidence
from vision.cards.straighten import Straightener

MOST_EVIDENCE = 3.0
"""How much one card may say about which way up its word lies, in log shares."""

_LETTER = 0.5
"""The share of some letter from which a card shows one, and so a value."""

_LITTLE = 4.0
"""What a group's letters must say together about which way up they stand, lest its values be asked, and lest a letter
that is another one upside down be no more than a doubt."""

_ENOUGH = 0.6
"""The share of a lot's cards that must show a letter, lest another lot be read as well."""


@dataclass(frozen=True, slots=True, eq=False)
class ReadCards:
    """The cards of a picture.

    frames: of those that lie face up, each as it stands. groups: which of them lie edge to edge, the largest first.
    backs: of those that lie face down. evidence: (k,) how much each card's letter says that it stands upright, in log
    shares. seconds: spent on finding, and on reading.
    """

    frames: Frames
    groups: list[Group]
    letters: LetterShares
    prints: Prints
    backs: Frames
    evidence: Floats
    seconds: tuple[float, float]


class CardsReader:
    """Finds and reads cards of one alphabet."""

    def __init__(self, alphabet: Sequence[str]) -> None:
        """Load the networks; RefereeError if one is missing or damaged."""
        self._finder, self._straightener = CardFinder(), Straightener()
        self._print, self._letters = SmallPrint(), CardLetters(alphabet)
        self.alphabet = self._letters.alphabet

    def read(self, picture: Colour, before: Sequence[SeenCard] = (), *, in_rows: bool = False) -> ReadCards:
        """Read all cards of a picture, each group the way up that its letters tell.

        before: cards as an earlier look saw them; those that lie there still tell which way up they stand. in_rows: all
        cards are known to stand the same way up, whether they lie edge to edge or not.
        """
        start = perf_counter()
        lots = self._finder.find(picture)
        spent = perf_counter() - start
        best: ReadCards | None = None
        for lot in lots or [NO_FRAMES]:
            read = self.read_found(picture, lot, spent, before, in_rows=in_rows)
            if best is None or _believed(read) > _believed(best):
                best = read
            if _shown(best) >= _ENOUGH * len(best.frames):
                break
        return best if best is not None else self.read_found(picture, NO_FRAMES)

    def read_found(
        self,
        picture: Colour,
        found: Frames,
        spent: float = 0.0,
        before: Sequence[SeenCard] = (),
        *,
        in_rows: bool = False,
    ) -> ReadCards:
        """Read cards whose places are known; spent: seconds that it took to find them."""
        start = perf_counter()
        faces = aligned(found.only(~found.backs), all_alike=in_rows)
        faces = self._straightener.straightened(picture, faces)
        windows = windows_of(picture, faces.corners)
        glyphs = glyphs_of(_grey(windows))
        cut = cut_letters(picture, faces, glyphs, aspect_of(faces))
        alike = [list(range(len(faces)))] if in_rows else [list(group.cells) for group in groups_of(faces)]
        evidence = self._evidence(cut, windows, glyphs, alike) + MOST_EVIDENCE * stood(faces, before)
        sums = _group_sums(evidence, alike)
        flipped = sums < 0
        cut[flipped] = cut[flipped][:, ::-1, ::-1]
        glyphs = glyphs.turned(flipped)
        letters = self._letters.read(cut, np.abs(sums) < _LITTLE)
        shown = letters.both.max(axis=1, initial=0) > _LETTER
        frames = faces.turned(flipped)
        prints = self._prints(picture, frames, glyphs, shown)
        signed = np.clip(np.where(flipped, -evidence, evidence), -MOST_EVIDENCE, MOST_EVIDENCE)
        seconds = (spent, perf_counter() - start)
        return ReadCards(frames, groups_of(frames), letters, prints, found.only(found.backs), signed, seconds)

    def _evidence(self, cut: Windows, windows: Windows, glyphs: Glyphs, alike: list[list[int]]) -> Floats:
        """How much each card says that it stands upright: its letter, and where letters say little its values, too."""
        evidence = self._letters.upright(cut)
        chosen = np.flatnonzero(np.abs(_group_sums(evidence, alike)) < _LITTLE)
        if len(chosen):
            evidence[chosen] += upright_evidence(self._print.shares(windows[chosen]), glyphs.only(chosen))
        return evidence

    def _prints(self, picture: Colour, frames: Frames, glyphs: Glyphs, shown: Flags) -> Prints:
        """The small print of upright cards, cut out so that their letters stand alike; shown: which show a letter."""
        windows = windows_of(picture, frames.corners)
        middle = np.median(glyphs.middles, axis=0) if len(frames) else np.zeros(2)
        alike = Glyphs(np.tile(middle, (len(frames), 1)), glyphs.heights, glyphs.own, glyphs.off)
        return prints_of(self._print.shares(windows), windows, alike, shown)


def _shown(read: ReadCards) -> float:
    """How many letters are shown, each by its share."""
    return float(read.letters.both.max(axis=1, initial=0).sum())


def _believed(read: ReadCards) -> float:
    """How much speaks for a lot: many letters, and few cards without one, as the corners of large cards are."""
    return _shown(read) ** 2 / max(len(read.frames), 1)


def _grey(windows: Windows) -> Grey:
    """Windows (k, high, wide, 3) without their colours."""
    return np.array([cv2.cvtColor(window, cv2.COLOR_BGR2GRAY) for window in windows], np.uint8)


def _group_sums(evidence: Floats, groups: list[list[int]]) -> Floats:
    """How much the letters of each card's group together say that it stands upright, (k,) in log shares."""
    sums = np.zeros(len(evidence))
    for members in groups:
        sums[members] = np.clip(evidence[members], -MOST_EVIDENCE, MOST_EVIDENCE).sum()
    return sums


def aspect_of(faces: Frames) -> float:
    """A card's width as a share of its height, as most of these show it."""
    if not len(faces):
        return 0.7
    return float(np.median(np.linalg.norm(faces.rights, axis=1) / np.linalg.norm(faces.downs, axis=1)))
