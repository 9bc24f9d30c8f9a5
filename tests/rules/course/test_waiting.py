"""What a play is worth that leans on tiles about which somebody has yet to be asked."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pi_referee.rules.board.board_text import draw_position
from pi_referee.rules.board.position import EMPTY
from pi_referee.rules.board.square import Square
from pi_referee.rules.course.game import Game, fold
from pi_referee.rules.course.happenings import (
    APART_KEY,
    Answered,
    BoardTaken,
    Challenged,
    GameBegan,
    Happening,
    LeftOver,
    PlayLaid,
    Question,
)
from pi_referee.rules.course.standing import Status
from pi_referee.rules.course.terms import may_begin
from pi_referee.rules.plays.notation import WrittenPlay

BEGAN = GameBegan("alfapet-sv", ("Anna", "Bo"), 7)
PLAYS = ("K10 v N", "K11 v A", "H10 v U", "M10 v NU", "N9 v NU", "J10 v R", "L10 v AM", "I7 v HA", "O9 v E")
E_OR_F = Question("K9", (("E", 0.6), ("F", 0.4)))


def played(asked: Question, *plays: str, after: tuple[Happening, ...] = ()) -> Game:
    """KABEL by Anna, about which something is asked, then other plays, and what came after."""
    first, *others = (PlayLaid(WrittenPlay.parse(text).on(EMPTY)) for text in ("H9 > KABEL", *plays))
    return fold((BEGAN, PlayLaid(first.play, (asked,)), *others, *after))


def scores(game: Game) -> list[int | None]:
    """What each turn scored."""
    return [turn.score for turn in game.turns]


def test_a_word_through_a_letter_in_doubt_waits_for_the_answer() -> None:
    """K9 is an E or an F: so is the first letter of what Bo lays below it, and an F is worth more."""
    game = played(E_OR_F, "K10 v N")

    assert [turn.status for turn in game.turns] == [Status.OPEN, Status.OPEN]
    assert scores(game) == [None, None]
    assert game.turns[1].questions == ()
    assert game.totals == {"Anna": 0, "Bo": 0}


@pytest.mark.parametrize("letter", ["E", "F"])
def test_the_answer_scores_both(letter: str) -> None:
    """Once somebody has said what lies there both are worth what they would be if it had never been asked."""
    answered = played(E_OR_F, "K10 v N", after=(Answered(1, "K9", letter),))
    certain = fold(
        (BEGAN, *(PlayLaid(WrittenPlay.parse(text).on(EMPTY)) for text in (f"H9 > KAB{letter}L", "K10 v N")))
    )

    assert answered.open_questions == ()
    assert scores(answered) == scores(certain)
    assert None not in scores(certain)


def test_a_word_elsewhere_has_its_score() -> None:
    """A word that leans on none of it stands with its points at once."""
    game = played(E_OR_F, "I10 v R")

    assert [turn.status for turn in game.turns] == [Status.OPEN, Status.SCORED]


def test_what_leans_on_such_a_word_waits_as_well() -> None:
    """The doubt goes on from word to word, and ends with one that does not touch it."""
    game = played(E_OR_F, "K10 v N", "K11 v A", "H10 v U")

    assert [turn.status for turn in game.turns] == [Status.OPEN, Status.OPEN, Status.OPEN, Status.SCORED]


def test_beside_a_square_where_perhaps_something_lies() -> None:
    """If a blank lies on M9, where nothing was taken to lie, Bo's word there is another one."""
    perhaps_there = Question("M9", ((".", 0.5), ("", 0.5)))

    assert scores(played(perhaps_there, "M10 v NU"))[1] is None
    assert scores(played(perhaps_there, "H10 v U"))[1] is not None


def test_any_letter_may_lie_where_perhaps_nothing_does() -> None:
    """A word that ends before a square read as empty is worth the same with a blank there, and more with a letter."""
    perhaps_blank = Question("K12", ((".", 0.5), ("", 0.5)))
    perhaps_there = Question("K12", ((".", 0.5), ("I", 0.5)))

    assert scores(played(perhaps_blank, "K10 v NA"))[1] is not None
    assert scores(played(perhaps_there, "K10 v NA"))[1] is None
    assert scores(played(perhaps_there, "K10 v N"))[1] is not None


def test_two_plays_of_one_look_may_both_be_taken_back() -> None:
    """What leans on either of two plays waits till somebody has said that they were two."""
    first, second, third = (
        PlayLaid(WrittenPlay.parse(text).on(EMPTY)) for text in ("H9 > KABEL", "K10 v N", "I10 v R")
    )
    asked = (
        PlayLaid(second.play, (Question(f"{APART_KEY}first"),)),
        PlayLaid(third.play, (Question(f"{APART_KEY}second"),)),
    )
    leaning = (PlayLaid(WrittenPlay.parse(text).on(EMPTY)) for text in ("K11 v A", "I11 v O", "H7 v HA"))

    game = fold((BEGAN, first, *asked, *leaning))

    assert [turn.status for turn in game.turns[3:]] == [Status.OPEN, Status.OPEN, Status.SCORED]


def test_a_theme_word_that_was_perhaps_laid_before() -> None:
    """Who lays a word of the theme first is not known while an older one may be that word."""
    began = GameBegan("alfapet-sv", ("Anna", "Bo"), 7, switches={"theme.words": ("LO",), "theme.points": 20})
    label, perhaps, later = (
        PlayLaid(WrittenPlay.parse(text).on(EMPTY)) for text in ("H9 > LABEL", "L10 v O", "H10 v O")
    )
    asked = PlayLaid(perhaps.play, (Question("L10", (("O", 0.6), ("D", 0.4))),))

    open_game = fold((began, label, asked, later))
    answered = fold((began, label, asked, later, Answered(2, "L10", "O")))

    assert open_game.turns[2].status is Status.OPEN
    assert answered.turns[1].theme == ("LO",)
    assert answered.turns[2].theme == ()


def test_an_agreed_word_that_only_two_answers_make() -> None:
    """Two letters of a word are asked about: whether it is the theme's word is known once both are told."""
    began = GameBegan("alfapet-sv", ("Anna", "Bo"), 7, switches={"theme.words": ("SOL",)})
    doubts = (Question("I9", (("R", 0.6), ("S", 0.4))), Question("K9", (("T", 0.6), ("L", 0.4))))
    first, *others = (PlayLaid(WrittenPlay.parse(text).on(EMPTY)) for text in ("I9 > ROT", "J10 v MES", "K12 > OL"))
    game = fold((began, PlayLaid(first.play, doubts), *others))
    told = [fold((*game.happenings, Answered(1, "I9", letter), Answered(1, "K9", "L"))) for letter in "SR"]

    assert scores(game)[1:] == [8, None]
    assert [[turn.theme for turn in one.turns] for one in told] == [[("SOL",), (), ()], [(), (), ("SOL",)]]


def test_an_agreed_word_that_a_blanks_name_may_have_made() -> None:
    """Who lays a word of the theme first is not known while an older blank's name may make it."""
    began = GameBegan("alfapet-sv", ("Anna", "Bo"), 7, switches={"theme.words": ("SOL",)})
    plays = (PlayLaid(WrittenPlay.parse(text).on(EMPTY)) for text in ("I9 > _OL", "J10 v MES", "K12 > OL"))
    game = fold((began, *plays))

    assert scores(game) == [None, 8, None]
    assert scores(fold((*game.happenings, Answered(1, "I9", "S")))) == [13, 8, 1]
    assert scores(fold((*game.happenings, Answered(1, "I9", "K")))) == [3, 8, 11]


def test_two_letters_that_only_together_lift_a_word_above_the_floor() -> None:
    """No word scores less than nothing, by either letter alone; by both it scores more: it waits for them."""
    began = GameBegan("alfapet-sv", ("Anna", "Bo"), 7, switches={"score.floor": 0})
    doubts = (Question("I9", (("L", 0.6), ("X", 0.4))), Question("L9", (("A", 0.6), ("Z", 0.4))))
    first, longer = (PlayLaid(WrittenPlay.parse(text).on(EMPTY)) for text in ("I9 > LOTAN", "N9 > Q"))
    game = fold((began, PlayLaid(first.play, doubts), longer))

    assert scores(game) == [None, None]
    assert scores(fold((*game.happenings, Answered(1, "I9", "X"), Answered(1, "L9", "Z")))) == [34, 4]
    assert scores(fold((*game.happenings, Answered(1, "I9", "L"), Answered(1, "L9", "A")))) == [7, 0]


def test_nobody_has_won_while_a_score_waits() -> None:
    """At the end a question may be left: who won is said once it is answered."""
    left = LeftOver({"Anna": 3, "Bo": 5})
    game = played(E_OR_F, "K10 v N", after=(left,))

    assert game.ended
    assert game.winners == ()
    assert played(E_OR_F, "K10 v N", after=(left, Answered(1, "K9", "E"))).winners == ("Anna",)


def test_a_blank_without_a_name_keeps_nobody_waiting() -> None:
    """A blank is worth nothing whatever it stands for: what is laid to it has its score."""
    which = Question("K9", (("E", 0.6), ("F", 0.4)), holds_score=False)

    assert None not in scores(played(which, "K10 v N"))


def test_a_play_that_may_be_allowed_is_not_refused() -> None:
    """What may not lie there by what was read, and may by another answer, is neither: it waits."""
    gap = Question("M9", ((".", 0.5), ("", 0.5)))

    assert played(gap, "N9 v NU").turns[1].status is Status.OPEN
    assert played(gap, "P9 v NU").turns[1].status is Status.ILLEGAL


def test_a_play_that_fell_waits_for_nothing() -> None:
    """A verdict that a play does not count stands, whatever was asked about another."""
    game = played(E_OR_F, "K10 v N", after=(Challenged("Anna", stands=False),))

    assert game.turns[1].status is Status.FELL


@given(
    asked=st.sampled_from(["H9", "J9", "K9", "L9", "M9", "I8"]),
    choices=st.sets(st.sampled_from(["A", "E", "F", "L", "", "."]), min_size=2, max_size=3),
    plays=st.lists(st.sampled_from(PLAYS), max_size=4, unique=True),
    data=st.data(),
)
@settings(deadline=None)
def test_no_answer_changes_a_score_that_stands(
    asked: str, choices: set[str], plays: list[str], data: st.DataObject
) -> None:
    """A score that is shown while something is asked stays the same, whichever of the answers is given."""
    question = Question(asked, tuple((choice, 1 / len(choices)) for choice in sorted(choices)))
    before = scores(played(question, *plays))
    answer = data.draw(st.sampled_from(sorted({*choices, *("AEFLX" if choices & {"", "."} else "")})))

    after = scores(played(question, *plays, after=(Answered(1, asked, answer),)))

    assert [new for old, new in zip(before, after, strict=True) if old is not None] == [
        old for old in before if old is not None
    ]


def test_no_score_waits_for_a_blank_that_lay_there_first() -> None:
    """Nobody is asked what a blank of the board that was taken over stands for, so a word through it has its score."""
    began = GameBegan("alfapet-sv", ("Anna", "Bo"), 7, switches={"theme.words": ("SOL",)})
    lying = draw_position("K A B _ L", at=Square.parse("H9"))
    down = WrittenPlay.parse("K10 v OL").on(lying)
    game = fold((began, BoardTaken(lying.tiles), PlayLaid(down)))

    assert (game.turns[0].status, game.open_questions) == (Status.SCORED, ())


ANY_VALUE = Question("value:0,0", (("1", 1.0),))
"""The value of a game's first card, which is not seen: the usual one is all that is offered."""


def with_cards(players: tuple[str, ...], first: str, *plays: str) -> Game:
    """A game of cards of whose first card the value is asked."""
    laid = [PlayLaid(WrittenPlay.parse(text).on(EMPTY)) for text in (first, *plays)]
    return fold((GameBegan("kortalfapet", players, 7), PlayLaid(laid[0].play, (ANY_VALUE,)), *laid[1:]))


def test_what_is_kept_of_a_stolen_word_waits_for_any_value() -> None:
    """Anna keeps L, V and A of LUVA: what they are worth is open, though one value alone was thought of."""
    game = with_cards(("Anna", "Bo"), "0,0 > LUVA", "1,-1 v K.L")
    stolen = game.turns[1].settled

    assert stolen is not None
    assert stolen.points is None


def test_who_begins_a_round_waits_for_any_value() -> None:
    """Cleo has 7 points and Anna 2, but her L may be worth 10: nobody knows who begins."""
    game = with_cards(("Anna", "Bo", "Cleo"), "0,0 > LE", "0,1 v .K", "0,1 v ..U")

    assert may_begin(game) == ("Cleo", "Anna")
