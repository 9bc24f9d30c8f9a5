"""KortAlfapet for two, where one word lives and is stolen from: RULES.md K01, K02, K05, K09 and K11."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce

import pytest

from pi_referee.rules.board.board_text import draw_position
from pi_referee.rules.board.square import Square
from pi_referee.rules.course.game import Game, follow
from pi_referee.rules.course.happenings import (
    Answered,
    BagEmptied,
    Challenged,
    Corrected,
    Ended,
    Inserted,
    LeftOver,
    Passed,
    PlayLaid,
    Question,
    Removed,
    TimedOut,
    Undone,
    Withdrawn,
)
from pi_referee.rules.course.stealing import Settlement
from pi_referee.rules.plays.notation import WrittenPlay
from pi_referee.rules.plays.play import Play

Cards = Callable[..., Game]
LUVA, KUL = "0,0 > L3UVA", "1,-1 v K.L"
"""The booklet's example: L bears 3x; L, U, V, A are worth 1, 3, 4, 1, and K 3."""

WHOLE = (1 + 3 + 4 + 1) * 3


def play(text: str) -> Play:
    """A play as it is written."""
    return WrittenPlay.parse(text).on(draw_position(""))


def scores(game: Game) -> list[int | None]:
    """What each turn scored; None where that is not known."""
    return [turn.score for turn in game.turns]


def pending(game: Game) -> list[int | None]:
    """What each turn's word would score if nobody took a card of it; None where none is pending."""
    return [turn.pending for turn in game.turns]


def lying(game: Game) -> str:
    """The cards of the living word."""
    return "".join(str(tile) for _, tile in sorted(game.position.tiles.items()))


class TestSettling:
    """K01, K02 and K05: what a word brings once the next one is laid."""

    def test_k01_pending(self, cards: Cards) -> None:
        """K01: a word has scored nothing yet; what it would bring with all its cards is known."""
        game = cards(LUVA)

        assert (scores(game), pending(game), dict(game.totals)) == ([None], [WHOLE], {"A": 0, "B": 0})
        assert game.turns[0].status.value == "pending"

    def test_k01_the_booklets_example(self, cards: Cards) -> None:
        """K01: KUL is laid through the U of LUVA: L, V and A are kept, 6, times the 3 of the L: 18."""
        game = cards(LUVA, KUL)

        assert game.turns[1].settled == Settlement(turn=1, player="A", points=18, kept="LVA")
        assert (scores(game), pending(game)) == ([18, None], [None, 3 + 3 + 1])
        assert dict(game.totals) == {"A": 18, "B": 0}
        assert game.turns[0].status.value == "scored"

    def test_k01_only_the_new_word_lives(self, cards: Cards) -> None:
        """K01: the kept cards are taken up: what may be built on is KUL, and the rest may lie there no longer."""
        game = cards(LUVA, KUL)

        assert game.position == draw_position("K\nU\nL", at=Square.parse("1,-1"))
        assert "".join(str(tile) for tile in game.spent.values()) == "L3VA"
        assert cards(LUVA, KUL, "3,-1 v T.").turns[2].status.value == "illegal"

    def test_k01_all_taken(self, cards: Cards) -> None:
        """K01: a word of which every card is used brings nothing."""
        game = cards(LUVA, "0,0 > ....N")

        assert (game.turns[1].settled, scores(game)[0]) == (Settlement(1, "A", 0, ""), 0)

    def test_k01_one_after_another(self, cards: Cards) -> None:
        """K01: each word is settled by the next, whoever's it is."""
        game = cards(LUVA, KUL, "0,1 > A.M", "2,0 v H.")

        assert scores(game) == [18, 3 + 3, 1 + 1, None]
        assert (pending(game)[3], dict(game.totals)) == (3 + 3, {"A": 18 + 2, "B": 6})

    def test_k02_the_mark_follows_the_card(self, cards: Cards) -> None:
        """K02: a stolen card's mark works for the thief, and no more for the word it came from."""
        game = cards(LUVA, "0,-1 v B.")

        assert (game.turns[1].pending, scores(game)[0]) == ((4 + 1) * 3, 3 + 4 + 1)

    def test_k02_next_best(self, cards: Cards) -> None:
        """K02, K03: of the cards that are kept the best mark counts, once."""
        assert scores(cards("0,0 > L3U2V2A", "0,-1 v B."))[0] == (3 + 4 + 1) * 2
        assert scores(cards("0,0 > L3U2V2A", KUL))[0] == (1 + 4 + 1) * 3

    def test_k02_one_mark_of_the_thief(self, cards: Cards) -> None:
        """K02: with a mark of one's own and a stolen one, the better of them multiplies the new word."""
        assert cards(LUVA, "0,-1 v B2.").turns[1].pending == (4 + 1) * 3

    def test_k05_no_crossing_words(self, cards: Cards) -> None:
        """K05: a word that comes about beside the one that was laid, with a card nobody took up, gives nothing."""
        game = cards(LUVA, KUL, "0,1 > A.M")

        assert game.turns[2].ruling is not None
        assert [word.text for word in game.turns[2].ruling.words] == ["ALM"]
        assert Square.parse("0,0") not in game.position.tiles


class TestPassing:
    """K09: nobody can build on the word."""

    @pytest.mark.parametrize("passes", ["-", TimedOut()])
    def test_k09_full_score_at_once(self, cards: Cards, passes: object) -> None:
        """K09: whoever passes lets the other's word score in full, and at once."""
        game = cards(LUVA, passes)

        assert (game.turns[1].settled, scores(game)) == (Settlement(1, "A", WHOLE, "LUVA"), [WHOLE, 0])
        assert (game.on_turn, game.totals["A"], pending(game)) == ("A", WHOLE, [None, None])

    def test_k09_once_only(self, cards: Cards) -> None:
        """K09: it stays to be built on, by its own player too, and scores no second time, not even at the end."""
        game = cards(LUVA, "-", KUL)
        assert (game.turns[2].settled, game.turns[2].pending, scores(game)[0]) == (None, 3 + 3 + 1, WHOLE)
        assert dict(cards(LUVA, "-", KUL, Ended()).totals) == {"A": WHOLE + 7, "B": 0}
        assert dict(cards(LUVA, "-", Ended()).totals) == {"A": WHOLE, "B": 0}

    def test_k09_passing_on(self, cards: Cards) -> None:
        """K09: its own player passes, too, and then the other again: nothing scores, and the word still lies there."""
        game = cards(LUVA, "-", "-", "-")
        assert (scores(game), lying(game)) == ([WHOLE, 0, 0, 0], "L3UVA")
        later = cards(LUVA, "-", "-", KUL)
        assert (later.turns[3].player, later.turns[3].settled, dict(later.totals)) == ("B", None, {"A": WHOLE, "B": 0})

    def test_k09_each_word_anew(self, cards: Cards) -> None:
        """K09: the word built on it lives as any other, and a pass lets that one score."""
        assert dict(cards(LUVA, "-", KUL, "-").totals) == {"A": WHOLE + 7, "B": 0}

    def test_k09_a_lost_turn(self, cards: Cards) -> None:
        """K09, L01: a turn lost for questioning in vain is no pass, and passing lets nobody's own word score."""
        ranked = {"challenge__mode": "ranked_challenge"}
        lost = [LUVA, Challenged("B", stands=True)]

        assert (cards(*lost, **ranked).on_turn, pending(cards(*lost, **ranked))) == ("A", [WHOLE, None])
        assert (scores(cards(*lost, "-", **ranked)), cards(*lost, "-", **ranked).on_turn) == ([None, 0, 0], "B")
        assert cards(*lost, KUL, **ranked).turns[2].settled == Settlement(1, "A", 18, "LVA")

    def test_k09_nothing_there(self, cards: Cards) -> None:
        """K09: a pass before any word settles nothing."""
        assert cards("-").turns[0].settled is None

    def test_k09_house_rule(self, cards: Cards) -> None:
        """K09, A27: where a word that does not count costs the turn, that is a pass; else its player lays again."""
        fallen = [LUVA, KUL, Challenged("A", stands=False)]
        retried, lost = cards(*fallen), cards(*fallen, words__invalid_penalty="lose_turn")

        assert (retried.on_turn, scores(retried), pending(retried)[0]) == ("B", [None, 0], WHOLE)
        assert (lost.on_turn, scores(lost), lost.turns[1].settled) == ("A", [WHOLE, 0], Settlement(1, "A", 27, "LUVA"))


class TestTheEnd:
    """K11: the pile is empty, and nobody can lay a word."""

    def test_k11_nobody_can_lay(self, cards: Cards) -> None:
        """K11: the game ends when the pile is empty and everybody has passed since the last word."""
        assert cards(LUVA, "-", "-").ended == ""
        assert cards(LUVA, BagEmptied(), "-").ended == ""
        assert cards(LUVA, BagEmptied(), "-", "-").ended == "passes"
        assert cards(LUVA, BagEmptied(), "-", KUL, "-").ended == ""

    def test_k11_two_passes_are_no_end(self, cards: Cards) -> None:
        """K11: while there is a pile, passing ends nothing, however often."""
        assert cards(LUVA, *"------").ended == ""

    def test_k11_the_last_word(self, cards: Cards) -> None:
        """K11: the word that still lives scores in full, since nobody can steal from it any more."""
        game = cards(LUVA, KUL, Ended())

        assert (scores(game), pending(game), game.winners) == ([18, 7], [None, None], ("A",))
        assert [turn.status.value for turn in game.turns] == ["scored", "scored"]

    def test_k11_hands_are_taken_off(self, cards: Cards) -> None:
        """K11: what is left in the hands is taken off; nobody gets it; who has most wins, and ties are shared."""
        game = cards(LUVA, KUL, Ended(), LeftOver({"A": 11, "B": 0}))

        assert (dict(game.totals), game.winners) == ({"A": 18 - 11, "B": 7}, ("A", "B"))

    def test_nobody_wins_before(self, cards: Cards) -> None:
        """While the game goes on, nobody has won, and the last word is still to be stolen."""
        assert cards(LUVA, KUL).winners == ()


class TestTakingBack:
    """What is settled is unsettled again when the word that settled it goes."""

    @pytest.mark.parametrize("back", [Withdrawn(), Undone(), Challenged("A", stands=False), Removed(2)])
    def test_the_newest(self, cards: Cards, back: object) -> None:
        """Withdrawn, undone, questioned or removed: the old word lives as before, and its thief is on turn again."""
        game = cards(LUVA, KUL, back)

        assert (pending(game)[0], scores(game)[0], lying(game)) == (WHOLE, None, "L3UVA")
        assert (game.on_turn, dict(game.totals), dict(game.spent)) == ("B", {"A": 0, "B": 0}, {})

    def test_and_laid_again(self, cards: Cards) -> None:
        """Another word in its place settles the old one anew."""
        assert dict(cards(LUVA, KUL, Withdrawn(), "0,0 > ....N").totals) == {"A": 0, "B": 0}

    def test_undoing_a_pass(self, cards: Cards) -> None:
        """A pass that is undone has let nothing score."""
        game = cards(LUVA, "-", Undone())

        assert (scores(game), pending(game), game.on_turn) == ([None], [WHOLE], "B")

    def test_an_earlier_one(self, cards: Cards) -> None:
        """An earlier word that is removed: what was built on it may not lie so any more, and settles nothing."""
        game = cards(LUVA, KUL, "0,1 > A.M", Removed(2))

        assert [turn.status.value for turn in game.turns] == ["pending", "withdrawn", "illegal"]
        assert (lying(game), dict(game.totals)) == ("L3UVA", {"A": 0, "B": 0})

    def test_correcting(self, cards: Cards) -> None:
        """A correction settles everything after it anew: the L had no mark, and B took the V."""
        unmarked = cards(LUVA, KUL, Corrected(1, play("0,0 > LUVA")))
        assert scores(unmarked)[0] == 6
        other = cards(LUVA, KUL, Corrected(2, play("2,0 v .I")))
        assert (scores(other)[0], other.turns[1].settled) == ((1 + 3 + 1) * 3, Settlement(1, "A", 15, "LUA"))

    def test_a_forgotten_word(self, cards: Cards) -> None:
        """A word that was forgotten is put in between, and settles what it took its cards from."""
        game = cards(LUVA, "0,1 > A.M", Inserted(2, play(KUL), "B"))

        assert [turn.player for turn in game.turns] == ["A", "B", "B"]
        assert (scores(game), pending(game)[2]) == ([18, 3 + 3, None], 1 + 1 + 3)

    def test_nonsense_changes_nothing(self, cards: Cards) -> None:
        """A word that may not lie so settles nothing, and the old one lives on."""
        game = cards(LUVA, "7,7 > SOL")

        assert (game.turns[1].status.value, pending(game)[0], game.turns[1].settled) == ("illegal", WHOLE, None)


class TestQuestions:
    """What is asked about a card holds open what it may change, and nothing else."""

    @staticmethod
    def marked(cell: str) -> Question:
        """Whether the card of a cell bears a mark."""
        return Question(f"multiplier:{cell}", (("1", 0.6), ("3", 0.4)))

    def test_of_a_kept_card(self, cards: Cards) -> None:
        """A mark that is asked about: the word is not settled before the answer, and then exactly."""
        game = cards(PlayLaid(play("0,0 > LUVA"), (self.marked("0,0"),)), KUL)
        told = [cards(PlayLaid(play("0,0 > LUVA"), (self.marked("0,0"),)), KUL, Answered(1, "multiplier:0,0", str(n)))
                for n in (1, 3)]  # fmt: skip

        assert (scores(game)[0], game.turns[1].settled) == (None, Settlement(1, "A", None, "LVA"))
        assert [one.totals["A"] for one in told] == [6, 18]

    def test_of_a_stolen_card(self, cards: Cards) -> None:
        """A mark of the stolen card that is asked about holds the thief's word open, too."""
        game = cards(PlayLaid(play("0,0 > LUVA"), (self.marked("1,0"),)), KUL)

        assert (scores(game)[1], pending(game)[1], game.turns[1].status.value) == (None, None, "open")

    def test_two_marks_of_which_one_counts(self, cards: Cards) -> None:
        """A word over two marks in question waits till the better one is told: either alone may change nothing."""
        asked = [PlayLaid(play(text), (self.marked(cell),)) for text, cell in ((LUVA, "0,0"), ("4,0 > N3", "4,0"))]
        game = cards(*asked, "5,0 > S")
        told = follow(game, Answered(2, "multiplier:4,0", "3"))
        neither = reduce(follow, (Answered(2, "multiplier:4,0", "1"), Answered(1, "multiplier:0,0", "1")), game)

        assert (pending(game)[2], pending(told)[2], pending(neither)[2]) == (None, 33, 11)
        assert scores(follow(game, Passed()))[2] is None

    def test_of_the_new_word(self, cards: Cards) -> None:
        """A question about the thief's own new card does not keep the old word from being settled."""
        game = cards(LUVA, PlayLaid(play(KUL), (self.marked("1,1"),)))

        assert (scores(game)[0], game.turns[1].status.value, game.totals["A"]) == (18, "open", 18)

    def test_of_all_new_cards(self, cards: Cards) -> None:
        """Perhaps neither new card is one: then it was a pass, for which the old word scores in full."""
        either = [
            Question(f"letter:{cell}", ((letter, 0.6), (".", 0.4))) for cell, letter in (("-1,0", "S"), ("2,0", "T"))
        ]
        turns = ("0,0 > OR", PlayLaid(play("-1,0 > S..T"), tuple(either)))
        game = cards(*turns)
        passed = cards(*turns, Answered(2, "letter:-1,0", "."), Answered(2, "letter:2,0", "."))

        assert (scores(game)[0], scores(passed)) == (None, [3, 0])


class TestExtraPoints:
    """A listed word of a theme game gives its extra points to whoever laid it, stolen from or not."""

    def test_theme_words_are_not_stolen(self, cards: Cards) -> None:
        """The extra points are no card's: they are there whatever is taken, and only once."""
        theme = {"theme__words": "LUVA", "theme__points": 10}

        assert pending(cards(LUVA, **theme)) == [WHOLE + 10]
        assert scores(cards(LUVA, KUL, **theme))[0] == 18 + 10
        assert scores(cards(LUVA, "0,0 > ....N", **theme))[0] == 10
        assert scores(cards(LUVA, "-", **theme))[0] == WHOLE + 10
