"""Alfapet's stop tiles, arrows and blanks: RULES.md A01 to A16."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from pi_referee.rules.agreed.switches import Switches
from pi_referee.rules.board.board_text import draw_position
from pi_referee.rules.board.layout import draw_layout
from pi_referee.rules.board.square import Square
from pi_referee.rules.course.game import Game, begin
from pi_referee.rules.course.happenings import Answered, GameBegan, PlayLaid
from pi_referee.rules.definition.editions import plain_tile
from pi_referee.rules.definition.library import ruleset
from pi_referee.rules.definition.ruleset import Ruleset
from pi_referee.rules.plays.ambiguous_plays import readings
from pi_referee.rules.plays.notation import WrittenPlay
from pi_referee.rules.plays.ruling import Ruling

Judge = Callable[..., Ruling]
Table = Callable[..., Game]

KABEL = "K A B E L"
"""Laid from H9 to L9, over the centre I9."""

BESIDE_STOP = """
K A B E L # . . S
. . . . . . . . O
. . . . . . . . L
"""
"""KABEL from H9 with an old stop tile after it on M9, and SOL down from P9."""

SOLARE = """
S O L /A
. . . R
. . . E
"""
"""SOLARE from I9, turning down at L9."""


def faults(ruling: Ruling) -> dict[str, str]:
    """The names of a ruling's faults with the squares they are about."""
    return {one.fault.value: " ".join(map(str, one.squares)) for one in ruling.infractions}


def words(ruling: Ruling) -> dict[str, int]:
    """The words of a ruling with their points."""
    return {word.text: word.score for word in ruling.words}


def small(drawn: str) -> Ruleset:
    """Alfapet on a small board of one's own drawing."""
    return replace(ruleset("alfapet-sv"), ground=draw_layout(drawn))


class TestStopTiles:
    """A01 to A06."""

    def test_a01_colour_is_the_editions(self, table: Table) -> None:
        """A01: a black tile is the stop and a plain light one a blank; in the dark edition it is the other way."""
        light, dark = Switches(), Switches().agree({"edition.stop_tile_colour": "white"})

        assert [plain_tile(colour, light) for colour in ("black", "white")] == ["stop", "blank"]
        assert [plain_tile(colour, dark) for colour in ("black", "white")] == ["blank", "stop"]

    def test_a01_dark_edition_sets_it(self, table: Table) -> None:
        """A01: whoever plays with the dark edition need not set the colour too."""
        game = begin(GameBegan("alfapet-sv", ("Ann",), 7, edition="dark"))

        assert plain_tile("white", game.ruleset.switches) == "stop"

    def test_a02_inert_afterwards(self, judge: Judge) -> None:
        """A02: an old stop tile connects nothing."""
        assert faults(judge("K A B E L #", "N9 > ORO", at="H9")) == {"detached": "N9 O9 P9"}

    def test_a02_separates(self, judge: Judge) -> None:
        """A02: an old stop tile parts the words left and right of it."""
        assert words(judge(BESIDE_STOP, "N9 > LÅ.", at="H9")) == {"LÅS": 6}

    def test_a02_no_word_may_start_there(self, judge: Judge) -> None:
        """A02: a house may forbid words that begin at an old stop tile even when they touch letters."""
        switches = {"stop.later_words": "no_word_may_start_there"}

        assert faults(judge(BESIDE_STOP, "N9 > LÅ.", at="H9", switches=switches)) == {"stop_spent": "M9"}

    @pytest.mark.parametrize(("stop", "start"), [("G9", "G10 v"), ("J8", "J7 v"), ("J10", "K10 >"), ("A1", "B1 >")])
    def test_a03_only_after_a_word(self, judge: Judge, stop: str, start: str) -> None:
        """A03: not before a word, not at its side, not anywhere else."""
        assert "stop_misplaced" in faults(judge(KABEL, f"#{stop} {start} ORO", at="H9"))

    def test_a03_after_a_word_down(self, judge: Judge) -> None:
        """A03: below a word that runs down is after it too."""
        assert judge("O\nR\nO", "#I12 J12 > ORO", at="I9").is_legal

    def test_a03_any_adjacent_square(self, judge: Judge) -> None:
        """A03: a house may let the stop tile lie beside any letter."""
        assert judge(KABEL, "#G9 G10 v ORO", at="H9", switches={"stop.position": "any_adjacent_square"}).is_legal

    def test_a03_not_after_a_corner(self, judge: Judge) -> None:
        """A03: where a word turns, it does not end, also where another word crosses its corner: a leg is no word."""
        assert faults(judge(SOLARE, "#M9 N9 > ORO", at="I9")) == {"stop_misplaced": "M9"}
        assert faults(judge(f". . . V\n{SOLARE}", "#M9 N9 > ORO", at="I8")) == {"stop_misplaced": "M9"}

    @pytest.mark.parametrize("play", ["#M9 N9 > ORO", "#M9 M10 v ORO"])
    def test_a04_right_or_below(self, judge: Judge, play: str) -> None:
        """A04: the new word runs right from beside the stop tile, or down from below it."""
        assert words(judge(KABEL, play, at="H9")) == {"ORO": 5}

    @pytest.mark.parametrize("play", ["#M9 M10 > ORO", "#M9 N9 v ORO", "#M9 H10 > ORO"])
    def test_a04_nowhere_else(self, judge: Judge, play: str) -> None:
        """A04: the new word begins at the stop tile and runs away from it."""
        assert faults(judge(KABEL, play, at="H9")) == {"not_after_stop": "M9"}

    def test_a04_cross_words_still_count(self, judge: Judge) -> None:
        """A04: the word after a stop tile makes its cross words as any other."""
        assert words(judge("K A B E L\n. . . . . . S", "#M9 N9 > ORO", at="H9")) == {"ORO": 5, "OS": 3}

    def test_a05_not_alone(self, judge: Judge) -> None:
        """A05: a stop tile alone is no turn."""
        assert faults(judge(KABEL, "#M9", at="H9")) == {"stop_alone": "M9"}

    def test_a05_alone_if_agreed(self, judge: Judge) -> None:
        """A05: a house may allow a stop tile alone; it scores nothing."""
        ruling = judge(KABEL, "#M9", at="H9", switches={"stop.alone_allowed": True})

        assert (ruling.is_legal, ruling.score) == (True, 0)

    def test_a05_two_letters(self, judge: Judge) -> None:
        """A05: the word after a stop tile has two letters at least."""
        assert faults(judge(KABEL, "#M9 N9 > O", at="H9")) == {"too_short": "N9"}

    def test_a06_specials_are_worth_nothing(self, judge: Judge) -> None:
        """A06: stop tile, arrow and blank add no points."""
        assert judge(KABEL, "#M9 N9 > O/RO", at="H9").score == 5
        assert judge(KABEL, "H10 v oro", at="H9").score == 0 + 3

    def test_a06_premium_acts_on_the_letter_above(self, judge: Judge) -> None:
        """A06: at a corner the square works for the letter on the arrow; under a stop tile it is used up."""
        rules = small("    A B C D E\n 1 .. .. .. .. ..\n 2 .. .. .. .. ..\n 3 .. .. .. L4 W3\n 4 .. .. .. .. ..\n"
                      " 5 .. .. .. .. ..\n")  # fmt: skip

        assert judge("", "B3 > SO/LA", rules=rules).score == 1 + 2 + 4 * 1 + 1
        assert judge("S O L", "#E3 E4 v AR", at="B3", rules=rules).score == 2


class TestArrows:
    """A07 to A12."""

    def test_a07_declared_or_inferred(self) -> None:
        """A07: a house chooses whether players declare an arrow or the referee infers it and asks."""
        assert Switches()["arrow.detect"] == "infer_from_bend_and_confirm"
        assert Switches().agree({"arrow.detect": "player_declares"})["arrow.detect"] == "player_declares"

    def test_a07_without_its_arrow_a_bend_is_off_line(self, judge: Judge) -> None:
        """A07: the arrow makes the bend; without it the tiles lie off the line."""
        play = WrittenPlay.parse("I9 > SOL/ARE").on(draw_position(""))

        assert judge("", play).is_legal
        assert "off_line" in faults(judge("", replace(play, arrows=frozenset())))

    def test_a08_one_word(self, judge: Judge) -> None:
        """A08: a turned word is one word and its corner counts once."""
        assert words(judge("", "I9 > SOL/ARE")) == {"SOLARE": 7}

    def test_a08_premiums_of_both_legs(self, judge: Judge) -> None:
        """A08: word squares under either leg multiply the whole word."""
        rules = small("    A B C D E\n 1 .. .. .. .. ..\n 2 .. .. .. .. ..\n 3 .. W2 .. .. ..\n 4 .. .. .. .. ..\n"
                      " 5 .. .. .. W3 ..\n")  # fmt: skip

        assert words(judge("", "B3 > SO/LAR", rules=rules)) == {"SOLAR": 6 * 6}

    def test_a08_two_legs(self, judge: Judge) -> None:
        """A08: a house may count each leg as a word."""
        assert words(judge("", "I9 > SOL/ARE", switches={"arrow.score": "two_legs"})) == {"SOLA": 5, "ARE": 3}

    @pytest.mark.parametrize("play", ["I9 > SOL/ARE", "I9 v SOL/ARE"])
    def test_a09_right_down_and_down_right(self, judge: Judge, play: str) -> None:
        """A09: a word may turn from right to down, and from down to right."""
        assert words(judge("", play)) == {"SOLARE": 7}

    @pytest.mark.parametrize("play", ["I9 > SOL\\ARE", "I9 v SOL\\ARE"])
    def test_a09_not_up_or_left(self, judge: Judge, play: str) -> None:
        """A09: a word may not turn up or left, unless the house agreed on all four."""
        corner = "L9" if ">" in play else "I12"

        assert faults(judge("", play)) == {"wrong_turn": corner}
        assert words(judge("", play, switches={"arrow.turns": "all_four"})) == {"SOLARE": 7}

    def test_a10_corner_is_new(self, judge: Judge) -> None:
        """A10: an arrow cannot go under a letter that lay there before."""
        assert faults(judge("S O L", "I9 > ../.AR", at="I9")) == {"old_corner": "K9"}

    def test_a10_old_corner_if_agreed(self, judge: Judge) -> None:
        """A10: a house may allow it."""
        switches = {"arrow.corner_must_be_new": False}

        assert words(judge("S O L", "I9 > ../.AR", at="I9", switches=switches)) == {"SOLAR": 6}

    def test_a11_several_turns(self, judge: Judge) -> None:
        """A11: a word may turn more than once."""
        assert words(judge("", "I9 > SO/LA/RE", rack=8)) == {"SOLARE": 7}

    def test_a11_one_turn(self, judge: Judge) -> None:
        """A11: a house may allow one turn only."""
        ruling = judge("", "I9 > SO/LA/RE", rack=8, switches={"arrow.max_per_word": 1})

        assert faults(ruling) == {"too_many_arrows": "K9 K11"}

    def test_a12_legs_are_exempt(self, judge: Judge) -> None:
        """A12: the legs of a turned word are no words of their own."""
        assert words(judge("T", "J9 > OL/ARE", at="I9")) == {"TOLARE": 7}

    def test_a12_a_leg_that_goes_on_is_a_word(self, judge: Judge) -> None:
        """A12: where the row goes on past the corner, all of it must be a word."""
        assert words(judge("S O L . S", "I9 > .../AR", at="I9")) == {"SOLAR": 6, "SOLAS": 6}

    def test_a12_lengthened_leg_must_be_a_word(self, judge: Judge) -> None:
        """A12: a tile put after a leg makes the whole row a word."""
        assert words(judge(SOLARE, "M8 v ES", at="I9")) == {"ES": 2, "SOLAS": 6}

    def test_a12_always_exempt(self, judge: Judge) -> None:
        """A12: a house may let lengthened legs be."""
        assert words(judge(SOLARE, "M8 v ES", at="I9", switches={"arrow.leg_rule": "always_exempt"})) == {"ES": 2}

    def test_a12_straight_or_turned(self) -> None:
        """A12: a play that lengthens a turned word's end makes a straight word, or the whole turned word longer."""
        rules, position = ruleset("alfapet-sv"), draw_position(SOLARE, at=Square.parse("I9"))
        play = WrittenPlay.parse("L12 v R").on(position)
        both = readings(position, play, rules, rack=7)

        assert [ruling.words[0].text for ruling in both] == ["ARER", "SOLARER"]

    def test_a12_written_along_the_turned_word(self, judge: Judge) -> None:
        """A12: written with the old corner, a play lengthens the turned word as a whole."""
        assert words(judge(SOLARE, "I9 > .../...R", at="I9")) == {"SOLARER": 8}

    def test_a10_an_old_corner_turned_another_way(self, judge: Judge) -> None:
        """A10, A12: an old corner is gone round as the word there goes round it: SO, then L/AR down and right.

        BOL/.EN comes from the left of that corner and goes down from it.
        """
        lying = """
            . . S O . .
            . . . L . .
            . . . /A R .
        """
        assert faults(judge(lying, "K9 v ../..E", at="H9")) == {}
        assert faults(judge(lying, "I11 > BO/.EN", at="H9")) == {"old_corner": "K11"}

    def test_an_arrow_must_turn_the_word(self, judge: Judge) -> None:
        """An arrow at a word's end turns nothing."""
        assert faults(judge("", "I9 > SOL/A")) == {"no_turn": "L9"}


class TestBonusAndVariants:
    """A13 and A14."""

    def test_a13_specials_count(self, judge: Judge) -> None:
        """A13: six letters and an arrow are the seven tiles of a rack."""
        assert judge("", "I9 > SOL/ARE").bonus == 50

    def test_a13_stop_counts(self, judge: Judge) -> None:
        """A13: so are six letters and a stop tile."""
        assert judge(KABEL, "#M9 M10 v SOLARE", at="H9").bonus == 50

    def test_a13_letters_only(self, judge: Judge) -> None:
        """A13: a house may count letters only."""
        assert judge("", "I9 > SOL/ARE", switches={"bonus.counts_specials": False}).bonus == 0

    def test_a14_enkel(self, judge: Judge) -> None:
        """A14: in the simplest variant there are no special tiles, and minus squares are plain."""
        rules = small("    A B C\n 1 .. .. ..\n 2 M2 .. ..\n 3 .. .. ..\n")

        assert faults(judge("K A", "#C2 C3 v oL", rules=rules, at="A2", switches={"variant": "enkel"})) == {
            "off_board": "C4",
            "not_in_set": "C2",
        }
        assert judge("", "A2 > KA", rules=rules, switches={"variant": "enkel"}).score == 4
        assert judge("", "A2 > KA", rules=rules).score == -6 + 1

    @pytest.mark.parametrize(
        ("switch", "play", "square"),
        [("stops", "#M9 N9 > ORO", "M9"), ("arrows", "H10 > SO/LA", "J10"), ("blanks", "H10 > SOl", "J10")],
    )
    def test_a14_each_alone(self, judge: Judge, switch: str, play: str, square: str) -> None:
        """A14: stop tiles, arrows and blanks can each be sorted out."""
        assert judge(KABEL, play, at="H9").is_legal
        assert faults(judge(KABEL, play, at="H9", switches={switch: False})) == {"not_in_set": square}


class TestBlanks:
    """A15 and A16."""

    def test_a15_per_tile(self, table: Table) -> None:
        """A15: two blanks may stand for two letters, and each keeps its own."""
        game = table(laid("I9 > ELd"), laid("L9 v aR"), laid("J10 > SO"), Answered(2, "L9", "Å"))

        assert [word.text for turn in game.turns for word in (turn.ruling.words if turn.ruling else ())] == [
            "ELD",
            "ÅR",
            "ELDÅ",
            "SOR",
            "LS",
            "DO",
        ]
        assert [turn.score for turn in game.turns] == [2, 3, 8]

    def test_a15_stays_where_it_lies(self, judge: Judge) -> None:
        """A15: a blank cannot be swapped for the letter it stands for."""
        assert faults(judge("E L d", "K9 > D", at="I9")) == {"occupied": "K9"}

    def test_a16_on_premium_squares(self, judge: Judge) -> None:
        """A16: a blank is worth nothing on a letter square, but a word square under it works."""
        letters = small("    A B C\n 1 .. .. ..\n 2 L3 .. ..\n 3 .. .. ..\n")
        whole = small("    A B C\n 1 .. .. ..\n 2 W3 .. ..\n 3 .. .. ..\n")

        assert judge("", "A2 > kA", rules=letters).score == 1
        assert judge("", "A2 > kA", rules=whole).score == 3


def laid(text: str) -> PlayLaid:
    """A play as it is written, on squares that are free."""
    return PlayLaid(WrittenPlay.parse(text).on(draw_position("")))
