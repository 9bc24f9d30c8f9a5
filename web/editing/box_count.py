"""Tiles of which the box holds fewer than would lie there, a slip of the finger most likely, or none at all."""

from __future__ import annotations

from pi_referee.rules.course.game import Game, follow
from pi_referee.rules.course.happenings import Happening
from pi_referee.rules.definition.ruleset import Ruleset
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


def lacking_of(word: str, rules: Ruleset) -> str:
    """Why a word can never be laid, of which a letter has no tile; "" if it can."""
    strange = ", ".join(sorted({*word}.difference(rules.alphabet)))
    told = gettext("%(player)s: there are no tiles for %(letters)s.", player=word[:40], letters=strange)
    return told if strange else ""
