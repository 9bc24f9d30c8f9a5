"""What fell and lies there still is no new play, whatever was asked about it: it must be taken off first."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import reduce

import pytest

from pi_referee.judge.fallen_plays import surely_off
from pi_referee.judge.referee import decide, decide_pressed
from pi_referee.rules.board.square import Square
from pi_referee.rules.board.tile import Tile
from pi_referee.rules.course.game import Game, begin, fold, follow
from pi_referee.rules.course.happenings import (
    Adjusted,
    Answered,
    Challenged,
    GameBegan,
    Happening,
    LookRefused,
    Passed,
    PlayLaid,
)
from pi_referee.rules.course.refusal import Refusal
from pi_referee.rules.plays.play import Play
from tests.judge.test_card_surprises import doubt
from tests.judge.test_card_surprises import look as cards
from vision.cards.card_sighting import CardSighting
from vision.sighting import Sighting

Look = Callable[..., Sighting]

KABEL, ALM, ALN = "K A B E L", "K A B E L\n. L . . .\n. M . . .", "K A B E L\n. L . . .\n. N . . ."
M_OR_N, M_OR_NOTHING = (("M", 0.6), ("N", 0.4)), (("M", 0.6), (".", 0.4))
FELL = Challenged("Ann", stands=False)
LOSES = {"words.invalid_penalty": "lose_turn"}


def board(*switches: Mapping[str, str]) -> Game:
    """A game for two at a board."""
    return begin(GameBegan("alfapet-sv", ("Ann", "Bo"), 7, switches=dict(*switches)))


def table(players: tuple[str, ...] = ("Ann", "Bo")) -> Game:
    """A game of cards."""
    return begin(GameBegan("kortalfapet", players, 7))


def after(game: Game, *happened: Sighting | CardSighting | Happening) -> Game:
    """The game after presses, and what was told besides."""
    for one in happened:
        told = decide(game, one) if isinstance(one, Sighting | CardSighting) else (one,)
        game = reduce(follow, told, game)
    return game


def lies_still(game: Game, look: Sighting | CardSighting) -> bool:
    """Whether a press is told that what fell lies there still."""
    [*_, last] = decide(game, look)
    return isinstance(last, LookRefused) and last.code is Refusal.STILL_LYING


@pytest.mark.parametrize("lying", ["A L", "A L M"])
def test_once_it_was_shown_that_it_is_off_any_word_may_be_laid(seen: Look, lying: str) -> None:
    """The next player's word has the very letters of the one that fell: it was off, as a press has shown."""
    fell = after(board(LOSES), seen("A L M"), Challenged("Bo", stands=False))
    shown = reduce(follow, decide_pressed(fell, seen("")), fell)

    assert lies_still(fell, seen(lying))
    assert not lies_still(shown, seen(lying))
    assert fold((fell.began, *fell.happenings[1:], *decide_pressed(fell, seen("")))).noticed == shown.noticed


def test_cards_under_a_thing_were_not_shown_to_be_off() -> None:
    """What a hand may hide is off for nobody: where it was, the word that fell may lie there still."""
    fell = after(table(), cards("L U V A"), Challenged("Bo", stands=False))
    bare = cards("")

    assert surely_off(fell, bare)
    assert surely_off(fell, replace(bare, may_hide=((0, 0),))) == ()


def test_what_is_hidden_was_not_shown_to_be_off(seen: Look) -> None:
    """A hand lies over the tile that fell: the next press over it is told that it lies there still."""
    fell = after(board(LOSES), seen(KABEL), seen("K A B E L S"), Challenged("Ann", stands=False))
    hidden = reduce(follow, decide_pressed(fell, seen(KABEL, doubts={"M9": ((".", 0.5), ("", 0.5))})), fell)

    assert lies_still(hidden, seen("K A B E L S"))


def fallen(seen: Look, told: tuple[Happening, ...] = (), *, choices: object = M_OR_N, **switches: str) -> Game:
    """Bo's ALM, its last letter in doubt, fell."""
    rules = {name.replace("__", "."): value for name, value in switches.items()}
    return after(board(rules), seen(KABEL), seen(ALM, doubts={"I11": choices}), *told, FELL)


class TestABoard:
    """Bo laid L and M below an A, and nobody knows whether the M is an N."""

    @pytest.mark.parametrize("penalty", ["retry", "lose_turn", "fixed"])
    @pytest.mark.parametrize("told", [(), (Answered(2, "I11", "N"),)])
    @pytest.mark.parametrize("lying", [ALM, ALN])
    def test_with_an_open_question(self, seen: Look, lying: str, told: tuple[Happening, ...], penalty: str) -> None:
        """Whichever letter it was, that lies there still; of an N that was told an M is none."""
        game = fallen(seen, told, words__invalid_penalty=penalty)

        assert lies_still(game, seen(lying)) == (not told or lying == ALN)

    def test_in_doubt_still(self, seen: Look) -> None:
        """The next look does not know it better."""
        assert lies_still(fallen(seen), seen(ALM, doubts={"I11": M_OR_N}))
        assert lies_still(fallen(seen), seen(ALM, doubts={"I11": (("N", 0.6), ("M", 0.4))}))

    @pytest.mark.parametrize("lying", [ALM, "K A B E L\n. L . . ."])
    def test_perhaps_nothing(self, seen: Look, lying: str) -> None:
        """The M may have been a shadow: with it or without, it is the play that fell."""
        assert lies_still(fallen(seen, choices=M_OR_NOTHING), seen(lying))

    def test_it_was_nothing(self, seen: Look) -> None:
        """Somebody said that no M lay there: with one it is another word."""
        game = fallen(seen, (Answered(2, "I11", "."),), choices=M_OR_NOTHING)

        assert lies_still(game, seen("K A B E L\n. L . . ."))
        assert not lies_still(game, seen(ALM))

    def test_a_named_blank(self, seen: Look) -> None:
        """A blank looks the same whatever it stands for."""
        squares = [Square.parse("I10"), Square.parse("I11")]
        laid = PlayLaid(Play({squares[0]: Tile("L"), squares[1]: Tile("M", is_blank=True)}))

        assert lies_still(after(board(), seen(KABEL), laid, FELL), seen("K A B E L\n. L . . .\n. _ . . ."))

    @pytest.mark.parametrize("switches", [{}, LOSES])
    @pytest.mark.parametrize("more", [(Adjusted("Bo", -5, "time"),), (Passed(),), (Passed(), Passed())])
    def test_whatever_came_since(self, seen: Look, more: tuple[Happening, ...], switches: Mapping[str, str]) -> None:
        """Points taken, or turns passed on the page, do not make a new play of it."""
        game = after(board(switches), seen(KABEL), seen(ALM), FELL, *more)

        assert lies_still(game, seen(ALM))

    @pytest.mark.parametrize("switches", [{}, LOSES])
    def test_another_word_beside_it(self, seen: Look, switches: Mapping[str, str]) -> None:
        """Whoever lays another word is told to take it off, and nobody is asked what happened."""
        game = after(board(switches), seen(KABEL), seen(ALM), FELL)

        assert lies_still(game, seen("K A B E L\n. L . . Å\n. M . . T"))

    def test_part_of_it(self, seen: Look) -> None:
        """Who laid it may take a tile off and let the rest be a word; of the next player it is a leftover."""
        part = "K A B E L\n. L . . ."

        assert not lies_still(after(board(), seen(KABEL), seen(ALM), FELL), seen(part))
        assert lies_still(after(board(LOSES), seen(KABEL), seen(ALM), FELL), seen(part))

    def test_more_upon_it(self, seen: Look) -> None:
        """Who laid it may carry it on; the next player clears the board first."""
        more = ALM + "\n. A . . ."

        assert not lies_still(after(board(), seen(KABEL), seen(ALM), FELL), seen(more))
        assert lies_still(after(board(LOSES), seen(KABEL), seen(ALM), FELL), seen(more))

    def test_another_word_in_its_place(self, seen: Look) -> None:
        """Once it is off, a word with other tiles counts, though one of them is the same."""
        anew = "K A B E L\n. L . . .\n. G . . ."

        assert not lies_still(after(board(), seen(KABEL), seen(ALM), FELL), seen(anew))
        assert not lies_still(after(board(LOSES), seen(KABEL), seen(ALM), FELL), seen(anew))

    def test_a_smudge_beside_it(self, seen: Look) -> None:
        """What may be nothing does not carry it on."""
        more = {"I12": (("A", 0.6), (".", 0.4))}

        assert lies_still(after(board(), seen(KABEL), seen(ALM), FELL), seen(ALM, doubts=more))


class TestCards:
    """Words of cards fall as well."""

    @pytest.mark.parametrize("players", [("Ann", "Bo"), ("Ann", "Bo", "Cleo")])
    @pytest.mark.parametrize("lying", ["L U V A", "L U V E"])
    def test_the_first_word(self, players: tuple[str, ...], lying: str) -> None:
        """LUVA or LUVE fell, and lies there."""
        game = after(table(players), cards("L U V A", doubt((3, 0), "A", "E")), FELL)

        assert lies_still(game, cards(lying))
        assert not lies_still(game, cards("L U R"))

    def test_it_was_a_rounds_last(self) -> None:
        """The table was cleared since: a new round's first word may have its letters, if it has others, too."""
        game = begin(GameBegan("kortalfapet", ("Ann", "Bo", "Cy"), 7, switches=LOSES))
        lengthened = after(game, cards("L U V A"), Passed(), cards("L U V A S"), FELL)
        alone = after(game, Passed(), Passed(), cards("L U V"), FELL)

        assert isinstance(decide(lengthened, cards("S O L"))[0], PlayLaid)
        assert lies_still(alone, cards("L U V"))
        assert not lies_still(alone, cards("L U V A"))

    def test_it_began_with_perhaps_a_card(self) -> None:
        """What may have been a card before the word is put away: cells are counted from another card then."""
        game = after(table(), cards("S L U V A", doubt((0, 0), ".", "S")), FELL)

        assert lies_still(game, cards("L U V A"))
        assert lies_still(game, cards("S L U V A", doubt((0, 0), ".", "S")))

    @pytest.mark.parametrize("lying", [". K .\nL U V\n. L .", ". K .\nL U V\n. N ."])
    @pytest.mark.parametrize("players", [("Ann", "Bo"), ("Ann", "Bo", "Cleo")])
    def test_a_later_word(self, players: tuple[str, ...], lying: str) -> None:
        """KUL or KUN fell, and lies there."""
        unsure = cards(". K .\nL U V\n. L .", doubt((1, 2), "L", "N"))

        assert lies_still(after(table(players), cards("L U V"), unsure, FELL), cards(lying))

    @pytest.mark.parametrize("row", [-1, -2, -3])
    def test_what_it_was_built_on_was_taken_up(self, row: int) -> None:
        """KULA lay through the U, the L or the A of LUVA, the rest of which was taken up early; then KULA fell."""
        kula = cards("K\nU\nL\nA")
        surprised = after(table(), cards("L U V A"), kula)
        [(number, asked)] = surprised.open_questions
        stories = [follow(surprised, Answered(number, asked.key, choice)) for choice, _ in asked.choices]
        game = next(one for one in stories if min(one.position.tiles).row == row)

        assert lies_still(after(game, FELL), kula)

    @pytest.mark.parametrize("seems", ["L U V A", "L U V E", "L U V _"])
    def test_a_card_without_a_letter_is_seen_plainly(self, seems: str) -> None:
        """Under an arm no letter was seen, and perhaps no card: with the rest of the word there any letter is its."""
        unread = cards("L U V _", doubt((3, 0), "", "."))
        game = after(table(), unread, FELL)

        assert lies_still(game, cards(seems))
        assert not lies_still(game, cards(seems.replace("U", "O")))

    @pytest.mark.parametrize("seems", ["L U V A", "L U V E", "L U V _"])
    def test_its_joker_seems_to_be_a_letter(self, seems: str) -> None:
        """A or E was asked for, and it is a joker, as somebody said: whatever it seems to be, that fell."""
        told = Answered(1, "letter:3,0", "")
        unsure = cards("L U V A", doubt((3, 0), "A", "E"))
        game = after(table(), unsure, told, FELL)

        assert lies_still(game, cards(seems))
        assert lies_still(after(table(), unsure, FELL), cards(seems))
        assert lies_still(game, cards("L U V A", doubt((3, 0), "A", "E")))
