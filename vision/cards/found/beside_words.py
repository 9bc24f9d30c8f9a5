"""Looks at the free cells beside the words: does a card lie there that was not found?

A small network sees each such cell with what lies round it. A card that is missed at a word's end makes another word of
it, and nothing else would tell.
"""

from __future__ import annotations

from collections.abc import Sequence, Set

import numpy as np

from vision.arrays import Colour, Flags, Floats
from vision.cards.again.cells_before import CellsBefore
from vision.cards.card_frames import NO_FRAMES, Frames
from vision.cards.card_network import CELL_READER, CardNetwork
from vision.cards.card_sighting import Cell
from vision.cards.card_windows import Windows
from vision.cards.found.straighten import levels_of, windows_on
from vision.cards.pattern import Group, groups_of

MAY_BE = 0.5
"""The share of a card from which a free cell is read as one."""

PERHAPS = 0.12
"""The share from which on a card may lie there beside the words, and it is told so.

From 0.25 on, 9 cards that were not found and 65 cells without one have as much on 680 drawn tables; from here on 5 and
94 more: jokers on notes and cloths of their own colour, each in plain sight of people.
"""

UNSEEN = 0.25
"""The same beside cards that all lie alone: there the whole look is refused."""

A_LITTLE = 0.05
"""The share from which on a card may lie there if a thing does so by as much: under the fingers of a hand as brown as
the table 0.13 and 0.09 were seen. Of 2,533 free cells beside the words of 139 drawn tables ten have both."""

BARE = 0.001
"""The share below which a free cell is plainly bare table, as pale as that may be.

Of 101 cells of the cards' colour on 3,200 drawn tables in which a card lay that was not found, often under notes of
that very colour, the least had 0.0028; of 485 others 164 have less than this.
"""

IS_CARD = 0.95
"""The same once it is set right, below which it is none."""

FACE_DOWN = 0.5
"""The finder's score from which what also looks like a card there lies face down: of 59 piles on 56 drawn tables 45 do,
and of 28 cups, papers and other things 7; 57 and 15 by the score alone."""

SCORE = 0.6
"""How surely such a card is one, at most, as the finder's score: one that shows no letter is asked."""

_APART = 0.5
"""The least distance of a free cell's middle from all cards found, in widths."""

_LONE = 8
"""So many cards are looked beside where none lie edge to edge: a cloth has many figures."""

WAYS = ((1, 0), (-1, 0), (0, 1), (0, -1))
"""Where a card's neighbours lie, in cells across and down."""


class BesideWords:
    """Tells where beside the words a card lies that was not found."""

    def __init__(self) -> None:
        """Load the network; RefereeError if it is missing or damaged."""
        self._network, self.before = CardNetwork(CELL_READER), CellsBefore()

    def missed(self, picture: Colour, found: Frames, backs: Frames = NO_FRAMES) -> tuple[Frames, Frames]:
        """What looks like a card in the free cells beside the largest group of found ones, and what does so a little.

        Their scores tell how much, SCORE at most. Where none lie edge to edge, beside each of the surest: of a word one
        card alone may have been found. backs: cards that lie face down, whose places are not free.
        """
        places = NO_FRAMES
        for group in words_or_lone(found, groups_of(found)):
            places = places.with_more(beside(found, group))
        if not len(places):
            return NO_FRAMES, NO_FRAMES
        places = places.only(is_free(picture, places, found.with_more(backs)))
        shares = self.before.told(picture, places, lambda some: self.shares(windows_on(picture, some)))
        looked_at = Frames(places.middles, places.rights, places.downs, SCORE * shares, places.backs)
        return looked_at.only(shares >= MAY_BE), looked_at.only((shares >= A_LITTLE) & (shares < MAY_BE))

    def not_bare(self, picture: Colour, frames: Frames, words: Group, cells: Set[Cell]) -> frozenset[Cell]:
        """Those of some free cells beside the words that are not seen to be plainly bare table."""
        if not cells:
            return frozenset()
        told = [cell for cell in cells_beside(words) if cell in cells]
        places = beside(frames, words).only(np.array([cell in cells for cell in cells_beside(words)]))
        bare = is_inside(picture, places) & (self.shares(windows_on(picture, places)) < BARE)
        return frozenset(cell for cell, is_bare in zip(told, bare.tolist(), strict=True) if not is_bare)

    def are_cards(self, picture: Colour, frames: Frames) -> Flags:
        """Which of some cards look like one where they were set right."""
        return np.asarray(self.shares(windows_on(picture, frames)) >= IS_CARD)

    def face_down(self, picture: Colour, backs: Frames) -> Frames:
        """Those of what the finder took for cards that lie face down which look like cards, too."""
        return backs.only((backs.scores >= FACE_DOWN) & self.are_cards(picture, backs))

    def doubted(self, picture: Colour, frames: Frames, shows: Flags) -> Frames:
        """The cards, each that shows no letter no surer than it looks like one; shows: (k,) which show a letter.

        The finder takes dice and stains for jokers; of 111 jokers that it found 2 % look like one by less than 0.65, of
        42 other things 64 %.
        """
        blank = frames.only(~shows)
        scores = frames.scores.copy()
        scores[~shows] = np.minimum(blank.scores, self.shares(windows_on(picture, blank)))
        return Frames(frames.middles, frames.rights, frames.downs, scores, frames.backs)

    def shares(self, windows: Windows) -> Floats:
        """How much each window (n, 80, 64, 3) looks as if a card lay there, (n,) 0 to 1."""
        if not len(windows):
            return np.zeros(0)
        levels = np.stack([levels_of(window) for window in windows]).transpose(0, 3, 1, 2)
        logits = self._network.run(np.ascontiguousarray(levels))[:, 0].astype(np.float64)
        return np.asarray(1 / (1 + np.exp(-logits)))


def words_or_lone(found: Frames, groups: Sequence[Group]) -> list[Group]:
    """The largest group of cards that lie edge to edge; if there is none, the surest cards, each for itself."""
    if groups and len(groups[0].cells) > 1:
        return [groups[0]]
    surest = set(np.argsort(-found.scores)[:_LONE].tolist())
    return [group for group in groups if group.cells.keys() <= surest]


def is_inside(picture: Colour, places: Frames) -> Flags:
    """Which cells' middles lie in the picture."""
    return np.asarray(((places.middles >= 0) & (places.middles < picture.shape[1::-1])).all(axis=1))


def is_free(picture: Colour, places: Frames, found: Frames) -> Flags:
    """Which cells' middles lie in the picture, with no card found there."""
    far = np.linalg.norm(places.middles[:, None] - found.middles[None], axis=2)
    return np.asarray(
        is_inside(picture, places) & (far.min(axis=1) >= _APART * 2 * np.linalg.norm(places.rights, axis=1))
    )


def beside(frames: Frames, words: Group, *, with_taken: bool = False) -> Frames:
    """Where a card would lie in each free cell beside the words' cards, as its neighbours tell together.

    with_taken: the cells that cards fill, too, as their neighbours tell them.
    """
    told = cells_beside(words, with_taken=with_taken)
    places = [_place(frames, words, cell, near) for cell, near in told.items()]
    middles, rights, downs = (np.array(part).reshape(-1, 2) for part in zip(*places, strict=True))
    return Frames(middles, rights, downs, np.zeros(len(places)), np.zeros(len(places), bool))


def cells_beside(words: Group, *, with_taken: bool = False) -> dict[Cell, list[int]]:
    """The free cells beside the words' cards, in order, each with its neighbours' numbers; with_taken: as above."""
    told: dict[Cell, list[int]] = {}
    for number, (x, y) in words.cells.items():
        for across, down in WAYS:
            told.setdefault((x + across, y + down), []).append(number)
    taken = set() if with_taken else set(words.cells.values())
    return {cell: told[cell] for cell in sorted(told) if cell not in taken}


def _place(frames: Frames, words: Group, cell: Cell, near: list[int]) -> tuple[Floats, Floats, Floats]:
    """The middle of a cell and the halves of a card's width and height there."""
    rights, downs = frames.rights[near], frames.downs[near]
    away = np.array([np.subtract(cell, words.cells[number]) for number in near], float)
    middles = frames.middles[near] + 2 * (away[:, :1] * rights + away[:, 1:] * downs)
    return middles.mean(axis=0), rights.mean(axis=0), downs.mean(axis=0)
