"""Whatever is laid and whatever is doubted: no doubt becomes a score, and true answers make a true one."""

from __future__ import annotations

from hypothesis import assume, given
from hypothesis import strategies as st

from pi_referee.judge.interpret import interpret
from pi_referee.judge.meanings import Laid, Refused, TakenBack, Unchanged
from pi_referee.rules.board.board_text import draw_position
from pi_referee.rules.board.square import Square
from pi_referee.rules.board.tile import Tile
from pi_referee.rules.course.game import Game, begin, follow
from pi_referee.rules.course.happenings import ARROW_KEY, Answered, GameBegan, PlayLaid
from pi_referee.rules.definition.library import ruleset
from pi_referee.rules.plays.adjudication import adjudicate
from pi_referee.rules.plays.notation import WrittenPlay
from pi_referee.rules.plays.play import Play
from pi_referee.rules.plays.ruling import Fault
from vision.sighting import Doubt, Quad, Reading, Sighting, Why

GAME = ruleset("alfapet-sv")
LETTERS = "ABDEKLMNORST"
ANYWHERE = Quad(((0, 0), (1, 0), (1, 1), (0, 1)))
POSITION = draw_position("K A B E L\n. . . . A\n. . . . N", at=Square.parse("H9"))
"""KABEL, and LAN down from its L."""


@st.composite
def plays(draw: st.DrawFn) -> Play:
    """A legal play of letters and blanks that crosses KABEL or lengthens it."""
    across = draw(st.booleans())
    row, column = (8, draw(st.integers(7, 11))) if not across else (draw(st.integers(8, 10)), 11)
    before, after = draw(st.integers(0, 3)), draw(st.integers(0, 4))
    line = [(row, column + k) if across else (row + k, column) for k in range(-12, 13)]
    free = [Square(*place) for place in line if Square(*place) not in POSITION.tiles]
    first = next(number for number, square in enumerate(free) if square > Square(row, column))
    chosen = free[first - before : first + after]
    tiles = {square: draw(st.sampled_from([*LETTERS, "_"])) for square in chosen}
    return Play({square: Tile("" if sign == "_" else sign, is_blank=sign == "_") for square, sign in tiles.items()})


@st.composite
def doubtful_looks(draw: st.DrawFn) -> tuple[Play, Sighting]:
    """A legal play, and a look at it that is unsure of some squares, of which it knows what they may be."""
    play = draw(plays().filter(lambda play: adjudicate(POSITION, play, GAME, rack=7).is_legal))
    lying = {**POSITION.letters(), **{square: t.face for square, t in play.tiles.items()}}
    around = st.builds(Square, st.integers(3, 15), st.integers(3, 16))
    in_doubt = draw(st.sets(st.sampled_from(sorted(play.tiles)) | around, min_size=1, max_size=6))
    doubts = []
    for square in sorted(in_doubt):
        others = draw(st.lists(st.sampled_from([*LETTERS, "", ".", "#"]), min_size=1, max_size=2))
        choices = draw(st.permutations(sorted({lying.get(square, "."), *others})))
        doubts.append(Doubt(square, tuple((choice, 1 / len(choices)) for choice in choices), Why.LETTER))
    board = {square: Reading(letter, 0.99) for square, letter in lying.items() if square not in in_doubt}
    return play, Sighting(ANYWHERE, board, doubts=tuple(doubts))


def before_the_look() -> Game:
    """A game of two plays on the board."""
    game = begin(GameBegan("alfapet-sv", ("Ann", "Bo"), 7))
    for written in ("H9 > KABEL", "L10 v AN"):
        game = follow(game, PlayLaid(WrittenPlay.parse(written).on(game.position)))
    return game


BEFORE = before_the_look()


@given(doubtful_looks())
def test_a_doubt_never_becomes_a_final_score(told: tuple[Play, Sighting]) -> None:
    """Whatever the eye doubts, a score is right or is not there until a person has answered."""
    play, look = told
    true_score = adjudicate(POSITION, play, GAME, rack=7).score

    meaning = interpret(look, POSITION, None, GAME, rack=7)

    if isinstance(meaning, Laid):
        turn = follow(BEFORE, PlayLaid(meaning.play, meaning.questions)).turns[-1]
        assert turn.score in {None, true_score}
    assert meaning not in (Unchanged(), TakenBack())


@given(doubtful_looks())
def test_true_answers_make_a_true_score(told: tuple[Play, Sighting]) -> None:
    """Once a person has answered every question truly, the score is the play's."""
    play, look = told

    meaning = interpret(look, POSITION, None, GAME, rack=7)

    assume(isinstance(meaning, Laid))
    assert isinstance(meaning, Laid)
    game = follow(BEFORE, PlayLaid(meaning.play, meaning.questions))
    for question in meaning.questions:
        game = follow(game, Answered(len(game.turns), question.key, truth(play, question.key)))
    assert game.turns[-1].score == adjudicate(POSITION, play, GAME, rack=7).score


def truth(play: Play, key: str) -> str | bool:
    """What somebody who sees the table answers."""
    if key.startswith(ARROW_KEY):
        return False
    tile = play.tiles.get(Square.parse(key))
    return "." if tile is None else tile.letter


@given(plays())
def test_what_is_surely_seen_is_ruled(play: Play) -> None:
    """A legal play that the eye is sure of is laid as it lies; an illegal one is refused with all its faults."""
    ruling = adjudicate(POSITION, play, GAME, rack=7)
    lying = {**POSITION.letters(), **{square: t.face for square, t in play.tiles.items()}}
    look = Sighting(ANYWHERE, {square: Reading(letter, 0.99) for square, letter in lying.items()})

    meaning = interpret(look, POSITION, None, GAME, rack=7)

    if not play.tiles:
        assert meaning == Unchanged()
    elif ruling.is_legal:
        assert isinstance(meaning, Laid)
        assert meaning.play == play
    else:
        assert isinstance(meaning, Refused)
        assert meaning.infractions == ruling.infractions
        assert Fault.OCCUPIED not in {one.fault for one in meaning.infractions}
