"""Which edition the tiles are: told by the picture where nobody said it, asked once where somebody said otherwise."""

from __future__ import annotations

import pytest

from pi_referee.judge.seen_edition import edition_told
from pi_referee.rules.course.asides import EditionSeen
from pi_referee.rules.course.game import Game, begin, fold, follow
from pi_referee.rules.course.happenings import (
    GameBegan,
    Passed,
    Undone,
)
from vision.sighting import Edition, NotSeen, Quad, Sighting

QUAD = Quad(((0, 0), (1, 0), (1, 1), (0, 1)))


def game(edition: str, *told: EditionSeen) -> Game:
    """A game that was begun so, and what was told since."""
    return fold([GameBegan("alfapet-sv", ("Anna", "Bo"), 7, edition), *told])


def seen(edition: Edition | None) -> Sighting:
    """A look at tiles of an edition; None if it shows no letter."""
    return Sighting(QUAD, {}, edition=edition)


@pytest.mark.parametrize(
    ("begun", "told", "look", "news"),
    [
        ("seen", [], "dark", ["dark"]),
        ("seen", [], "light", ["light"]),
        ("seen", ["dark"], "dark", []),
        ("seen", ["light"], "dark", ["dark"]),
        ("seen", [], None, []),
        ("light", [], "light", []),
        ("light", [], "dark", ["dark"]),
        ("light", ["dark"], "dark", []),
        ("light", ["dark"], "light", ["light"]),
        ("light", ["dark", "light"], "light", []),
        ("light", ["dark", "light"], "dark", ["dark"]),
    ],
)
def test_a_look_tells_what_is_new(begun: str, told: list[str], look: Edition | None, news: list[str]) -> None:
    """A picture tells how the tiles look where it shows otherwise than the newest one, or than was said at first."""
    playing = game(begun, *map(EditionSeen, told))

    assert edition_told(playing, seen(look)) == tuple(map(EditionSeen, news))
    assert edition_told(playing, NotSeen("", "")) == ()


def test_a_later_look_takes_the_question_back() -> None:
    """One picture of another table asks how the tiles look; the next of this one shows it, and nobody is asked."""
    asked = game("light", EditionSeen("dark"))
    shown = follow(asked, *edition_told(asked, seen("light")))

    assert (asked.edition_in_doubt, shown.edition_in_doubt, shown.edition) == ("dark", "", "light")


def test_what_somebody_says_holds() -> None:
    """Whoever was asked has the last word, no later look asks again, and undoing a step passes over it."""
    asked = game("light", EditionSeen("dark"))
    answered = follow(follow(follow(asked, EditionSeen("dark", is_said=True)), Passed()), Undone())

    assert (asked.edition, asked.edition_in_doubt) == ("light", "dark")
    assert (answered.edition, answered.edition_in_doubt, answered.turns) == ("dark", "", ())
    assert edition_told(answered, seen("light")) == ()


def test_a_game_without_pictures_has_ivory_tiles() -> None:
    """Until a picture tells it, the tiles are drawn as most sets have them."""
    assert begin(GameBegan("alfapet-sv", ("Anna",), 7, "seen")).edition == "light"
