"""Finds the cards in a picture and reads them: letters, small print, and which lie edge to edge."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter

import numpy as np

from vision.arrays import Colour, Flags, Floats, medians
from vision.cards.again.lying_cards import NO_CARDS, KnownCards, LyingCards
from vision.cards.again.windows_before import WindowsBefore
from vision.cards.card_frames import NO_FRAMES, Frames, frames_of, stood
from vision.cards.card_letters import CardLetters, Glyphs, LetterShares, spots_of
from vision.cards.card_sighting import Cell, SeenCard
from vision.cards.card_windows import Windows, windows_of
from vision.cards.found.beside_words import BesideWords
from vision.cards.found.card_finder import CardFinder
from vision.cards.found.paper_beside import paper_beside
from vision.cards.found.straighten import Straightener
from vision.cards.found.things_beside import NO_THINGS, SeenThings, ThingsBeside
from vision.cards.no_cards import are_bare, are_figures, are_prints, mislead, second_finds
from vision.cards.pattern import Group, aligned, groups_of
from vision.cards.printed.card_way_up import WayUp
from vision.cards.printed.deck_marks import DeckMarks
from vision.cards.printed.small_print import Place, Prints, prints_of, upright_evidence
from vision.cards.upright_letters import LITTLE, Upright, UprightEvidence, group_sums, read_upright, turned_over
from vision.letters.classifier import SOME_LETTER
from vision.other_core import begun

MOST_EVIDENCE = 3.0
"""How much one card may say about which way up its word lies, in log shares."""

_IN_WORDS = 2.0
"""How much more a letter speaks for a lot of cards that lies edge to edge with another one."""

_MISSED_ROUNDS = 3
"""So many cards in a row may be missed at a word's end."""

_WORD = 1.5
"""So many letters edge to edge, each by its share, are some word: no lot too small to be read is rather the cards. The
short words in two columns of a printed sheet were, beside TRÄD, and the look was refused as too far off."""

_ENOUGH = 0.6
"""The share of a lot's cards that must show a letter, some edge to edge, lest another lot be read as well."""


@dataclass(frozen=True, slots=True, eq=False)
class ReadCards:
    """The cards of a picture.

    frames: of those that lie face up, each as it stands. groups: which of them lie edge to edge, the largest first.
    backs: of those that lie face down. evidence: (k,) how much each card's letter says that it stands upright, in log
    shares. uneven: (k,) how many times brighter its brightest corner is than its darkest. bleached: (k,) whether print
    may be lost in the light. off: (k,) how far up or down each letter stands from where the others do, as a share of
    its height: so far off the card was found. seconds: spent on finding, and on reading. lying: these cards, for the
    next look. hidden: cells beside the words in which a card may lie under something. things: what lies there that is
    no card. words_hidden: whether no cards lie edge to edge, and a thing lies beside one that shows a letter, or where
    words lay at the last look. upside_down: the numbers of those that stand on their heads among the others of a group.
    mirrored: whether the letters of the words have left and right exchanged.
    """

    frames: Frames
    groups: list[Group]
    letters: LetterShares
    prints: Prints
    backs: Frames
    evidence: Floats
    uneven: Floats
    bleached: Flags
    off: Floats
    seconds: tuple[float, float]
    lying: LyingCards
    hidden: frozenset[Cell] = frozenset()
    things: SeenThings = NO_THINGS
    words_hidden: bool = False
    upside_down: frozenset[int] = frozenset()
    mirrored: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class _Lettered:
    """A lot of cards whose letters were read, each as it stands; perhaps: what else may be one beside the words."""

    frames: Frames
    glyphs: Glyphs
    upright: Upright
    backs: Frames
    lying: LyingCards
    perhaps: Frames

    @property
    def letters(self) -> LetterShares:
        """What the letters may be."""
        return self.upright.letters

    @property
    def shown(self) -> float:
        """How many letters are shown, each by its share."""
        return float(self.letters.likeliest.sum())

    @property
    def is_read(self) -> bool:
        """Whether enough cards show a letter, some edge to edge."""
        return self.shown_in_words > SOME_LETTER and self.shown >= _ENOUGH * len(self.frames)

    @property
    def shown_in_words(self) -> float:
        """The same of cards that lie edge to edge with others."""
        inside = [number for group in groups_of(self.frames) if len(group.cells) > 1 for number in group.cells]
        return float(self.letters.likeliest[inside].sum())


@dataclass(frozen=True, slots=True)
class _Look:
    """What a look begins with."""

    picture: Colour
    before: Sequence[SeenCard]
    lying: LyingCards
    in_rows: bool


class CardsReader:
    """Finds and reads cards of one alphabet."""

    def __init__(
        self, alphabet: Sequence[str], beside: BesideWords | None = None, finder: CardFinder | None = None
    ) -> None:
        """Load the networks, or take what finds or looks beside the words; RefereeError if one is missing."""
        self._finder, self._straightener = finder or CardFinder(), Straightener()
        self._windows, self._letters, self._way_up = WindowsBefore(), CardLetters(alphabet), WayUp()
        self._marks, self._beside, self._things = DeckMarks(), beside or BesideWords(), ThingsBeside()
        self.alphabet = self._letters.alphabet

    def read(
        self,
        picture: Colour,
        before: Sequence[SeenCard] = (),
        last: LyingCards = NO_CARDS,
        place: Place | None = None,
        *,
        in_rows: bool = False,
    ) -> ReadCards:
        """Read all cards of a picture, each group the way up that its letters tell.

        before: cards as an earlier look saw them; those that lie there still tell which way up they stand. last: as the
        last look read them; of these none is read again that lies there unchanged. place: where it saw that the deck
        prints its marks. in_rows: all cards are known to stand the same way up, whether they lie edge to edge or not.
        """
        start = perf_counter()
        for answers in (self._windows, self._letters, self._marks, self._beside.before):
            answers.next_look(is_fresh=last is NO_CARDS)
        unchanged = begun(lambda: last.unchanged(picture))
        lots = self._finder.find(picture)
        look = _Look(picture, before, unchanged(), in_rows=in_rows)
        spent = perf_counter() - start
        best = self._lettered(look, lots[0] if lots else NO_FRAMES)
        for lot in lots[1:]:
            may_be_print = are_prints(best.frames, lot)
            is_enough = best.is_read or (best.shown_in_words >= _WORD and lot.are_too_small)
            if is_enough and not may_be_print:
                continue
            other = self._lettered(look, lot)
            is_print = may_be_print and other.is_read and are_prints(best.frames, other.frames)
            if is_print or (not best.is_read and _believed(other) > _believed(best)):
                best = other
        shows, told = best.letters.shown, best.lying.told
        bleached = self._windows.bleached(best.lying.windows)
        is_none = are_figures(best.frames, told.scores, shows, bleached) | mislead(best.frames, told, shows, bleached)
        is_none |= second_finds(best.frames, best.letters.both) | are_bare(best.frames.scores, shows, bleached)
        if is_none.any():
            best = self._lettered(look, told.only(~is_none).with_more(best.backs))
        windows, groups = best.lying.windows, groups_of(best.frames)
        hidden = begun(lambda: self._hidden(look, best, groups))
        prints, over = self._prints(picture, best, place), hidden()
        return ReadCards(
            best.frames, groups, best.letters, prints,
            self._beside.face_down(picture, best.backs), best.upright.evidence,
            self._windows.uneven(windows), self._windows.bleached(windows), best.glyphs.off,
            (spent, perf_counter() - start - spent), best.lying, *over,
            frozenset(np.flatnonzero(best.upright.upside_down).tolist()),
            bool(groups) and self._way_up.are_mirrored(best.lying.cut[list(groups[0].cells)]),
        )  # fmt: skip

    def _hidden(self, look: _Look, read: _Lettered, groups: list[Group]) -> tuple[frozenset[Cell], SeenThings, bool]:
        """Where beside the words a card may lie under something, by what, and whether unseen words may lie so."""
        # A joker without a picture was found to lie face down: nobody leaves such a card at a word's very end.
        perhaps = read.perhaps.with_more(read.backs)
        if groups and len(groups[0].cells) > 1:
            # Free cells show less upside down, as they were looked at before it was known how the cards stand.
            for upright in self._beside.missed(look.picture, read.frames, read.backs):
                perhaps = perhaps.with_more(upright)
            beneath, things = self._things.hidden(look.picture, read.frames, groups, perhaps)
            papers = paper_beside(look.picture, read.frames, groups[0])
            beneath |= self._beside.not_bare(look.picture, read.frames, groups[0], papers)
            return beneath, things, False
        shown = read.frames.only(read.letters.shown)
        beside, before = self._things.lie_beside(look.picture, shown, perhaps), frames_of(look.before)
        return frozenset(), NO_THINGS, beside or self._things.lie_over(look.picture, before)

    def _lettered(self, look: _Look, found: Frames) -> _Lettered:
        """Some found cards, set right and turned as their letters tell, and these letters."""
        faces = found.only(~found.backs)
        known = look.lying.found_again(faces)
        faces = aligned(known.as_told(faces), known.there, all_alike=look.in_rows)
        faces, told = self._straightener.straightened(look.picture, faces, known.there)
        faces, known = known.settled(faces)
        faces, told, known, perhaps = self._with_missed(look.picture, (faces, told), known, found.only(found.backs))
        windows = known.windows(look.picture, faces)
        glyphs = self._windows.glyphs(windows)
        cut, spots = known.letters(look.picture, faces, spots_of(glyphs, faces.aspect))
        alike = [list(range(len(faces)))] if look.in_rows else [list(group.cells) for group in groups_of(faces)]
        alone = self._way_up.evidence(cut)
        seen, (before, lay) = self._evidence(alone, windows, glyphs, alike), stood(faces, look.before)
        read = read_upright(self._letters, cut, UprightEvidence(alone, seen, MOST_EVIDENCE * before, lay), alike)
        flipped = read.flipped
        faces = self._beside.doubted(look.picture, faces.turned(flipped), read.letters.shown)
        windows[flipped] = windows_of(look.picture, faces.corners[flipped])
        spots[flipped, :2] = 1 - spots[flipped, :2]
        lying = LyingCards(
            faces, told.turned(flipped), windows, self._windows.levels(windows), turned_over(cut, flipped), spots,
            marked=np.ones(len(faces), bool),
        )  # fmt: skip
        return _Lettered(faces, glyphs.turned(flipped), read, found.only(found.backs), lying, perhaps)

    def _with_missed(
        self, picture: Colour, straight: tuple[Frames, Frames], known: KnownCards, backs: Frames
    ) -> tuple[Frames, Frames, KnownCards, Frames]:
        """Straightened cards with those beside the words that the finder missed, and those beside these.

        Last what seems to lie beside all these and is not seen well enough to be one.
        """
        (faces, told), missed, faint = straight, NO_FRAMES, NO_FRAMES
        for _ in range(_MISSED_ROUNDS):
            missed, faint = self._beside.missed(picture, faces, backs)
            if not len(missed):
                break
            right = np.arange(len(faces) + len(missed)) < len(faces)
            both, lain = self._straightener.straightened(picture, faces.with_more(missed), right)
            kept = right.copy()
            kept[~right] = self._beside.are_cards(picture, both.only(~right))
            if kept.sum() == right.sum():
                break
            told = told.with_more(lain.only(kept & ~right))
            faces, known = known.with_new(int(kept.sum() - right.sum())).settled(both.only(kept))
        return faces, told, known, missed.with_more(faint)

    def _evidence(self, alone: Floats, windows: Windows, glyphs: Glyphs, alike: list[list[int]]) -> Floats:
        """How much each card says that it stands upright: its letter, and where letters say little its values, too."""
        evidence = alone.clip(-MOST_EVIDENCE, MOST_EVIDENCE)
        chosen = np.flatnonzero(np.abs(group_sums(evidence, alike)) < LITTLE)
        if len(chosen):
            evidence[chosen] += upright_evidence(self._windows.shares(windows[chosen]), glyphs.only(chosen))
        return evidence

    def _prints(self, picture: Colour, read: _Lettered, place: Place | None) -> Prints:
        """The small print of cards as they stand; their letters count as standing in one place on all of them."""
        levels, glyphs = read.lying.levels, read.glyphs
        middle = medians(glyphs.middles) if len(levels) else np.zeros(2)
        alike = Glyphs(np.tile(middle, (len(levels), 1)), glyphs.heights, glyphs.own, glyphs.ends)
        shown, windows = read.letters.shown, read.lying.windows
        prints = prints_of(self._windows.shares(windows), levels, alike, shown)
        return self._marks.read(picture, read.frames, windows, prints, shown, place)


def _believed(read: _Lettered) -> float:
    """How much speaks for a lot: letters edge to edge, other letters, and few cards without one.

    The corners of large cards show small letters, which never lie edge to edge.
    """
    return (read.shown + _IN_WORDS * read.shown_in_words) ** 2 / max(len(read.frames), 1)
