"""Cards beside the words that the finder missed."""

import cv2
import numpy as np
import pytest

from tests.vision.cards.drawn_words import drawn_word
from vision.arrays import Colour, Floats
from vision.cards.card_frames import NO_FRAMES, Frames
from vision.cards.card_windows import Windows
from vision.cards.found.beside_words import SCORE, BesideWords, beside, cells_beside
from vision.cards.pattern import groups_of
from vision.cards.read_cards import CardsReader

WORD = "KATT"


def test_cards_at_a_words_ends_that_were_not_found_are_seen() -> None:
    """Of a word's four cards the first or the last is missed: it alone is told; where none is missed, none."""
    picture, cards = drawn_word(WORD)
    eye = BesideWords()

    for missed, left in ((0, [1, 2, 3]), (3, [0, 1, 2])):
        told, _ = eye.missed(picture, cards.only(np.array(left)))
        off = np.linalg.norm(told.middles - cards.middles[missed], axis=1) / (2 * np.linalg.norm(cards.rights[missed]))
        assert off.tolist() < [0.3]
        assert len(off) == 1
    assert [len(seen) for seen in eye.missed(picture, cards)] == [0, 0]


def test_the_table_round_a_word_is_plainly_bare() -> None:
    """No cell beside KATT may hold a card; the one of its last T may where that was not found, if it is asked about."""
    picture, cards = drawn_word(WORD)
    seen = cards.only(np.array([0, 1, 2]))
    whole, most = (groups_of(some)[0] for some in (cards, seen))
    eye = BesideWords()

    assert eye.not_bare(picture, cards, whole, cells_beside(whole).keys()) == frozenset()
    assert eye.not_bare(picture, seen, most, {(3, 0), (-1, 0)}) == {(3, 0)}
    assert eye.not_bare(picture, seen, most, set()) == frozenset()


def test_a_cell_beside_the_picture_is_not_seen_to_be_bare() -> None:
    """Of a word at the picture's left edge the cells before it and beyond tell nothing."""
    picture, cards = drawn_word(WORD)
    most = int(cards.middles[1, 0])
    cut = Frames(cards.middles - [most, 0], cards.rights, cards.downs, cards.scores, cards.backs).only(np.array([1, 2]))

    assert BesideWords().not_bare(picture[:, most:], cut, groups_of(cut)[0], {(-1, 0)}) == {(-1, 0)}


def test_of_a_word_only_one_card_was_found() -> None:
    """Beside the one card that was found of KATT another one is seen, as far as it lies next to it."""
    picture, cards = drawn_word(WORD)

    told, _ = BesideWords().missed(picture, cards.only(np.array([1])))

    off = np.linalg.norm(told.middles[:, None] - cards.middles[[0, 2]], axis=2) / (2 * np.linalg.norm(cards.rights[0]))
    assert len(told) == 2
    assert off.min(axis=1).max() < 0.3


class Seen(BesideWords):
    """One that sees in the free cells what a test says."""

    def __init__(self, *shares: float) -> None:
        """Take the shares of a card, cell by cell."""
        super().__init__()
        self._seen = np.array(shares)

    def shares(self, windows: Windows) -> Floats:
        """Those, of as many cells as are looked at."""
        return self._seen[: len(windows)]


def test_what_looks_a_little_like_a_card_may_be_one() -> None:
    """Of six free cells one is a card as likely as not, and on four others one may lie: under fingers, out of focus."""
    table = np.full((600, 800, 3), 120, np.uint8)
    two = Frames(np.array([[300.0, 200], [370, 200]]), np.tile([35.0, 0], (2, 1)), np.tile([0.0, 50], (2, 1)),
                 np.ones(2), np.zeros(2, bool))  # fmt: skip

    likely, faint = Seen(0.0, 0.6, 0.4, 0.2, 0.26, 0.1).missed(table, two)

    places = beside(two, groups_of(two)[0]).middles
    assert likely.middles.tolist() == places[[1]].tolist()
    assert faint.middles.tolist() == places[[2, 3, 4, 5]].tolist()
    assert faint.scores.tolist() == pytest.approx([SCORE * share for share in (0.4, 0.2, 0.26, 0.1)])


@pytest.mark.parametrize(("share", "may_hide"), [(0.1, False), (0.3, True)])
def test_where_a_card_may_lie_it_is_told_so(share: float, *, may_hide: bool) -> None:
    """What looks a little like a card beside KATT is none of the words, and is no bare table either."""
    picture, _ = drawn_word(WORD)

    read = CardsReader("AKT", Seen(*[share] * 40)).read(picture)

    assert len(read.frames) == len(WORD)
    assert bool(read.hidden) is may_hide


class SeesUpright(BesideWords):
    """One that sees a card a little in the free cells, as long as it looks at them as the word's cards stand."""

    def __init__(self, down: Floats) -> None:
        """Take which way that is, px (2,)."""
        super().__init__()
        self._down = down

    def shares(self, windows: Windows) -> Floats:
        """A card's share of each of some windows."""
        return np.full(len(windows), 0.3)

    def missed(self, picture: Colour, found: Frames, backs: Frames = NO_FRAMES) -> tuple[Frames, Frames]:
        """What looks like a card, and what does so a little."""
        likely, faint = super().missed(picture, found, backs)
        return (likely, faint) if (found.downs @ self._down > 0).all() else (NO_FRAMES, NO_FRAMES)


@pytest.mark.parametrize("is_turned", [False, True])
def test_free_cells_are_looked_at_as_the_cards_stand(*, is_turned: bool) -> None:
    """Under a sleeve an L had 0.35 so, and 0.11 upside down, as its word was found: JM was told of JML."""
    picture, cards = drawn_word(WORD)
    seen = np.ascontiguousarray(picture[::-1, ::-1] if is_turned else picture)
    down = cards.downs[0] * (-1 if is_turned else 1)

    assert CardsReader("AKT", SeesUpright(down)).read(seen).hidden


def test_what_lies_face_down_at_a_words_very_end_may_be_a_card_of_it() -> None:
    """A joker without a picture looks like a card's back: a word of four was told as one of three."""
    read = CardsReader("AKT").read(drawn_word("KAT#")[0])

    assert (len(read.frames), len(read.backs)) == (3, 1)
    assert (max(x for x, _ in read.groups[0].cells.values()) + 1, 0) in read.hidden


def test_what_shows_no_letter_is_a_card_as_surely_as_it_looks_like_one() -> None:
    """A die beside the words, which the finder may take for a joker, is none for sure; blank cards and letters are."""
    picture, cards = drawn_word(" ATT")
    die = cards.only(np.array([0])).moved(np.array([[-1.0, 0.0]]))
    x, y = die.middles[0].astype(int)
    cv2.rectangle(picture, (x - 12, y - 12), (x + 12, y + 12), (235, 240, 240), -1)
    cv2.circle(picture, (x, y), 4, (20, 20, 20), -1)

    told = BesideWords().doubted(picture, cards.with_more(die), np.array([False, True, True, True, False]))

    assert told.scores[:4].min() > 0.9
    assert told.scores[1:4].tolist() == [1, 1, 1]
    assert told.scores[4] < 0.3


def test_cells_lie_where_their_neighbours_tell_them() -> None:
    """Round two cards side by side there are six free cells, a card's width or height away."""
    two = Frames(np.array([[100.0, 100], [170, 100]]), np.tile([35.0, 0], (2, 1)), np.tile([0.0, 50], (2, 1)),
                 np.ones(2), np.zeros(2, bool))  # fmt: skip

    free = beside(two, groups_of(two)[0])

    expected = {(30.0, 100.0), (240.0, 100.0), (100.0, 0.0), (100.0, 200.0), (170.0, 0.0), (170.0, 200.0)}
    assert {(float(x), float(y)) for x, y in free.middles} == expected
