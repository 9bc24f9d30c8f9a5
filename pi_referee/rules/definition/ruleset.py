"""A game: its board, its tiles, and what its players agreed on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from pi_referee.rules.agreed.switches import Switches
from pi_referee.rules.board.layout import Layout
from pi_referee.rules.board.premiums import Effect, square_effects
from pi_referee.rules.board.square import Square


@dataclass(frozen=True)
class Ruleset:
    """All that must be known to judge a play of one game.

    values: letter -> points. counts: letter -> how many the box holds; None where nobody knows, and then no
    play is refused for having too many. blanks, stops, arrows: how many of each are in the bag.
    rack_sizes: what may be agreed; rack: what is usual. bonuses: rack size -> points for laying all of it.
    tile_colours: letter -> "yellow", "green", "blue" or "red", for Literaki; else empty.
    """

    name: str
    title: str
    language: str
    layout: Layout
    values: Mapping[str, int]
    counts: Mapping[str, int] | None
    blanks: int
    stops: int
    arrows: int
    rack_sizes: tuple[int, ...]
    rack: int
    bonuses: Mapping[int, int]
    tile_colours: Mapping[str, str] = field(default_factory=dict)
    switches: Switches = field(default_factory=Switches)

    @cached_property
    def alphabet(self) -> tuple[str, ...]:
        """The letters that have a tile, in the order of the game's file."""
        return tuple(self.values)

    @cached_property
    def effects(self) -> Mapping[Square, Effect]:
        """What each square does under these switches; squares that do nothing are left out."""
        return square_effects(self.layout, self.switches)

    @cached_property
    def tile_total(self) -> int | None:
        """How many tiles the bag holds at the start, specials included; None where nobody knows."""
        if self.counts is None:
            return None
        return sum(self.counts.values()) + self.blanks + self.stops + self.arrows

    def agree(self, wishes: Mapping[str, object]) -> Ruleset:
        """This game with switches set; tiles that are sorted out leave the counts as they leave the bag.

        Raises GameFileError for an unknown switch or value, naming the switches or the values there are.
        """
        switches = self.switches.agree(wishes)
        return replace(
            self,
            switches=switches,
            blanks=self.blanks if switches.flag("blanks") else 0,
            stops=self.stops if switches.flag("stops") else 0,
            arrows=self.arrows if switches.flag("arrows") else 0,
        )
