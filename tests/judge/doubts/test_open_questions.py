"""An open question never stops the evening, and never makes a score wrong: what it decides is answered first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import reduce

import pytest

from pi_referee.judge.doubts.lawful_answers import lawful_shift
from pi_referee.judge.hints import ANSWER_FIRST, WHO_BEGINS
from pi_referee.judge.referee import begins_unknown, decide
from pi_referee.rules.board.square import Square
from pi_referee.rules.course.game import Game, begin, fold, follow
from pi_referee.rules.course.happenings import (
    Answered,
    GameBegan,
    Happening,
    LookRefused,
    Passed,
    PlayLaid,
    Question,
    StartChosen,
    Surprised,
    Withdrawn,
)
from pi_referee.rules.course.refusal import Refusal
from pi_referee.rules.course.standing import Status
from pi_referee.rules.plays.notation import WrittenPlay
from tests.judge.test_card_surprises import KUL, LUVA, doubt, look, table, words
from vision.cards.card_sighting import CardDoubt, CardSighting, CardWhy
from vision.sighting import Sighting, Why

Look = Callable[..., Sighting]

LUVAR = "L3 U V A R"
KUL_R = ".  K . . .\nL3 U V A R\n.  L . . ."
PLAYERS = [("Ann", "Bo"), ("Ann", "Bo", "Cleo"), ("Ann", "Bo", "Cleo", "Dan")]
S_OR_NOTHING = (("S", 0.6), (".", 0.4))
R_OR_NONE, NONE_OR_R = doubt((4, 0), "R", "."), doubt((4, 0), ".", "R")


def after(game: Game, *looks: CardSighting | Sighting) -> Game:
    """The game after presses, which is what its log adds up to."""
    for one in looks:
        game = reduce(follow, decide(game, one), game)
    assert game == fold(game.happenings)
    return game


def asked(*doubts: CardDoubt, drawn: str = LUVAR, players: tuple[str, ...] = ("Ann", "Bo")) -> Game:
    """A game whose first word leaves something in doubt."""
    return after(begin(GameBegan("kortalfapet", players, 7)), look(drawn, *doubts))


def told(game: Game, *answers: str) -> Game:
    """The game after its open questions were answered, the oldest first."""
    for answer in answers:
        number, question = game.open_questions[0]
        game = follow(game, Answered(number, question.key, answer))
    return game


def refused(happened: tuple[Happening, ...]) -> Refusal | None:
    """Why a press led to nothing, if it did."""
    return happened[-1].code if isinstance(happened[-1], LookRefused) else None


class TestPerhapsACard:
    """LUVA lies there, and it is asked whether an R at its end belongs to it."""

    @pytest.mark.parametrize("unsure", [R_OR_NONE, NONE_OR_R])
    @pytest.mark.parametrize("players", PLAYERS)
    def test_the_very_card_is_laid_there(self, players: tuple[str, ...], unsure: CardDoubt) -> None:
        """An R lies there at the next press: Ann's, and Bo passed, or Bo's. It is said first, and both are right."""
        game = asked(unsure, players=players)

        assert refused(decide(game, look(LUVAR))) is Refusal.ANSWER_FIRST
        assert words(after(told(game, "R"), look(LUVAR))) == [("Ann", "LUVAR"), ("Bo", "passed")]
        assert words(after(told(game, "."), look(LUVAR))) == [("Ann", "LUVA"), ("Bo", "LUVAR")]

    @pytest.mark.parametrize("drawn", ["L3 U V A E", "L3 U V A R S", LUVA])
    def test_whatever_else_may_be_anew(self, drawn: str) -> None:
        """Another card there, one behind it, or none and nothing new: Bo's word or pass, or Ann's word laid anew."""
        assert refused(decide(asked(R_OR_NONE), look(drawn))) is Refusal.ANSWER_FIRST

    def test_no_pass_while_it_is_in_doubt(self) -> None:
        """Nothing else is new, and the same is in doubt: perhaps Bo has laid the R only now."""
        assert refused(decide(asked(R_OR_NONE), look(LUVAR, R_OR_NONE))) is Refusal.ANSWER_FIRST

    @pytest.mark.parametrize(("answer", "ann"), [("R", 21), (".", 18)])
    def test_a_word_elsewhere_counts(self, answer: str, ann: int) -> None:
        """Bo lays KUL while nobody has answered: it counts, and LUVA is settled by the answer."""
        game = after(asked(R_OR_NONE), look(KUL_R, doubt((4, 1), "R", ".")))

        assert words(game)[1] == ("Bo", "KUL")
        assert game.totals == {"Ann": 0, "Bo": 0}
        assert told(game, answer).totals == {"Ann": ann, "Bo": 0}

    @pytest.mark.parametrize(("drawn", "ann"), [(KUL_R, 21), (KUL, 18)])
    def test_a_word_elsewhere_shows_it(self, drawn: str, ann: int) -> None:
        """With KUL the R plainly lies there, or does not: no word of Bo's could have both, so nobody need answer."""
        assert after(asked(NONE_OR_R), look(drawn)).totals["Ann"] == ann

    def test_a_word_through_it_in_a_round(self) -> None:
        """Where every word counts, RO may be Bo's with both its cards or with the O alone."""
        game = asked(R_OR_NONE, players=PLAYERS[1])
        through = look(f"{LUVAR}\n. . . . O")

        assert refused(decide(game, through)) is Refusal.ANSWER_FIRST
        assert [turn.score for turn in after(told(game, "R"), through).turns] == [30, 3]
        assert [turn.score for turn in after(told(game, "."), through).turns] == [27, 33]

    def test_two_cards(self) -> None:
        """It is asked about an R and an S behind it, and both lie there now: they are told one after the other."""
        game = asked(R_OR_NONE, doubt((5, 0), "S", "."), drawn="L3 U V A R S")
        both = look("L3 U V A R S")

        assert refused(decide(game, both)) is Refusal.ANSWER_FIRST
        assert words(after(told(game, "R", "."), both)) == [("Ann", "LUVAR"), ("Bo", "LUVARS")]

    def test_its_mark_is_not_lost(self) -> None:
        """A 3x was seen on what most likely was no card of the word: it is asked once somebody says that it was."""
        game = asked(NONE_OR_R, drawn="L3 U V A R2")

        assert game.open_questions[0][1].key == "letter:4,0"
        assert told(game, ".").open_questions == ()
        assert told(game, "R").open_questions == ((1, Question("multiplier:4,0", (("2", 1.0),))),)

    @pytest.mark.parametrize("mark", ["R2", "R{5}"])
    def test_what_is_printed_on_either_of_two_is_not_lost(self, mark: str) -> None:
        """R or E is Bo's, and not both: what is printed on the one that was not supposed is asked once it is told."""
        both = look(f"L3 U V A {mark}\n. E . . .", R_OR_NONE, doubt((1, 1), "E", "."))
        game = told(after(table(LUVA, players=("Ann", "Bo", "Cleo")), both), "R", ".")
        key, sign = ("multiplier:4,0", "2") if mark == "R2" else ("value:4,0", "5")

        assert game.open_questions == ((2, Question(key, ((sign, 1.0),))),)

    def test_a_card_where_none_lay_has_no_mark(self) -> None:
        """The R's mark is in doubt, too: with no R there nobody is asked for it, and an R laid there now is Bo's."""
        mark = CardDoubt((4, 0), "multiplier", (("1", 0.6), ("2", 0.4)), CardWhy.MARK)
        game = told(asked(R_OR_NONE, mark), ".")

        assert game.open_questions == ()
        assert words(after(game, look(LUVAR))) == [("Ann", "LUVA"), ("Bo", "LUVAR")]

    def test_an_answer_that_is_undone(self) -> None:
        """Whoever said it wrongly says it again, before or after Bo's word: the same comes of it."""
        game = told(asked(R_OR_NONE), "R")
        wrong = told(after(asked(R_OR_NONE), look(KUL_R, doubt((4, 1), "R", "."))), "R")

        assert follow(game, Answered(1, "letter:4,0", ".")).turns[0].pending == 27
        assert follow(wrong, Answered(1, "letter:4,0", ".")).totals["Ann"] == 18

    @pytest.mark.parametrize("players", PLAYERS[:2])
    def test_the_card_may_have_been_the_newest_play(self, players: tuple[str, ...]) -> None:
        """Bo's R was in doubt and is gone, and an S is laid: Bo laid anew, or had passed and it is the next word."""
        game = after(table(LUVA, players=players), look(LUVAR, R_OR_NONE))

        assert refused(decide(game, look("S L3 U V A"))) is Refusal.ANSWER_FIRST

    def test_cards_taken_up_are_no_word_laid_anew(self) -> None:
        """GVE or GV, and then SEN down through the E with G and V taken up: no answer is believed by that."""
        game = asked(doubt((2, 0), ".", "E"), drawn="G V E")

        assert refused(decide(game, look("S\nE\nN"))) is Refusal.ANSWER_FIRST

    def test_what_was_said_to_be_nothing_is_not_asked_again(self) -> None:
        """The R is none of the word, as somebody said, and lies there still in the same doubt: KUL is asked nothing."""
        game = after(told(asked(R_OR_NONE), "."), look(KUL_R, doubt((4, 1), "R", ".")))

        assert (game.open_questions, game.totals["Ann"]) == ((), 18)

    def test_nothing_sure_is_new(self) -> None:
        """The same R is in doubt, and so is an E below the U: Bo may have laid either, so it is said first."""
        both = look("L3 U V A R\n. E . . .", R_OR_NONE, doubt((1, 1), "E", "."))

        assert refused(decide(asked(R_OR_NONE), both)) is Refusal.ANSWER_FIRST

    def test_two_that_may_be_none(self) -> None:
        """Of two cards in doubt one is said to be none: Bo has not passed before the other one is told, too."""
        game = after(table(LUVA), look("L3 U V A R S", R_OR_NONE, doubt((5, 0), "S", ".")))

        assert told(game, ".").turns[1].status is Status.OPEN
        assert told(game, ".", ".").turns[1].status is Status.PASSED

    def test_a_word_across_the_farther_of_two(self) -> None:
        """N and T behind SIOK may be none; a word down through the T shows both, whatever lies in doubt beside it."""
        unsure = doubt((4, 0), ".", "N"), doubt((5, 0), ".", "T")
        game = after(asked(*unsure, drawn="S I O K N T"), look(". . . . . A\nS I O K N T", doubt((4, 1), "N", ".")))

        assert words(game) == [("Ann", "SIOKNT"), ("Bo", "AT")]

    def test_things_behind_a_word_of_which_one_is_gone(self) -> None:
        """Of M, B and A behind GAN the B is gone, so the A was none; the M that lies there still may be one or none.

        GANMA with a hole is no word: its cards are not sought where those of GASB lay, that has an A there, too.
        """
        begun = after(begin(GameBegan("kortalfapet", ("Ann", "Bo"), 7)), look("G A S B"))
        perhaps = [doubt((0, row), sign, ".") for row, sign in ((3, "M"), (4, "B"), (5, "A"))]
        asked_of = after(begun, look("G A S B\nA . . .\nN . . .\nM . . .\nB . . .\nA . . .", *perhaps))
        seen = ("O G T F R", ". A . . .", ". N . . .", ". M . . .", ". . . . .", ". A . . .")
        shown = look("\n".join(seen), doubt((1, 3), "M", "."), doubt((1, 5), "A", "."))

        game = after(asked_of, shown)

        assert words(game)[2] == ("Ann", "OGTFR")
        assert [question.key for question in game.turns[1].questions] == ["letter:0,3"]
        assert lawful_shift(follow(asked_of, Answered(2, "letter:0,4", ".")), shown) == (0, -1)

    def test_a_card_where_a_thing_lay_while_another_lies_there_still(self) -> None:
        """Bo passed beside things, a Z or none and a K or none; Ann's ZNF lies upon the first, and NTAX is taken up.

        Or the Z was Bo's, whose word she built on, and the rest played no more: nobody can tell without an answer.
        """
        things = doubt((0, 0), ".", "Z"), doubt((3, 2), "K", ".")
        game = after(table("N T A X"), look("Z . . .\nN T A X\n. . . K", *things))

        assert refused(decide(game, look("Z\nN\nF . . K", doubt((3, 2), "K", ".")))) is Refusal.ANSWER_FIRST

    def test_a_thing_where_a_word_was_taken_back(self) -> None:
        """Bo's second N beside the J is gone and a thing lies at its column's N: that may be NA still, and JAX new."""
        game = after(table("J\nA\nX", "N .\nJ .\nA .\nX ."), look(". N\nN J\n. A\n. X"))
        assert words(game)[-1] == ("Ann", "NJ")

        happened = decide(game, look("N J\nJ .\nA .\nX .", doubt((1, 0), "J", ".")))

        assert not any(isinstance(one, PlayLaid | Passed) for one in happened)

    def test_a_card_that_was_answered_is_in_doubt_again(self) -> None:
        """Somebody said that Bo's R lies there: Ann's E below it, in doubt as well, counts with its question."""
        r, e = doubt((4, 0), "R", "."), doubt((1, 1), "E", ".")
        game = after(table(LUVA), look("L3 U V A R", r))
        through = look("L3 U V A R\n. E . . .", r, e)
        assert refused(decide(game, through)) is Refusal.ANSWER_FIRST

        game = after(told(game, "R"), through)

        assert [question.key for _, question in game.open_questions] == ["letter:1,1"]

    def test_a_thing_that_no_word_reaches_is_not_asked_about(self) -> None:
        """KUL is laid while a thing far behind LUVA looks like a card: no word of Bo's can have it."""
        assert after(table(LUVA), look(KUL_R.replace("R", ". R"), doubt((5, 1), "R", "."))).open_questions == ()


class TestAnotherCard:
    """It is asked what a card shows, and another lies there, or none: that is a change, and no pass."""

    O_OR_RING = doubt((1, 0), "O", "Ö")

    @pytest.mark.parametrize("drawn", ["L . V A", "L E V A"])
    def test_it_is_gone_or_another(self, drawn: str) -> None:
        """LOVA or LÖVA: the second card is taken away, or is plainly an E."""
        happened = decide(asked(self.O_OR_RING, drawn="L O V A"), look(drawn))

        assert Passed() not in happened
        assert any(isinstance(one, Surprised | LookRefused | Withdrawn) for one in happened)

    def test_a_mark_is_asked_for_and_the_card_is_another(self) -> None:
        """It is asked whether the L bears 3x, and a K lies in its place."""
        unsure = CardDoubt((0, 0), "multiplier", (("1", 0.6), ("3", 0.4)), CardWhy.MARK)

        assert Passed() not in decide(asked(unsure, drawn=LUVA), look("K U V A"))
        assert decide(asked(unsure, drawn=LUVA), look(LUVA, unsure)) == (Passed(),)


def test_no_answer_makes_an_earlier_play_unlawful() -> None:
    """Perhaps Ä and P lay beside the word: both would be no play, and then any later word would make sense."""
    unsure = (doubt((0, 2), "Ä", "."), doubt((2, 4), "P", "."))
    game = after(table("X\nG\nS\nT\nT"), look(". X .\n. G .\nÄ S .\n. T .\n. T P", *unsure))
    [first] = decide(game, look("D X S"))
    [then] = decide(told(game, ".", "."), look("D X S"))

    assert isinstance(first, LookRefused)
    assert (first.code, type(then)) == (Refusal.ANSWER_FIRST, Surprised)


def test_what_an_answer_needs_besides_is_thought_of() -> None:
    """Three things may have lain in a row beside LUVA: none did, as the next word shows that lies across it alone."""
    things = [doubt((4 + place, 0), letter, ".") for place, letter in enumerate("RSE")]
    game = after(asked(*things, drawn="L3 U V A R S E"), look(KUL))

    assert [(turn.status, turn.score, turn.pending) for turn in game.turns] == [
        (Status.SCORED, 18, None),
        (Status.PENDING, None, 7),
    ]


def test_a_thing_that_lies_apart_once_others_were_none() -> None:
    """Of the things beside RHL one is still asked about, and lies apart: RHL lies there nevertheless, and is missed."""
    things = [doubt((3 + place, 0), letter, ".") for place, letter in enumerate("ÖRK")]
    game = asked(*things, drawn="R H L Ö R K")
    for key in ("letter:3,0", "letter:4,0"):
        game = follow(game, Answered(1, key, "."))
    [refused] = decide(game, look("X N Ä S R"))

    assert isinstance(refused, LookRefused)
    assert refused.code is Refusal.ANSWER_FIRST


@pytest.mark.parametrize("things", [2, 3])
def test_a_word_laid_anew_beside_things(things: int) -> None:
    """U was laid beside JCO, and things lay there: what was laid in its place is nobody else's word unasked."""
    unsure = [doubt((4, 0), ".", "I"), doubt((5, 0), "X", "."), doubt((6, 0), "T", ".")][:things]
    game = after(table("J C O"), look("U J C O I X T" if len(unsure) > 2 else "U J C O I X", *unsure))
    [refused] = decide(game, look("J C O\n. . Å"))

    assert isinstance(refused, LookRefused)
    assert refused.code is Refusal.ANSWER_FIRST


def test_a_joker_that_was_in_question_is_found_again() -> None:
    """M or a joker was asked about, plainly a joker lies there, and Bo passes: the table is not taken for another."""
    game = after(table("M E"), look("M E\n. _", doubt((1, 1), "M", "")))

    assert decide(game, look("M E\n. _"))[-1] == Passed()


def test_one_card_that_was_none_is_a_pass() -> None:
    """Of Bo's press only one card may be new, and it was none: Bo passed, LUVA scores in full, Ann is next (K09)."""
    game = after(table(LUVA), look(LUVAR, R_OR_NONE))
    passed = told(game, ".")

    assert [turn.status for turn in passed.turns] == [Status.SCORED, Status.PASSED]
    assert (passed.totals["Ann"], passed.on_turn) == (27, "Ann")
    assert words(follow(passed, Answered(2, "letter:4,0", "R"))) == [("Ann", "LUVA"), ("Bo", "LUVAR")]


def test_what_may_be_nothing_is_no_word_laid_anew() -> None:
    """KUL is taken back while a thing beside LUVA looks like a card: it is not laid anew by that."""
    game = after(table(LUVA, KUL), look(LUVAR, R_OR_NONE))

    assert words(game) == [("Ann", "LUVA"), ("Bo", "KUL")]


class TestWhoBegins:
    """Three play in rounds, and who begins the next one hangs on an answer, or on a lot."""

    def test_by_an_open_score(self) -> None:
        """Ann has 9 or 30, Bo 9 with KULT: her L's mark says who begins, so nobody lays before it is told."""
        mark = CardDoubt((0, 0), "multiplier", (("1", 0.6), ("3", 0.4)), CardWhy.MARK)
        game = asked(mark, drawn="L U V A", players=PLAYERS[1])
        game = after(game, look(". K . .\nL U V A\n. L . .\n. Ä . .", replace(mark, cell=(0, 1))))
        game = follow(game, Passed())
        first = look("S O L")

        assert (game.script.round, refused(decide(game, first))) == (2, Refusal.ANSWER_FIRST)
        assert after(told(game, "3"), first).turns[-1].player == "Ann"
        assert after(told(game, "1"), first).turns[-1].player == "Bo"

    def test_by_lot(self) -> None:
        """All three passed: a word laid before the lot is drawn is nobody knows whose, by camera and by button."""
        game = reduce(follow, [Passed()] * 3, begin(GameBegan("kortalfapet", PLAYERS[1], 7)))

        assert decide(game, look(LUVA)) == (WHO_BEGINS,)
        assert begins_unknown(game) == WHO_BEGINS
        assert after(follow(game, StartChosen("Cleo")), look(LUVA)).turns[-1].player == "Cleo"

    @pytest.mark.parametrize(("told", "lot"), [("1", True), ("2", False)])
    def test_by_an_answer_before_the_lot(self, *, told: str, lot: bool) -> None:
        """All three scored alike unless Cleo's O bears 2x: that is asked first, and then the lot, if it is needed."""
        mark = Question("multiplier:2,1", (("1", 0.6), ("2", 0.4)))
        game = begin(GameBegan("kortalfapet", PLAYERS[1], 7))
        for number, text in enumerate(("0,0 > SOL", "0,0 v .OL", "2,0 v .OS")):
            laid = PlayLaid(WrittenPlay.parse(text).on(game.position), (mark,) if number == 2 else ())
            game = follow(game, laid)
        answered = follow(game, Answered(3, "multiplier:2,1", told))

        assert (decide(game, look(LUVA)), begins_unknown(game)) == ((ANSWER_FIRST,), ANSWER_FIRST)
        assert begins_unknown(answered) == (WHO_BEGINS if lot else None)


class TestBoards:
    """The same on squares."""

    @pytest.mark.parametrize(("name", "row"), [("alfapet-sv", 9), ("literaki", 8)])
    def test_the_very_tile_is_laid_there(self, seen: Look, name: str, row: int) -> None:
        """S or nothing was asked about behind the word, and an S lies there: it is said first whose it is."""
        at, end = f"H{row}", f"M{row}"
        unsure = seen("K A B E L .", at=at, doubts={end: S_OR_NOTHING})
        game, longer = after(begin(GameBegan(name, ("Ann", "Bo"), 7)), unsure), seen("K A B E L S", at=at)

        [happened] = decide(game, longer)
        assert happened == replace(ANSWER_FIRST, squares=(Square.parse(end),))
        assert words(after(told(game, "S"), longer)) == [("Ann", "KABELS"), ("Bo", "passed")]
        assert words(after(told(game, "."), longer)) == [("Ann", "KABEL"), ("Bo", "KABELS")]

    def test_a_pass_that_may_be_none(self, seen: Look) -> None:
        """Nothing lies there at the next press: Bo passed, or Ann took the S off and pressed again."""
        game = after(begin(GameBegan("alfapet-sv", ("Ann", "Bo"), 7)), seen("K A B E L .", doubts={"M9": S_OR_NOTHING}))

        assert refused(decide(game, seen("K A B E L"))) is Refusal.ANSWER_FIRST

    def test_a_word_over_two_squares_in_question(self, seen: Look) -> None:
        """Behind KABEL things lay that may be O and C: a word over both squares may be all Bo's, or end Ann's."""
        began, things = begin(GameBegan("alfapet-sv", ("Ann", "Bo"), 7)), {"M9": ((".", 0.6), ("O", 0.4))}
        game = after(began, seen("K A B E L", doubts={**things, "N9": (("C", 0.6), (".", 0.4))}))
        look = seen("K A B E L . C M", doubts={"M9": (("I", 0.6), ("S", 0.4))})

        assert refused(decide(game, look)) is Refusal.ANSWER_FIRST

    def test_a_doubtful_tile_is_taken_back(self, seen: Look) -> None:
        """A single tile, A or Å, is off the board again: Bo took it back, and is on turn."""
        game = after(begin(GameBegan("alfapet-sv", ("Ann", "Bo"), 7)), seen("K A B E L"))
        game = after(game, seen("K A B E L .", doubts={"M9": (("A", 0.6), ("Å", 0.4))}))

        assert decide(game, seen("K A B E L")) == (Withdrawn(),)

    def test_a_first_word_that_may_lie_in_two_places_is_answered_first(self, seen: Look) -> None:
        """Of SNOOS, perhaps on its head, nine squares are asked about: one tap tells all, and no look one by one."""
        doubts = dict.fromkeys(("E9", "F9", "G9", "H9"), ((".", 0.5), ("", 0.5)))
        doubts |= {f"{column}9": ((sign, 0.5), (".", 0.25)) for column, sign in zip("IJKLM", "SNOOS", strict=True)}
        game = after(begin(GameBegan("alfapet-sv", ("Ann", "Bo"), 7)), seen("", doubts=doubts, why=Why.WAY_UP))
        later = seen(". S N O O S\n. . . R . .\n. . . D . .")
        answered = told(game, *(dict(question.choices[:1]).popitem()[0] for _, question in game.open_questions))

        assert refused(decide(game, later)) is Refusal.ANSWER_FIRST
        assert words(after(answered, later)) == [("Ann", "SNOOS"), ("Bo", "ORD")]


@pytest.mark.parametrize("likely", ["RS", ".."])
@pytest.mark.parametrize("players", PLAYERS)
def test_what_is_in_the_same_doubt_still_settles_nothing(players: tuple[str, ...], likely: str) -> None:
    """Two cards side by side may be none, and the next look sees them no better: both stay to be answered."""

    def unsure(row: int) -> list[CardDoubt]:
        return [
            doubt((4 + place, row), *((letter, ".") if likely == "RS" else (".", letter)))
            for place, letter in enumerate("RS")
        ]

    game = after(asked(*unsure(0), drawn="K A S O R S", players=players), look("B . . . .\nK A S O R S", *unsure(1)))

    assert [question.key for _, question in game.open_questions] == ["letter:4,0", "letter:5,0"]
    assert words(told(game, ".", ".")) == [("Ann", "KASO"), ("Bo", "BK")]
    assert words(told(game, "R", "S")) == [("Ann", "KASORS"), ("Bo", "BK")]


def test_a_mark_of_a_card_that_was_none_leaves_a_pass() -> None:
    """Bo laid perhaps an R, with a 2x or none: by the answer that it was none he passed, whatever the mark."""
    mark = CardDoubt((4, 0), "multiplier", (("1", 0.6), ("2", 0.4)), CardWhy.MARK)
    game = after(table(LUVA), look(LUVAR, R_OR_NONE, mark))
    number, question = next(one for one in game.open_questions if one[1].key == "letter:4,0")

    assert words(follow(game, Answered(number, question.key, ".")))[-1] == ("Bo", "passed")


def test_a_doubt_in_a_living_word_is_not_forgotten() -> None:
    """An X may be an L: five words later it lies in the living word still, and a plain L there is no change."""
    game = after(begin(GameBegan("kortalfapet", ("Ann", "Bo"), 7)), look("K U X", doubt((2, 0), "X", "L")))
    drawn = ["K U L A", "K U L A N", "K U L A N S", "K U L A N S E", "K U L A N S E R"]
    game = told(after(game, *map(look, drawn)), "L")

    assert [word for _, word in words(game)] == ["KUL", *(line.replace(" ", "") for line in drawn)]
