"""Tells which of what was found are no cards: they harm the words' reading, or are one of their cards found twice."""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np

from vision.arrays import Flags, Floats, median_of
from vision.cards.card_frames import Frames
from vision.cards.found.card_sizes import resized
from vision.cards.pattern import crooked_beside, groups_of, lying_over, parted, shared

MOVED = 0.02
"""How far the cards' corners may lie elsewhere without what shows no letter, as a share of a card's height."""

_PRINT, _HALF = 3.0, 0.5
"""How many times as large as its print a card is, and how much of a lot is most of it, or of a letter likely."""

SAME, _SURER, _THERE = 0.45, 0.1, 0.65
"""The share of both, at least, that lies over a surer card of a second find, how much surer that is, and how sure.

Of 60 pairs that share so much on 427 drawn tables 19 are one of the words' cards and a second find of it, and none are
two cards of which one belongs to words.
"""

_BARE = 0.25
"""How much what shows no letter looks like a card, at least, to be one.

On 616 drawn tables 319 cards without a letter, or with one that something covers, have 0.4 and more, and 61 of 128
finds where none lies, as on a speckled table, less than this.
"""

_FEWEST = 3
"""So many cards must show a letter to tell how large all are."""


def are_figures(frames: Frames, sure: Floats, shows: Flags, bleached: Flags) -> Flags:
    """Which cards are figures of the cloth, (k,): they lie edge to edge, far from the words, and show no letter.

    sure: (k,) how sure the finder was of each. shows, bleached: (k,) which show a letter, and of which the light may
    have taken it. None where there are fewer than the words have cards. Of such a lot the finder is less sure than of
    any of the words' cards: words in a shade are none.
    """
    groups = [group for group in groups_of(frames) if len(group.cells) > 1]
    words = [group for group in groups if shows[list(group.cells)].any()]
    least = sure[list(words[0].cells)].min() if words else 0.0
    blank = [one for one in groups if one not in words and median_of(sure[list(one.cells)]) < least]
    are = np.zeros(len(shows), bool)
    if blank:
        are = _flags(len(shows), (number for group in blank for number in group.cells))
        are[list(parted(frames, [words[0], *blank]))] = False
        are &= ~bleached
        are &= bool(np.count_nonzero(are) >= len(words[0].cells))
    return are


def are_bare(scores: Floats, shows: Flags, bleached: Flags) -> Flags:
    """Which of k finds are bare table, (k,): they show no letter, and hardly look like a card.

    scores: (k,) how much each does. shows, bleached: as above.
    """
    return np.asarray(~shows & ~bleached & (scores < _BARE))


def mislead(frames: Frames, told: Frames, shows: Flags, bleached: Flags) -> Flags:
    """Which of k cards are none and make the others of a wrong size, (k,): all are thought as large as most of them.

    frames: of about one size. told: each as it was told for itself. shows, bleached: as above. Papers that are taken
    for cards are of another size: a mark at a card's lower end was out of sight, and not asked about. What belongs to
    words, or lies beside or over them, is left, with what lies edge to edge with it.
    """
    groups = groups_of(frames)
    words = [one for one in groups if one is groups[0] or (len(one.cells) > 1 and shows[list(one.cells)].any())]
    kept = shows | bleached | _flags(len(shows), (number for group in words for number in group.cells))
    if kept.all() or np.count_nonzero(shows) < _FEWEST:
        return np.zeros(len(shows), bool)
    for word in words:
        others = [one for one in groups if one is not word]
        near = {*parted(frames, [word, *others]), *crooked_beside(frames, word), *lying_over(frames, word)}
        kept |= _flags(len(shows), (number for one in others if near & one.cells.keys() for number in one.cells))
    away = np.linalg.norm(resized(told.only(kept)).corners - frames.only(kept).corners, axis=2)
    return ~kept & bool((away.max(axis=1, initial=0) > MOVED * frames.only(kept).heights).any())


def second_finds(frames: Frames, letters: Floats) -> Flags:
    """Which cards are second finds of one of the words' letters, (k,): they lie over it and are less sure.

    letters: (k, n) the share of each letter. What shows another one than the card that it lies over is a card, too.
    """
    groups, corners, areas = groups_of(frames), frames.corners.astype(np.float32), frames.areas
    best, shows = letters.argmax(axis=1), letters.max(axis=1, initial=0) > _HALF
    words = groups[0].cells if groups and len(groups[0].cells) > 1 else {}
    sure = [number for number in words if shows[number] and frames.scores[number] > _THERE]
    return _flags(
        len(frames),
        (
            other
            for number in sure
            for other in np.flatnonzero(frames.scores < frames.scores[number] - _SURER).tolist()
            if shared(corners[number], corners[other]) > SAME * max(areas[number], areas[other])
            and not (shows[other] and best[other] != best[number])
        ),
    )


def are_prints(small: Frames, large: Frames) -> bool:
    """Whether some finds are print on larger cards: half of them, at least, lie on one, and most of those bear two."""
    if not len(small) or not len(large) or median_of(small.areas) * _PRINT > median_of(large.areas):
        return False
    on = np.array([[_lies_on(middle, quad) for quad in large.corners] for middle in small.middles])
    return bool(on.any(axis=1).mean() >= _HALF and (on.sum(axis=0) > 1).mean() >= _HALF)


def _lies_on(middle: Floats, corners: Floats) -> bool:
    """Whether a place (2,) lies on a card with these corners (4, 2)."""
    return (
        cv2.pointPolygonTest(corners.astype(np.float32), (float(middle[0]), float(middle[1])), measureDist=False) >= 0
    )


def _flags(count: int, numbers: Iterable[int]) -> Flags:
    """Flags (count,) that are set at these numbers."""
    flags = np.zeros(count, bool)
    flags[list(numbers)] = True
    return flags
