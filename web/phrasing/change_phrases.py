"""What was put right in the protocol, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pi_referee.rules.course.happenings import Corrected, Happening, Inserted, Removed, Renamed, TurnSet, Undone
from pi_referee.rules.plays.play import Exchange, Play
from web.phrasing.language import gettext


def change_in_words(told: Happening) -> str:
    """What was done."""
    way = _CHANGES.get(type(told))
    return gettext("This was written down.") if way is None else way(told)


def _put_in(told: Inserted) -> str:
    """What was put in, and for whom."""
    if isinstance(told.move, Play):
        return gettext("A play of %(player)s was put in as turn %(number)s.", player=told.player, number=told.turn)
    if isinstance(told.move, Exchange):
        return gettext("An exchange of %(player)s was put in as turn %(number)s.", player=told.player, number=told.turn)
    return gettext("A pass of %(player)s was put in as turn %(number)s.", player=told.player, number=told.turn)


def _turn_set(told: TurnSet) -> str:
    """From which turn on it goes round from whom."""
    return gettext(
        "Turn %(number)s is %(player)s's, and those after it go round from there.",
        player=told.player,
        number=told.turn,
    )


_CHANGES: Mapping[type[Happening], Callable[[Any], str]] = {
    Corrected: lambda told: gettext("Turn %(number)s was corrected.", number=told.turn),
    Inserted: _put_in,
    Removed: lambda told: gettext("Turn %(number)s was taken back.", number=told.turn),
    Renamed: lambda told: gettext("The players are now called %(names)s.", names=", ".join(told.names)),
    TurnSet: _turn_set,
    Undone: lambda _: gettext("The last step was undone."),
}
"""What is said of each kind of change."""
