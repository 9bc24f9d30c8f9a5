"""What a form says of each player in a field of its own: what is left, what was drawn, the points brought along."""

from __future__ import annotations

from collections.abc import Sequence

from flask import request


def told_of(players: Sequence[str], field: str) -> dict[str, str]:
    """What the form says, by player: each as called there, whatever seat that is by now, and others by seat.

    Nothing is said of players for whom the form has no such field.
    """
    names, said = request.form.getlist("player"), request.form.getlist(field)
    told = dict(zip(names if len(names) == len(said) else players, said, strict=False))
    others = iter([one for player, one in told.items() if player not in players])
    found = ((player, told[player] if player in told else next(others, None)) for player in players)
    return {player: one for player, one in found if one is not None}
