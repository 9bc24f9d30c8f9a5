"""What players say is left on their racks: what it is worth, why it cannot be, and why it can hardly be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from pi_referee.rules.course.game import Game
from pi_referee.rules.plays.bag import unseen
from pi_referee.rules.plays.placement import BLANK
from pi_referee.rules.plays.scoring import face_value
from web.phrasing.language import gettext, ngettext

LONGEST_RACK = 12
"""Tiles; no game's rack holds so many, so more are a slip of the finger."""

HIGHEST_HAND = 99
"""The highest sum that the cards of a hand may have: ten times what seven dear ones have is a slip of the finger."""

_FREE = frozenset("_?#/ ")
"""Signs of tiles worth nothing: blanks, stop tiles, arrows."""


def worth_of(game: Game, racks: Mapping[str, str]) -> Mapping[str, int]:
    """What the tiles on each rack are worth, or the cards in each hand; racks: by player, as it was written."""
    if not game.ruleset.has_board:
        return {player: int(told) if told.strip().isdecimal() else 0 for player, told in racks.items()}
    return {player: face_value(_letters(rack), game.ruleset) for player, rack in racks.items()}


def fault_of(game: Game, racks: Mapping[str, str]) -> str:
    """Why this can be on no rack of this game; "" if it can."""
    if not game.ruleset.has_board:
        return next((told for told in map(_no_sum, racks.items()) if told), "")
    for player, rack in racks.items():
        strange = sorted({letter for letter in _letters(rack) if letter not in game.ruleset.values} - _FREE)
        if strange:
            letters = ", ".join(strange)[:40]
            return gettext("%(player)s: there are no tiles for %(letters)s.", player=player, letters=letters)
        if len(_letters(rack)) > LONGEST_RACK:
            return gettext("%(player)s cannot have so many tiles.", player=player)
    return ""


def doubt_about(game: Game, racks: Mapping[str, str]) -> str:
    """Why this can hardly be left: more than a rack holds, or tiles that lie on the board; "" if nothing is odd."""
    if not game.ruleset.has_board:
        return ""
    for player, rack in racks.items():
        if len(_letters(rack)) > game.rack:
            return gettext("%(player)s: these are %(count)s tiles, and a rack holds %(most)s.",
                           player=player, count=len(_letters(rack)), most=game.rack)  # fmt: skip
    lying = _lying_already(game, racks)
    if lying:
        return gettext("So many are not left, the others lie on the board: %(letters)s.", letters=lying)
    return _out_too_early(game, racks)


def _out_too_early(game: Game, racks: Mapping[str, str]) -> str:
    """Why the only one with nothing left can hardly have gone out and be given the others' points; "" if so."""
    left, out = unseen(game.position, game.ruleset), [player for player, rack in racks.items() if not _letters(rack)]
    if left is None or len(out) != 1 or len(racks) == 1 or not game.ruleset.switches["end.transfer_to_finisher"]:
        return ""
    told = sum(letter not in _FREE for rack in racks.values() for letter in _letters(rack))
    lost = sum(count for sign, count in left.items() if sign not in _FREE) - told
    if lost <= 0:
        return ""
    return ngettext("%(player)s has nothing left, yet %(num)s letter lies neither on the board nor on a rack.",
                    "%(player)s has nothing left, yet %(num)s letters lie neither on the board nor on a rack.",
                    lost, player=out[0])  # fmt: skip


def _lying_already(game: Game, racks: Mapping[str, str]) -> str:
    """The tiles of which more are told than do not lie on the board, each with how many there are; "" if none."""
    left = unseen(game.position, game.ruleset)
    if left is None:
        return ""
    told = Counter(letter.replace("?", BLANK) for rack in racks.values() for letter in _letters(rack))
    odd = [sign for sign, count in sorted(told.items()) if count > left.get(sign, 0)]
    return ", ".join(f"{sign.replace(BLANK, '□')} ({left.get(sign, 0)})" for sign in odd)


def _no_sum(told: tuple[str, str]) -> str:
    """Why what was told of a hand is no sum of its cards; "" if it is one. Nothing written means no card is left."""
    player, text = told
    if not text.strip() or (text.strip().isdecimal() and int(text) <= HIGHEST_HAND):
        return ""
    return gettext("%(player)s: write the sum of the cards in the hand, a whole number up to %(most)s.",
                   player=player, most=HIGHEST_HAND)  # fmt: skip


def _letters(rack: str) -> tuple[str, ...]:
    """The tiles named in a line."""
    return tuple(sign for sign in rack.upper() if not sign.isspace() and sign != ",")
