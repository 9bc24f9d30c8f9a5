"""Which edition the tiles of a look are, where that is news to the game."""

from __future__ import annotations

from pi_referee.rules.course.asides import EditionSeen
from pi_referee.rules.course.game import Game
from vision.cards.card_sighting import Look
from vision.sighting import Sighting


def edition_told(game: Game, look: Look) -> tuple[EditionSeen, ...]:
    """What a look tells of how the tiles look; nothing if it tells nothing, or what is known.

    Where it was said as the game began, a look that shows otherwise has it asked, and one that shows it so takes that
    back: a picture of another table leaves no question. Whoever was asked has the last word.
    """
    seen = look.edition if isinstance(look, Sighting) else None
    if seen is None or any(told.is_said for told in game.editions):
        return ()
    known = game.editions[-1].edition if game.editions else game.began.edition
    return (EditionSeen(seen),) if known != seen else ()
