"""KortAlfapet, what both its games share: RULES.md K03, K04, K07, K08, K12, K13, and how many play it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pi_referee.errors import GameFileError, NotationError
from pi_referee.rules.board.board_text import draw_position, read_tile
from pi_referee.rules.board.square import Square
from pi_referee.rules.board.tile import Tile
from pi_referee.rules.course.game import Game
from pi_referee.rules.course.happenings import (
    Answered,
    BagEmptied,
    Exchanged,
    PlayLaid,
    Question,
    StartChosen,
    Withdrawn,
)
from pi_referee.rules.course.terms import begins_by_lot, exchange_faults
from pi_referee.rules.definition.library import ruleset
from pi_referee.rules.definition.mode import Mode
from pi_referee.rules.plays.notation import WrittenPlay
from pi_referee.rules.plays.play import Exchange, Play
from pi_referee.rules.plays.ruling import Ruling
from pi_referee.rules.plays.scoring import face_value

Cards = Callable[..., Game]
GoOn = Callable[..., Game]
Judge = Callable[..., Ruling]
LUVA = "L3 U V A"


def judged(judge: Judge, lying: str, play: str | Play, *, players: int = 2, at: str = "0,0") -> Ruling:
    """A play on drawn cards; the drawing's top left cell is `at`."""
    return judge(lying, play, at=at, rules=ruleset("kortalfapet").for_players(players), typed=True)


def faults(ruling: Ruling) -> list[str]:
    """What is wrong with a play."""
    return [infraction.fault.value for infraction in ruling.infractions]


def changed(game: Game) -> list[str]:
    """What speaks against changing one card now."""
    return [infraction.fault.value for infraction in exchange_faults(game, Exchange(1))]


class TestPlayers:
    """How many play, and which game that is."""

    @pytest.mark.parametrize(("players", "mode"), [("AB", Mode.STEALING), ("ABC", Mode.ROUNDS), ("ABCD", Mode.ROUNDS)])
    def test_two_steal_and_more_play_rounds(self, cards: Cards, players: str, mode: Mode) -> None:
        """Two players steal from each other; three and four play rounds."""
        assert cards(players=players).ruleset.mode is mode

    def test_not_alone(self, cards: Cards) -> None:
        """Nobody plays it alone, unless with two hands; the message says how many do."""
        with pytest.raises(GameFileError, match=r"KortAlfapet is not played by 1.*Name 2, 3, 4 players"):
            cards(players="A")
        assert cards(players="A", solo__racks=2).ruleset.mode is Mode.STEALING

    def test_not_five(self, cards: Cards) -> None:
        """Nor do five play it."""
        with pytest.raises(GameFileError, match="One to four can"):
            cards(players="ABCDE")

    def test_the_first_starter(self, cards: Cards) -> None:
        """The first round begins left of the dealer, or as the table says; then turns go round."""
        assert begins_by_lot(cards())
        assert cards(StartChosen("B"), "0,0 > SOL", players="ABC").on_turn == "C"


class TestMarks:
    """K03, and what is printed on a card."""

    @pytest.mark.parametrize(
        ("word", "score"),
        [("LUVA", 9), ("L2UVA", 18), ("L3UVA", 27), ("L3UV2A", 27), ("L2U2VA", 18), ("L3U3V3A", 27)],
    )
    def test_k03_the_best_mark_once(self, judge: Judge, word: str, score: int) -> None:
        """K03: the sum of the word, times the best of its marks and no other."""
        assert judged(judge, "", f"0,0 > {word}", players=3).score == score

    def test_k03_a_mark_lying_there(self, judge: Judge) -> None:
        """K03: the mark of a card that lies there works like that of a new one, in every word over it."""
        assert judged(judge, LUVA, "0,0 > ....N", players=3).score == (1 + 3 + 4 + 1 + 1) * 3
        assert judged(judge, LUVA, "0,0 v .Å", players=3).score == (1 + 4) * 3

    def test_printed_value(self, judge: Judge) -> None:
        """A value that was read on the card itself goes before what the deck says of its letter."""
        assert judged(judge, "", "0,0 > LUV{5}A").score == 1 + 3 + 5 + 1
        assert judged(judge, "", "0,0 > LUV2{0}A").score == 2 * (1 + 3 + 0 + 1)

    @pytest.mark.parametrize(
        ("sign", "tile"),
        [
            ("L3", Tile("L", multiplier=3)),
            ("V{5}", Tile("V", value=5)),
            ("L2{0}", Tile("L", multiplier=2, value=0)),
            ("e3", Tile("E", is_blank=True, multiplier=3)),
            ("_", Tile("", is_blank=True)),
        ],
    )
    def test_there_and_back(self, sign: str, tile: Tile) -> None:
        """A card that is written and read is the same card."""
        assert (read_tile(sign), str(tile)) == (tile, sign)

    def test_no_marks_on_tiles(self, judge: Judge) -> None:
        """A game with a board has no tile with a mark, nor one with a value of its own."""
        assert faults(judge("", "I9 > L3OV")) == faults(judge("", "I9 > LOV{5}")) == ["not_in_set"]


class TestMeaning:
    """K04: whether a word is only the old one bent is for the list and the table; how it lies is no fault."""

    @pytest.mark.parametrize(
        ("old", "new"),
        [("KATT", "0,0 > ....ER"), ("KATT", "-3,0 > BES....A"), ("KÖR", "0,0 > ...A")],
    )
    def test_k04_may_lie(self, cards: Cards, old: str, new: str) -> None:
        """K04: KATTER, BESKATTA and KÖRA may all lie so; lexicon.same_word tells the first from the others."""
        assert cards(f"0,0 > {old}", new).turns[1].status.value == "pending"

    def test_k04_falls(self, cards: Cards) -> None:
        """K04: where the table says that it means the same, it goes back, and the old word lives as before."""
        game = cards("0,0 > KATT", "0,0 > ....ER", Answered(2, "meaning", answer=False))

        assert ([turn.status.value for turn in game.turns], game.on_turn) == (["pending", "fell"], "B")
        assert (game.turns[0].pending, game.position) == (6, draw_position("K A T T"))

    def test_k04_whoever_plays_on_lets_it_stand(self, cards: Cards, go_on: GoOn) -> None:
        """K04: a word that another was built on, or after which somebody passed, is asked about no more; nothing falls.

        A late "no" had felled the newest word, whoever had laid it.
        """
        means = Question("meaning", (("yes", 0.5), ("no", 0.5)), holds_score=False)
        asked = PlayLaid(WrittenPlay.parse("0,0 > ...A").on(draw_position("K U L")), (means,))
        game = cards("0,0 > KUL", asked)
        assert [(turn, question.key) for turn, question in game.open_questions] == [(2, "meaning")]

        for then in ("0,0 > ....N", "-"):
            after = go_on(game, then)
            denied = go_on(after, Answered(2, "meaning", answer=False))
            assert after.open_questions == ()
            assert (denied.totals, [turn.status for turn in denied.turns]) == (
                after.totals,
                [turn.status for turn in after.turns],
            )

    def test_k04_agreed(self, cards: Cards) -> None:
        """K04: nothing said, the table is warned; a house may want it strict, or not at all."""
        assert cards().ruleset.switches["meaning.check"] == "warn_same_lemma"
        assert cards(meaning__check="strict").ruleset.switches["meaning.check"] == "strict"


class TestJokers:
    """K07."""

    def test_k07_worth_nothing(self, judge: Judge) -> None:
        """K07: a joker gives no points, whatever letter it stands for."""
        ruling = judged(judge, "", "0,0 > LUvA")

        assert (ruling.words[0].text, ruling.score) == ("LUVA", 1 + 3 + 0 + 1)

    def test_k07_keeps_its_letter(self, cards: Cards) -> None:
        """K07: a stolen joker stands for the same letter, and is worth nothing to the thief either."""
        game = cards("0,0 > LuVA", "1,-1 v K.L")

        assert game.turns[1].ruling is not None
        assert (game.turns[1].ruling.words[0].text, game.turns[1].pending) == ("KUL", 3 + 0 + 1)

    def test_k07_not_swapped(self, judge: Judge) -> None:
        """K07: nobody lays the letter itself on a joker."""
        assert faults(judged(judge, "L u V A", "1,-1 v KUL")) == ["occupied"]

    def test_k07_named_later(self, cards: Cards) -> None:
        """K07: the letter that was told is that of every later word over the joker; the scores do not wait for it."""
        nameless = ["0,0 > L_VA", "1,-1 v K.L"]
        asked, told = cards(*nameless), cards(*nameless, Answered(1, "joker:1,0", "U"))

        assert [turn.ruling.words[0].text for turn in asked.turns if turn.ruling] == ["L_VA", "K_L"]
        assert [turn.ruling.words[0].text for turn in told.turns if turn.ruling] == ["LUVA", "KUL"]
        assert asked.turns[0].score == told.turns[0].score == 1 + 4 + 1
        assert [(turn, question.key) for turn, question in asked.open_questions] == [(1, "joker:1,0")]
        assert told.open_questions == ()

    @pytest.mark.parametrize("joker", ["", "l"])
    def test_k07_no_mark(self, cards: Cards, joker: str) -> None:
        """K07: what was read as a 3x on a card that is a joker, as the table says, is its picture."""
        word = WrittenPlay.parse("0,0 > SOL3").on(draw_position(""))
        laid = PlayLaid(word, (Question("letter:2,0", (("L", 0.6), ("I", 0.4))),))

        assert cards(laid, Answered(1, "letter:2,0", joker), players="ABC").turns[0].score == 1 + 2 + 0
        assert cards(laid, Answered(1, "letter:2,0", "L"), players="ABC").turns[0].score == 3 * (1 + 2 + 1)

    def test_k07_no_value(self) -> None:
        """K07: nobody writes a joker that is worth something."""
        with pytest.raises(NotationError, match="A joker is worth nothing"):
            read_tile("e{5}")


class TestChanging:
    """K08: changing a card is no turn, and may be done once."""

    def test_k08_once_a_turn(self, cards: Cards) -> None:
        """K08: one card, once in a turn; the same player is still on turn."""
        assert changed(cards()) == []
        game = cards(Exchanged(1))
        assert (changed(game), game.on_turn, game.turns) == (["changed_already"], "A", ())
        assert [one.fault.value for one in exchange_faults(cards(), Exchange(2))] == ["changed_already"]
        assert exchange_faults(cards(), Exchange(0)) != ()

    @pytest.mark.parametrize("move", ["0,0 > SOL", "-"])
    def test_k08_in_every_turn(self, cards: Cards, move: str) -> None:
        """K08: after the turn, laid or passed, the next player may change one, too; the protocol keeps who did."""
        game = cards(Exchanged(1), move)

        assert (changed(game), [turn.changed for turn in game.turns]) == ([], [1])

    def test_k08_empty_pile(self, cards: Cards) -> None:
        """K08: with an empty pile nothing can be changed."""
        assert changed(cards(BagEmptied())) == ["pile_empty"]

    def test_k08_taken_back(self, cards: Cards) -> None:
        """K08: who takes the play back has still changed a card in this turn."""
        assert changed(cards(Exchanged(1), "0,0 > SOL", Withdrawn())) == ["changed_already"]


class TestPlacing:
    """K12 and K13: the bare table."""

    @pytest.mark.parametrize("players", [2, 3])
    def test_k12_the_first_word_anywhere(self, judge: Judge, players: int) -> None:
        """K12: the first word lies anywhere, across or down, also left of the first card or above it."""
        assert judged(judge, "", "-40,17 > SOL", players=players).is_legal
        assert judged(judge, "", "3,-5 v SOL", players=players).is_legal

    @pytest.mark.parametrize(
        ("play", "wrong"),
        [
            ("1,-1 v K.L", []),
            ("-1,0 > S....", []),
            ("-2,0 > SA....NS", []),
            ("4,-1 v SOL", ["takes_no_card"]),
            ("0,1 > SOL", ["takes_no_card"]),
            ("9,9 > SOL", ["takes_no_card"]),
            ("1,-1 v KUL", ["occupied"]),
            ("1,-1 v KA", ["occupied"]),
            ("0,0 > ....", ["too_short"]),
            ("-1,0 > ABCDEFGH", ["occupied", "too_many_tiles"]),
            ("1,-1 v W.L", ["not_in_set"]),
            ("H8 > SOL", ["no_cell", "takes_no_card"]),
        ],
    )
    def test_k12_built_on_a_card(self, judge: Judge, play: str, wrong: list[str]) -> None:
        """K12: with two, a word takes a card of the one that lives, across it or longer; none is replaced."""
        assert faults(judged(judge, LUVA, play)) == wrong

    @pytest.mark.parametrize(
        ("play", "wrong"),
        [
            ("0,1 > SOL", []),
            ("4,-1 v SOL", []),
            ("6,0 > SOL", ["detached"]),
            ("0,0 > KUL", ["occupied"]),
            ("H8 > SOL", ["detached", "no_cell"]),
        ],
    )
    def test_k12_touching(self, judge: Judge, play: str, wrong: list[str]) -> None:
        """K12: with three or four, a word may also lie beside another, as VED beside the L of LE."""
        assert sorted(faults(judged(judge, LUVA, play, players=4))) == wrong

    @pytest.mark.parametrize("players", [2, 3])
    def test_k12_only_one_word(self, judge: Judge, players: int) -> None:
        """K05, K06, K12: cards in two places are two words: off the line, or with a gap."""
        cells = [Square.parse(cell) for cell in ("1,-1", "1,1", "3,1")]
        twice = Play(dict(zip(cells, map(Tile, "KLD"), strict=True)))
        assert faults(judged(judge, LUVA, twice, players=players))[0] == "off_line"
        assert faults(judged(judge, LUVA, "0,1 > S..L", players=players))[:1] == ["gap"]

    @pytest.mark.parametrize(("players", "words"), [(2, ["KUL"]), (3, ["KUL", "LO"])])
    def test_k05_words_beside(self, judge: Judge, players: int, words: list[str]) -> None:
        """K05, K06: KUL is laid, and its L comes to lie beside an O: with two that is no word, with more it is one."""
        ruling = judged(judge, "L3 U V A\n. . O .", "1,-1 v K.L", players=players)

        assert [word.text for word in ruling.words] == words

    def test_k13_nothing_is_counted(self, judge: Judge) -> None:
        """K13: cards may have been taken out and nobody counts them: no letter is too many."""
        assert judged(judge, "", "0,0 > ZZZZZZZ").is_legal
        assert judged(judge, "", "0,0 > aaaaaaa").is_legal
        assert ruleset("kortalfapet").tile_total is None

    def test_k11_hands(self) -> None:
        """K11: cards in the hand are worth what is printed on them, whatever their marks, and jokers nothing."""
        assert face_value("LZZ_", ruleset("kortalfapet")) == 1 + 10 + 10
