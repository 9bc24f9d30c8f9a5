"""The two looks of an Alfapet set, and what a tile without a letter is in each (A01)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from pi_referee.errors import GameFileError
from pi_referee.rules.agreed.switch_list import Value
from pi_referee.rules.agreed.switches import Switches

_WHITE = "white (2007 edition)"

TOLD_BY_PICTURE = "seen"
"""What a game is begun with whose pictures shall tell how the tiles look."""

EDITIONS: Mapping[str, Mapping[str, Value]] = MappingProxyType({
    "light": MappingProxyType({"edition.stop_tile_colour": "black"}),
    "dark": MappingProxyType({"edition.stop_tile_colour": _WHITE}),
    TOLD_BY_PICTURE: MappingProxyType({}),
})  # fmt: skip
"""What an edition agrees on by itself: ivory tiles have black stops, the dark tiles of 2007 white ones."""

_SOLD_IN: Mapping[str, tuple[str, ...]] = MappingProxyType({"alfapet-sv": ("light", "dark")})


def editions_of(game: str) -> tuple[str, ...]:
    """The editions that a game was sold in, the usual one first; only the Swedish Alfapet has more than one.

    >>> editions_of("alfapet-sv"), editions_of("literaki")
    (('light', 'dark'), ('light',))
    """
    return _SOLD_IN.get(game, ("light",))


def edition_of(game: str, named: str) -> str:
    """The edition that was named, if the game was sold in it; else its usual one.

    >>> edition_of("alfapet-sv", "dark"), edition_of("literaki", "dark")
    ('dark', 'light')
    """
    return named if named in editions_of(game) else editions_of(game)[0]


def stop_colour(switches: Switches) -> str:
    """The colour of the stop tiles: "black" or "white"."""
    return "white" if switches["edition.stop_tile_colour"] == _WHITE else "black"


def plain_tile(colour: str, switches: Switches) -> str:
    """What a tile without a letter is, by its colour: "stop", or "blank" in the colour of the letters' tiles.

    colour: "black" for a black or dark tile, "white" for a white or ivory one. The same colour is a stop in one
    edition and a blank in the other.
    """
    return "stop" if colour == stop_colour(switches) else "blank"


def edition_switches(name: str) -> Mapping[str, Value]:
    """What an edition agrees on by itself; GameFileError for one that is none."""
    if name not in EDITIONS:
        raise GameFileError(
            f"There is no edition {name!r}.", where="edition", cure=f"The editions are {', '.join(EDITIONS)}."
        )
    return EDITIONS[name]
