"""What a look at a table of cards means: plays, settlements, things taken up or left lying, questions and refusals."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce

import pytest

from pi_referee.judge.meaning_in_game import meaning_of_cards
from pi_referee.judge.referee import decide
from pi_referee.rules.board.board_text import read_tile
from pi_referee.rules.course.game import Game, begin, follow
from pi_referee.rules.course.happenings import (
    Answered,
    GameBegan,
    Happening,
    LookRefused,
    Passed,
    PlayLaid,
    Question,
    Surprised,
    Withdrawn,
)
from pi_referee.rules.course.refusal import Refusal
from pi_referee.rules.definition.library import ruleset
from vision.cards.card_sighting import About, CardDoubt, CardSighting, CardWhy, Cell, SeenCard
from vision.sighting import NotSeen, Quad

NOWHERE = Quad(((0, 0), (1, 0), (1, 1), (0, 1)))
VALUES = ruleset("kortalfapet").values


def look(drawn: str, *doubts: CardDoubt) -> CardSighting:
    """A look at a table drawn as text: `L3` bears 3x, `E{5}` shows another value than usual, `_` is a joker."""
    rows = [line.split() for line in drawn.strip().splitlines()]
    cards = [
        _seen(sign, (column, row)) for row, signs in enumerate(rows) for column, sign in enumerate(signs) if sign != "."
    ]
    return CardSighting(tuple(cards), doubts=doubts)


def _seen(sign: str, cell: Cell) -> SeenCard:
    tile = read_tile(sign)
    value = None if tile.is_blank else VALUES.get(tile.letter) if tile.value is None else tile.value
    return SeenCard(NOWHERE, tile.letter, value, tile.multiplier, tile.is_blank, 0.99, cell)


def doubt(cell: Cell, about: About, *choices: str) -> CardDoubt:
    """A doubt about a card, likeliest first."""
    return CardDoubt(cell, about, tuple((choice, 1 / len(choices)) for choice in choices), CardWhy.LETTER)


def game(*players: str) -> Game:
    """A game that has just begun."""
    return begin(GameBegan("kortalfapet", players or ("Ann", "Bo"), 7))


def pressed(state: Game, *tables: str) -> Game:
    """The game after a press over each of these tables."""
    for drawn in tables:
        for happening in decide(state, look(drawn)):
            state = follow(state, happening)
    return state


def seen(state: Game, drawn: str, *doubts: CardDoubt) -> tuple[Happening, ...]:
    """What a press over this table comes to."""
    return decide(state, look(drawn, *doubts))


def refused(happened: tuple[Happening, ...]) -> Refusal:
    """Why a press led to nothing."""
    [happening] = happened
    assert isinstance(happening, LookRefused), happening
    assert happening.reason
    assert happening.cure
    return happening.code


LUVA = "L3 U V A"
KUL = """
.  K . .
L3 U V A
.  L . .
"""
KUL_ALONE = """
K
U
L
"""


class TestStealing:
    """Two players: one word lives."""

    def test_the_booklets_example(self) -> None:
        """LUVA, then KUL through its U: Ann's kept cards bring 18, and KUL lives."""
        state = pressed(game(), LUVA, KUL)

        assert (state.totals, state.turns[1].pending) == ({"Ann": 18, "Bo": 0}, 7)

    def test_kept_cards_are_taken_up_or_not(self) -> None:
        """Cards that play no more may be gone at the next press, or lie there still: the play is the same."""
        state = pressed(game(), LUVA, KUL)
        gone = pressed(state, "K . .\nU . .\nL E K")
        left = pressed(state, ".  K . . .\nL3 U V A .\n.  L E K .")

        assert gone.totals == left.totals == {"Ann": 18, "Bo": 6}
        assert gone.turns[2].move == left.turns[2].move

    def test_a_table_pushed_elsewhere(self) -> None:
        """A look counts its cells from its own first card: the play lies in the game where it belongs."""
        state = pressed(game(), LUVA, KUL, "K . .\nU . .\nL E K")

        assert [str(square) for square in sorted(state.position.tiles)] == ["1,1", "2,1", "3,1"]

    def test_nothing_new_is_a_pass(self) -> None:
        """Who passes leaves the table as it is, whether kept cards were taken up or not."""
        state = pressed(game(), LUVA, KUL)

        assert seen(state, KUL_ALONE) == seen(state, KUL) == (Passed(),)

    def test_taken_back(self) -> None:
        """The newest word's own cards are gone: it is withdrawn, and the old word lives again."""
        state = pressed(game(), LUVA, KUL)

        assert seen(state, LUVA) == (Withdrawn(),)
        assert pressed(state, LUVA).turns[0].pending == 27

    def test_laid_anew(self) -> None:
        """Another word in the newest one's place, by the same player, stands for it."""
        state = pressed(game(), LUVA, KUL)
        first, second = seen(state, ".  G . .\nL3 U V A\n.  L . .")

        assert (first, type(second)) == (Withdrawn(), PlayLaid)

    def test_a_card_like_one_that_was_kept(self) -> None:
        """Where one card lies that may be kept or new, the rules tell if only one way makes a play."""
        state = pressed(game(), LUVA, KUL)
        after = pressed(state, "K .\nU T\nL .")

        assert [word.text for turn in after.turns[2:] for word in (turn.ruling.words if turn.ruling else ())] == ["UT"]

    @pytest.mark.parametrize(
        ("then", "asked"), [("F R T O\n. . P .\n. . P .", ["letter:1,0"]), ("T O\nP .\nP .\nA .", [])]
    )
    def test_a_card_like_the_only_one_that_was_let_go(self, then: str, asked: list[str]) -> None:
        """In line with a new word a lone old card may be a new one like it: it is asked; elsewhere it stayed."""
        state = pressed(game(), "T O", "T O\nP .\nP .")
        [laid] = seen(state, then)

        assert isinstance(laid, PlayLaid)
        assert [question.key for question in laid.doubts] == asked
        if asked:
            told = [follow(follow(state, laid), Answered(3, asked[0], answer)).turns[2] for answer in (".", "O")]
            assert [turn.pending for turn in told] == [4 + 1 + 1, 4 + 1 + 1 + 2]

    def test_both_ways_make_a_play(self) -> None:
        """Where both ways make a play, the table is asked which card is new."""
        state = pressed(game(), LUVA, KUL)
        [laid] = seen(state, "K . .\nU V Y")

        assert isinstance(laid, Surprised)
        [laid] = seen(state, "K . .\nU V .\nL E K")
        assert isinstance(laid, PlayLaid)
        assert laid.doubts == ()

    def test_what_may_be_nothing_lays_no_old_card_anew(self) -> None:
        """Of L, V and A, which play no more, L lies still; a thing beside it makes no new card of it, nor a play."""
        state = pressed(game(), LUVA, KUL)
        unsure = look(". .  K\nS L3 U\n. .  L", doubt((0, 1), "letter", ".", "S"))
        [told] = decide(state, unsure)

        assert isinstance(told, LookRefused)
        assert told.code is Refusal.UNCLEAR

    @pytest.mark.parametrize(
        ("before", "then"),
        [
            (["T Y A U B", "T Y A U B\n. . . . Ä", "O R K B\n. . . Ä"], "T O R K B\n. . . . Ä"),
            (["T A B", "T A B\n. E .\n. N .", "A R S\nE . .\nN . .", "K . .\nA R S\nE . .\nN . ."], ". K\nT A"),
        ],
        ids=["others lie there", "others lay there"],
    )
    def test_where_an_old_card_lay_when_others_like_it_were_taken_up(self, before: list[str], then: str) -> None:
        """Where others were laid on some of the cards that were let go, all were taken up: perhaps a T is no old one.

        However it is pushed, it lies where the old one lay: only who sits there can say what happened.
        """
        [told] = seen(pressed(game(), *before), then)

        assert isinstance(told, LookRefused)
        assert told.code is Refusal.UNCLEAR
        assert told.squares
        assert told.cure == "Write the play on the page, or tap Pass there."

    def test_a_likely_card_needs_an_old_one_to_be_new(self) -> None:
        """L plays no more; S is likely beside it: SL is a play, or nothing is: L alone is not told as laid."""
        [told] = decide(
            pressed(game(), LUVA, KUL), look(". K . .\nL3 U . .\nS L . .", doubt((0, 2), "letter", "S", "."))
        )

        assert isinstance(told, LookRefused)
        assert told.code is Refusal.UNCLEAR

    def test_two_doubts_about_one_card_are_one_question(self) -> None:
        """Which letter a card shows, and whether it belongs to the words, is asked at once, with all it may be."""
        unsure = look("L U V A", doubt((3, 0), "letter", "A", "Ä"), doubt((3, 0), "letter", "A", "."))
        [laid] = decide(game(), unsure)

        assert isinstance(laid, PlayLaid)
        assert [(one.key, tuple(dict(one.choices))) for one in laid.doubts] == [("letter:3,0", ("A", "Ä", "."))]

    def test_a_figure_of_the_cloth_hides_no_card_that_was_laid(self) -> None:
        """An O may be a figure of the cloth, and K a card that lies beside: once the O is told to be none, K counts."""
        state = pressed(game(), LUVA)
        unsure = look("O . . K\nL3 U V A", doubt((0, 0), "letter", "O", "Ö"), doubt((3, 0), "letter", "K", "."))
        [laid] = decide(state, unsure)

        assert isinstance(laid, PlayLaid)
        assert {question.key for question in laid.doubts} == {"letter:0,-1", "letter:3,-1"}
        answers = (Answered(2, "letter:0,-1", "."), Answered(2, "letter:3,-1", "K"))
        told = reduce(follow, answers, follow(state, laid))
        assert [(turn.player, turn.pending) for turn in told.turns[1:]] == [("Bo", 4)]

    def test_old_cards_in_question_above_and_beside(self) -> None:
        """Q and X play no more and are asked about: of both only the Q can be new with the L, so that is asked."""
        q, x = doubt((0, 0), "letter", "Q", "O"), doubt((1, 1), "multiplier", "1", "2")
        state = game()
        for table in (look("Q\nE", q), look("Q . .\nE X S", x), look("Q . I\nE X S")):
            state = reduce(follow, decide(state, table), state)
        [laid] = seen(state, "Q L I\nE X S")

        assert isinstance(laid, PlayLaid)
        assert [question.key for question in laid.doubts] == ["letter:0,0"]

    def test_an_old_question_lasts_from_when_its_card_was_let_go(self) -> None:
        """A card read as G, perhaps F, lived on for turns and lies there still, plainly an F: that is no new word."""
        state = game()
        unsure = look("U T\nG .\nK .", doubt((0, 1), "letter", "G", "F"))
        for table in (
            look("U T"), unsure, look("U .\nF .\nK .\nI ."), look("U .\nF .\nK .\nI .\nS ."),
            look(". U\n. F\n. K\n. I\n. S\n. D"), look(". U\n. F\nM K\n. I\n. S\n. D"),
        ):  # fmt: skip
            state = reduce(follow, decide(state, table), state)

        assert not any(isinstance(told, PlayLaid) for told in seen(state, ". U\n. F\nM K\n. I\n. S\n. D"))

    def test_one_card_swapped(self) -> None:
        """The newest word with another card in it was laid anew, or read wrongly: it is asked."""
        withdrawn, laid = seen(pressed(game(), LUVA), "L3 U B A")

        assert (withdrawn, isinstance(laid, PlayLaid)) == (Withdrawn(), True)
        assert isinstance(laid, PlayLaid)
        assert laid.doubts == (Question("letter:2,0", (("B", 0.5), ("V", 0.5))),)

    @pytest.mark.parametrize("players", [("Ann", "Bo"), ("Ann", "Bo", "Cleo")])
    @pytest.mark.parametrize(
        ("then", "asked"),
        [
            ("L3 U V A2", ("multiplier:3,0", "2", "1")),
            ("L U V A", ("multiplier:0,0", "1", "3")),
            ("L3 U V{8} A", ("value:2,0", "8", "4")),
        ],
    )
    def test_a_mark_or_value_that_was_another_one(self, players: tuple[str, ...], then: str, asked: object) -> None:
        """A card is hardly swapped for the same letter: which look read it right is asked, and no score told."""
        state = reduce(follow, seen(pressed(game(*players), LUVA), then), pressed(game(*players), LUVA))

        assert [(one.key, *dict(one.choices)) for _, one in state.open_questions] == [asked]
        assert (state.turns[-1].score, state.turns[-1].pending) == (None, None)

    def test_a_mark_that_was_another_one_beside_a_joker(self) -> None:
        """A joker shows none in both looks: nothing is asked of it."""
        named = follow(pressed(game(), "L3 U _ A"), Answered(1, "joker:2,0", "V"))
        [_, laid] = seen(named, "L3 U _ A2")

        assert isinstance(laid, PlayLaid)
        assert [one.key for one in laid.doubts] == ["multiplier:3,0"]

    @pytest.mark.parametrize("other", ["A2", "A{4}"])
    def test_an_idle_card_that_shows_another_mark_or_value(self, other: str) -> None:
        """KUL lies through LUVA: an A that seems to bear 2x is the old one, of which one look read the mark wrongly."""
        state = pressed(game(), LUVA, KUL)

        assert seen(state, f".  K . .\nL3 U V {other}\n.  L . .") == (Passed(),)
        assert refused(seen(state, ".  K . .\nL U V A\n.  L . .")) is Refusal.UNCLEAR, "an L beside the U makes a word"

    def test_a_deck_that_was_corrected_since(self) -> None:
        """A value that cannot be read is known from the deck: put right there, it makes no other card of it."""
        state, there = pressed(game(), LUVA), look(LUVA)
        cards = tuple(replace(card, value=9, is_value_seen=False) for card in there.cards)

        assert decide(state, replace(there, cards=cards)) == (Passed(),)
        marked = tuple(replace(card, multiplier=2) if card.letter == "A" else card for card in cards)
        [_, laid] = decide(state, replace(there, cards=marked))
        assert isinstance(laid, PlayLaid)
        assert [one.key for one in laid.doubts] == ["multiplier:3,0"], "no values that nobody read are asked about"

    def test_an_old_card_swapped(self) -> None:
        """Another card than before among those of an older word: it was agreed wrongly, or something else happened."""
        state = pressed(game(), LUVA, KUL, "K . .\nU . .\nL E K")
        [surprise] = seen(state, "L A K T")

        assert isinstance(surprise, Surprised)
        assert "misread" in [one.kind for one in surprise.explanations]

    @pytest.mark.parametrize(
        ("table", "code"),
        [
            ("L3 U V A\n. . . .\nK U L .", Refusal.NOT_A_PLAY),
            ("L3 U V A\n. L . R\n. . . .", Refusal.NOT_A_PLAY),
        ],
    )
    def test_no_play(self, table: str, code: Refusal) -> None:
        """A word apart, two words: each is refused, with its reason and cure."""
        assert refused(seen(pressed(game(), LUVA), table)) is code


class TestQuestions:
    """What the eye is not sure of is asked, by the game's cells."""

    def test_mark_value_letter(self) -> None:
        """Each doubt about a new card is a question with its choices, and the score waits."""
        state = pressed(game(), LUVA)
        doubts = (
            doubt((1, 0), "multiplier", "1", "3"),
            doubt((1, 2), "value", "1", "7"),
            doubt((1, 2), "letter", "L", "I"),
        )
        [laid] = seen(state, KUL, *doubts)

        assert isinstance(laid, PlayLaid)
        assert [(one.key, [sign for sign, _ in one.choices]) for one in laid.doubts] == [
            ("multiplier:1,-1", ["1", "3"]),
            ("letter:1,1", ["L", "I"]),
            ("value:1,1", ["1", "7"]),
        ]
        after = follow(state, laid)
        assert (after.turns[1].pending, after.totals["Ann"]) == (None, 18)
        for key, answer in (("multiplier:1,-1", "3"), ("value:1,1", "7"), ("letter:1,1", "L")):
            after = follow(after, Answered(2, key, answer))
        assert after.turns[1].pending == (3 + 3 + 7) * 3

    def test_an_old_card_in_doubt(self) -> None:
        """What was agreed stays agreed: a doubt about an old card is nobody's business."""
        [laid] = seen(pressed(game(), LUVA), KUL, doubt((2, 1), "letter", "V", "U"))

        assert isinstance(laid, PlayLaid)
        assert laid.doubts == ()

    def test_a_joker(self) -> None:
        """A joker's letter is asked, and holds no score back; it keeps it while it lies there."""
        state = pressed(game(), LUVA, ".  K . .\nL3 U V A\n.  _ . .")

        assert state.open_questions == ((2, Question("joker:1,1", holds_score=False)),)
        named = follow(state, Answered(2, "joker:1,1", "L"))
        assert named.turns[1].ruling is not None
        assert (named.turns[1].ruling.words[0].text, named.turns[1].pending) == ("KUL", 6)
        taken = pressed(named, "K . .\nU . .\n_ E K")
        assert taken.turns[2].ruling is not None
        assert taken.turns[2].ruling.words[0].text == "LEK"

    def test_a_card_told_to_be_another_one_whose_mark_is_asked_still(self) -> None:
        """Who said that it is neither an E nor an F need not say so again at every press, whatever else is open."""
        unsure = doubt((0, 0), "letter", "E", "F"), doubt((0, 0), "multiplier", "3", "1")
        state = reduce(follow, seen(game(), "E U V A", *unsure), game())
        then = seen(follow(state, Answered(1, "letter:0,0", "L")), "E U V A S", *unsure)

        assert [type(one) for one in then] == [PlayLaid]

    @pytest.mark.parametrize("letter", ["O", "Ö"])
    def test_a_printed_value_holds_whichever_letter_is_told(self, letter: str) -> None:
        """A card that prints 2 is worth 2, whichever of two letters somebody says it shows."""
        [laid] = seen(game(), "L O", doubt((1, 0), "letter", "O", "Ö"))
        told = follow(follow(game(), laid), Answered(1, "letter:1,0", letter))

        assert told.turns[0].pending == 1 + 2

    def test_a_printed_value(self) -> None:
        """A printed value that is not the usual one counts as printed."""
        assert pressed(game(), "L3 U{5} V A").turns[0].pending == (1 + 5 + 4 + 1) * 3


class TestRounds:
    """Three and four players: everything lies till the round is over."""

    PLAYERS = ("Ann", "Bo", "Cleo")
    ROUND = ("H U S", "H U S\n. . O\n. . L", "H U S . .\n. . O . .\n. . L Å T")

    def test_a_round_and_a_new_one(self) -> None:
        """Three words, then a cleared table: who scored most lays the next first word, anywhere."""
        state = pressed(game(*self.PLAYERS), *self.ROUND)
        after = pressed(state, ". V\n. E\n. D")

        assert (state.on_turn, after.turns[3].player, after.turns[3].score) == ("Ann", "Ann", 6)

    def test_not_cleared(self) -> None:
        """Cards of the last round that still lie there are asked to be taken off, and nothing is written down."""
        state = pressed(game(*self.PLAYERS), *self.ROUND)

        assert refused(seen(state, self.ROUND[-1])) is Refusal.STILL_LYING
        assert refused(seen(state, self.ROUND[-1] + "\n. . . . E")) is Refusal.STILL_LYING

    @pytest.mark.parametrize(
        ("lying", "is_refused"), [(". U S . .\n. . O . .\n. . L Å T", True), ("U S", False)], ids=["most", "two"]
    )
    def test_not_cleared_and_a_card_overlooked(self, lying: str, *, is_refused: bool) -> None:
        """A joker without a picture was not seen: the others make no new word; a few like them may."""
        happened = seen(pressed(game(*self.PLAYERS), *self.ROUND), lying)

        codes = [one.code for one in happened if isinstance(one, LookRefused)]
        assert codes == ([Refusal.STILL_LYING] if is_refused else [])

    @pytest.mark.parametrize("other", ["T2", "T{7}"])
    def test_not_cleared_and_a_mark_or_value_read_otherwise(self, other: str) -> None:
        """One of the last round's cards shows another mark or value: that makes no new word of all of them."""
        state = pressed(game(*self.PLAYERS), *self.ROUND)

        assert refused(seen(state, f"H U S . .\n. . O . .\n. . L Å {other}")) is Refusal.STILL_LYING

    def test_taken_back_over_the_rounds_end_and_a_mark_read_otherwise(self) -> None:
        """The round's last word is taken back, and another one's U seems to bear 2x: that is asked."""
        state = pressed(game(*self.PLAYERS), *self.ROUND)

        assert [type(one) for one in seen(state, "H U2 S\n. . O\n. . L")] == [Surprised]

    def test_taken_back_over_the_rounds_end(self) -> None:
        """The last word of a round can be taken back at once, and the round goes on."""
        state = pressed(game(*self.PLAYERS), *self.ROUND)
        happened, way = meaning_of_cards(state, look(self.ROUND[1]))

        assert way.shift == (0, 0)
        assert type(happened).__name__ == "TakenBack"


def test_the_only_word_is_taken_back_from_a_table_without_any_other_card() -> None:
    """A bare table may be a dark one as well: what to do in either case is said, where a word may be gone."""
    unseen = NotSeen("No cards can be seen in the picture.", "More light.", Refusal.NO_BOARD)
    cures = [
        one.cure
        for state in (game(), pressed(game(), LUVA), pressed(game(), LUVA, KUL))
        for one in decide(state, unseen)
        if isinstance(one, LookRefused)
    ]

    assert ["undo it" in cure for cure in cures] == [False, True, False]


def test_a_bare_table_at_the_beginning() -> None:
    """Nothing lies there and nothing did: that is a pass to the game, and a hint to who presses."""
    assert seen(game(), "") == (Passed(),)


def test_no_word_is_laid_anew_elsewhere_while_cards_lie_where_it_lay() -> None:
    """Of TTA below the Y one card was overlooked, and the others may be none of the words: TTA may lie there still."""
    state = pressed(game("Ann", "Bo", "Cleo"), "G K Y I D", "G K Y I D\n. . T . .\n. . T . .\n. . A . .")
    perhaps = doubt((2, 1), "letter", "T", "."), doubt((2, 2), "letter", "A", ".")

    assert refused(seen(state, "G K Y I D A\n. . T . . .\n. . A . . .", *perhaps)) is Refusal.UNCLEAR
    assert [type(one) for one in seen(state, "G K Y I D\n. . T . .\n. . U . .")] == [Withdrawn, PlayLaid]


@pytest.mark.parametrize("told", ["E", "R"])
@pytest.mark.parametrize("later", [(), (("", 0.99), ("K", 0.01))])
def test_what_seemed_a_joker_and_was_told_to_be_a_letter_may_seem_one_again(
    told: str, later: tuple[tuple[str, float], ...]
) -> None:
    """Be it the letter that the question named or another one: who passes then passes, and has laid nothing anew."""
    asked = CardDoubt((1, 0), "letter", (("", 0.99), ("E", 0.01)), CardWhy.JOKER)
    state = reduce(follow, decide(game(), look("K _ L", asked)), game())
    state = follow(state, Answered(1, "letter:1,0", told))
    again = [CardDoubt((1, 0), "letter", later, CardWhy.JOKER)] if later else []

    assert seen(state, "K _ L", *again) == (Passed(),)
    assert [type(one) for one in seen(state, "K _ L A", *again)] == [PlayLaid]
