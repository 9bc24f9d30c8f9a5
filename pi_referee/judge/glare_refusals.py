"""Looks refused because squares cannot be seen, where a light is the reason: what to do about that."""

from __future__ import annotations

from dataclasses import replace

from pi_referee.rules.board.layout import Layout
from pi_referee.rules.board.square import Square
from pi_referee.rules.course.happenings import Happening, LookRefused
from pi_referee.rules.course.refusal import Refusal
from vision.arrays import Colour
from vision.cards.card_sighting import Look
from vision.photo.advice import Advice, Topic, advise
from vision.sighting import Sighting


def advised(happened: tuple[Happening, ...], picture: Colour, look: Look, layout: Layout) -> tuple[Happening, ...]:
    """The same; where squares could not be seen since a light is too strong there, with what to do about that.

    picture: (height, width, 3) uint8, blue-green-red, in which look was seen.
    """
    match happened, look:
        case (LookRefused(code=Refusal.UNSEEN) as refused,), Sighting(quad=quad):
            told = (one for one in advise(picture, quad, layout) if _is_too_bright(one, refused.squares))
            return tuple(replace(refused, cure=one.cure, code=one.code) for one in told)[:1] or happened
        case _:
            return happened


def _is_too_bright(told: Advice, unseen: tuple[Square, ...]) -> bool:
    """Whether a light hides squares: for that more light is no cure."""
    return told.topic is Topic.BRIGHT or (told.topic is Topic.GLARE and not set(told.squares).isdisjoint(unseen))
