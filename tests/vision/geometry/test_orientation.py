"""A board that can hardly be read is tried the other way up."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pi_referee.rules.board.board_text import draw_position
from pi_referee.rules.board.square import Square
from pi_referee.rules.definition.library import ruleset
from vision.eye import Eye
from vision.geometry.orientation import asked_about, is_better_read, is_hardly_read, letters_stand, shows_many_more
from vision.render import Light, View, render
from vision.sighting import BoardLook, Doubt, NotSeen, Quad, Reading, Sighting, Why


def seen(sure: int, doubtful: int, bare: int = 0, letter: str = "R", first: str = "A") -> Sighting:
    """A look with so many sure letters, doubtful ones, likeliest the first, and squares that are likely bare."""
    squares = [Square(*divmod(place, 17)) for place in range(sure + doubtful + bare)]
    doubts = [Doubt(square, ((first, 0.6), ("Å", 0.4)), Why.LETTER) for square in squares[sure : sure + doubtful]]
    doubts += [Doubt(square, ((".", 0.6), ("A", 0.4)), Why.LETTER) for square in squares[sure + doubtful :]]
    board = {square: Reading(letter, 0.99) for square in squares[:sure]}
    return Sighting(Quad(((0, 0), (1, 0), (1, 1), (0, 1))), board, doubts=tuple(doubts))


@pytest.mark.parametrize(
    ("look", "hardly"),
    [
        (seen(3, 2), True),
        (seen(2, 2), False),
        (seen(2, 0, bare=10, letter="N"), True),
        (seen(2, 0, bare=10), False),
        (seen(2, 5, bare=3, letter="N", first=""), True),
        (seen(0, 0, bare=5), True),
        (seen(1, 0, bare=4), False),
        (seen(2, 0, bare=99), False),
        (seen(20, 8), False),
        (seen(20, 9), True),
        (seen(20, 0, bare=99), False),
        (NotSeen("dark", "light"), False),
    ],
)
def test_hardly_read(look: BoardLook, *, hardly: bool) -> None:
    """Five letters are many; more than three doubts in ten of them are too many, and so are five where none is sure."""
    assert is_hardly_read(look) is hardly


@pytest.mark.parametrize(
    ("why", "share", "tells"),
    [(Why.UNKNOWN_SET, 0.5, True), (Why.LETTER, 0.98, True), (Why.LETTER, 0.9, False), (Why.HAND, 0.98, False)],
)
def test_clear_letters_in_doubt_tell_the_top(why: Why, share: float, *, tells: bool) -> None:
    """Where a set is unknown, or all is hard to read, no letter is sure, and yet they stand upright."""
    doubts = tuple(Doubt(Square(0, place), (("R", share), ("", 0.02)), why) for place in range(5))

    assert letters_stand(replace(seen(0, 0), doubts=doubts)) is tells


@pytest.mark.parametrize(
    ("one", "other", "better"),
    [
        (seen(20, 10), seen(10, 20), True),
        (seen(10, 20), seen(20, 10), False),
        (seen(1, 2), seen(2, 9), False),
        (seen(11, 30), seen(10, 20), False),
        (seen(10, 10), seen(10, 10), False),
        (seen(20, 10, letter="V"), seen(10, 20), False),
        (seen(20, 10), seen(10, 20, letter="V"), True),
        (NotSeen("dark", "light"), seen(0, 9), False),
    ],
)
def test_better_read(one: BoardLook, other: BoardLook, *, better: bool) -> None:
    """More letters must be sure, also of those that stand one way only, and more than doubts are added."""
    assert is_better_read(one, other) is better


def with_one_f(look: Sighting) -> Sighting:
    """The same look with one of its letters an F, which nothing turned looks like."""
    return replace(look, board={**look.board, min(look.board): Reading("F", 0.99)})


@pytest.mark.parametrize(
    ("one", "other", "better"),
    [
        (with_one_f(seen(5, 0, letter="S")), seen(0, 9), True),
        (seen(5, 0, letter="S"), seen(0, 9), False),
        (with_one_f(seen(4, 0, letter="S")), seen(0, 9), False),
        (with_one_f(seen(5, 1, letter="S")), seen(0, 9), True),
        (with_one_f(seen(5, 0, letter="S")), seen(1, 9), False),
    ],
)
def test_clearly_read(one: Sighting, other: Sighting, *, better: bool) -> None:
    """Five letters more than from the other side, one of which stands one way only, are better read, too."""
    assert is_better_read(one, other) is better


def test_nothing_tells_the_top() -> None:
    """Where letters are letters turned, too, all that is sure is asked about: an N may be a Z on its side."""
    look = asked_about(replace(seen(2, 1, letter="N"), stops=frozenset({Square(9, 9)})))

    assert (dict(look.board), look.stops) == ({}, frozenset())
    assert [doubt.choices[0][0] for doubt in look.doubts] == ["N", "N", "A", "#"]
    assert look.doubts[0].choices[1][0] == "Z"


@pytest.mark.parametrize(
    ("one", "other", "more"),
    [(seen(3, 4), seen(2, 0), True), (seen(3, 3), seen(2, 0), False), (NotSeen("dark", "light"), seen(0, 0), False)],
)
def test_many_more_letters(one: BoardLook, other: BoardLook, *, more: bool) -> None:
    """Five letters more, sure or not, are many: then nobody knows which side is the top."""
    assert shows_many_more(one, other) is more


@pytest.mark.parametrize("brightness", [1.8, 2.8])
def test_a_bleached_board_is_refused(brightness: float) -> None:
    """Where light has taken all but nothing is told nobody is asked about two hundred squares: it is too bright."""
    rules, letter = ruleset("alfapet-sv"), draw_position("O", at=Square.parse("H9"))
    view = View(width=960, height=720, light=Light(brightness=brightness), seed=3)

    look = Eye(rules).see(render(letter, rules, view))

    assert isinstance(look, NotSeen)
    assert "lamp" in look.cure


@pytest.mark.parametrize("turn", [0.0, 90.0, 180.0, 270.0])
@pytest.mark.parametrize(("width", "brightness"), [(640, 1.0), (720, 0.5)])
def test_no_letter_on_its_side_is_told_as_bare(turn: float, width: int, brightness: float) -> None:
    """On a small picture out of focus letters look like nothing on their side: they are read, or none is told away."""
    rules, word = ruleset("alfapet-sv"), draw_position("K A B E L\n. F . L .\n. T . D .", at=Square.parse("G9"))
    light = Light(brightness=brightness)
    view = View(width=width, height=width * 3 // 4, turn=turn, blur=2.0, light=light, seed=3)

    look = Eye(rules).see(render(word, rules, view))

    assert isinstance(look, NotSeen) or set(word.tiles) <= {*look.board, *look.doubted}


@pytest.mark.parametrize("seed", [0, 2, 4])
def test_coloured_letters_on_their_side(seed: int) -> None:
    """Coloured tiles that cannot be read from any side, as they are out of focus: refused, with that reason."""
    rules, word = (
        ruleset("literaki"),
        draw_position("J Ś Ł L C Ć S\n. . . . W . .\n. . . . Ż . .", at=Square.parse("E8")),
    )
    view = View(width=640, height=480, turn=90.0, tilt=18.0, zoom=0.68, blur=1.9, seed=seed)

    look = Eye(rules).see(render(word, rules, view))

    assert isinstance(look, NotSeen)
    assert "focus" in look.cure
