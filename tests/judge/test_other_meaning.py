"""A word laid with cards must be another word than the one it is built on (K04)."""

from __future__ import annotations

import pytest

from pi_referee.judge.other_meaning import ASKED, with_meaning
from pi_referee.lexicon.lists.bundled_list import open_small
from pi_referee.lexicon.policy import Policy
from pi_referee.lexicon.word_validity import Lexicon
from pi_referee.rules.course.game import Game, begin, follow
from pi_referee.rules.course.happenings import Answered, Challenged, GameBegan, Happening, Passed, PlayLaid
from pi_referee.rules.course.standing import Status
from pi_referee.rules.plays.notation import WrittenPlay


def listed(_: Game) -> Lexicon:
    """A table with the small list."""
    return Lexicon(open_small(), Policy())


def unlisted(_: Game) -> Lexicon:
    """A table without any list."""
    return Lexicon(None, Policy())


def laid(game: Game, line: str) -> PlayLaid:
    """A play as it is written."""
    return PlayLaid(WrittenPlay.parse(line).on(game.position))


def after(*lines: str, players: tuple[str, ...] = ("Ann", "Bo"), check: str = "warn_same_lemma") -> Game:
    """A game in which these words lie."""
    game = begin(GameBegan("kortalfapet", players, 7, switches={"meaning.check": check}))
    for line in lines:
        game = follow(game, laid(game, line))
    return game


def is_asked(happened: tuple[Happening, ...]) -> bool:
    """Whether the table is asked about the meaning."""
    [play] = happened
    assert isinstance(play, PlayLaid)
    return ASKED in play.doubts


@pytest.mark.parametrize(
    ("old", "new", "asked"),
    [
        ("0,0 > KATT", "0,0 > ....ER", True),
        ("0,0 > KATT", "-3,0 > BES....A", False),
        ("0,0 > KÖR", "0,0 > ...A", True),
        ("0,0 > LUVA", "1,-1 v K.L", False),
        ("0,0 > KATT", "0,0 > ....XY", True),
        ("0,0 > KATT", "1,-1 v X.Y", False),
    ],
)
def test_the_booklets_pairs(old: str, new: str, *, asked: bool) -> None:
    """KATTER is asked about, BESKATTA is not, KÖRA may be either; an unknown word is if it holds the old one."""
    game = after(old)

    assert is_asked(with_meaning(game, (laid(game, new),), listed)) is asked


def test_no_means_that_it_falls() -> None:
    """If the table says that it is the same word, its cards go back and the old word lives on."""
    game = after("0,0 > KATT")
    [play] = with_meaning(game, (laid(game, "0,0 > ....ER"),), listed)
    fallen = follow(follow(game, play), Answered(2, ASKED.key, answer=False))

    assert (fallen.turns[1].status, fallen.turns[0].status, fallen.on_turn) == (Status.FELL, Status.PENDING, "Bo")
    stands = follow(follow(game, play), Answered(2, ASKED.key, answer=True))
    assert (stands.turns[1].status, stands.totals["Ann"]) == (Status.PENDING, 0)


def test_strict() -> None:
    """Where the house is strict, the same word falls at once; what the list cannot tell is still asked."""
    game = after("0,0 > KATT", check="strict")
    _, verdict = with_meaning(game, (laid(game, "0,0 > ....ER"),), listed)
    other = after("0,0 > KÖR", check="strict")

    assert verdict == Challenged("", stands=False, words=("KATTER",))
    assert is_asked(with_meaning(other, (laid(other, "0,0 > ...A"),), listed))


def test_off_and_without_a_list() -> None:
    """Where it is off nothing is asked; without a list only about words that hold the old one."""
    off, game = after("0,0 > KATT", check="off"), after("0,0 > KATT")

    assert not is_asked(with_meaning(off, (laid(off, "0,0 > ....ER"),), listed))
    assert is_asked(with_meaning(game, (laid(game, "0,0 > ....ER"),), unlisted))
    assert not is_asked(with_meaning(game, (laid(game, "1,-1 v M.T"),), unlisted))


def test_in_a_round() -> None:
    """With three players it is asked of the words that the new one uses a card of, and of no others."""
    game = after("0,0 > KATT", "1,-1 v M.T", players=("Ann", "Bo", "Cleo"))

    assert is_asked(with_meaning(game, (laid(game, "0,0 > ....ER"),), listed))
    assert not is_asked(with_meaning(game, (laid(game, "-3,0 > BES....A"),), listed))


def test_first_words_jokers_and_passes() -> None:
    """Nothing is asked of a first word, and of a pass.

    Of a word with a joker that has no name yet it is, where it holds the old word whole: no list can tell then.
    """
    game = after("0,0 > KATT")

    assert with_meaning(after(), (laid(after(), "0,0 > KATT"),), listed) == (laid(after(), "0,0 > KATT"),)
    assert is_asked(with_meaning(game, (laid(game, "0,0 > ....E_"),), listed))
    assert not is_asked(with_meaning(game, (laid(game, "1,-1 v _.T"),), listed))
    assert with_meaning(game, (Passed(),), listed) == (Passed(),)
