"""What words are worth, and where they may lie: RULES.md A17 to A25 and A34 to A38."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from pi_referee.rules.board.board_text import draw_position
from pi_referee.rules.board.layout import draw_layout
from pi_referee.rules.course.game import Game
from pi_referee.rules.course.happenings import Passed, PlayLaid
from pi_referee.rules.definition.library import ruleset
from pi_referee.rules.definition.ruleset import Ruleset
from pi_referee.rules.plays.notation import WrittenPlay
from pi_referee.rules.plays.ruling import Ruling

Judge = Callable[..., Ruling]
Table = Callable[..., Game]


def board(rows: str) -> Ruleset:
    """Alfapet on a board of five squares a side; the drawn row is its middle one, over the centre."""
    plain = " ".join([".."] * 5)
    lines = [plain, plain, rows, plain, plain]
    drawn = "\n".join(["  A B C D E", *(f"{number} {line}" for number, line in enumerate(lines, start=1))])
    return replace(ruleset("alfapet-sv"), ground=draw_layout(drawn))


def words(ruling: Ruling) -> dict[str, int]:
    """The words of a ruling with their points."""
    return {word.text: word.score for word in ruling.words}


def faults(ruling: Ruling) -> dict[str, str]:
    """The names of a ruling's faults with the squares they are about."""
    return {one.fault.value: " ".join(map(str, one.squares)) for one in ruling.infractions}


def laid(text: str) -> PlayLaid:
    """A play as it is written, on squares that are free."""
    return PlayLaid(WrittenPlay.parse(text).on(draw_position("")))


@pytest.mark.parametrize(
    ("row", "score"),
    [
        (".. .. .. .. ..", 5),
        ("L2 .. .. .. ..", 8),
        ("L3 .. .. .. ..", 11),
        ("L4 .. .. .. ..", 14),
        ("M2 .. .. .. ..", -4),
        ("W2 .. .. .. ..", 10),
        ("W3 .. .. .. ..", 15),
        ("W4 .. .. .. ..", 20),
    ],
)
def test_each_premium(judge: Judge, row: str, score: int) -> None:
    """The squares count a letter two, three, four or minus two times, or the word two, three or four times."""
    assert judge("", "A3 > MAT", rules=board(row)).score == score


def test_a17_minus_twice(judge: Judge) -> None:
    """A17: on a minus square a letter takes twice its value from the other letters' points."""
    assert judge("", "A3 > MAT", rules=board("M2 .. .. .. ..")).score == -2 * 3 + 1 + 1


def test_a17_minus_once(judge: Judge) -> None:
    """A17: a house may take the value once."""
    switches = {"minus2.formula": "minus_v"}

    assert judge("", "A3 > MAT", rules=board("M2 .. .. .. .."), switches=switches).score == -3 + 1 + 1


def test_a18_order(judge: Judge) -> None:
    """A18: letters and minus first, then the word squares, and the bonus last and never multiplied."""
    ruling = judge("", "A3 > MATEN", rules=board("L3 M2 .. W2 W3"), rack=6, switches={"bonus.needs_full_rack": False},
                   held=5)  # fmt: skip

    assert (ruling.bonus, ruling.score) == (40, (9 - 2 + 1 + 1 + 1) * 2 * 3 + 40)


def test_a19_below_zero(judge: Judge) -> None:
    """A19: a word can score less than nothing, and is multiplied as it is."""
    assert judge("", "A3 > MAT", rules=board("M2 W2 .. .. ..")).score == -8


def test_a19_floor(judge: Judge) -> None:
    """A19: a house may let no word score less than nothing."""
    assert judge("", "A3 > MAT", rules=board("M2 W2 .. .. .."), switches={"score.floor": 0}).score == 0


@pytest.mark.parametrize(("way", "factor"), [("product", 6), ("sum", 5), ("highest_only", 3)])
def test_a20_several_word_squares(judge: Judge, way: str, factor: int) -> None:
    """A20: word x2 and word x3 under one word make it six times as much; a house may add them or take the higher."""
    switches = {"score.word_multipliers": way}

    assert judge("", "A3 > MAT", rules=board("W2 W3 .. .. .."), switches=switches).score == 5 * factor


@pytest.mark.parametrize(("counts", "score"), [(True, 10 + 4), (False, 10 + 2)])
def test_a21_cross_words(judge: Judge, counts: bool, score: int) -> None:
    """A21: a word square works on every new word over it; a house may let it work on the played word only."""
    switches = {"score.word_premium_in_cross_words": counts}
    ruling = judge("S\n.", "A3 > MAT", at="C2", rules=board(".. .. W2 .. .."), switches=switches)

    assert (words(ruling), ruling.score) == ({"MAT": 10, "ST": score - 10}, score)


def test_a21_letter_squares_in_both_words(judge: Judge) -> None:
    """A21: a letter square counts in both words over it."""
    ruling = judge("S\n.", "A3 > TAM", at="C2", rules=board(".. .. L2 .. .."))

    assert words(ruling) == {"TAM": 8, "SM": 7}


def test_a22_only_the_first_time(judge: Judge) -> None:
    """A22: squares count only for the tiles that cover them in this turn."""
    assert words(judge("M A T", "D3 > E", at="A3", rules=board("L4 W4 M2 .. .."))) == {"MATE": 6}


@pytest.mark.parametrize(("rack", "play", "bonus"), [(6, "I9 > SOLARE", 40), (7, "I9 > SOLAREN", 50),
                                                     (8, "I9 > SOLARENS", 60), (7, "I9 > SOLARE", 0)])  # fmt: skip
def test_a23_bonus(judge: Judge, rack: int, play: str, bonus: int) -> None:
    """A23: laying a whole rack of six, seven or eight tiles gives 40, 50 or 60 points."""
    assert judge("", play, rack=rack).bonus == bonus


@pytest.mark.parametrize(("needs_full", "bonus"), [(True, 0), (False, 50)])
def test_a23_last_tiles(judge: Judge, needs_full: bool, bonus: int) -> None:
    """A23: the last few tiles give no bonus, unless the house gives it for all the tiles one still has."""
    assert judge("", "I9 > SOL", held=3, switches={"bonus.needs_full_rack": needs_full}).bonus == bonus


@pytest.mark.parametrize(("multiplier", "score"), [(1, 5), (2, 10)])
def test_a24_centre(judge: Judge, multiplier: int, score: int) -> None:
    """A24: Alfapet's centre gives nothing, unless the house lets it double the word."""
    rules = board(".. .. ST .. ..")

    assert judge("", "A3 > MAT", rules=rules, switches={"centre.multiplier": multiplier}).score == score


def test_a24_duty_goes_on(table: Table) -> None:
    """A24: if the first player passes, the next one must cover the centre."""
    game = table(Passed(), laid("A1 > SOL"))

    assert game.turns[1].ruling is not None
    assert faults(game.turns[1].ruling) == {"off_centre": "I9"}


def test_a25_one_letter_is_no_word(judge: Judge) -> None:
    """A25: a word has two letters, but a single tile that makes one is a play."""
    assert faults(judge("", "I9 > O")) == {"too_short": "I9"}
    assert words(judge("K A B", "I10 > R", at="H9")) == {"AR": 2}


def test_a34_side_by_side(judge: Judge) -> None:
    """A34: touching side by side is contact, and every pair it makes is a word."""
    assert words(judge("K A B E L", "H10 > ORO", at="H9")) == {"ORO": 5, "KO": 5, "AR": 2, "BO": 6}
    assert faults(judge("K A B E L", "M10 > ORO", at="H9")) == {"detached": "M10 N10 O10"}


def test_a35_one_line(judge: Judge) -> None:
    """A35: all new tiles lie on one line without gaps; old letters may fill it."""
    assert words(judge("K A B", "H8 v S.OL", at="H9")) == {"SKOL": 7}
    assert faults(judge("K A B", "H8 v S..L", at="H9")) == {"gap": "H10"}


def test_a36_longer_word_counts_whole(judge: Judge) -> None:
    """A36: when a word is made longer, its old letters count again at face value."""
    assert judge("K A B E L", "F9 > EL.....", at="H9").score == 12


def test_a37_refill(table: Table) -> None:
    """A37: one draws as many tiles as left the rack, arrows and stop tiles among them, while the bag lasts."""
    game = table(laid("I9 > SO/LA"))

    assert (game.standing.bag, game.standing.held) == (120 - 14 - 5, {"Ann": 7, "Bo": 7})


def test_a38_words_may_be_repeated(table: Table) -> None:
    """A38: the same word may be laid twice."""
    game = table(laid("I9 > SOL"), laid("I10 > SOL"))

    assert [turn.status.value for turn in game.turns] == ["scored", "scored"]


def test_a39_finnish_squares_are_the_swedish() -> None:
    """A39: the Finnish list of squares is misprinted; its board does what the Swedish one does."""
    assert ruleset("alfapet-fi").layout == ruleset("alfapet-sv").layout
