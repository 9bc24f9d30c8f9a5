"""Questions that nobody answers hold nothing up, and a later look answers those it can."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial, reduce

import pytest

from pi_referee.judge.referee import decide
from pi_referee.rules.board.square import Square
from pi_referee.rules.board.tile import Tile
from pi_referee.rules.course.game import Game, begin, follow
from pi_referee.rules.course.happenings import (
    Answered,
    GameBegan,
    Happening,
    LookRefused,
    Passed,
    PlayLaid,
    Withdrawn,
)
from pi_referee.rules.course.refusal import Refusal
from pi_referee.rules.course.standing import Status
from pi_referee.rules.plays.play import Play
from tests.judge.test_card_surprises import doubt, words
from tests.judge.test_card_surprises import look as cards
from vision.sighting import Sighting, Why

Look = Callable[..., Sighting]

KABEL = "K A B E L"
STOP_OR_NOTHING = {"M9": (("#", 0.6), (".", 0.4))}
A_OR_RING = {"L10": (("A", 0.7), ("Å", 0.3))}
O_OR_Q = {"I11": (("O", 0.7), ("Q", 0.3))}
LYING = "K A B E L\n. L . . .\n. . . . ."
HOLE = "K A B E L\n. L . . .\n. ? . . .\n. R . . ."
HIDDEN = {"I11": ((".", 0.5), ("", 0.5))}
HALF = {"I11": (("O", 0.45), ("", 0.25), (".", 0.1))}
AS_LIKELY = {"I11": (("O", 0.25), ("", 0.25), (".", 0.1))}


def pressed(game: Game, look: Sighting) -> tuple[Game, tuple[Happening, ...]]:
    """The game after a press, and what it came to."""
    happened = decide(game, look)
    for happening in happened:
        game = follow(game, happening)
    return game, happened


def after(*looks: Sighting) -> Game:
    """A game after some presses."""
    game = begin(GameBegan("alfapet-sv", ("Ann", "Bo"), 7))
    for look in looks:
        game, _ = pressed(game, look)
    return game


def told(game: Game, look: Sighting) -> Mapping[str, tuple[str | bool, int]]:
    """What a look answers: question -> answer and the turn at which it was seen."""
    return {one.question: (one.answer, one.seen_at) for one in decide(game, look) if isinstance(one, Answered)}


def test_a_shadow_that_was_no_stop_tile(seen: Look) -> None:
    """What was asked about as a stop tile is plainly bare at the next press: that settles it, and both plays score."""
    game = after(seen(KABEL, doubts=STOP_OR_NOTHING, why=Why.MAYBE_STOP))
    assert game.turns[0].status is Status.OPEN

    game, happened = pressed(game, seen("K A B E L\n. L . . .\n. M . . ."))

    assert not any(isinstance(one, LookRefused) for one in happened)
    assert [(turn.status, turn.questions) for turn in game.turns] == [(Status.SCORED, ())] * 2


def test_a_letter_seen_plainly_later(seen: Look) -> None:
    """O or Q is asked about; a later look reads it: the play scores with what was seen."""
    first = seen("K A B E L\n. L . . .\n. . . . .", doubts=O_OR_Q)
    game = after(seen(KABEL), first)
    assert game.turns[1].status is Status.OPEN

    later = seen("K A B E L\n. L . . .\n. Q . . .")

    assert told(game, later) == {"I11": ("Q", 3)}


@pytest.mark.parametrize(("share", "is_settled"), [(0.06, True), (0.04, False)])
def test_a_letter_that_was_hardly_thought_of(seen: Look, share: float, *, is_settled: bool) -> None:
    """What was all but excluded may have been laid since in the place of another tile: it stays a question."""
    doubts = {"I11": (("O", 0.9 - share), ("", 0.1), ("Q", share))}
    game = after(seen(KABEL), seen(LYING, doubts=doubts))
    later = seen("K A B E L\n. L . . .\n. Q . . .")

    assert bool(told(game, later)) is is_settled
    assert not any(isinstance(one, LookRefused) for one in decide(game, later))


@pytest.mark.parametrize("why", [Why.MAYBE_STOP, Why.WASHED])
def test_still_in_doubt(seen: Look, why: Why) -> None:
    """While later looks cannot tell either, it is not asked again, and every play is read as it lies."""
    asked = partial(seen, doubts=STOP_OR_NOTHING, why=why)
    game = after(asked(KABEL), asked("K A B E L\n. L . . .\n. M . . ."))

    assert [turn.number for turn in game.turns if turn.questions] == [1]
    assert (game.turns[0].status, len(game.turns)) == (Status.OPEN, 2)


@pytest.mark.parametrize("later", [(("Q", 0.6), (".", 0.4)), (("", 0.5), (".", 0.5)), (("D", 0.5), ("G", 0.5))])
def test_still_in_doubt_and_otherwise(seen: Look, later: tuple[tuple[str, float], ...]) -> None:
    """A letter half seen fills a hole, so that one lies there; which one no look tells that is in doubt, too."""
    game = after(seen(KABEL), seen(HOLE.replace("?", "."), doubts={"I11": (("O", 0.6), (".", 0.4))}, why=Why.HAND))

    assert decide(game, seen(HOLE.replace("?", "."), doubts={"I11": later}, why=Why.HAND)) == (Passed(),)
    assert told(game, seen(HOLE.replace("?", "O"))) == {"I11": ("O", 3)}


def test_a_tile_laid_where_nothing_lay(seen: Look) -> None:
    """A stop tile or nothing was asked about, and now a letter lies there: nothing lay there, the letter is new."""
    game = after(seen(KABEL, doubts=STOP_OR_NOTHING, why=Why.MAYBE_STOP))
    happened = decide(game, seen("K A B E L T"))

    assert (happened[0], type(happened[1])) == (Answered(1, "M9", ".", seen_at=2), PlayLaid)


def test_what_may_lie_under_a_lamp_that_seems_a_stop_tile(seen: Look) -> None:
    """Where a lamp washes out what may be a stop tile, a letter that lies there later may have lain there."""
    game = after(seen(KABEL, doubts=STOP_OR_NOTHING, why=Why.WASHED))

    (refused,) = decide(game, seen("K A B E L S"))

    assert (isinstance(refused, LookRefused) and refused.code) is Refusal.ANSWER_FIRST


def test_the_play_is_taken_back(seen: Look) -> None:
    """Where the whole newest play is gone, nothing is said of its doubts: it is taken back."""
    game = after(seen(KABEL), seen("K A B E L\n. L . . .\n. . . . .", doubts=O_OR_Q))

    assert decide(game, seen(KABEL)) == (Withdrawn(),)


def test_a_look_that_leads_to_nothing_answers_nothing(seen: Look) -> None:
    """What a refused look seems to show is not believed."""
    game = after(seen(KABEL, doubts=STOP_OR_NOTHING, why=Why.MAYBE_STOP))
    happened = decide(game, seen("K A B E L\n. . . . .\n. . . . .\nT . A . K"))

    assert [type(one) for one in happened] == [LookRefused]


def test_laid_anew_with_its_question(seen: Look) -> None:
    """A play that is laid anew beside a tile in doubt keeps the question about that tile."""
    game = after(seen(KABEL), seen("K A B E L\n. L . . .\n. . . . .\n. M . . .", doubts=O_OR_Q))
    withdrawn, anew = decide(game, seen("K A B E L\n. L . . .\n. . . . .\n. . . . .\n. . . . .", doubts=O_OR_Q))

    assert (withdrawn, isinstance(anew, PlayLaid)) == (Withdrawn(), True)
    assert isinstance(anew, PlayLaid)
    assert "I11" in [question.key for question in anew.doubts]


@pytest.mark.parametrize(
    ("choices", "why", "asked"),
    [
        ((("", 0.5), (".", 0.5)), Why.MIRROR, (("L", 0.5), ("", 0.5), (".", 0.5))),
        ((("T", 0.6), ("I", 0.3)), Why.LETTER, (("L", 0.6), ("T", 0.6), ("I", 0.3))),
    ],
)
def test_a_tile_in_doubt_of_a_play_laid_anew(seen: Look, choices: object, why: Why, asked: object) -> None:
    """Of ABL the A is gone, and O and K lie beside its L, if that lies there still: another tile may."""
    game = after(seen(KABEL), seen(". . A\nK A B E L\n. . L", at="H8"))

    lit = seen("K A B E L\n. O . K .", doubts={"J10": choices}, why=why)
    withdrawn, anew = decide(game, lit)

    assert (withdrawn, isinstance(anew, PlayLaid)) == (Withdrawn(), True)
    assert isinstance(anew, PlayLaid)
    assert [(question.key, question.choices) for question in anew.doubts] == [("J10", asked)]


def test_a_word_taken_back_while_a_lamp_shines_on_it(seen: Look) -> None:
    """Of AM only the M is surely gone: once it is said that it is, the next press takes all back, and Bo lays again."""
    game = after(seen(KABEL), seen("K A B E L\n. A . . .\n. M . . ."))
    game, _ = pressed(game, seen(KABEL, doubts={"I10": HIDDEN["I11"]}, why=Why.MIRROR))
    assert [question.key for _, question in game.open_questions] == ["I11"]

    game, _ = pressed(follow(game, Answered(3, "I11", ".")), seen("K A B E L\nO . . . .\nM . . . ."))

    assert (game.turns[-1].player, game.totals["Bo"]) == ("Bo", 11)


@pytest.mark.parametrize(
    ("answer", "tile"),
    [("", Tile("K", is_blank=True)), ("s", Tile("S", is_blank=True)), ("S", Tile("S")), ("F", Tile("F"))],
)
def test_a_blank_of_a_play_laid_anew(seen: Look, answer: str, tile: Tile) -> None:
    """Where a letter's own tile may lie now it is asked about; as a blank it keeps its name, or gets another one."""
    game = follow(after(seen("_ A B E L")), Answered(1, "H9", "k"))

    game, _ = pressed(game, seen("S _ A B E", at="G9", doubts={"H9": (("S", 0.6), ("F", 0.3))}))
    assert [question.choices for _, question in game.open_questions] == [(("", 0.6), ("S", 0.6), ("F", 0.3))]
    game = follow(game, Answered(len(game.turns), "H9", answer))

    play = game.turns[-1].move
    assert isinstance(play, Play)
    assert (game.open_questions, play.tiles[Square.parse("H9")]) == ((), tile)


@pytest.mark.parametrize(
    ("later", "left"), [({}, []), ({"H9": (("", 0.6), ("S", 0.3))}, ["H9"]), ({"H9": ((".", 0.5), ("", 0.5))}, ["H9"])]
)
def test_a_blank_of_a_play_laid_anew_is_seen_again(seen: Look, later: Mapping[str, object], left: list[str]) -> None:
    """A blank seen plainly is the one that has a name, and nobody is asked again; in doubt it stays open."""
    game = follow(after(seen("_ A B E L")), Answered(1, "H9", "k"))
    game, _ = pressed(game, seen("S _ A B E", at="G9", doubts={"H9": (("", 0.6), ("S", 0.3))}))
    assert [question.choices for _, question in game.open_questions] == [(("", 0.6), ("S", 0.3))]

    game, _ = pressed(game, seen("S _ A B E", at="G9", doubts=later))

    assert [question.key for _, question in game.open_questions] == left


@pytest.mark.parametrize("answer", ["K", "k", ""])
def test_a_blank_that_is_gone_is_asked_for_as_one(seen: Look, answer: str) -> None:
    """A capital letter names it, and is not that letter's own tile."""
    game = follow(after(seen("_ A B E L")), Answered(1, "H9", "k"))

    game, _ = pressed(game, seen(". A B E L"))
    game = follow(game, Answered(len(game.turns), "H9", answer))

    play = game.turns[-1].move
    assert isinstance(play, Play)
    assert (play.tiles[Square.parse("H9")].is_blank, game.turns[-1].score) == (True, 8)


def test_a_letter_that_nobody_thought_of(seen: Look) -> None:
    """A or Å was asked about and the next look plainly shows an E: it was one, and Ann passes, or Bo lays it anew."""
    game = after(seen(KABEL), seen("K A B E L\n. . . . .\n. . . . N", doubts=A_OR_RING))
    shown = seen("K A B E L\n. . . . E\n. . . . N")

    (refused,) = decide(game, shown)

    assert (isinstance(refused, LookRefused) and refused.code) is Refusal.ANSWER_FIRST
    assert decide(follow(game, Answered(2, "L10", "E")), shown) == (Passed(),)
    anew, _ = pressed(follow(game, Answered(2, "L10", "A")), shown)
    assert [turn.status for turn in anew.turns] == [Status.SCORED, Status.WITHDRAWN, Status.SCORED]
    assert (anew.turns[2].player, anew.turns[2].score) == ("Bo", 3)


class TestWhatWasNotSeenWell:
    """A lamp or a thing hid a square, or half of it, and a later look shows what lies there."""

    @pytest.mark.parametrize("doubts", [HIDDEN, AS_LIKELY])
    @pytest.mark.parametrize("drawn", ["O . . .", "O B . ."])
    def test_it_may_have_lain_there_or_be_new(self, seen: Look, doubts: object, drawn: str) -> None:
        """Nobody can tell whose it is: it is asked before another turn counts."""
        game = after(seen(KABEL), seen(LYING, doubts=doubts))

        (refused,) = decide(game, seen(f"K A B E L\n. L . . .\n. {drawn}"))

        assert isinstance(refused, LookRefused)
        assert (refused.code, refused.squares) == (Refusal.ANSWER_FIRST, (Square.parse("I11"),))

    def test_under_a_small_lamp_a_letter_looks_like_a_blank(self, seen: Look) -> None:
        """Where a plain top seemed to lie a letter may have: it is not taken for the next player's."""
        lit = seen(LYING, doubts=HIDDEN)
        game = after(seen(KABEL), replace(lit, doubts=tuple(replace(one, why=Why.NOT_AS_BARE) for one in lit.doubts)))

        (refused,) = decide(game, seen("K A B E L\n. L . . .\n. O . . ."))

        assert isinstance(refused, LookRefused)
        assert refused.code is Refusal.ANSWER_FIRST

    def test_the_letter_that_was_seen_by_half(self, seen: Look) -> None:
        """The very letter that was seen there lay there."""
        game = after(seen(KABEL), seen(LYING, doubts=HALF))

        assert told(game, seen("K A B E L\n. L . . .\n. O . . .")) == {"I11": ("O", 3)}

    @pytest.mark.parametrize(
        ("choices", "is_settled"), [("O_", True), ("OQ_", False), ("OQ", False)], ids=["one", "two or a blank", "two"]
    )
    def test_a_letter_of_which_a_part_was_seen(self, seen: Look, choices: str, *, is_settled: bool) -> None:
        """A C where a part of an O was seen is the same tile; where it was an O or a Q the word was laid anew."""
        doubts = {"I11": tuple(("" if sign == "_" else sign, 0.3) for sign in choices)}
        game = after(seen(KABEL), seen(LYING, doubts=doubts, why=Why.IN_PART))

        assert ("I11" in told(game, seen("K A B E L\n. L . . .\n. C . . ."))) is is_settled

    def test_a_letter_too_many_in_the_box(self, seen: Look) -> None:
        """Two X where the box holds one: it is an X or a blank, and no other letter; an S there now is asked about."""
        game = after(seen("S A X"), seen("S A X\n. X . . ."))
        assert [question.key for question in game.turns[1].questions] == ["I10"]

        (refused,) = decide(game, seen("S A X\n. S . . .\n. T . . ."))

        assert (isinstance(refused, LookRefused) and refused.code) is Refusal.ANSWER_FIRST

    def test_another_letter_than_was_seen_by_half(self, seen: Look) -> None:
        """An O of which half was seen may have been a Q: it is not taken for the next player's."""
        game = after(seen(KABEL), seen(LYING, doubts=HALF))

        (refused,) = decide(game, seen("K A B E L\n. L . . .\n. Q . . ."))

        assert isinstance(refused, LookRefused)
        assert refused.code is Refusal.ANSWER_FIRST

    def test_a_word_of_which_all_is_in_doubt_is_taken_back(self, seen: Look) -> None:
        """S or F, and nothing only in case: a bare square is Bo's word taken back, and no pass of Ann's for sure."""
        game = after(seen(KABEL), seen(KABEL, doubts={"M9": (("S", 0.3), ("F", 0.3), (".", 0.005))}))

        (refused,) = decide(game, seen(KABEL))

        assert (isinstance(refused, LookRefused) and refused.code) is Refusal.ANSWER_FIRST
        assert decide(follow(game, Answered(2, "M9", "S")), seen(KABEL)) == (Withdrawn(),)

    def test_a_letter_in_doubt_that_surely_lay_is_taken_back(self, seen: Look) -> None:
        """S or R lay there, whichever it was: a bare square is the word taken back, and nothing need be asked."""
        game = after(seen(KABEL), seen(KABEL, doubts={"M9": (("S", 0.6), ("R", 0.3))}))

        assert decide(game, seen(KABEL)) == (Withdrawn(),)

    def test_a_hidden_tile_that_alone_makes_the_next_word_lawful(self, seen: Look) -> None:
        """With six tiles a player Ann cannot have laid seven: the S that a lamp hid was Bo's."""
        lit = seen(LYING, doubts=HIDDEN, why=Why.MIRROR)
        game = begin(GameBegan("alfapet-sv", ("Ann", "Bo"), 6))
        for look in (seen(KABEL), lit):
            game, _ = pressed(game, look)

        down = "".join(f"\n. {letter} . . ." for letter in "LSTARTER")
        assert told(game, seen(KABEL + down)) == {"I11": ("S", 3)}

    def test_what_seemed_plain_under_a_lamp_two_turns_ago(self, seen: Look) -> None:
        """Ann has laid since and a lamp shone all the time: the M that lies there then may be Bo's of then, or now."""
        plain = {"I11": ((".", 0.5), ("", 0.5))}
        first = seen("K A B E L\n. L . . .\n. . . . .", doubts=plain, why=Why.NOT_AS_BARE)
        game = after(seen(KABEL), first, seen("K A B E L\n. L . . A\n. . . . N", doubts=plain, why=Why.NOT_AS_BARE))

        (refused,) = decide(game, seen("K A B E L\n. L . . A\n. M . . N"))

        assert (isinstance(refused, LookRefused) and refused.code) is Refusal.ANSWER_FIRST

    def test_what_is_named_only_in_case_is_not_settled(self, seen: Look) -> None:
        """A letter in doubt that is not seen any more lies nowhere for sure: its question stays open."""
        in_case = {"I11": (("Q", 0.3), ("O", 0.3), (".", 0.005))}
        game = after(seen(KABEL), seen(LYING, doubts=in_case))

        game, _ = pressed(game, seen("K A B E L\n. L . . I\n. . . . N"))

        assert [question.key for _, question in game.open_questions] == ["I11"]


def test_a_letter_that_nobody_thought_of_beside_a_new_word(seen: Look) -> None:
    """The same where the next word is laid as well: nothing is scored till it is answered."""
    game = after(seen(KABEL), seen("K A B E L\n. . . . .\n. . . . N", doubts=A_OR_RING))

    (refused,) = decide(game, seen("K A B E L\n. L . . E\n. M . . N"))

    assert (isinstance(refused, LookRefused) and refused.code) is Refusal.ANSWER_FIRST


@pytest.mark.parametrize("players", [("Ann", "Bo"), ("Ann", "Bo", "Cleo")])
@pytest.mark.parametrize("drawn", ["K", "H"])
def test_a_card_in_question_belongs_to_its_word_laid_anew(players: tuple[str, ...], drawn: str) -> None:
    """KUL or HUL becomes KUD or HUD: the card in question was laid with it, and is no card that lay there before."""
    game = begin(GameBegan("kortalfapet", players, 7))
    asked = cards(". K . .\nL U V A\n. L . .", doubt((1, 0), "K", "H"))
    for look in (cards("L U V A"), asked, cards(f". {drawn} . .\nL U V A\n. D . .")):
        game = reduce(follow, decide(game, look), game)

    assert words(game) == [("Ann", "LUVA"), ("Bo", f"{drawn}UD")]


@pytest.mark.parametrize("players", [("Ann", "Bo"), ("Ann", "Bo", "Cleo")])
def test_a_joker_that_seems_to_be_a_letter(players: tuple[str, ...]) -> None:
    """A or P was asked for, it is a joker, and the next look sees it no better: that is no other word, but a pass."""
    game, seems = begin(GameBegan("kortalfapet", players, 7)), cards("L U V A", doubt((3, 0), "A", "P"))
    game = reduce(follow, decide(game, seems), game)
    for key, answer in (("letter:3,0", ""), ("joker:3,0", "Å")):
        game = follow(game, Answered(1, key, answer))

    assert words(game) == [("Ann", "LUVÅ")]
    for look in (seems, cards("L U V A"), cards("L U V _")):
        assert decide(game, look) == (Passed(),)
    assert words(reduce(follow, decide(game, cards("L U V A\n. L . .")), game))[1:] == [("Bo", "UL")]


def test_a_blank_that_seems_to_be_a_letter(seen: Look) -> None:
    """The same on a board."""
    game = after(seen(KABEL, doubts={"L9": (("L", 0.7), ("I", 0.3))}))
    for answer in ("", "L"):
        game = follow(game, Answered(1, "L9", answer))

    assert game.position.tiles[Square.parse("L9")] == Tile("L", is_blank=True)
    for look in (seen(KABEL), seen("K A B E _"), seen(KABEL, doubts={"L9": (("L", 0.7), ("I", 0.3))})):
        assert decide(game, look) == (Passed(),)


@pytest.mark.parametrize("players", [("Ann", "Bo"), ("Ann", "Bo", "Cleo")])
def test_a_plain_joker_where_two_letters_were_asked_for(players: tuple[str, ...]) -> None:
    """A or P was asked for, and a joker plainly lies there: it lay there all along, which is asked, and Bo passed."""
    game = begin(GameBegan("kortalfapet", players, 7))
    game = reduce(follow, decide(game, cards("L U V A", doubt((3, 0), "A", "P"))), game)

    assert decide(game, cards("L U V _")) == (Passed(),)
    assert decide(game, cards("L U V R")) != (Passed(),)


def test_a_plain_blank_where_two_letters_were_asked_for(seen: Look) -> None:
    """The same on a board."""
    game = after(seen(KABEL, doubts={"L9": (("L", 0.7), ("I", 0.3))}))

    assert decide(game, seen("K A B E _")) == (Passed(),)
    assert decide(game, seen("K A B E R")) != (Passed(),)


def test_a_card_that_was_perhaps_none_and_cards_taken_up() -> None:
    """V may have been Bo's or a thing; Ann's X V O lies there alone: with the other cards taken up it is all hers."""
    game = begin(GameBegan("kortalfapet", ("Ann", "Bo"), 7))
    for look in (cards("M B O I"), cards(". . V .\nM B O I", doubt((2, 0), "V", "."))):
        game = reduce(follow, decide(game, look), game)
    [happened] = decide(game, cards("X\nV\nO"))

    assert isinstance(happened, LookRefused)
    assert happened.code is Refusal.ANSWER_FIRST


@pytest.mark.parametrize(("asked", "answers"), [("", ("", "s")), ("A", ("S",))])
def test_what_was_said_to_lie_there_is_taken_up(seen: Look, asked: str, answers: tuple[str, ...]) -> None:
    """Perhaps nothing lay there, and a blank or another tile did, as somebody said: gone, it is no pass of the next."""
    game = after(seen(KABEL), seen(f"{KABEL} E _", doubts={"N9": ((asked, 0.5), (".", 0.5))}))
    for answer in answers:
        game = follow(game, Answered(2, "N9", answer))

    assert decide(game, seen(KABEL)) == (Withdrawn(),)
    assert isinstance(decide(game, seen(f"{KABEL} E"))[0], Withdrawn)


def test_a_blank_alone_is_taken_up(seen: Look) -> None:
    """It was asked about, told and named; with nothing else laid, too, that it is gone is no pass."""
    game = after(seen(KABEL), seen(f"{KABEL} _", doubts={"M9": (("", 0.5), (".", 0.5))}))
    game = reduce(follow, (Answered(2, "M9", ""), Answered(2, "M9", "s")), game)

    assert decide(game, seen(KABEL)) == (Withdrawn(),)


def test_a_card_that_was_another_is_taken_up() -> None:
    """A card that was perhaps none was another one, as somebody said."""
    game = begin(GameBegan("kortalfapet", ("Ann", "Bo"), 7))
    for look in (cards(KABEL), cards(f"{KABEL} A", doubt((5, 0), "A", "."))):
        game = reduce(follow, decide(game, look), game)
    game = follow(game, Answered(2, "letter:5,0", "S"))

    assert decide(game, cards(KABEL)) == (Withdrawn(),)


@pytest.mark.parametrize("told", [(), (Answered(2, "M9", "G"),)])
@pytest.mark.parametrize("doubts", [{}, {"M9": (("E", 0.6), ("F", 0.4))}])
def test_a_part_is_taken_up_of_what_was_asked_about(
    seen: Look, doubts: Mapping[str, tuple[tuple[str, float], ...]], told: tuple[Answered, ...]
) -> None:
    """The tile that was asked about lies there still, whichever it is: the word was laid anew, not taken back."""
    game = after(seen(KABEL), seen(f"{KABEL} E S", doubts={"M9": (("E", 0.6), ("F", 0.4))}))
    game = reduce(follow, told, game)

    happened = decide(game, seen(f"{KABEL} E", doubts=doubts))

    assert isinstance(happened[0], Withdrawn)
    assert isinstance(happened[-1], PlayLaid)
    assert set(happened[-1].play.tiles) == {Square.parse("M9")}


@pytest.mark.parametrize(
    ("choices", "answers"), [((("", 0.5), (".", 0.5)), ("", "i")), (((".", 0.6), ("D", 0.4)), ("Y",))]
)
def test_a_part_is_taken_up_beside_what_is_in_doubt_again(
    seen: Look, choices: tuple[tuple[str, float], ...], answers: tuple[str, ...]
) -> None:
    """A tile lies there, as somebody said: that the eye is not sure again does not take the whole word back."""
    game = after(seen(KABEL), seen(f"{KABEL} E S", doubts={"M9": choices}))
    for answer in answers:
        game = follow(game, Answered(2, "M9", answer))

    happened = decide(game, seen(f"{KABEL} E", doubts={"M9": choices}))

    assert isinstance(happened[-1], PlayLaid)
    assert set(happened[-1].play.tiles) == {Square.parse("M9")}
