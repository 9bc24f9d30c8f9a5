"""What the printed squares do to a letter and to a word, as the players agreed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pi_referee.rules.agreed.switches import Switches
from pi_referee.rules.board.layout import Layout
from pi_referee.rules.board.square import Square

COLOUR_FIELDS: Mapping[str, str] = {"Y.": "yellow", "G.": "green", "B.": "blue", "R.": "red"}
"""Literaki's fields, by the colour of tile they favour."""

COLOUR_FACTOR = 3
"""A tile on a field of its own colour counts three times (Literaki, L04)."""


@dataclass(frozen=True, slots=True)
class Effect:
    """What one square does: letter and word are factors, colour the tiles that count three times there."""

    token: str
    letter: int = 1
    word: int = 1
    colour: str = ""


def square_effects(layout: Layout, switches: Switches) -> Mapping[Square, Effect]:
    """What each square of a board does; squares that do nothing are left out."""
    found = ((square, _effect(layout.token(square), switches)) for square in layout.squares())
    effects = {square: effect for square, effect in found if effect is not None}
    if switches["centre"] == "plain" and layout.token(layout.centre) in COLOUR_FIELDS:
        effects.pop(layout.centre, None)
    return effects


def _effect(sign: str, switches: Switches) -> Effect | None:
    """What a square so marked does under these switches; None for nothing."""
    if sign == "..":
        return None
    if sign in COLOUR_FIELDS:
        return Effect(sign, colour=COLOUR_FIELDS[sign])
    if sign == "ST":
        return Effect(sign, word=2) if switches["centre.multiplier"] == 2 else None
    if sign == "M2":
        factor = -2 if switches["minus2.formula"] == "minus_2v" else -1
        return Effect(sign, letter=factor) if switches.flag("minus_squares") else None
    factor = int(sign[1])
    return Effect(sign, letter=factor) if sign[0] == "L" else Effect(sign, word=factor)
