"""What would make the camera's picture better, and whether the board is the game's, as the page is told."""

from __future__ import annotations

from typing import cast

from hardware.camera import Picture
from pi_referee.errors import PictureError
from pi_referee.gettext_mark import say
from pi_referee.rules.definition.library import ruleset, ruleset_names
from pi_referee.table_link import table_messages as glimpse
from vision.eye import Eye
from vision.photo.advice import Advice, believed
from vision.printed_layout import as_json, check_board
from vision.sighting import Edition, NotSeen


def told(advice: Advice) -> glimpse.Advice:
    """One piece of advice as the page is told; its sentences are those of the catalogues."""
    return glimpse.Advice(advice.topic.value, advice.says, advice.cure, tuple(map(str, advice.squares)))


def compared(picture: Picture, game: str, edition: str) -> dict[str, object]:
    """How the board in a picture compares with a game's; raises PictureError if no board is found or no such game."""
    if game not in ruleset_names() or edition not in {"light", "dark"}:
        raise PictureError(say("There is no such game."), cure=say("Choose one of those there are."))
    rules = ruleset(game)
    look = believed(picture, Eye(rules, cast("Edition", edition)).see(picture), rules.layout)
    if isinstance(look, NotSeen):
        raise PictureError(look.reason, cure=look.cure)
    return as_json(check_board(picture, look, rules.layout))
