"""A thing under which a card may lie, at a new word's end or over known cards: told once, and the next press counts."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce

from pi_referee.judge.referee import decide
from pi_referee.rules.board.square import Cell as GameCell
from pi_referee.rules.course.game import Game, fold, follow
from pi_referee.rules.course.happenings import Answered, Happening, LookRefused, Passed, PlayLaid, Withdrawn
from pi_referee.rules.course.refusal import Refusal
from tests.judge.test_card_surprises import KUL, LUVA, look, pressed, table, words
from vision.cards.card_sighting import CardDoubt, CardWhy, Cell


def under_things(game: Game, drawn: str, *cells: Cell) -> tuple[Happening, ...]:
    """What a press comes to with things in these cells of the look, column and row."""
    return decide(game, replace(look(drawn), may_hide=cells))


def refused(happened: tuple[Happening, ...]) -> Refusal | None:
    """Why a press led to nothing, if it did."""
    return happened[-1].code if isinstance(happened[-1], LookRefused) else None


def test_a_cup_at_a_words_end_is_told_once() -> None:
    """A cup stands behind KUL: the first press is answered by a sentence, the second counts, KUL as it is seen."""
    game = table(LUVA)
    first = under_things(game, KUL, (1, 3))
    after = reduce(follow, first, game)
    second = under_things(after, KUL, (1, 3))

    assert refused(first) is Refusal.BESIDE
    assert after.turns == game.turns
    assert isinstance(second[0], PlayLaid)
    assert words(reduce(follow, second, after)) == [("Ann", "LUVA"), ("Bo", "KUL")]


def test_what_lay_under_it_counts() -> None:
    """The cup is taken away after the first press, and an A lies there: KULA is Bo's word."""
    game = table(LUVA)
    after = reduce(follow, under_things(game, KUL, (1, 3)), game)

    assert words(pressed(after, KUL + "\n.  A . ."))[-1] == ("Bo", "KULA")


def test_an_answer_between_both_presses_changes_nothing() -> None:
    """Somebody answers meanwhile: the second press over the same cup counts, and the log says the same."""
    game = table(LUVA)
    log = [*game.happenings, *(first := under_things(game, KUL, (1, 3))), Answered(1, "letter:0,0", "L")]
    game = follow(reduce(follow, first, game), log[-1])

    assert fold(log).noticed.covered == game.noticed.covered == {GameCell(2, 1)}
    assert words(reduce(follow, under_things(game, KUL, (1, 3)), game))[-1] == ("Bo", "KUL")


def test_by_the_next_turn_another_thing_may_lie_there() -> None:
    """The cup is taken away, KUL counts, and at the next word a hand lies there: an E may lie under it."""
    game = table(LUVA)
    game = reduce(follow, under_things(game, KUL, (1, 3)), game)
    game = reduce(follow, decide(game, look(KUL)), game)

    assert game.noticed.covered == frozenset()
    assert refused(under_things(game, ". S . .\n. K . .\nL3 U V A\n.  L . .", (1, 4))) is Refusal.BESIDE


def test_another_thing_is_told_again() -> None:
    """A second press counts only over the same things: a cup that wanders to the word's other end is told, too."""
    game = table(LUVA)
    after = reduce(follow, under_things(game, KUL, (1, 3)), game)

    assert refused(under_things(after, KUL, (1, -1))) is Refusal.BESIDE


def test_only_ends_of_new_words_matter() -> None:
    """A cup beside LUVA's end, where nothing new lies, or beside KUL's middle, hides no card of KUL."""
    game = table(LUVA)

    assert isinstance(under_things(game, KUL, (4, 1), (0, 2))[0], PlayLaid)


def test_a_card_that_is_not_seen_makes_no_pass() -> None:
    """Where one card may have been laid under a cup the press is no pass, until it is pressed again."""
    game = table(LUVA)
    told = under_things(game, LUVA, (4, 0), (-1, 0))

    assert refused(told) is Refusal.BESIDE
    assert under_things(reduce(follow, told, game), LUVA, (4, 0), (-1, 0)) == (Passed(),)


def under_an_arm(game: Game, drawn: str, *cells: Cell) -> tuple[Happening, ...]:
    """What a press comes to with an arm over these cells of the look: no letter is seen there."""
    doubts = (CardDoubt(cell, "letter", (("", 0.6), ("M", 0.2), (".", 0.4)), CardWhy.COVERED) for cell in cells)
    return decide(game, look(drawn, *doubts))


def test_an_arm_over_a_known_card_lays_no_word_anew() -> None:
    """Bo passes with an arm over the U of LUVA: that is told once, and is no other word of Ann's."""
    game = table(LUVA)
    first = under_an_arm(game, "L3 _ V A", (1, 0))
    after = reduce(follow, first, game)

    assert refused(first) is Refusal.BESIDE
    assert words(pressed(after, LUVA)) == [("Ann", "LUVA"), ("Bo", "passed")]
    assert under_an_arm(after, "L3 _ V A", (1, 0)) == (Passed(),)


def test_an_arm_that_was_taken_away_hides_nothing_any_more() -> None:
    """Told of the arm over the U of LUVA, they take it away, and a Y lies there, or nothing: that is seen."""
    game = table(LUVA)
    after = reduce(follow, under_an_arm(game, "L3 _ V A", (1, 0)), game)

    for drawn in ("L3 Y V A", "L3 . V A", "L3 _ V A", "L3 Y V A S"):
        assert decide(after, look(drawn)) == decide(game, look(drawn)) != (Passed(),)


def test_an_arm_over_most_cards_is_told_of() -> None:
    """Bo lays KUL across the U, all else of LUVA is under an arm: that is told, and no word was laid anew."""
    game, drawn = table(LUVA), ".  K . .\n_ U _ _\n.  L . ."
    first = under_an_arm(game, drawn, (0, 1), (2, 1), (3, 1))
    after = reduce(follow, first, game)
    again = under_an_arm(after, drawn, (0, 1), (2, 1), (3, 1))

    assert refused(first) is Refusal.BESIDE
    assert words(reduce(follow, again, after)) == [("Ann", "LUVA"), ("Bo", "KUL")]


def test_a_newest_word_under_an_arm_lies_as_it_did() -> None:
    """Ann passes with an arm over all that was laid last: where cards are seen under it, the next press is her pass."""
    game = table(LUVA, KUL)
    drawn = ".  _ . .\nL3 U V A\n.  _ . ."
    first = under_an_arm(game, drawn, (1, 0), (1, 2))
    after = reduce(follow, first, game)

    assert refused(first) is Refusal.BESIDE
    assert under_an_arm(after, drawn, (1, 0), (1, 2)) == (Passed(),)


def test_a_known_card_under_a_cup_was_not_taken_up() -> None:
    """Bo lays KUL, and a cup hides the A of LUVA: after the second press KUL counts, and nothing surprises."""
    game, drawn = table(LUVA), ".  K . .\nL3 U V .\n.  L . ."
    first = under_things(game, drawn, (3, 1))
    after = reduce(follow, first, game)

    assert refused(first) is Refusal.BESIDE
    assert words(reduce(follow, under_things(after, drawn, (3, 1)), after)) == [("Ann", "LUVA"), ("Bo", "KUL")]


def test_a_word_laid_anew_is_seen_where_nothing_hides_it() -> None:
    """Ann lays LYVA in LUVA's place: whichever letter the Y may be, nothing lies over it, and it is another word."""
    game = table(LUVA)
    happened = decide(game, look("L3 Y V A", CardDoubt((1, 0), "letter", (("Y", 0.6), ("V", 0.4)), CardWhy.LETTER)))

    assert isinstance(happened[0], Withdrawn)


def test_what_was_taken_back_is_not_hidden() -> None:
    """K and L of KUL are off again, and a hand is still over their places: the second press takes KUL back."""
    game = table(LUVA, KUL)
    first = under_things(game, LUVA, (1, -1), (1, 1))
    after = reduce(follow, first, game)

    assert refused(first) is Refusal.BESIDE
    assert under_things(after, LUVA, (1, -1), (1, 1)) == (Withdrawn(),)
