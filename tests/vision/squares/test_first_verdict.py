"""What is made of a square's evidence: sure, in doubt, or empty."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pi_referee.rules.board.square import Square
from tests.vision.nine_squares import B2, HERE, LETTERS, SIZE, TILE, evidence
from vision.sighting import Choices, Doubt, Edition, Reading, Why
from vision.squares.choices import PERHAPS_STOP, UNKNOWN
from vision.squares.evidence import Evidence
from vision.squares.findings import CERTAIN, Box, Findings, within
from vision.squares.first_verdict import judge
from vision.squares.grid_model import BARE, STOP

BOX = Box(2, 2)


def found(told: Evidence, box: Box = BOX) -> Findings:
    """The findings on the nine squares; all but the middle one must be empty."""
    return judge(told, box)


EMPTY = Findings({}, frozenset(), ())


def test_nothing_anywhere() -> None:
    """Squares that look as they are printed are empty."""
    assert found(evidence()) == EMPTY


def test_no_square_beside_a_lamps_mirror_is_plainly_bare() -> None:
    """Later stages may doubt it, however much it looks as printed: a tile may be as white as all round it."""
    lit = evidence(HERE, near_veil=True)
    lit.cover.shows[BARE] = 1

    assert found(evidence()).bare - found(lit).bare == {B2}


class TestALetter:
    """Squares on which the reader sees a letter."""

    def test_a_clear_letter_on_a_tile_is_read(self) -> None:
        """Reader and colour agree: it is read, as surely as the reader is."""
        findings = found(evidence(HERE, reading={"B": 0.99, "Å": 0.01}, **TILE))

        assert (findings.board[B2].letter, findings.doubts) == ("B", ())
        assert findings.board[B2].confidence == pytest.approx(0.99, abs=0.001)

    @pytest.mark.parametrize(
        ("letter", "share", "is_read"), [("A", 0.99, False), ("A", 0.995, True), ("Å", 0.99, False)]
    )
    def test_a_letter_that_only_marks_tell_from_another_must_be_surer(
        self, letter: str, share: float, *, is_read: bool
    ) -> None:
        """Where a square has few px marks run into their letters: a C was a Ć, an N a Ń, a Ż a Ź."""
        large = evidence(HERE, reading={letter: share}, **TILE)
        small = replace(large, read_from=replace(large.read_from, side=20.0))
        told = found(small)

        assert (B2 in told.board, [doubt.why for doubt in told.doubts]) == (is_read, [Why.LETTER] * (not is_read))
        assert found(large).board.keys() == {B2}
        assert letter == "Å" or judge(replace(small, alphabet=("A", "Q", "B")), BOX).board

    @pytest.mark.parametrize(("side", "alphabet", "is_read"), [
        (19.0, "ŻBŹ", False), (21.0, "ŻBŹ", True), (19.0, "ŻBC", True), (19.0, "ÅBÄ", True),
    ])  # fmt: skip
    def test_the_slope_of_a_speck_is_not_seen_from_afar(self, side: float, alphabet: str, *, is_read: bool) -> None:
        """On very small squares the accent of a Ź is the dot of a Ż: it is asked, however sure the reader is."""
        told = evidence(HERE, reading={"A": 0.9999}, **TILE)
        far = replace(told, alphabet=tuple(alphabet), read_from=replace(told.read_from, side=side))
        seen = judge(far, BOX)

        assert (B2 in seen.board) == is_read
        assert [doubt.choices for doubt in seen.doubts] == [(("Ż", 0.5), ("Ź", 0.5))] * (not is_read)

    @pytest.mark.parametrize(("share", "is_read"), [(0.999, True), (0.99, False)])
    def test_a_faint_letter_must_be_surer(self, share: float, *, is_read: bool) -> None:
        """Strong light that leaves so little ink may have taken a stroke: of a J an I was left."""
        told = found(evidence(HERE, reading={"A": share}, contrast=0.08, **TILE))

        assert (B2 in told.board, [doubt.why for doubt in told.doubts]) == (is_read, [Why.FADED] * (not is_read))

    @pytest.mark.parametrize(("side", "share", "is_read"), [
        (21.0, 0.9952, False), (21.0, 0.9965, True), (25.0, 0.9952, True),
    ])  # fmt: skip
    def test_a_speck_on_a_small_square_must_be_surer(self, side: float, share: float, *, is_read: bool) -> None:
        """From far and aside a Ż was read as a Ź, more surely than other letters are that marks tell apart."""
        told = evidence(HERE, reading={"A": share}, **TILE)
        far = replace(told, alphabet=tuple("ŻBŹ"), read_from=replace(told.read_from, side=side))

        assert (B2 in judge(far, BOX).board) == is_read

    def test_a_tile_between_two_squares_is_in_doubt(self) -> None:
        """However plain its letter is, it may be the next square's tile, and any other, or none, lie on this one."""
        told = evidence(HERE, reading={"A": 1.0}, between=True, **TILE)

        (doubt,) = found(told).doubts

        assert (doubt.why, [name for name, _ in doubt.choices]) == (Why.IN_PART, ["A", "", "."])

    def test_a_letter_like_the_print_below_is_in_doubt(self) -> None:
        """What looks like the disc printed there and has a tile's tint is a doubt, however sure the reader is."""
        findings = found(evidence(HERE, reading={"A": 0.999}, printed=0.9, **TILE))

        assert ([doubt.square for doubt in findings.doubts], findings.board) == ([B2], {})

    @pytest.mark.parametrize(
        "looks", [{"printed": 0.9, "from_empty": 0.1, "from_tile": 0.5}, {**TILE, "printed": 0.95}]
    )
    def test_a_printed_disc_that_reads_as_a_letter_is_nothing(self, looks: dict[str, float]) -> None:
        """Print and tint together, or the plain print alone, outweigh the reader."""
        assert found(evidence(HERE, reading={"A": 0.999}, **looks)) == EMPTY

    def test_a_letter_at_the_edge_of_a_deep_shade(self) -> None:
        """The edge may be read as a stroke, so there a letter must be surer."""
        told, surer = (evidence(HERE, reading={"A": share}, **TILE) for share in (0.98, 0.999))
        for one in (told, surer):
            one.seen.shades[HERE] = (-0.2, 0.8)

        assert found(told).board == {}
        assert found(surer).board.keys() == {B2}

    @pytest.mark.parametrize(
        ("clear", "share", "is_sure"),
        [
            (-0.005, 0.975, True),
            (-0.015, 0.975, False),
            (-0.015, 0.99, True),
            (-0.05, 0.99, False),
            (-0.2, 0.9999, False),
        ],
    )
    def test_letters_that_are_not_sharp(self, clear: float, share: float, is_sure: bool) -> None:
        """The less clear letters are once they are in focus again, the surer one must be; at last none is."""
        told = evidence(HERE, reading={"B": share, "Å": 1 - share}, **TILE)

        findings = found(replace(told, clear=clear))

        assert (set(findings.board) == {B2}) == is_sure
        assert findings.taken == {B2}

    @pytest.mark.parametrize(
        ("uncertain", "share", "is_sure"), [(1, 0.99, True), (2, 0.99, False), (2, 0.999, True), (6, 0.999, True)]
    )
    def test_letters_of_which_many_are_uncertain(self, uncertain: int, share: float, *, is_sure: bool) -> None:
        """Where more than a fifth of the letters is hard to read, each of the others must be surer than elsewhere."""
        told = evidence(*range(7), reading={"B": share}, **TILE)
        told.shares.letters[:uncertain] = (0.1, 0.0, 0.9)

        assert (Square(2, 0) in found(told).board) == is_sure

    @pytest.mark.parametrize(("share", "is_sure"), [(0.98, False), (0.99, True)])
    def test_letters_of_a_camera_that_moved(self, share: float, *, is_sure: bool) -> None:
        """Of a B whose stem has faded an E is left: each letter must be surer than elsewhere."""
        told = evidence(HERE, reading={"B": share}, **TILE)

        assert found(told).board.keys() == {B2}
        assert (found(replace(told, moved=True)).board.keys() == {B2}) is is_sure

    def test_of_few_letters_none_is_held_against_the_others(self) -> None:
        """Of four letters one in doubt says nothing of the set."""
        told = evidence(*range(4), reading={"B": 0.99}, **TILE)
        told.shares.letters[:1] = (0.1, 0.0, 0.9)

        assert Square(1, 0) in found(told).board

    def test_a_half_covered_letter_is_in_doubt(self) -> None:
        """A finger over part of a tile makes one letter of another: it is asked about, and no witness may settle it."""
        told = evidence(HERE, reading={"A": 0.999}, whole=False, **TILE)
        told.cover.hand[HERE - 1] = True
        findings = found(told)
        here = next(doubt for doubt in findings.doubts if doubt.square == B2)

        assert here.choices[0][0] == "A"
        assert here.choices[0][1] < 0.6

    @pytest.mark.parametrize(("share", "is_read"), [(0.999, True), (0.997, False)])
    def test_a_letter_that_touches_its_value_is_read_if_it_is_surer(self, share: float, *, is_read: bool) -> None:
        """It seems to be seen in part, and nothing lies near it; a pen across it may make another letter of it."""
        findings = found(evidence(HERE, reading={"A": share}, whole=False, **TILE))

        assert (B2 in findings.board) == is_read

    def test_an_unclear_letter_is_in_doubt(self) -> None:
        """What it may be is told, likeliest first."""
        findings = found(evidence(HERE, reading={"A": 0.3, "Å": 0.6, "none": 0.1}, **TILE))

        [doubt] = findings.doubts
        assert (findings.board, doubt.square) == ({}, B2)
        assert [name for name, _ in doubt.choices] == ["Å", "A", "."]

    def test_what_is_hardly_any_letter_may_be_nothing(self) -> None:
        """However small its share is: a square on which a tile must lie would make no word with the others."""
        [doubt] = found(evidence(HERE, reading={"A": 0.3, "Å": 0.2, "B": 0.2, "blank": 0.25}, **TILE)).doubts

        assert [name for name, _ in doubt.choices] == ["A", "", "Å", "B", "."]

    def test_a_letter_on_what_is_no_tile_is_in_doubt(self) -> None:
        """A print that looks like a letter, in a colour no tile has, is not believed, however clear."""
        findings = found(evidence(HERE, reading={"A": 0.999}, from_empty=0.5, from_tile=1.5))

        [doubt] = findings.doubts
        assert "." in {name for name, _ in doubt.choices}

    @pytest.mark.parametrize("share", [0.6, 0.9, 0.999])
    def test_a_letter_on_an_empty_square_is_not_believed(self, share: float) -> None:
        """On a square that looks exactly as it is printed no letter is read for sure, whatever its print reminds of."""
        told = evidence(HERE, reading={"A": share, "none": 1 - share}, from_empty=0.02, from_tile=1.5)

        assert found(told).board == {}

    def test_a_letter_of_another_language(self) -> None:
        """Part of the certainty is for letters the game has not: then none of its letters is sure."""
        findings = found(evidence(HERE, reading={"A": 0.6, "strange": 0.4}, **TILE))

        assert (findings.board, findings.doubts[0].choices[0][0]) == ({}, "A")

    def test_nothing_but_another_languages_letter(self) -> None:
        """Where it surely is a letter that the game has not, it is in doubt what it stands for."""
        findings = found(evidence(HERE, reading={"strange": 1.0}, **TILE))

        assert (findings.board, [doubt.square for doubt in findings.doubts]) == ({}, [B2])

    @given(st.floats(0.5, 1.0))
    def test_surely_read_means_certain(self, share: float) -> None:
        """A letter is sure from CERTAIN on, and in doubt below."""
        findings = found(evidence(HERE, reading={"B": share, "none": 1 - share}, **TILE))

        assert (B2 in findings.board) == (round(share, 4) >= CERTAIN)
        assert (B2 in findings.board) != bool(findings.doubts)

    @given(st.lists(st.floats(0.0, 1.0), min_size=7, max_size=7).filter(lambda odds: sum(odds) > 0.1))
    def test_choices_are_in_order_and_no_more_than_all(self, odds: list[float]) -> None:
        """However certainty is shared out, choices come likeliest first and do not sum to more than 1."""
        names = (*LETTERS, "strange", "blank", "sign", "none")
        reading = {name: share / sum(odds) for name, share in zip(names, odds, strict=True)}

        findings = found(evidence(HERE, reading=reading, **TILE))

        assert findings.doubts or findings.board or B2 in findings.stops
        for doubt in findings.doubts:
            chances = [chance for _, chance in doubt.choices]
            assert chances == sorted(chances, reverse=True)
            assert sum(chances) < 1.01
            assert len({name for name, _ in doubt.choices}) == len(chances)


class TestAPlainTile:
    """Squares without a letter."""

    def test_a_blank(self) -> None:
        """A smooth top in the tiles' colour is a blank."""
        findings = found(evidence(HERE, reading={"blank": 0.98, "none": 0.02}, rougher=-0.2, **TILE))

        assert findings.board[B2].letter == ""

    @pytest.mark.parametrize(
        ("edition", "contrast", "is_sure"), [("light", 0.24, 1), ("light", 0.26, 0), ("dark", 0.26, 1)]
    )
    def test_a_blank_shows_nothing(self, edition: Edition, contrast: float, is_sure: int) -> None:
        """What does is half a letter, or a small mirror over print; dark tops show a little more of the light."""
        told = evidence(HERE, reading={"blank": 0.98, "none": 0.02}, rougher=-0.2, contrast=contrast, **TILE)
        told = replace(told, edition=edition)

        assert (len(found(told).board), len(found(told).doubts)) == (is_sure, 1 - is_sure)

    def test_perhaps_a_blank(self) -> None:
        """Half like a tile and half like the board is in doubt."""
        findings = found(
            evidence(HERE, reading={"blank": 0.5, "none": 0.5}, from_empty=0.3, from_tile=0.15, rougher=-0.05)
        )

        assert findings.board == {}
        assert {name for name, _ in findings.doubts[0].choices} == {"", "."}

    @pytest.mark.parametrize(("from_tile", "asked"), [(0.12, [("", ".")]), (0.2, [])])
    def test_a_blank_out_of_focus(self, from_tile: float, asked: list[tuple[str, str]]) -> None:
        """The reader hardly sees one: what is nearer to a tile's tint than to the board's is asked about."""
        blurred = evidence(HERE, reading={"blank": 0.1, "none": 0.9}, from_empty=0.19, from_tile=from_tile)

        assert [tuple(sorted(name for name, _ in doubt.choices)) for doubt in found(blurred).doubts] == asked
        assert found(blurred).board == {}

    def test_more_blanks_than_the_box_holds(self) -> None:
        """If there are more than can be, some are glare: all are in doubt."""
        told = evidence(0, 4, 8, reading={"blank": 0.98, "none": 0.02}, rougher=-0.2, **TILE)

        assert len(found(told, Box(0, 3)).board) == 3
        assert (found(told).board, len(found(told).doubts)) == ({}, 3)


def as_stops(share: float, *places: int) -> Evidence:
    """Squares that look like no other, and to which the grid model gives this share of a stop tile."""
    told = evidence(*places, from_empty=1.5, from_tile=1.6, brightness=-2.0)
    told.cover.shows[STOP, list(places)] = share
    return told


class TestAStopTile:
    """Plain tiles of the other colour, as the grid model sees them."""

    @pytest.mark.parametrize(("share", "stops", "doubts"), [(0.9, 1, 0), (0.3, 0, 1), (0.02, 0, 0)])
    def test_one_that_is_likely(self, share: float, stops: int, doubts: int) -> None:
        """The likelier it is, the surer."""
        told = found(as_stops(share, HERE))

        assert (len(told.stops), len(told.doubts)) == (stops, doubts)

    def test_a_game_without_them(self) -> None:
        """Where none is in the box there is none."""
        assert found(as_stops(0.9, HERE), Box(0, 2)) == EMPTY

    def test_more_than_the_box_holds(self) -> None:
        """Three where there are two are shade: each is in doubt."""
        told = as_stops(0.9, 0, 4, 8)

        assert found(told).stops == frozenset()
        assert [doubt.choices[0][0] for doubt in found(told).doubts] == ["#", "#", "#"]


class TestWhatIsNeither:
    """Hands and mirrored lamps."""

    def test_a_hand(self) -> None:
        """What a hand hides is covered and in doubt, also what is seen of a letter there."""
        hand = {Square(*divmod(place, SIZE)) for place in range(6)}

        findings = found(evidence(*range(6), reading={"A": 0.99}, hand=True, **TILE))

        assert findings.board == {}
        assert findings.covered == hand
        assert hand <= {doubt.square for doubt in findings.doubts}

    def test_a_mirrored_lamp(self) -> None:
        """Where a lamp is mirrored nothing is told for sure, but a letter that still can be read."""
        glare = evidence(HERE, from_empty=1.0, from_tile=1.0, washed=True)
        letter = evidence(HERE, reading={"B": 0.99}, washed=True, **TILE)

        assert [doubt.square for doubt in found(glare).doubts] == [B2]
        assert found(letter).board.keys() == {B2}

    @pytest.mark.parametrize(
        ("share", "is_lamplit", "is_read"), [(0.999, True, True), (0.99, True, False), (0.999, False, False)]
    )
    def test_a_letter_in_a_mirror(self, share: float, *, is_lamplit: bool, is_read: bool) -> None:
        """Through the white veil a letter is read that is clearer than most; of a paler one a stroke may be lost.

        Where no veil lies on it paper or a pale hand may cover half of it.
        """
        told = found(evidence(HERE, reading={"A": share}, glare=True, lamplit=is_lamplit, **TILE))

        assert (B2 in told.board, [doubt.why for doubt in told.doubts]) == (is_read, [Why.MIRROR] * (not is_read))

    @pytest.mark.parametrize("hidden", ["hand", "glare"])
    @pytest.mark.parametrize(
        ("reading", "choices"), [({"A": 0.9}, ["A", "", "."]), ({"A": 0.45, "blank": 0.5}, [".", ""])]
    )
    def test_what_seems_to_lie_under_something_may_be_nothing(
        self, hidden: str, reading: dict[str, float], choices: list[str]
    ) -> None:
        """Half a lamp's mirror looks like a tile: a square on which one must lie would make no word with the others."""
        [doubt] = found(evidence(HERE, reading=reading, **{hidden: True}, **TILE)).doubts

        assert [name for name, _ in doubt.choices] == choices

    @pytest.mark.parametrize(("shares", "why"), [((0.46, 0.18), Why.MIRROR), ((0.18, 0.46), Why.LETTER)])
    def test_a_top_whose_middle_shines(self, shares: tuple[float, float], why: Why) -> None:
        """It may look more like a plain top than like any letter, which says nothing of what lies there."""
        blank, best = shares

        told = found(evidence(HERE, reading={"blank": blank, "A": best, "B": 0.2, "Å": 0.16}, spotted=True, **TILE))

        assert [doubt.why for doubt in told.doubts] == [why]

    def test_a_bare_square_in_a_mirror(self) -> None:
        """Whether anything lies there is in doubt."""
        told = found(evidence(HERE, from_empty=0.01, from_tile=1.0, glare=True))

        assert [doubt.why for doubt in told.doubts] == [Why.MIRROR]

    @pytest.mark.parametrize(("share", "is_bare"), [(0.99, True), (0.95, False)])
    def test_a_bare_square_beside_a_mirror(self, share: float, *, is_bare: bool) -> None:
        """A tile there may be as white as the board: only the look at all of it tells that the square is bare."""
        told = evidence(HERE, from_empty=0.01, from_tile=1.0, near_veil=True)
        told.cover.shows[BARE, HERE] = share

        assert [doubt.why for doubt in found(told).doubts] == [Why.MIRROR] * (not is_bare)

    @pytest.mark.parametrize(("share", "is_read"), [(0.999, True), (0.99, False)])
    def test_a_letter_beside_a_mirror(self, share: float, *, is_read: bool) -> None:
        """Of one that is less clear than most a stroke may be lost."""
        told = found(evidence(HERE, reading={"A": share}, near_veil=True, **TILE))

        assert (B2 in told.board, [doubt.why for doubt in told.doubts]) == (is_read, [Why.IN_PART] * (not is_read))

    @pytest.mark.parametrize(
        ("hidden", "share", "is_read"),
        [(0.2, 0.99, True), (0.4, 0.99, False), (0.4, 0.999, True), (0.7, 0.999, False), (0.7, 0.99995, True)],
    )
    def test_a_letter_of_which_a_part_may_be_hidden(self, hidden: float, share: float, *, is_read: bool) -> None:
        """A lamp takes the foot of an E, and an F is left: the likelier that is, the surer a letter must be."""
        told = found(evidence(HERE, reading={"A": share}, hidden=hidden, **TILE))

        assert (B2 in told.board, [doubt.why for doubt in told.doubts]) == (is_read, [Why.IN_PART] * (not is_read))

    @pytest.mark.parametrize(
        ("across", "share", "is_read"),
        [(0.85, 0.9999, True), (0.95, 0.9997, False), (0.95, 0.99995, True), (0.85, 0.985, True)],
    )
    def test_a_letter_across_which_something_lies(self, across: float, share: float, *, is_read: bool) -> None:
        """A pen takes a stroke of a letter: the likelier that is, the surer it must be."""
        told = found(evidence(HERE, reading={"B": share}, across=across, **TILE))

        assert (B2 in told.board, [doubt.why for doubt in told.doubts]) == (is_read, [Why.IN_PART] * (not is_read))

    @pytest.mark.parametrize(
        ("across", "letter", "is_read"), [(0.95, "A", False), (0.85, "A", True), (0.95, "B", True)]
    )
    def test_a_mark_may_lie_beneath(self, across: float, letter: str, *, is_read: bool) -> None:
        """An A under something may be an Å, however sure it is; nothing makes another letter of a B with a mark."""
        told = found(evidence(HERE, reading={letter: 1.0}, across=across, **TILE))

        assert (B2 in told.board, [doubt.why for doubt in told.doubts]) == (is_read, [Why.IN_PART] * (not is_read))

    @pytest.mark.parametrize(
        ("hidden", "bare", "is_bare"), [(0.5, 0.3, True), (0.7, 0.3, False), (0.7, 0.85, False), (0.7, 0.95, True)]
    )
    def test_a_square_of_which_a_part_may_be_hidden(self, hidden: float, bare: float, *, is_bare: bool) -> None:
        """A tile that a lamp has made as white as the board is no bare square, unless the grid model is sure."""
        told = evidence(HERE, from_empty=0.01, from_tile=1.0, hidden=hidden)
        told.cover.shows[BARE, HERE] = bare

        assert found(told).doubts == (() if is_bare else (Doubt(B2, UNKNOWN, Why.HAND),))

    @pytest.mark.parametrize(
        ("sign", "why"), [("whole", Why.HAND), *((sign, Why.MIRROR) for sign in ("near_veil", "lamplit", "spotted"))]
    )
    def test_what_hides_a_part_is_a_lamp_only_where_light_lies(self, sign: str, why: Why) -> None:
        """A pen over a bare square is no mirrored lamp: who is told so would move the lamp in vain."""
        told = evidence(HERE, reading=None, from_empty=0.01, from_tile=1.0, hidden=0.7, **{sign: True})
        told.cover.shows[BARE, HERE] = 0.3

        assert [doubt.why for doubt in found(told).doubts] == [why]

    def test_what_perhaps_lies_under_it_is_among_the_choices(self) -> None:
        """A stop tile hidden in part may be one, and a letter that is hardly seen may be that letter."""
        stop = evidence(HERE, from_empty=1.0, from_tile=1.0, hidden=0.9)
        stop.cover.shows[STOP, HERE] = 0.3
        letter = evidence(HERE, reading={"A": 0.3, "none": 0.6}, hidden=0.9, **TILE)

        assert found(stop).doubts == (Doubt(B2, PERHAPS_STOP, Why.HAND),)
        assert [dict(doubt.choices).keys() >= {"A", "."} for doubt in found(letter).doubts] == [True]

    @pytest.mark.parametrize(("share", "choices"), [(0.0, UNKNOWN), (0.3, PERHAPS_STOP)])
    def test_a_white_stop_tile_where_all_is_white(self, share: float, choices: Choices) -> None:
        """Among the white icons of premium squares it may be one, and is not told as a blank or bare board."""
        told = as_stops(share, HERE)
        told.washed[HERE] = True

        assert [doubt.choices for doubt in found(told).doubts] == [choices]

    def test_where_all_is_white(self) -> None:
        """Where tile and board look the same nothing is told for sure, though it be a little nearer to the tile."""
        told = evidence(HERE, reading={"blank": 0.98}, from_empty=0.02, from_tile=0.001)

        assert (found(told).board, [doubt.square for doubt in found(told).doubts]) == ({}, [B2])


class TestPrintAndNeighbours:
    """What speaks against a tile."""

    def test_a_letter_that_nobody_took(self) -> None:
        """A letter that no square beside has is not nothing."""
        told = evidence(HERE, reading={"A": 0.99}, **TILE)
        told.letter[HERE] = 0.0

        assert found(told).doubts or found(told).board

    def test_a_print_that_shows(self) -> None:
        """Where the print of a premium square shows nothing lies, whatever the light does to its tint."""
        odd = evidence(HERE, from_empty=0.7, from_tile=0.1, plain=False, printed=0.9)

        assert found(odd) == EMPTY

    def test_a_tile_a_little_off_in_colour(self) -> None:
        """A plain top less like the tiles than others are is a blank if a letter lies beside and its print is gone."""
        looks = {"plain": False, "printed": 0.0, "from_empty": 0.7, "from_tile": 0.2, "rougher": -0.3}
        told = evidence(HERE, HERE + 1, reading={"blank": 0.9}, **looks)
        told.letter[HERE + 1] = 0.99

        assert B2 in found(told).board

    @pytest.mark.parametrize(("share", "names"), [(0.02, [".", ""]), (0.3, [".", "A"])])
    def test_where_tiles_have_many_colours(self, share: float, names: list[str]) -> None:
        """What is not plainly bare is a doubt; of a tile half under another one a letter is named if any is seen."""
        told = evidence(HERE, reading={"A": share, "none": 1 - share}, **TILE)

        (doubt,) = found(told, replace(BOX, coloured=True)).doubts

        assert [name for name, _ in doubt.choices] == names


class TestALetterThatMayBe:
    """What the reader hardly sees, or sees with its marks gone."""

    def test_hardly_any_letter_is_none(self) -> None:
        """A bare square of which the reader says so is empty."""
        seen = evidence(HERE, reading={"A": 0.01, "none": 0.99}, from_empty=0.02, from_tile=0.1)

        assert found(seen) == EMPTY

    def test_what_strong_light_has_taken(self) -> None:
        """On a white top with pale ink marks may be gone: an A may be an Å, however sure the reader is."""
        assert not found(evidence(HERE, reading={"A": 0.999}, faded=True, **TILE)).board
        assert found(evidence(HERE, reading={"A": 0.999}, **TILE)).board

    def test_what_strong_light_cannot_have_taken(self) -> None:
        """A letter that the game has without any mark stays what it is, if the reader is sure."""
        assert found(evidence(HERE, reading={"B": 0.999}, faded=True, contrast=0.4, **TILE)).board
        assert not found(evidence(HERE, reading={"B": 0.98}, faded=True, contrast=0.4, **TILE)).board
        assert not found(evidence(HERE, reading={"B": 0.999}, faded=True, contrast=0.1, **TILE)).board

    def test_a_tail_that_strong_light_has_taken(self) -> None:
        """An O may be a Q whose tail is gone, where the game has a Q."""
        sure = evidence(HERE, reading={"A": 0.999}, faded=True, contrast=0.4, **TILE)

        assert judge(replace(sure, alphabet=("O", "P", "R")), BOX).board
        assert not judge(replace(sure, alphabet=("O", "Q", "R")), BOX).board

    def test_a_letter_of_which_strong_light_has_left_the_stem(self) -> None:
        """An I may be an E, an L or a T without its bars, however sure the reader is, unless its ink is dark."""
        pale = evidence(HERE, reading={"A": 0.9999}, faded=True, contrast=0.4, **TILE)
        dark = evidence(HERE, reading={"A": 0.9999}, faded=True, contrast=0.5, **TILE)

        assert judge(replace(pale, alphabet=("P", "T", "R")), BOX).board
        assert not judge(replace(pale, alphabet=("I", "T", "R")), BOX).board
        assert judge(replace(dark, alphabet=("I", "T", "R")), BOX).board

    def test_what_strong_light_has_left_may_be_no_letter(self) -> None:
        """A tile that shows some letter, and is likelier blank than any one of them, is a doubt as elsewhere."""
        torn = evidence(HERE, reading={"A": 0.3, "B": 0.25, "blank": 0.4}, faded=True, contrast=0.4, **TILE)

        assert found(torn).board == {}
        assert [doubt.choices[0][0] for doubt in found(torn).doubts] == [""]

    def test_a_stem_whose_ink_is_dark_has_lost_nothing(self) -> None:
        """Bars of the same ink would be seen where a stem has half the contrast of a plain square's grey."""
        dark = evidence(HERE, reading={"A": 0.998}, faded=True, contrast=0.5, **TILE)

        assert judge(replace(dark, alphabet=("I", "T", "R")), BOX).board

    def test_a_ring_of_which_strong_light_has_left_the_sides(self) -> None:
        """An Ä may be an Å whose ring is broken, where the game has that one; an Ö is no O with too much."""
        sure = evidence(HERE, reading={"A": 0.999}, faded=True, contrast=0.4, **TILE)

        assert not judge(replace(sure, alphabet=("Ä", "Å", "R")), BOX).board
        assert judge(replace(sure, alphabet=("Ä", "B", "R")), BOX).board
        assert judge(replace(sure, alphabet=("Ö", "O", "Q")), BOX).board


def test_more_blanks_than_the_box_holds() -> None:
    """Two blanks are two blanks; a third makes all of them doubts, whoever found them, and nothing else."""
    first, second, third, other = (Square.parse(name) for name in ("A1", "B1", "C1", "A2"))
    two = Findings({first: Reading("", 0.99), second: Reading("", 0.99), other: Reading("A", 0.99)}, frozenset(), ())
    three = replace(two, board={**two.board, third: Reading("", 0.99)})

    assert within(BOX, two) == two
    assert within(BOX, three).board == {other: Reading("A", 0.99)}
    assert {doubt.square for doubt in within(BOX, three).doubts} == {first, second, third}


@pytest.mark.parametrize(("perhaps", "is_doubted"), [((("", 0.9), (".", 0.1)), True), (UNKNOWN, False)])
def test_likely_blanks_count(perhaps: Choices, is_doubted: bool) -> None:
    """A sure blank beside two likely ones is one of three: in doubt, too. What is likelier nothing counts not."""
    doubts = (Doubt(Square(0, 0), perhaps, Why.LETTER), Doubt(Square(2, 2), perhaps, Why.LETTER))
    told = within(BOX, Findings({B2: Reading("", 0.99)}, frozenset(), doubts))

    assert (B2 in {doubt.square for doubt in told.doubts}) == is_doubted
    assert (B2 in told.board) != is_doubted
