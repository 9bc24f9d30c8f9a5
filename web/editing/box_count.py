"""Tiles that would lie there more often than the box holds them: a slip of the finger, most likely."""

from __future__ import annotations

from pi_referee.rules.course.game import Game, follow
from pi_referee.rules.course.happenings import Happening
from pi_referee.rules.plays.bag import beyond_the_box
from web.phrasing.language import gettext


def surplus_of(game: Game, happening: Happening) -> str:
    """Of which tiles there would be too many by what is to happen, in a sentence; "" if it makes none too many.

    What was too many before is not told again, and a tile that the game lacks is a fault by itself. Raises
    NotationError as following the game does.
    """
    before, after = (beyond_the_box(one.position, game.ruleset) for one in (game, follow(game, happening)))
    odd = [f"{sign.replace('_', '□')} ({count})" for sign, count in after.items() if count and sign not in before]
    return gettext("The box holds fewer of these: %(letters)s.", letters=", ".join(odd)) if odd else ""
