"""Tables of cards that are refused: what was seen is too little, or too little of it, to believe the rest."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np

from pi_referee.gettext_mark import say
from pi_referee.rules.course.refusal import Refusal
from vision.arrays import Colour, median_of, medians
from vision.cards.card_sighting import CardSighting
from vision.cards.card_windows import is_burnt_out, window_of
from vision.cards.found.beside_words import beside, cells_beside
from vision.cards.no_cards import SAME
from vision.cards.pattern import Group, crooked_beside, lying_over, parted, shared, torn_off
from vision.cards.read_cards import ReadCards
from vision.photo.advice import BRIGHT, Advice, Topic
from vision.photo.refusals import MIRRORED, is_too_bright
from vision.sighting import NotSeen

NO_CARDS = NotSeen(
    say("No cards can be seen in the picture."),
    say("See that the whole table is in the picture, with enough light on it."),
    Refusal.NO_BOARD,
)
TOO_FAR = NotSeen(
    say("The cards are too small in the picture to read what is printed on them."),
    say("Move the camera nearer to the table."),
    Refusal.FAR,
)
SMALL = Advice(
    Topic.FAR,
    say("The cards are small in the picture: marks on them will often be asked about."),
    TOO_FAR.cure,
)
UNREAD = Advice(
    Topic.BLUR,
    say("The small print on the cards cannot be read: marks will often be asked about."),
    say("See that the camera is in focus and near enough, and give the table more light."),
)
SLANTED = NotSeen(
    say("The camera looks at the cards too much from the side."),
    say("Turn the camera so that it looks down more steeply."),
    Refusal.SLANT,
)
CUT_OFF = NotSeen(
    say("The words reach the edge of the picture: there may be cards outside it."),
    say("Move the camera or the cards until there is bare table round all words."),
    Refusal.CUT,
)
WAY_UP = NotSeen(
    say("It cannot be told which way up the cards lie."),
    say("See that all letters stand the same way up, that there is enough light, and that the camera is in focus."),
    Refusal.COVERED,
)
UPSIDE_DOWN = NotSeen(
    say("Some cards lie upside down."),
    say("Turn them so that all letters stand the same way up."),
    Refusal.COVERED,
)
TORN_OFF = NotSeen(
    say("Cards near the words cannot be told to belong to them."),
    say("Take hands and other things away from the cards, push words together, and lay others farther away."),
    Refusal.COVERED,
)
OVERLAID = NotSeen(
    say("Cards seem to lie half under others."),
    say("Lay the cards of a word side by side, so that all of each is seen."),
    Refusal.COVERED,
)


@dataclass(frozen=True, slots=True)
class RefusalLimits:
    """When a look is refused; shares are 0 to 1."""

    small: float = 76.0  # px that a card is high, below which the camera ought to be nearer
    few: int = 3  # cards with letters whose values are all unread, from which the small print is too blurred to read
    # How much shorter the table is seen one way than across it. Of 918 cards on 90 drawn tables at 0.60 to 0.66, 50
    # degrees about, none was missed or read wrongly; on one of 30 tables below seven were missed and two wrong.
    slant: float = 0.62
    usual_aspect: float = 0.69  # a card's width as a share of its height
    # The share of cards on which light may have taken print, from which on others are missed where much is white or no
    # words are seen: so on 19 of 104 looks at the dev sets at 1.2 to 2.7 times the light, all with 0.5 and more.
    bleached: float = 0.5
    rim: float = 0.3  # widths of a card from the picture's edge within which a word may go on outside
    way_up: float = 3.0  # how much the words' cards together must say about which way up they lie, in log shares
    # The share of the words' cards that must show one: with 4 of 28 ten things were wrong, with 3 of 12 two words were
    # read without their ends; of 50 tables that were read none had less than 0.58.
    read: float = 0.4
    no_value: float = 0.5  # the share of no value up to which a card rather shows one
    # The step from a card of the words to the next, in cards, up to which what shows its letter may be one of them.
    # An X was 1.37 from a J that an arm had moved, and left out. What lies farther off is asked about where it fills a
    # cell (`parted`), from 1.62 on: of 48 last cards of a word 1.5 to 1.7 away 16 were left out in silence.
    reach: float = 1.75
    over: float = 0.05  # the share of a card from which it lies over another
    # The share of any letter from which what lies so is one of the words, half under another: an H had 0.29.
    half_shown: float = 0.2
    # How much higher or wider a card of the words is than the next one, if one was found askew: of 1,231 pairs that
    # were found where they lie none is 1.15; a K with half of the U beside it was 1.31, and KUL told as KL.
    larger: float = 1.2


LIMITS = RefusalLimits()
_EVERY = 4
"""Of so many px each way one tells how much of the picture is white."""


def refused(picture: Colour, cards: ReadCards) -> NotSeen | None:
    """Why what was read of a picture cannot be told, if it cannot."""
    frames = cards.frames
    words = cards.groups[0] if cards.groups and len(cards.groups[0].cells) > 1 else None
    # The words by themselves, too: figures of a cloth that were taken for cards are never bleached.
    lots = [cards.bleached, cards.bleached[list(words.cells)] if words else cards.bleached]
    is_bleached = len(frames) and max(lot.mean() for lot in lots) >= LIMITS.bleached
    if is_bleached and (words is None or is_too_bright(picture[::_EVERY, ::_EVERY])):
        return BRIGHT.refusal
    shows_letter = cards.letters.surely_shown.any()
    if not len(frames) or not (words or shows_letter):
        return NO_CARDS
    if frames.are_too_small:
        # Cards far too small to be read show a letter in 48 of 50 looks; a notepad's rows and boxes none.
        return TOO_FAR if shows_letter else NO_CARDS
    if words is None:
        return TORN_OFF if cards.words_hidden or _may_be_word(cards) else None
    is_unread = cards.evidence[list(words.cells)].sum() < LIMITS.way_up or _hardly_shows_letters(cards, words)
    reasons = (
        (SLANTED, _is_slanted(cards, words)),
        (CUT_OFF, _is_at_rim(picture, cards, words)),
        (BRIGHT.refusal, (is_unread and is_bleached) or _is_blinding_beside(picture, cards, words)),
        (MIRRORED, cards.mirrored),
        (UPSIDE_DOWN, not cards.upside_down.isdisjoint(words.cells)),
        (WAY_UP, is_unread),
        (TORN_OFF, any(_shows_letters(cards, group) for group in torn_off(frames, cards.groups))),
        (TORN_OFF, _shows_more_beside(cards, words)),
        (TORN_OFF, _two_share_cell(cards, words)),
        (TORN_OFF, _sizes_differ(cards, words)),
        (TORN_OFF, _lies_beside_words(cards, words)),
        (OVERLAID, _lie_over_words(cards, words)),
    )
    return next((told for told, is_so in reasons if is_so), None)


def advice_on(look: CardSighting) -> Advice | None:
    """How to get a better picture, where cards are read, but so small or so blurred that much will be asked about."""
    corners = np.array([card.quad.corners for card in (*look.cards, *look.aside)], float)
    if not len(corners):
        return None
    if median_of(np.linalg.norm(corners[:, 3] - corners[:, 0], axis=1)) < LIMITS.small:
        return SMALL
    lettered = [card for card in look.cards if not card.is_joker]
    is_read = len(lettered) < LIMITS.few or any(card.is_value_seen for card in lettered)
    return None if is_read else UNREAD


def _may_be_word(cards: ReadCards) -> bool:
    """Whether a card lies, however turned, where the next one to a letter would, though no two lie edge to edge.

    An S was found turned by a quarter: of DS nothing was told, and the word counted as taken back.
    """
    shown = np.flatnonzero(cards.letters.surely_shown).tolist()
    return any(crooked_beside(cards.frames, Group({number: (0, 0)}, frozenset())) for number in shown)


def _is_slanted(cards: ReadCards, words: Group) -> bool:
    """Whether the table is seen much shorter one way than across it."""
    numbers = list(words.cells)
    rights, downs = cards.frames.rights[numbers] / LIMITS.usual_aspect, cards.frames.downs[numbers]
    shape = medians(np.array([np.outer(one, one) + np.outer(two, two) for one, two in zip(rights, downs, strict=True)]))
    least, most = np.linalg.eigvalsh(shape)
    return bool(np.sqrt(max(least, 0) / most) < LIMITS.slant)


def _is_blinding_beside(picture: Colour, cards: ReadCards, words: Group) -> bool:
    """Whether the light that takes print off a word's card takes all off the place beside it: a card may lie there.

    Not beside a joker alone: it shows no print in any light, and a white cloth none either.
    """
    bleached = cards.bleached & cards.letters.shown
    near = list(cells_beside(words).values())
    places = beside(cards.frames, words).only(np.array([bleached[numbers].any() for numbers in near], bool))
    return any(is_burnt_out(window_of(picture, corners)) for corners in places.corners)


def _is_at_rim(picture: Colour, cards: ReadCards, words: Group) -> bool:
    """Whether a card of the words comes near the picture's edge."""
    numbers = list(words.cells)
    corners = cards.frames.corners[numbers].reshape(-1, 2)
    room = LIMITS.rim * 2 * float(np.linalg.norm(cards.frames.rights[numbers], axis=1).min())
    size = np.array(picture.shape[1::-1])
    return bool((corners < room).any() or (corners > size - room).any())


def _hardly_shows_letters(cards: ReadCards, words: Group) -> bool:
    """Whether so few letters of the words are read for sure that even their way up is not to be believed."""
    return bool(cards.letters.surely_shown[list(words.cells)].mean() < LIMITS.read)


def _shows_letters(cards: ReadCards, group: Group) -> bool:
    """Whether two cards of a group, at least, show letters for sure."""
    return bool(np.count_nonzero(cards.letters.surely_shown[list(group.cells)]) > 1)


def _shows_more_beside(cards: ReadCards, words: Group) -> bool:
    """Whether one of the words' cards at most surely shows its letter, or letter and value, and two others do.

    Then a heap, or a headline, may have been taken for the words, whose own cards were not all found. Where light may
    have taken a value it counts as seen.
    """
    lettered = cards.letters.surely_shown
    valued = lettered & ((cards.prints.values[:, -1] < LIMITS.no_value) | cards.bleached)
    inside = np.isin(np.arange(len(lettered)), list(words.cells))
    counts = ((np.count_nonzero(shown & inside), np.count_nonzero(shown & ~inside)) for shown in (lettered, valued))
    return any(within < 2 <= beside for within, beside in counts)


def _two_share_cell(cards: ReadCards, words: Group) -> bool:
    """Whether two cards fill one cell: all cards beyond may lie in other cells, too, and one of the two is not told.

    An A that was found turned by a quarter led to both cards beside it: a word of six was told as one of four. What
    shows no letter may be the other card, found twice, and is asked about; not if it lies elsewhere in the cell.
    """
    cells = words.cells | parted(cards.frames, cards.groups)
    corners, areas, shown = cards.frames.corners.astype(np.float32), cards.frames.areas, cards.letters.shown
    pairs = (pair for pair in combinations(cells, 2) if cells[pair[0]] == cells[pair[1]])
    return any(
        (shown[one] and shown[other] and {one, other} <= words.cells.keys())
        or shared(corners[one], corners[other]) < SAME * max(areas[one], areas[other])
        for one, other in pairs
    )


def _sizes_differ(cards: ReadCards, words: Group) -> bool:
    """Whether a card of the words is much larger than the next: found askew it may take in one that is not told."""
    at = {cell: number for number, cell in words.cells.items()}
    pairs = [(one, at[x + across, y + down]) for (x, y), one in at.items() for across, down in ((1, 0), (0, 1))
             if (x + across, y + down) in at]  # fmt: skip
    sides = np.stack([cards.frames.heights, np.linalg.norm(cards.frames.rights, axis=1)])[
        :, np.array(pairs, int).reshape(-1, 2)
    ]
    return bool((sides.max(axis=2) > LIMITS.larger * sides.min(axis=2)).any())


def _lies_beside_words(cards: ReadCards, words: Group) -> bool:
    """Whether a card that shows its letter lies beside one of the words, and in none of their cells.

    It is one of the words, then, and lies crookedly or was not seen where it is: without it they read otherwise.
    """
    known = _with_parted(cards, words)
    shown = np.flatnonzero(cards.letters.surely_shown).tolist()
    return not crooked_beside(cards.frames, known, LIMITS.reach).keys().isdisjoint(shown)


def _lie_over_words(cards: ReadCards, words: Group) -> bool:
    """Whether a card lies partly over one of the words, or under it, and in none of their cells: it is one of them."""
    shown = np.flatnonzero(cards.letters.likeliest > LIMITS.half_shown).tolist()
    return not lying_over(cards.frames, _with_parted(cards, words), LIMITS.over).isdisjoint(shown)


def _with_parted(cards: ReadCards, words: Group) -> Group:
    """The words with what something may part from them."""
    return Group(words.cells | parted(cards.frames, cards.groups), words.unsure)
