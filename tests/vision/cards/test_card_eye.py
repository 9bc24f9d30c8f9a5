"""The whole eye for cards on drawn tables: what it finds, reads and asks."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from pi_referee.rules.board.deck import Deck
from tests.vision.cards.drawn_words import drawn_word
from vision.arrays import Colour
from vision.card_render import CardScene, DeckStyle, Laying, PrintedCard, draw_card_table, lay_pattern, pattern_origin
from vision.card_render.card_scene import LaidCard, Thing
from vision.cards.card_eye import CardEye, shares_in, with_hidden_marks
from vision.cards.card_frames import Frames
from vision.cards.card_refusals import UPSIDE_DOWN
from vision.cards.card_sighting import CardSighting, Cell
from vision.cards.card_windows import HIGH, INSET, WIDE
from vision.cards.deck_learning import learn_deck
from vision.cards.found.card_finder import CardFinder
from vision.cards.found.things_beside import NO_THINGS, SeenThings
from vision.cards.read_cards import CardsReader
from vision.photo.refusals import MIRRORED
from vision.render.view import Shot
from vision.sighting import NotSeen

VALUES = {"L": 1, "U": 3, "V": 4, "A": 1, "K": 3, "E": 1, "R": 1, "T": 1, "Ö": 4}
DECK = Deck(VALUES, jokers=4)
LUVA = """
..K.
LUVA
..L.
"""


@pytest.fixture(scope="module")
def eye() -> CardEye:
    """An eye for the deck above."""
    return CardEye(DECK)


def cells_of(text: str) -> dict[Cell, str]:
    """Where a text has letters; "*" is a joker."""
    lines = text.strip("\n").splitlines()
    return {(x, y): sign for y, line in enumerate(lines) for x, sign in enumerate(line) if sign not in ". "}


def on_table(things: tuple[Thing, ...] = (), more: tuple[LaidCard, ...] = ()) -> Colour:
    """A drawn table with a word, these things and more cards."""
    pattern = {cell: PrintedCard(sign, VALUES[sign], 1, is_joker=False) for cell, sign in cells_of("LUVA").items()}
    deck, laying = DeckStyle(), Laying()
    laid = lay_pattern(pattern, deck, laying, pattern_origin(pattern, deck, laying, (0.0, 0.0)), 3)
    return draw_card_table(CardScene((*laid, *more), deck, things=things), Shot(width=1640, height=1230))[0]


def table(
    text: str, *, turn: float = 0.0, marks: dict[Cell, int] | None = None, on_head: frozenset[Cell] = frozenset()
) -> Colour:
    """A drawn table with cards laid as the text says, the whole pattern turned by degrees; on_head: upside down."""
    pattern = {
        cell: PrintedCard("" if sign == "*" else sign, VALUES.get(sign), (marks or {}).get(cell, 1), sign == "*")
        for cell, sign in cells_of(text).items()
    }
    deck, laying = DeckStyle(), Laying(turn=float(np.deg2rad(turn)))
    laid = lay_pattern(pattern, deck, laying, pattern_origin(pattern, deck, laying, (0.0, 0.0)), 3)
    laid = tuple(replace(card, turn=card.turn + np.pi * (card.cell in on_head)) for card in laid)
    picture, _ = draw_card_table(CardScene(laid, deck), Shot(width=1640, height=1230))
    return picture


def read(seen: CardSighting | NotSeen) -> dict[Cell, str]:
    """The letters told, by cell; "*" for a joker."""
    assert isinstance(seen, CardSighting)
    return {card.cell: card.letter or "*" for card in seen.cards if card.cell is not None}


@pytest.mark.slow
@pytest.mark.parametrize("turn", [0, 25, 160, 270])
def test_crossing_words_are_read_however_they_lie(eye: CardEye, turn: float) -> None:
    """Letters and cells are the same whichever way the pattern is turned, and no letter is asked."""
    seen = eye.see(table(LUVA, turn=turn))

    assert read(seen) == cells_of(LUVA)
    assert isinstance(seen, CardSighting)
    assert [doubt for doubt in seen.doubts if doubt.about == "letter"] == []


@pytest.mark.slow
@pytest.mark.parametrize("on_head", [{(1, 0)}, {(1, 0), (3, 0)}], ids=["a card", "more"])
def test_cards_that_stand_on_their_heads_are_refused(eye: CardEye, on_head: set[Cell]) -> None:
    """An A on its head shows a V, with its value: no word is read by it, and one is told to turn the card."""
    assert eye.see(table("KALAR", on_head=frozenset(on_head))) == UPSIDE_DOWN


@pytest.mark.slow
@pytest.mark.parametrize("turn", [0, 200])
@pytest.mark.parametrize("word", ["RALRA", "RARE"])
def test_a_mirrored_picture_is_refused(eye: CardEye, word: str, turn: float) -> None:
    """As some cameras that face people give it: cards on their heads are not what is wrong, and no word is read."""
    assert eye.see(np.ascontiguousarray(table(word, turn=turn)[:, ::-1])) == MIRRORED


@pytest.mark.slow
@pytest.mark.parametrize("word", ["UTÖ", "VALA"])
def test_a_word_turned_round_where_it_lies_is_read(eye: CardEye, word: str) -> None:
    """Its letters tell which way up it stands, not how it stood when it was last seen."""
    before = eye.see(table(word))
    assert isinstance(before, CardSighting)

    turned = eye.see(table(word, turn=180), before)

    assert read(turned) == cells_of(word)
    assert isinstance(turned, CardSighting)
    assert [doubt for doubt in turned.doubts if doubt.about == "letter"] == []


@pytest.mark.slow
def test_no_letter_is_learnt_of_a_card_on_its_head() -> None:
    """An A on its head among the cards laid out is no V: it counts as unread."""
    learnt = learn_deck([table("KALAR", on_head=frozenset({(1, 0)}))], VALUES)

    assert "V" not in learnt.deck.values
    assert learnt.unread == 1


@pytest.mark.slow
def test_a_mark_is_read_or_asked(eye: CardEye) -> None:
    """A 3x is told, or a question: never overlooked."""
    seen = eye.see(table(LUVA, marks={(0, 1): 3}))

    assert isinstance(seen, CardSighting)
    marked = next(card for card in seen.cards if card.cell == (0, 1))
    asked = {doubt.cell for doubt in seen.doubts if doubt.about == "multiplier"}
    assert marked.multiplier == 3 or (0, 1) in asked


@pytest.mark.slow
@pytest.mark.parametrize(
    ("now", "marks", "told"),
    [
        (LUVA, {}, ("V", 1)),
        (LUVA.replace("V", "R"), {}, ("R", 1)),
        (LUVA.replace("V", "Ö"), {}, ("Ö", 1)),
        (LUVA, {(2, 1): 3}, ("V", 3)),
    ],
    ids=["the same", "another letter", "a letter with dots", "a mark"],
)
def test_a_card_exchanged_in_its_place_is_read_again(
    eye: CardEye, now: str, marks: dict[Cell, int], told: tuple[str, int]
) -> None:
    """A card with another letter, or the same with a mark, laid where one lay at the last look: never the old one."""
    before = eye.see(table(LUVA))
    assert isinstance(before, CardSighting)

    seen = eye.see(table(now, marks=marks), before)

    assert read(seen) == cells_of(now)
    assert isinstance(seen, CardSighting)
    changed = next(card for card in seen.cards if card.cell == (2, 1))
    asked = {doubt.about for doubt in seen.doubts if doubt.cell == (2, 1)}
    assert changed.letter == told[0]
    assert changed.multiplier == told[1] or "multiplier" in asked


def stained(picture: Colour, seen: CardSighting, cell: Cell) -> Colour:
    """The same with a blot in the lower right of a card that was seen."""
    corners = np.array(next(card.quad.corners for card in seen.cards if card.cell == cell))
    spot = corners[0] + 0.82 * (corners[1] - corners[0]) + 0.72 * (corners[3] - corners[0])
    blotted = picture.copy()
    cv2.circle(blotted, tuple(np.rint(spot).astype(int).tolist()), 5, (60, 90, 150), -1, cv2.LINE_AA)
    return blotted


@pytest.mark.slow
def test_where_a_deck_prints_its_marks_is_remembered(eye: CardEye) -> None:
    """A blot may be a mark, and is asked about; not once two cards have shown that marks stand in another place."""
    plain, marked = table(LUVA), table(LUVA, marks={(0, 1): 3, (2, 0): 2})
    bare = eye.see(plain)
    assert isinstance(bare, CardSighting)
    blotted = stained(plain, bare, (3, 1))
    unknown = eye.see(blotted)
    before = eye.see(marked)
    assert isinstance(before, CardSighting)
    known = eye.see(blotted, before)

    asked = [
        [doubt.cell for doubt in seen.doubts if doubt.about == "multiplier"]
        for seen in (unknown, known)
        if isinstance(seen, CardSighting)
    ]
    assert asked == [[(3, 1)], []]


@pytest.mark.slow
def test_a_table_that_is_cleared_is_looked_at_again(eye: CardEye) -> None:
    """Between two rounds the table is empty, or nothing is seen: no look fails on what the one before has told."""
    before = eye.see(table(LUVA, marks={(0, 1): 3, (2, 0): 2}))
    assert isinstance(before, CardSighting)

    assert isinstance(eye.see(np.zeros((1230, 1640, 3), np.uint8), before), NotSeen)
    assert read(eye.see(table(LUVA), before)) == cells_of(LUVA)


@pytest.mark.slow
def test_a_coloured_sheet_over_a_card_is_no_card(eye: CardEye) -> None:
    """A sheet as blue as a book, with a letter on it where a card lies: what lies there is asked about."""
    picture = table(LUVA)
    plain = eye.see(picture)
    assert isinstance(plain, CardSighting)
    corners = np.array(next(card.quad.corners for card in plain.cards if card.cell == (3, 1)))
    covered, sheet = picture.copy(), np.zeros(picture.shape[:2], np.uint8)
    cv2.fillConvexPoly(sheet, np.rint(corners).astype(np.int32), 255)
    is_paper = (sheet > 0) & (picture.min(axis=2) > 120)
    covered[is_paper] = (picture[is_paper] * (1.0, 0.6, 0.4)).astype(np.uint8)
    seen = eye.see(covered)

    assert isinstance(seen, CardSighting)
    assert ((3, 1), "letter") in {(doubt.cell, doubt.about) for doubt in seen.doubts}


@pytest.mark.slow
def test_a_card_that_a_lamp_bleaches_may_have_lost_its_mark(eye: CardEye) -> None:
    """Others clearly show theirs, and in that card's place for marks nothing is seen: nor would one be."""
    picture = table(LUVA, marks={(0, 1): 3, (2, 0): 2})
    plain = eye.see(picture)
    assert isinstance(plain, CardSighting)
    corners = np.array(next(card.quad.corners for card in plain.cards if card.cell == (3, 1)))
    pool = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillConvexPoly(pool, np.rint(corners).astype(np.int32), 255)
    bleached = np.where(pool[..., None] > 0, 290 - 0.3 * (255.0 - picture), picture).clip(0, 255).astype(np.uint8)
    seen = eye.see(bleached)

    assert isinstance(seen, CardSighting)
    asked = [[doubt.cell for doubt in one.doubts if doubt.about == "multiplier"] for one in (plain, seen)]
    assert [(3, 1) in cells for cells in asked] == [False, True]


@pytest.mark.slow
def test_an_empty_table_has_no_cards(eye: CardEye) -> None:
    """A bare table is refused with a reason and a cure, and not one of its figures becomes a card."""
    picture, _ = draw_card_table(CardScene(()), Shot(width=1640, height=1230))
    seen = eye.see(picture)

    assert not seen or (isinstance(seen, CardSighting) and not seen.cards and not seen.aside)


@pytest.mark.slow
def test_a_deck_is_learnt_from_rows_of_cards() -> None:
    """Every letter in the picture gets its value, or is named as unsure."""
    learnt = learn_deck([table("LUVAK\n.....\nERTÖL")], VALUES)

    told = {letter: value for letter, value in learnt.deck.values.items() if letter not in learnt.unsure}
    assert told.items() <= VALUES.items()
    assert set(learnt.deck.values) == set("LUVAKERTÖ")


@pytest.mark.slow
@pytest.mark.parametrize(("blur", "marks"), [(1.0, {1, 2}), (3.0, {1})])
def test_what_a_look_says_of_all_marks_counts_for_a_deck_too(blur: float, marks: set[int]) -> None:
    """A deck learns a 2x from a sharp picture; out of focus, where it may be a 3x, that card counts nowhere."""
    picture = cv2.GaussianBlur(table("LUVAK\n.....\nERTÖL", marks={(0, 0): 2}), (0, 0), blur)
    learnt = learn_deck([np.asarray(picture, np.uint8)], VALUES)

    assert learnt.deck.marks["L"] == marks


@pytest.mark.slow
def test_no_deck_is_learnt_from_cards_too_small_to_be_read() -> None:
    """Cards that a look would refuse as too small teach nothing, and are counted."""
    picture = cv2.resize(table("LUVAK\n.....\nERTÖL"), None, fx=0.4, fy=0.4, interpolation=cv2.INTER_AREA)
    learnt = learn_deck([np.asarray(picture, np.uint8)], VALUES)

    assert (learnt.deck.values, bool(learnt.small)) == ({}, True)


@pytest.mark.slow
def test_what_lies_over_the_place_for_marks_is_asked_about() -> None:
    """Where the deck prints them is known: a thing seen there may hide one, on that card alone, and no other."""
    reader, picture = CardsReader(tuple(VALUES)), table(LUVA, marks={(0, 1): 2, (3, 1): 3})
    cards = reader.read(picture)
    place, words, shares = cards.prints.place, cards.groups[0], shares_in(picture, cards)
    assert place is not None
    size = np.array([WIDE, HIGH]) - 2 * np.array(INSET)
    across, down = 2 * ((place - INSET) / size - 0.5)
    spot = cards.frames.middles[0] + across * cards.frames.rights[0] + down * cards.frames.downs[0]
    over = np.zeros(picture.shape[:2])
    cv2.circle(over, (round(spot[0]), round(spot[1])), 30, 1.0, -1)
    seen = replace(cards, hidden=frozenset(), things=SeenThings(over, np.zeros(2, int), np.ones(2)))

    told = [one.mark_may_be_hidden for one in with_hidden_marks(shares, seen, words)]
    bare = [one.mark_may_be_hidden for one in with_hidden_marks(shares, replace(seen, things=NO_THINGS), words)]

    assert told == [True] + [False] * 5
    assert not any(bare)


def test_a_pile_lies_face_down_and_a_cup_does_not(eye: CardEye) -> None:
    """The finder takes a cup for the back of a card as surely as some backs; what looks like a card it must be, too."""
    pile = LaidCard(None, (180.0, -140.0), 0.4)
    cups = [
        Thing("cup", middle, 0.5, (70.0, 70.0), 90.0, (200, 40, 40)) for middle in ((-200.0, -120.0), (200.0, 130.0))
    ]

    seen = [eye.see(on_table(*laid)) for laid in (((), ()), ((), (pile,)), ((cups[0],), ()), ((cups[1],), (pile,)))]

    assert [look.face_down for look in seen if isinstance(look, CardSighting)] == [0, 1, 0, 1]


class Finds(CardFinder):
    """One that finds what a test says."""

    def __init__(self, *lots: Frames) -> None:
        """Take the lots, the likeliest first."""
        super().__init__()
        self._lots = list(lots)

    def find(self, picture: Colour) -> list[Frames]:
        """Those, in any picture."""
        del picture
        return self._lots


@pytest.mark.parametrize(("word", "told"), [("LUVA", "LUVA"), ("L", "KATTUR")])
def test_what_is_too_small_to_be_read_is_no_better_than_words(word: str, told: str) -> None:
    """A printed sheet beside TRÄD was taken for small cards, and the look refused as too far off.

    Three papers were found among the cards, so that few of these showed a letter. Of one letter it is not so sure.
    """
    (picture, cards), (printed, small) = drawn_word(word), drawn_word("KATTUR")
    sheet = cv2.resize(printed, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    picture[: len(sheet), : sheet.shape[1]] = sheet
    quarter = Frames(small.middles / 4, small.rights / 4, small.downs / 4, small.scores, small.backs)
    papers = cards.only(np.zeros(3, int)).moved(np.array([[0.0, 3.0], [2.0, 3.0], [4.0, 3.0]]))

    read = CardsReader("AKLRTUV", finder=Finds(cards.with_more(papers), quarter)).read(picture)

    assert len(read.groups[0].cells) == len(told)
