"""What the people at a simulated table say: the truth about what they laid, and that the game is over."""

from __future__ import annotations

from functools import reduce

import pytest

from hardware.simulation.simulated_people import laid, said
from hardware.simulation.simulated_table import played_game
from pi_referee.rules.course.game import Game, begin, follow
from pi_referee.rules.course.happenings import Answered, Ended, GameBegan, Happening, LeftOver, PlayLaid, Question
from pi_referee.rules.definition.library import ruleset
from pi_referee.rules.plays.play import Play


def after(*happenings: Happening, game: str = "alfapet-sv") -> Game:
    """A game of Ann and Bo after this."""
    return reduce(follow, happenings, begin(GameBegan(game, ("Ann", "Bo"), 7)))


def only(game: str, turn: str) -> Play:
    """The play of a written turn with which a game begins."""
    [play] = laid(ruleset(game), 2, [turn])
    assert play is not None
    return play


@pytest.mark.parametrize(("key", "answer"), [("H9", "K"), ("I9", "a"), ("J9", "."), ("along:H9", False)])
def test_the_truth_about_a_board(key: str, answer: str | bool) -> None:
    """A letter is what was laid, a blank its small letter, a bare square nothing; no word goes along where none is."""
    play = only("alfapet-sv", "H9 > Ka")
    game = after(PlayLaid(play, (Question(key, (("E", 0.5), ("F", 0.5))),)))

    assert said(game, [play, None]) == (Answered(1, key, answer),)


@pytest.mark.parametrize(
    ("key", "answer"),
    [("letter:0,0", "L"), ("multiplier:0,0", "3"), ("value:0,0", "1"), ("letter:1,0", ""), ("joker:1,0", "U")],
)
def test_the_truth_about_cards(key: str, answer: str) -> None:
    """A card's letter, value and mark are what was laid; a joker shows none, and stands for its own."""
    play = only("kortalfapet", "0,0 > L3u")
    game = after(PlayLaid(play, (Question(key, (("1", 0.5), ("2", 0.5))),)), game="kortalfapet")

    assert Answered(1, key, answer) in said(game, [play, None])


def test_what_nobody_can_know_waits() -> None:
    """Whether two plays were seen at once is not answered by who only knows the written turns."""
    play = only("alfapet-sv", "H9 > KO")
    game = after(PlayLaid(play, (Question("apart:first"),)))

    assert said(game, [play, None]) == ()


def test_the_end() -> None:
    """After the last turn the game is ended, then the racks are told, and then there is no more to say."""
    play = only("alfapet-sv", "H9 > KO")
    game = after(PlayLaid(play))
    [ended] = said(game, [play])
    [left] = said(follow(game, ended), [play])

    assert ended == Ended()
    assert isinstance(left, LeftOver)
    assert set(left.points) == {"Ann", "Bo"}
    assert said(follow(follow(game, ended), left), [play]) == ()


@pytest.mark.parametrize(("name", "players"), [("alfapet-sv", 2), ("kortalfapet", 2), ("kortalfapet", 4)])
def test_a_press_a_turn(name: str, players: int) -> None:
    """Each press of a written game has its play, or none where a player passed or exchanged."""
    turns = played_game(name, players=players)
    plays = laid(ruleset(name), players, turns)

    assert sum(play is not None for play in plays) == sum(not turn.startswith("-") for turn in turns)
