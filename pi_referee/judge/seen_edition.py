"""Which edition the tiles of a look are, where that is news to the game."""

from __future__ import annotations

from pi_referee.rules.course.asides import EditionSeen
from pi_referee.rules.course.game import Game
from pi_referee.rules.definition.editions import TOLD_BY_PICTURE
from vision.cards.card_sighting import CardSighting
from vision.sighting import NotSeen, Sighting


def edition_told(game: Game, look: Sighting | CardSighting | NotSeen) -> tuple[EditionSeen, ...]:
    """What a look tells of how the tiles look; nothing if it tells nothing, or what is known.

    Where somebody said how they look, a look that shows otherwise is told once, so that it is asked once.
    """
    seen = look.edition if isinstance(look, Sighting) else None
    if seen is None or any(told.is_said for told in game.editions):
        return ()
    known = game.editions[-1].edition if game.editions else None
    is_news = known != seen if game.began.edition == TOLD_BY_PICTURE else known is None and seen != game.began.edition
    return (EditionSeen(seen),) if is_news else ()
