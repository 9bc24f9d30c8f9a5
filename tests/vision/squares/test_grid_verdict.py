"""What the grid model settles of squares in doubt, and what it asks about of those that the others took for bare."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import pytest

from pi_referee.rules.board.square import Square
from tests.vision.nine_squares import HERE, array_in, evidence, evidence_on
from vision.arrays import Floats
from vision.sighting import Choices, Doubt, Reading, Why
from vision.square_index import index_of
from vision.squares.choices import FOREIGN, UNKNOWN
from vision.squares.findings import Box, Findings
from vision.squares.grid_model import BARE, BLANK, COVERED, LETTER, STOP
from vision.squares.grid_verdict import bare_by_grid, half_seen, tiles_by_grid

A1, A2 = Square.parse("A1"), Square.parse("A2")
BOX = Box(2, 2)
SEEN_SO: Mapping[str, tuple[str, float]] = {
    "half_seen": ("at_end", True),
    "inked": ("letter", 0.04),
    "misprinted": ("printed", 0.2),
    "tinted": ("from_tile", 0.2),
    "lettered": ("letter", 0.3),
    "rimmed": ("rougher", 0.05),
    "strange": ("from_empty", 1.0),
    "read": ("letter", 0.7),
    "crossed": ("across", 0.6),
}
"""How squares look of which light took the ink, that show a little of a letter, and so on."""


def told_by_grid(found: Findings, things: Floats, box: Box = BOX, **known: frozenset[Square]) -> Findings:
    """The findings of a game with two blanks and two stop tiles; known: squares that are seen so, see SEEN_SO."""
    e = evidence_on(5)
    e.cover.shows[:] = things.reshape(5, -1)
    for how, squares in known.items():
        name, value = SEEN_SO[how]
        array_in(e, name)[[index_of(square, 5) for square in squares]] = value
    return bare_by_grid(tiles_by_grid(found, e, box), e, box)


def shares(**told: tuple[int, float]) -> Floats:
    """What the grid model tells of 5 x 5 squares: plainly bare, but on those named, with the share given."""
    things = np.zeros((5, 5, 5))
    things[BARE] = 1
    for name, (kind, share) in told.items():
        square = Square.parse(name)
        things[:, square.row, square.column] = (1 - share) / 4
        things[kind, square.row, square.column] = share
    return things


@pytest.mark.parametrize("choices", [UNKNOWN, FOREIGN, ((".", 0.6), ("I", 0.3)), (("I", 0.6), (".", 0.4))])
def test_a_square_that_may_be_bare_and_surely_is_asks_nothing(choices: Choices) -> None:
    """Whatever else it might have been, and why."""
    found = Findings({}, frozenset(), (Doubt(A1, choices, Why.NOT_AS_BARE),))

    assert told_by_grid(found, shares()) == Findings({}, frozenset(), ())
    assert told_by_grid(found, shares(A1=(BARE, 0.9))) == found


@pytest.mark.parametrize(
    ("choices", "why", "is_bare"),
    [
        (((".", 0.9), ("", 0.1)), Why.MAYBE_BLANK, True),
        ((("", 0.9), (".", 0.1)), Why.MAYBE_BLANK, False),
        (UNKNOWN, Why.ALIKE, False),
        (((".", 0.9), ("", 0.1)), Why.HAND, False),
    ],
)
def test_what_the_others_take_for_bare_must_be_so_less_surely(choices: Choices, why: Why, *, is_bare: bool) -> None:
    """Both say so then; but what is not wholly seen may hide a letter, and of what nothing is known none says it."""
    found = Findings({}, frozenset(), (Doubt(A1, choices, why),))

    assert (told_by_grid(found, shares(A1=(BARE, 0.97))) != found) is is_bare


def test_what_may_be_a_letter_must_be_bare_as_surely_as_others() -> None:
    """Though it is likeliest bare: out of focus a letter nearly looks so to both."""
    found = Findings({}, frozenset(), (Doubt(A1, ((".", 0.6), ("E", 0.3)), Why.LETTER),))

    assert told_by_grid(found, shares(A1=(BARE, 0.99))) == found


@pytest.mark.parametrize(("likeliest", "is_bare"), [("E", False), (".", True), ("", True)])
def test_what_is_likeliest_a_letter_must_be_bare_more_surely(likeliest: str, *, is_bare: bool) -> None:
    """An E out of focus was told as bare, though its reader took it for an E or a B."""
    found = Findings({}, frozenset(), (Doubt(A1, ((likeliest, 0.5), ("B", 0.4), (".", 0.05)), Why.LETTER),))

    assert (told_by_grid(found, shares(A1=(BARE, 0.9985))) != found) is is_bare
    assert told_by_grid(found, shares(A1=(BARE, 0.9995))) != found


@pytest.mark.parametrize("seen_so", [(), ("read",), ("crossed",), ("read", "crossed")])
def test_what_seems_a_letter_under_something_is_not_bare(seen_so: tuple[str, ...]) -> None:
    """A tile half under the next one was told as bare: what the network sees is its square, of which it had slipped."""
    found = Findings({}, frozenset(), (Doubt(A1, UNKNOWN, Why.IN_PART),))

    told = told_by_grid(found, shares(), BOX, **dict.fromkeys(seen_so, frozenset({A1})))

    assert (told == found) is (len(seen_so) == 2)


def test_a_letter_in_doubt_is_never_bare() -> None:
    """What may be one letter or the other is asked about, however bare the network takes it for."""
    found = Findings({}, frozenset(), (Doubt(A1, (("O", 0.6), ("Q", 0.4)), Why.LETTER),))

    assert told_by_grid(found, shares()) == found


@pytest.mark.parametrize(("kind", "why"), [(LETTER, Why.IN_PART), (BLANK, Why.MAYBE_BLANK)])
def test_what_the_network_sees_as_a_letter_may_be_any(kind: int, why: Why) -> None:
    """Of a tile half under the next one no letter may be read: it is asked about as seen in part, not as a blank."""
    doubted = Findings({}, frozenset(), (Doubt(A1, FOREIGN, Why.MAYBE_BLANK),))

    (doubt,) = told_by_grid(doubted, shares(A1=(kind, 0.6))).doubts

    assert (doubt.choices, doubt.why) == (FOREIGN, why)


def test_a_tile_without_a_letter_is_told_where_the_network_is_sure() -> None:
    """A square of which the others only say that it is not as bare ones are."""
    found = Findings({}, frozenset(), (Doubt(A1, FOREIGN, Why.TILE_ON_PRINT),))

    told = told_by_grid(found, shares(A1=(BLANK, 0.999)))

    assert (told.board, told.doubts) == ({A1: Reading("", 0.999)}, ())
    assert told_by_grid(found, shares(A1=(BLANK, 0.98))) == found


def test_where_something_is_hidden_no_tile_is_told() -> None:
    """Beside a tile that a lamp has nearly taken a P whose ink is gone looks like a plain top, too: it is asked."""
    found = Findings({}, frozenset(), (Doubt(A1, FOREIGN, Why.TILE_ON_PRINT),))

    told = told_by_grid(found, shares(A1=(BLANK, 0.999)), half_seen=frozenset({A1}))

    assert told == found


@pytest.mark.parametrize(("share", "is_told"), [(0.9, True), (0.8, False)])
def test_a_blank_that_both_networks_see_is_told(share: float, *, is_told: bool) -> None:
    """The letter reader hardly doubts it, and the grid model does not; else faint ink may be a letter's."""
    found = Findings({}, frozenset(), (Doubt(A1, (("", share), ("S", 1 - share)), Why.LETTER),))

    assert (A1 in told_by_grid(found, shares(A1=(BLANK, 0.999))).board) is is_told
    assert told_by_grid(found, shares(A1=(BLANK, 0.98))) == found


@pytest.mark.parametrize("why", [Why.MIRROR, Why.HAND, Why.LETTER])
def test_what_may_hide_a_letter_leaves_no_blank(why: Why) -> None:
    """A plain top under a lamp's mirror may bear a letter."""
    found = Findings({}, frozenset(), (Doubt(A1, UNKNOWN, why),))

    assert told_by_grid(found, shares(A1=(BLANK, 0.999))) == found


@pytest.mark.parametrize(
    "choices",
    [
        (("O", 0.97), (".", 0.024)),
        (("O", 0.98), ("Q", 0.01), (".", 0.01)),
        (("O", 0.99), ("Q", 0.01)),
        (("", 0.97), (".", 0.03)),
    ],
)
def test_which_letter_it_is_the_network_does_not_tell(choices: Choices) -> None:
    """A letter that its reader is not sure of stays in doubt, and so does what may be another, or none."""
    found = Findings({}, frozenset(), (Doubt(A1, choices, Why.LETTER),))

    assert told_by_grid(found, shares(A1=(LETTER, 0.999))) == found


def test_a_plain_tile_is_told_where_nothing_was() -> None:
    """A white blank on a white square: its edges show it to the network, and its colour to nobody."""
    found = Findings({A2: Reading("E", 0.99)}, frozenset(), ())

    told = told_by_grid(found, shares(A1=(BLANK, 0.999), A2=(BLANK, 0.999)))

    assert told.board == {A2: Reading("E", 0.99), A1: Reading("", 0.999)}
    assert A1 not in told_by_grid(found, shares(A1=(BLANK, 0.98))).board
    assert A1 not in told_by_grid(found, shares(A1=(BLANK, 0.999)), half_seen=frozenset({A1})).board
    assert A1 not in told_by_grid(found, shares(A1=(BLANK, 0.999)), inked=frozenset({A1})).board
    assert A1 not in told_by_grid(replace(found, certain=0.985), shares(A1=(BLANK, 0.999))).board


@pytest.mark.parametrize("what", ["near_veil", "at_end", "faded", "spotted"])
def test_what_strong_light_may_have_taken_is_hidden(what: str) -> None:
    """A letter that a lamp has bleached leaves a plain top, too."""
    seen = evidence()
    array_in(seen, what)[HERE] = True

    assert np.flatnonzero(half_seen(seen)).tolist() == [HERE]


@pytest.mark.parametrize("what", ["hand", "glare"])
def test_what_lies_beside_a_hidden_square_may_be_hidden_too(what: str) -> None:
    """A hand reaches further than it is seen; and so may what hides a part of a square."""
    seen, part = evidence(), evidence()
    array_in(seen, what)[0], part.cover.hidden[0] = True, 0.7

    assert np.flatnonzero(half_seen(seen)).tolist() == np.flatnonzero(half_seen(part)).tolist() == [0, 1, 3, 4]


def test_of_a_square_a_little_of_which_is_hidden_no_tile_is_told() -> None:
    """As of a letter, of which it asks more."""
    seen = evidence()
    seen.cover.hidden[0] = 0.4

    assert np.flatnonzero(half_seen(seen)).tolist() == [0]


def test_of_a_square_across_which_something_lies_no_tile_is_told() -> None:
    """Nor of that alone are those beside it hidden: what lies across them is seen there."""
    seen = evidence()
    seen.across[:2] = 0.6, 0.4

    assert np.flatnonzero(half_seen(seen)).tolist() == [0]


def test_a_letter_that_only_the_network_sees_is_asked_about() -> None:
    """It tells no letters apart."""
    found = Findings({}, frozenset(), (Doubt(A1, UNKNOWN, Why.NOT_AS_BARE),))

    assert told_by_grid(found, shares(A1=(LETTER, 0.999))) == found


@pytest.mark.parametrize("confidence", [0.99, 1.0])
@pytest.mark.parametrize(("bare", "is_sign"), [(0.99, False), (0.997, True)])
def test_a_letter_where_bare_board_is_seen_may_be_a_printed_sign(
    confidence: float, bare: float, *, is_sign: bool
) -> None:
    """A 2 that a maker prints on his squares was read as a Z; real ones leave the network some doubt."""
    found = Findings({A1: Reading("Z", confidence)}, frozenset(), ())

    told = told_by_grid(found, shares(A1=(BARE, bare)))

    assert told.doubts == ((Doubt(A1, ((".", 0.5), ("Z", 0.5)), Why.PRINT),) if is_sign else ())
    assert set(told.board) == (set() if is_sign else {A1})


@pytest.mark.parametrize(
    ("confidence", "share", "is_asked"), [(0.975, 0.85, True), (0.975, 0.95, False), (0.985, 0.85, False)]
)
def test_a_letter_that_neither_is_sure_of_may_be_a_part_of_another(
    confidence: float, share: float, *, is_asked: bool
) -> None:
    """An M of which a lamp had left an N."""
    found = Findings({A1: Reading("N", confidence)}, frozenset(), ())

    told = told_by_grid(found, shares(A1=(LETTER, share)))

    assert [(doubt.why, doubt.choices[0][0]) for doubt in told.doubts] == [(Why.IN_PART, "N")] * is_asked


def test_what_is_hardly_bare_is_asked_about() -> None:
    """A square that was told as bare, and does not look so, may hold a tile of unknown face; all else stays."""
    sure, stop, odd, fine = (Square.parse(name) for name in ("A1", "A2", "A3", "A4"))
    found = Findings({sure: Reading("A", 0.99)}, frozenset({stop}), (), bare=frozenset({odd, fine}))

    told = told_by_grid(found, shares(A1=(BARE, 0.05), A2=(BARE, 0.05), A3=(BARE, 0.05), A4=(BARE, 0.15)))

    assert told.doubts == (Doubt(odd, FOREIGN, Why.NOT_AS_BARE),)
    assert (told.board, told.stops) == (found.board, found.stops)


def test_a_square_that_is_not_plainly_bare_is_asked_about_sooner() -> None:
    """Where the other witnesses did not see a square plainly as printed, the network's doubt weighs more.

    So it does on a sticker whose rim and middle have the colours of the print beneath, and not its shape.
    """
    unsure, plain, sticker = (Square.parse(name) for name in ("A1", "A2", "A3"))
    found = Findings({}, frozenset(), (), bare=frozenset({plain, sticker}))

    told = told_by_grid(
        found, shares(**dict.fromkeys(("A1", "A2", "A3"), (BARE, 0.2))), misprinted=frozenset({sticker})
    )

    assert [doubt.square for doubt in told.doubts] == [unsure, sticker]


@pytest.mark.parametrize("how", ["tinted", "lettered"])
def test_what_is_a_little_like_a_tile_must_look_bare(how: str) -> None:
    """White blanks in a shade were told as bare: their tint was nearly the board's, and the network was not sure."""
    alike, plain = frozenset({A1, A2}), frozenset({A2})

    told = told_by_grid(
        Findings({}, frozenset(), (), bare=plain),
        shares(A1=(BARE, 0.8), A2=(BARE, 0.8), A3=(BARE, 0.8)),
        BOX,
        **{how: alike},
    )

    assert told.doubts == (Doubt(A1, UNKNOWN, Why.NOT_AS_BARE),)


@pytest.mark.parametrize(("kind", "is_asked"), [(BLANK, True), (LETTER, True), (COVERED, False)])
def test_where_a_tile_is_likelier_than_bare_board_it_is_asked(kind: int, *, is_asked: bool) -> None:
    """A blank on a strange board was told as bare, with 0.45 of that and 0.55 of a blank."""
    seen = shares(A1=(BARE, 0.45))
    seen[1:, 0, 0], seen[kind, 0, 0] = 0, 0.55

    told = told_by_grid(Findings({}, frozenset(), ()), seen)

    assert [doubt.square for doubt in told.doubts] == [A1] * is_asked


@pytest.mark.parametrize(
    ("share", "kind", "rimmed", "is_asked"),
    [(0.25, BLANK, "A1", True), (0.55, BLANK, "A1", False), (0.25, COVERED, "A1", False), (0.25, BLANK, "A2", False),
     (0.15, BLANK, "A2", True), (0.15, COVERED, "A2", False)],
)  # fmt: skip
def test_a_rim_on_a_square_that_is_plainly_as_printed_may_be_a_blanks(
    share: float, kind: int, rimmed: str, *, is_asked: bool
) -> None:
    """A white sticker on a white board had its tint, and was told as bare: its rim and the network tell it.

    In a strong cast a plain blank had the ground's: there the network alone tells it, where it is surer.
    """
    seen = shares(A1=(BARE, share))
    seen[1:, 0, 0], seen[kind, 0, 0] = 0, 1 - share
    found = Findings({}, frozenset(), (), bare=frozenset({A1}))

    told = told_by_grid(found, seen, rimmed=frozenset({Square.parse(rimmed)}))

    assert [doubt.square for doubt in told.doubts] == [A1] * is_asked


def test_where_tiles_have_many_colours_no_square_is_plainly_bare() -> None:
    """None of them shows how a blank looks."""
    found, seen = Findings({}, frozenset(), (), bare=frozenset({A1})), shares(A1=(BARE, 0.25))

    assert told_by_grid(found, seen) == found
    assert [doubt.square for doubt in told_by_grid(found, seen, replace(BOX, coloured=True)).doubts] == [A1]


@pytest.mark.parametrize(
    ("sure", "share", "is_asked"), [(0.98, 0.75, True), (0.98, 0.9, False), (0.995, 0.0, False), (0.995, 0.2, False)]
)
def test_a_blank_where_the_network_rather_sees_none_is_asked_about(
    sure: float, share: float, *, is_asked: bool
) -> None:
    """Bare board that a lamp has bleached looks like a plain top to the others, and they are less sure."""
    found = Findings({A1: Reading("", sure), A2: Reading("E", 0.99)}, frozenset(), ())

    told = told_by_grid(found, shares(A1=(BLANK, share), A2=(BLANK, share)))

    assert A2 in told.board
    assert [(doubt.square, doubt.why) for doubt in told.doubts] == [(A1, Why.MAYBE_BLANK)] * is_asked


@pytest.mark.parametrize(("stops", "is_asked"), [(2, True), (0, False)])
def test_only_a_game_with_stop_tiles_is_asked_about_them(stops: int, *, is_asked: bool) -> None:
    """Where no box holds one what looks like a stop tile is print."""
    told = told_by_grid(Findings({}, frozenset(), ()), shares(A1=(STOP, 0.9)), replace(BOX, stops=stops))

    assert [doubt.square for doubt in told.doubts] == [A1] * is_asked


@pytest.mark.parametrize(
    ("kind", "why"), [(COVERED, Why.MAYBE_BLANK), (STOP, Why.MAYBE_BLANK), (LETTER, Why.IN_PART), (BLANK, None)]
)
def test_a_blank_in_which_the_network_sees_none_is_asked_about(kind: int, why: Why | None) -> None:
    """Bare board that a lamp's mirror has whitened looks like a plain top to the others, and so does a pale letter."""
    found = Findings({A1: Reading("", 0.98)}, frozenset(), ())

    told = told_by_grid(found, shares(A1=(kind, 0.9)))

    assert [(doubt.square, doubt.why) for doubt in told.doubts] == [(A1, why)] * (why is not None)


@pytest.mark.parametrize(("sign", "is_asked"), [(0.6, False), (0.4, True)])
def test_a_joker_with_a_face_is_no_letter_though_the_network_sees_one(sign: float, *, is_asked: bool) -> None:
    """The letter reader knows signs, and the network of the whole board does not."""
    e = evidence_on(5, 0, reading={"sign": sign, "blank": 1 - sign})
    e.cover.shows[:] = shares(A1=(LETTER, 0.9)).reshape(5, -1)
    found = Findings({A1: Reading("", 0.98)}, frozenset(), ())

    assert bool(bare_by_grid(found, e, BOX).doubts) is is_asked


@pytest.mark.parametrize(("share", "is_asked"), [(0.25, True), (0.35, False)])
def test_what_is_hardly_bare_and_not_as_printed_is_asked_about(share: float, *, is_asked: bool) -> None:
    """A square that was told as bare, and not as plainly as printed, must look bare to the network, too."""
    found = Findings({}, frozenset(), ())

    told = told_by_grid(found, shares(A1=(BARE, share)), misprinted=frozenset({A1}))

    assert [doubt.square for doubt in told.doubts] == [A1] * is_asked


def test_a_plain_tile_where_others_plainly_see_bare_board_is_asked_about() -> None:
    """In a gap between words the network has taken bare board for a blank, as surely as any."""
    found = Findings({}, frozenset(), (), bare=frozenset({A1}))

    told = told_by_grid(found, shares(A1=(BLANK, 0.9999), A2=(BLANK, 0.9999)))

    assert [doubt.square for doubt in told.doubts] == [A1]
    assert told.board.keys() == {A2}


@pytest.mark.parametrize("stops", [0, 2])
def test_what_looks_like_a_stop_tile_and_has_a_strange_tint_is_no_print(stops: int) -> None:
    """It may be a scrap that hides a tile, in a game without stop tiles, too."""
    found = Findings({}, frozenset(), (), bare=frozenset({A1, A2}))
    looks = shares(A1=(STOP, 0.55), A2=(BARE, 0.95))

    told = told_by_grid(found, looks, Box(2, stops), strange=frozenset({A1, A2}))

    assert [doubt.square for doubt in told.doubts] == [A1]


@pytest.mark.parametrize(("kind", "box"), [(BLANK, Box(2, 0)), (STOP, Box(0, 2))])
def test_no_more_is_settled_than_the_box_holds(kind: int, box: Box) -> None:
    """Of a game without stop tiles, or without blanks, none is told, and what was asked is asked."""
    found = Findings({}, frozenset(), (Doubt(A1, FOREIGN, Why.TILE_ON_PRINT),))

    assert told_by_grid(found, shares(A1=(kind, 0.999)), box) == found


def test_what_is_told_as_bare_is_not_covered() -> None:
    """A square beside a hand that is seen to be bare asks nothing, so it hides nothing either."""
    found = Findings({}, frozenset(), (Doubt(A1, UNKNOWN, Why.HAND),), covered=frozenset({A1, A2}))

    assert told_by_grid(found, shares()).covered == {A2}
