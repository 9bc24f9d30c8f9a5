"""A table of cards that shows what nobody told: the right story comes first, and the evening goes on in any case."""

from __future__ import annotations

from functools import reduce

import pytest

from pi_referee.judge.referee import decide, decide_pressed
from pi_referee.rules.board.board_text import read_tile
from pi_referee.rules.course.game import Game, begin, fold, follow
from pi_referee.rules.course.happenings import (
    AS_SEEN,
    Answered,
    GameBegan,
    Happening,
    LookRefused,
    Passed,
    PlayLaid,
    Removed,
    Surprised,
    Withdrawn,
)
from pi_referee.rules.course.refusal import Refusal
from pi_referee.rules.course.standing import Status
from pi_referee.rules.definition.library import ruleset
from vision.cards.card_sighting import CardDoubt, CardSighting, CardWhy, Cell, SeenCard
from vision.sighting import Quad

VALUES = ruleset("kortalfapet").values
THREE = ("Ann", "Bo", "Cleo")


def look(drawn: str, *doubts: CardDoubt, aside: tuple[SeenCard, ...] = ()) -> CardSighting:
    """A look at a table drawn as text: `L3` bears 3x, `E{5}` shows another value than usual, `_` is a joker."""
    rows = [line.split() for line in drawn.strip().splitlines()]
    cards = [
        card(sign, (column, row)) for row, signs in enumerate(rows) for column, sign in enumerate(signs) if sign != "."
    ]
    return CardSighting(tuple(cards), aside, doubts=doubts)


def card(sign: str, place: tuple[float, float], *, is_aside: bool = False) -> SeenCard:
    """A card 50 px wide and 70 high on its cell, or somewhere between cells."""
    tile = read_tile(sign)
    value = None if tile.is_blank else VALUES.get(tile.letter) if tile.value is None else tile.value
    left, top = 50 * place[0], 70 * place[1]
    quad = Quad(((left, top), (left + 50, top), (left + 50, top + 70), (left, top + 70)))
    cell = None if is_aside else (int(place[0]), int(place[1]))
    return SeenCard(quad, tile.letter, value, tile.multiplier, tile.is_blank, 0.99, cell)


def doubt(cell: Cell, *choices: str) -> CardDoubt:
    """A doubt which letter a card shows, likeliest first; "." for no card of the words."""
    return CardDoubt(cell, "letter", tuple((choice, 1 / len(choices)) for choice in choices), CardWhy.PLACE)


def table(*drawn: str, players: tuple[str, ...] = ("Ann", "Bo")) -> Game:
    """A game after a press over each of these tables."""
    return pressed(begin(GameBegan("kortalfapet", players, 7)), *drawn)


def pressed(game: Game, *drawn: str) -> Game:
    """The game after further presses."""
    for one in drawn:
        game = reduce(follow, decide(game, look(one)), game)
    return game


def told(game: Game, drawn: str) -> list[str]:
    """The stories of a press, likeliest first."""
    return [one.kind for one in surprised(decide(game, look(drawn))).explanations]


def surprised(happened: tuple[Happening, ...]) -> Surprised:
    """The surprise that a press came to."""
    return next(one for one in happened if isinstance(one, Surprised))


def tapped(game: Game, answer: int | str = 0) -> Game:
    """The game after the first open story was answered."""
    number, question = next(one for one in game.open_questions if one[1].key.startswith("explain:"))
    return follow(game, Answered(number, question.key, str(answer)))


def words(game: Game) -> list[tuple[str, str]]:
    """The standing turns: player and first word, or what else it was."""
    return [
        (turn.player, turn.ruling.words[0].text if turn.ruling and turn.ruling.words else turn.status.value)
        for turn in game.turns
        if turn.status is not Status.WITHDRAWN
    ]


LUVA = "L3 U V A"
KUL = ".  K . .\nL3 U V A\n.  L . ."
HUS, SOL, LET = "H U S", "H U S\n. . O\n. . L", "H U S . .\n. . O . .\n. . L E T"


class TestStealing:
    """Two players: one word lives."""

    def test_a_part_is_taken_up_again(self) -> None:
        """Bo lays two words at once, the table objects, he takes one up and presses: that is no pass.

        It is asked what had happened; once that is told, it is his play.
        """
        game = table("A R V", "E . T\nR . E\nA R V\n. . N")
        assert words(game)[-1] == ("Bo", "unexplained")
        left = "E . .\nR . .\nA R V"

        assert [getattr(one, "code", "") for one in decide(game, look(left))] == [Refusal.ANSWER_FIRST]
        assert words(pressed(tapped(game, "void"), left)) == [("Ann", "ARV"), ("Bo", "ERA")]

    @pytest.mark.parametrize("drawn", ["K\nU\nL", "K . .\nU V .\nL . .", ". K .\nL3 U .\n. L ."])
    def test_kept_cards_are_taken_up_before_the_press(self, drawn: str) -> None:
        """Bo lays KUL through LUVA, and Ann takes up what she keeps before Bo presses, all or some: asked, one tap."""
        game = table(LUVA)

        assert told(game, drawn)[0] == "taken_up"
        open_ = pressed(game, drawn)
        assert (open_.turns[0].score, open_.turns[0].pending, open_.totals["Ann"]) == (None, None, 0)
        after = tapped(open_)
        assert (words(after), after.totals, after.turns[1].pending) == (
            [("Ann", "LUVA"), ("Bo", "KUL")], {"Ann": 18, "Bo": 0}, 7,
        )  # fmt: skip

    def test_a_word_laid_anew_is_never_taken_for_sure_where_another_may_have_been_built(self) -> None:
        """LUVA's other cards are gone and KUL lies there: Bo's word, or Ann's in LUVA's place. Nobody is credited."""
        game = table(LUVA)

        assert set(told(game, "K\nU\nL")) == {"taken_up", "laid_anew"}

    def test_a_word_between_was_forgotten_and_the_next_lies_where_the_first_lay(self) -> None:
        """Of SYR only the Y lies there still, an S without its mark is another one: TYP, and then NYAS in its place."""
        game = table("S2 Y R")
        drawn = ". T . .\nN Y A S\n. P . ."

        assert told(game, drawn)[0] == "taken_up"
        after = tapped(pressed(game, drawn))
        assert words(after) == [("Ann", "SYR"), ("Bo", "TYP"), ("Ann", "NYAS")]
        assert after.totals == {"Ann": 4, "Bo": 4}

    def test_a_value_that_is_asked_about_may_be_the_other_one(self) -> None:
        """A card of which it is asked which value it has, and that shows the other one later, is no other card."""
        unsure = CardDoubt((1, 0), "value", (("2", 0.6), ("1", 0.4)), CardWhy.PLACE)
        before = begin(GameBegan("kortalfapet", ("Ann", "Bo"), 7))
        game = reduce(follow, decide(before, look("V T3{2} O", unsure)), before)

        assert told(game, "T3\nB3\nP")[0] == "taken_up"
        assert isinstance(decide(game, look("T3\nB3\nP"))[-1], Surprised)

    def test_a_card_that_lies_again_where_one_was_taken_up(self) -> None:
        """SOE lay there alone. An L beside it is that of LE, which was covered, or a new one: neither is believed."""
        game = tapped(pressed(table(LUVA, KUL, "K .\nU .\nL E"), "S\nO\nE"))
        [refused] = decide(game, look(". S\n. O\nL E"))

        assert isinstance(refused, LookRefused)
        assert refused.code is Refusal.UNCLEAR

    def test_a_play_laid_anew_where_the_letter_is_in_doubt(self) -> None:
        """The newest play's joker seems to be K or R: it was laid anew, or read otherwise. That is asked."""
        game = follow(pressed(table(LUVA), "L3 U V A _"), Answered(2, "joker:4,0", "S"))
        [told] = decide(game, look("L3 U V A K S", doubt((4, 0), "K", "R")))

        assert isinstance(told, Surprised)
        assert [one.kind for one in told.explanations] == ["laid_anew"]

    @pytest.mark.parametrize("is_taken", [False, True])
    def test_a_press_forgotten(self, *, is_taken: bool) -> None:
        """KUL and then LEK were laid before anybody pressed, LUVA's kept cards taken up or not."""
        game = table(LUVA)
        drawn = "K . .\nU . .\nL E K" if is_taken else ".  K . . .\nL3 U V A .\n.  L E K ."

        assert told(game, drawn)[0] == ("taken_up" if is_taken else "plays")
        after = tapped(pressed(game, drawn))
        assert words(after) == [("Ann", "LUVA"), ("Bo", "KUL"), ("Ann", "LEK")]
        assert (after.totals, after.on_turn) == ({"Ann": 18, "Bo": 6}, "Bo")

    def test_two_presses_forgotten(self) -> None:
        """Three words since the last press, one upon the other."""
        drawn = ".  K . . . .\nL3 U V A . .\n.  L E K . .\n. . . A . .\n. . . J . ."
        after = tapped(pressed(table(LUVA), drawn))

        assert [word for _, word in words(after)] == ["LUVA", "KUL", "LEK", "KAJ"]

    def test_single_cards_forgotten(self) -> None:
        """A card a play is usual: E below KUL's L, and then R beside it, are two turns and no card laid wrongly."""
        game = table(LUVA, KUL, "K\nU\nL")
        drawn = "K .\nU .\nL .\nE R"

        assert told(game, drawn)[0] == "plays"
        assert [word for _, word in words(tapped(pressed(game, drawn)))][-2:] == ["KULE", "ER"]

    def test_a_new_word_settles_whether_a_card_belongs(self) -> None:
        """It was asked whether an R belongs to LUVA; RO through it shows that it does, and nothing is refused."""
        game = reduce(follow, decide(table(LUVA), look("L3 U V A R S", doubt((4, 0), ".", "R"))), table(LUVA))
        later = pressed(game, "L3 U V A R S\n. . . . O .")

        assert [key for _, key in ((turn, one.key) for turn, one in game.open_questions)] == ["letter:4,0"]
        assert words(later)[-1][1] == "RO"
        assert later.turns[1].questions == ()

    def test_a_letter_agreed_wrongly_with_a_word_built_on_it_is_no_word_laid_anew(self) -> None:
        """The newest A was an E all along, and Bo put a V before: or Ann laid her word anew. Nobody is credited."""
        game = table("A G D", "A G D\nA . .")

        assert {"misread", "laid_anew"} <= set(told(game, "V . .\nA G D\nE . ."))

    def test_taken_back_and_another_laid_after_a_pass(self) -> None:
        """Bo passed, then Ann took LUVA back and laid HUND over its place: what else could it be; one tap undoes it."""
        game = pressed(table(LUVA), LUVA)
        happened = decide(game, look("H U N D"))

        assert game.turns[1].status is Status.PASSED
        assert "laid_anew" in [one.kind for one in surprised(happened).explanations]

    def test_two_taken_back(self) -> None:
        """KUL and LEK were taken back, LUVA laid again as it was, and VED through its V."""
        game = table(LUVA, KUL, "K . .\nU . .\nL E K")
        drawn = "L3 U V A\n. . E .\n. . D ."

        assert "two_taken_back" in told(game, drawn)[:2]

    @pytest.mark.parametrize(
        ("wrong", "right"), [("L U V A", "L3 U V A"), ("L3 U B A", "L3 U V A"), ("L3 U V{7} A", "L3 U V A")]
    )
    def test_a_card_agreed_wrongly(self, wrong: str, right: str) -> None:
        """A mark, a letter or a value of LUVA was written down wrongly: it is seen with KUL, and LUVA is put right."""
        game = table(wrong)

        assert told(game, right.join(KUL.split("L3 U V A")))[0] == "misread"
        after = tapped(pressed(game, KUL))
        assert (words(after), after.totals) == ([("Ann", "LUVA"), ("Bo", "KUL")], {"Ann": 18, "Bo": 0})

    @pytest.mark.parametrize("seen", ["Q3 Y B A", "L3 Q V Y"])
    def test_what_was_odd_beside_a_word_is_put_right(self, seen: str) -> None:
        """Cards lay upon LUVA's when KUL was laid, and are taken off again: KUL counts, and LUVA is not corrected."""
        game = pressed(table(LUVA), seen.join(KUL.split(LUVA)), KUL)

        assert (words(game), game.totals) == ([("Ann", "LUVA"), ("Bo", "KUL")], {"Ann": 18, "Bo": 0})
        assert (game.open_questions, game) == ((), fold(game.happenings))

    def test_more_was_laid_when_what_was_odd_is_put_right(self) -> None:
        """Whose the card is that made KUL longer since, nobody can tell: what happened before is to be told first."""
        game = pressed(table(LUVA), ".  K . .\nL3 U B A\n.  L . .")
        [happened] = decide(game, look(".  K . .\nL3 U V A\n.  L . .\n.  A . ."))

        assert isinstance(happened, LookRefused)
        assert happened.code is Refusal.ANSWER_FIRST

    def test_a_card_of_the_word_is_hidden(self) -> None:
        """The U under which KUL runs lies under a cup: it counts, and nothing is settled before the tap."""
        game = table(LUVA)
        hidden = ".  K . .\nL3 . V A\n.  L . ."

        assert told(game, hidden)[0] == "fallen"
        open_ = pressed(game, hidden)
        assert (open_.totals, open_.turns[0].score) == ({"Ann": 0, "Bo": 0}, None)
        assert tapped(open_).totals["Ann"] == 18

    def test_a_card_that_is_seen_again_settles_it(self) -> None:
        """The cup is taken away: at the next press the card lies there, with Ann's next word, and KUL is Bo's."""
        game = pressed(table(LUVA), ".  K . .\nL3 . V A\n.  L . .", ".  K . . .\nL3 U V A .\n.  L E K .")

        assert words(game) == [("Ann", "LUVA"), ("Bo", "KUL"), ("Ann", "LEK")]
        assert game.open_questions == ()

    def test_a_hidden_card_without_a_word_is_no_pass(self) -> None:
        """Somebody's hand lies on LUVA's A, and nothing is new: nobody passed, and LUVA does not score (K09)."""
        game = pressed(table(LUVA), "L3 U V")

        assert (game.totals, game.turns[0].score) == ({"Ann": 0, "Bo": 0}, None)
        assert pressed(game, LUVA) == fold(pressed(game, LUVA).happenings)
        assert (pressed(game, LUVA).on_turn, pressed(game, LUVA).turns[0].pending) == ("Bo", 27)

    @pytest.mark.parametrize(("first", "later"), [("L3 _ V A", "U"), ("L3 U V A", "_")])
    def test_joker_and_letter_exchanged(self, first: str, later: str) -> None:
        """U was laid for the joker that stands for it, or a joker for U: the card counts as before, and is let be."""
        game = table(first)
        if "_" in first:
            game = follow(game, Answered(1, "joker:1,0", "U"))
        drawn = f".  . K .\nL3 {later} V A\n.  . Å ."

        assert told(game, drawn)[0] == "swapped"
        after = tapped(pressed(game, drawn))
        assert [word for _, word in words(after)] == ["LUVA", "KVÅ"]
        again = pressed(after, f".  . K . .\nL3 {later} V A .\n.  . Å L .")
        assert [word for _, word in words(again)] == ["LUVA", "KVÅ", "ÅL"]

    @pytest.mark.parametrize("drawn", ["L3 U V A\n. . . .\nK U L .", "L3 U V A\n. L . R\n. . . ."])
    def test_a_card_laid_wrongly_is_refused(self, drawn: str) -> None:
        """Cards that merely lie wrongly are yet to be laid right."""
        [happened] = decide(table(LUVA), look(drawn))

        assert isinstance(happened, LookRefused)
        assert happened.code is Refusal.NOT_A_PLAY

    def test_nobody_can_tell(self) -> None:
        """The table was swept and laid anew by nobody's memory: it is taken as it lies, and the next word is scored."""
        game = pressed(table(LUVA), "Q3 Y\n. Z . P\n. . Å O")
        assert (game.turns[1].status, surprised(game.happenings).explanations) == (Status.UNEXPLAINED, ())

        later = pressed(game, "Q3 Y . .\n. Z . P\nB I Å O")
        assert words(later)[-1] == ("Ann", "BIÅO")
        assert [turn.score for turn in later.turns] == [None, None, None]
        assert tapped(later, AS_SEEN).totals["Ann"] == 27
        assert later == fold(later.happenings)

    @pytest.mark.parametrize("answer", ["0", AS_SEEN])
    def test_every_answer_leaves_nothing_open(self, answer: str) -> None:
        """Whatever the table says of a surprise, LUVA is settled by it: by the story, or by what is gone of it."""
        after = tapped(pressed(table(LUVA), "K\nU\nL"), answer)

        assert (after.totals["Ann"], after.turns[0].status) == (18, Status.SCORED)
        assert after.open_questions == ()

    def test_a_table_that_is_told_wrongly_is_kept_open_to_the_end(self) -> None:
        """LUVA is not paid in full at the end as long as nobody says what came of it (K11)."""
        game = pressed(table(LUVA), "K\nU\nL")

        assert game.turns[0].status is Status.OPEN


class TestRounds:
    """Three and four players: everything lies till the round is over."""

    def test_a_press_forgotten(self) -> None:
        """SOL and LET lie there since the last press; the round is over with them, and the next one begins."""
        game = table(HUS, players=THREE)

        assert told(game, LET)[0] == "plays"
        after = tapped(pressed(game, LET))
        assert words(after) == [("Ann", "HUS"), ("Bo", "SOL"), ("Cleo", "LET")]
        assert pressed(pressed(game, LET), "V\nE\nD").turns[-1].player == "Ann"

    def test_a_pass_forgotten_at_the_rounds_end(self) -> None:
        """Cleo passed and nobody pressed; the table was cleared, and the next round's VED lies there."""
        game = table(HUS, SOL, players=THREE)

        assert told(game, "V\nE\nD")[0] == "passed"
        after = tapped(pressed(game, "V\nE\nD"))
        assert words(after) == [("Ann", "HUS"), ("Bo", "SOL"), ("Cleo", "passed"), ("Ann", "VED")]
        assert [turn.score for turn in after.turns][-1] == 6

    def test_two_passes_forgotten(self) -> None:
        """Bo and Cleo passed: Ann's new word is hers in the next round, or her first one was laid anew. It is asked."""
        game = table(HUS, players=THREE)

        assert set(told(game, "V\nE\nD")) == {"passed", "laid_anew"}

    def test_two_passes_forgotten_where_no_value_is_read(self) -> None:
        """Both may have happened whatever is printed on the new cards: what is in doubt about them is asked besides."""
        game = table(HUS, players=THREE)
        unread = [CardDoubt((0, row), "value", (("1", 0.6), ("4", 0.4)), CardWhy.VALUE) for row in range(3)]
        happened = decide(game, look("V\nE\nD", *unread))

        assert [one.kind for one in surprised(happened).explanations] == ["laid_anew", "passed"]
        assert isinstance(happened[-1], Surprised)

    def test_taken_back_and_another_laid(self) -> None:
        """SOL was taken back, Cleo had passed, and Bo played STAR in its place."""
        game = pressed(table(HUS, SOL, players=("Ann", "Bo", "Cleo", "Dan")), SOL)

        assert told(game, "H U S\n. . T\n. . A\n. . R")[0] in {"laid_anew", "misread"}

    def test_a_card_agreed_wrongly(self) -> None:
        """What was taken for HUS is plainly LUS, with SOL: the first word is put right."""
        after = tapped(pressed(table(HUS, players=THREE), "L U S\n. . O\n. . L"))

        assert words(after) == [("Ann", "LUS"), ("Bo", "SOL")]

    def test_what_was_odd_beside_a_word_is_put_right(self) -> None:
        """A card lay upon HUS when SOL was laid, and is taken off again: SOL counts, and HUS is not corrected."""
        game = pressed(table(HUS, players=THREE), SOL.replace("U", "B"), SOL)

        assert words(game) == [("Ann", "HUS"), ("Bo", "SOL")]
        assert game.open_questions == ()

    def test_a_card_is_hidden(self) -> None:
        """The S that HUS and SOL share lies under a sleeve."""
        game = table(HUS, players=THREE)

        assert told(game, "H U .\n. . O\n. . L")[0] == "fallen"
        assert words(tapped(pressed(game, "H U .\n. . O\n. . L"))) == [("Ann", "HUS"), ("Bo", "SOL")]

    def test_part_of_the_last_word_is_taken_off_first(self) -> None:
        """Whoever clears the table takes a card of the last word first, and presses: that word is not laid anew."""
        [happened] = decide(table(HUS, SOL, LET, players=THREE), look("H U S .\n. . O .\n. . L E"))

        assert isinstance(happened, LookRefused)
        assert happened.code is Refusal.STILL_LYING

    def test_nobody_can_tell(self) -> None:
        """Whatever lies there ends no round: the next word is scored upon it, with all its letters."""
        game = pressed(table(HUS, SOL, players=THREE), "H Q .\n. . Z\n. . .")
        later = pressed(game, "H Q .\n. Y Z\n. Å .")

        assert game.turns[2].status is Status.UNEXPLAINED
        assert words(later)[-1][1] == "QYÅ"


class TestPasses:
    """What is in doubt is no pass."""

    def test_a_card_that_may_belong_to_the_word(self) -> None:
        """Nothing is new but a card of which nobody can tell whether it is one of the word: nobody has passed."""
        game = table(LUVA)
        [happened] = decide_pressed(game, look("L3 U V A R", doubt((4, 0), ".", "R")))

        assert isinstance(happened, LookRefused)
        assert happened.code is Refusal.UNCLEAR

    @pytest.mark.parametrize(("place", "is_pass"), [((4.4, 0.0), False), ((1.0, 1.5), False), ((9.0, 6.0), True)])
    def test_a_card_beside_the_word(self, place: tuple[float, float], *, is_pass: bool) -> None:
        """A lone card nearly at the word's end, or under it, may be meant to belong to it; one far away is aside."""
        [happened] = decide_pressed(table(LUVA), look(LUVA, aside=(card("R", place, is_aside=True),)))

        assert isinstance(happened, Passed if is_pass else LookRefused)

    def test_a_kept_card_that_may_be_a_new_one(self) -> None:
        """Of LUVA's kept cards only one seems to lie there still, beside KUL's U: it may be a new V."""
        game = table(LUVA, KUL)
        [happened] = decide_pressed(game, look("K .\nU V\nL ."))

        assert isinstance(happened, LookRefused)

    def test_kept_cards_of_some_turns_ago_are_no_word(self) -> None:
        """Cards that nobody took up for two turns lie there at a pass: they are not taken for a word."""
        lying = ".  K . .\nL3 U V A\n.  L . ."
        game = pressed(table(LUVA, lying, lying + "\n.  A . ."), lying + "\n.  A . .")

        assert game.turns[-1].status is Status.PASSED

    def test_a_story_is_never_taken_for_a_pass(self) -> None:
        """The newest play's word alone is taken back where exactly its cards are gone, as on a board."""
        assert decide(table(LUVA, KUL), look(LUVA)) == (Withdrawn(),)


def test_a_withdrawn_pass_pays_nothing() -> None:
    """A pass that is put out again settles no living word (K09)."""
    game = pressed(table(LUVA), LUVA)
    assert game.totals["Ann"] == 27
    assert follow(game, Removed(2)).totals["Ann"] == 0


def test_the_next_word_is_laid_and_asked_about() -> None:
    """Two words lie there since the last press, and a mark of the second is in doubt: it is asked after the tap."""
    game = table(LUVA)
    unsure = CardDoubt((3, 2), "multiplier", (("1", 0.6), ("2", 0.4)), CardWhy.MARK)
    happened = decide(game, look(".  K . . .\nL3 U V A .\n.  L E K .", unsure))
    after = tapped(reduce(follow, happened, game))

    assert [question.key for _, question in after.open_questions] == ["multiplier:3,1"]
    assert isinstance(happened[0], Surprised)
    assert isinstance(surprised(happened).explanations[0].happened[1], PlayLaid)
