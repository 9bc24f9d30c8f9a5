"""Finds the cards in a picture and reads them: letters, small print, and which lie edge to edge."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter

import cv2
import numpy as np

from vision.arrays import Colour, Flags, Floats
from vision.cards.card_finder import CardFinder
from vision.cards.card_frames import NO_FRAMES, Frames
from vision.cards.card_letters import CardLetters, LetterShares
from vision.cards.card_windows import windows_of
from vision.cards.letter_windows import cut_letters, glyphs_of
from vision.cards.pattern import Group, aligned, groups_of
from vision.cards.small_print import Prints, SmallPrint, prints_of, upright_evidence

MOST_EVIDENCE = 3.0
"""How much one card may say about which way up its word lies, in log shares."""

_LETTER = 0.5
"""The share of some letter from which a card shows one, and so a value."""


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
        self._finder, self._print, self._letters = CardFinder(), SmallPrint(), CardLetters(alphabet)
        self.alphabet = self._letters.alphabet

    def read(self, picture: Colour, *, in_rows: bool = False) -> ReadCards:
        """Read all cards of a picture, each group the way up that its letters tell.

        in_rows: all cards are known to stand the same way up, whether they lie edge to edge or not.
        """
        start = perf_counter()
        lots = self._finder.find(picture)
        spent = perf_counter() - start
        read = [self.read_found(picture, lot, spent, in_rows=in_rows) for lot in lots or [NO_FRAMES]]
        return max(read, key=lambda cards: float(cards.letters.both.max(axis=1, initial=0).sum()))

    def read_found(self, picture: Colour, found: Frames, spent: float = 0.0, *, in_rows: bool = False) -> ReadCards:
        """Read cards whose places are known; spent: seconds that it took to find them."""
        start = perf_counter()
        faces = aligned(found.only(~found.backs), all_alike=in_rows)
        groups = groups_of(faces)
        windows = windows_of(picture, faces.corners)
        glyphs = glyphs_of(np.array([cv2.cvtColor(window, cv2.COLOR_BGR2GRAY) for window in windows], np.uint8))
        cut = cut_letters(picture, faces, glyphs, aspect_of(faces))
        told = self._print.shares(windows)
        evidence = self._letters.upright(cut) + upright_evidence(told, glyphs)
        alike = [list(range(len(faces)))] if in_rows else [list(group.cells) for group in groups]
        flipped = _upside_down(evidence, alike)
        cut[flipped] = cut[flipped][:, ::-1, ::-1]
        letters, frames = self._letters.read(cut), faces.turned(flipped)
        windows[flipped] = windows[flipped][:, ::-1, ::-1]
        told[:, flipped] = told[::-1, flipped][:, :, :, ::-1, ::-1]
        prints = prints_of(told, windows, glyphs.turned(flipped), letters.both.max(axis=1, initial=0) > _LETTER)
        signed = np.clip(np.where(flipped, -evidence, evidence), -MOST_EVIDENCE, MOST_EVIDENCE)
        backs = found.only(found.backs)
        return ReadCards(frames, groups_of(frames), letters, prints, backs, signed, (spent, perf_counter() - start))


def _upside_down(evidence: Floats, groups: list[list[int]]) -> Flags:
    """Which cards stand upside down, as the letters of each group together tell."""
    flipped = np.zeros(len(evidence), bool)
    for members in groups:
        flipped[members] = np.clip(evidence[members], -MOST_EVIDENCE, MOST_EVIDENCE).sum() < 0
    return flipped


def aspect_of(faces: Frames) -> float:
    """A card's width as a share of its height, as most of these show it."""
    if not len(faces):
        return 0.7
    return float(np.median(np.linalg.norm(faces.rights, axis=1) / np.linalg.norm(faces.downs, axis=1)))
