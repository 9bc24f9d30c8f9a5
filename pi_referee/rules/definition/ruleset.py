"""A game: what it is played on, its tiles or cards, and what its players agreed on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from pi_referee.errors import GameFileError
from pi_referee.rules.agreed.switches import Switches
from pi_referee.rules.board.bare_table import Table
from pi_referee.rules.board.deck import Deck
from pi_referee.rules.board.layout import Layout
from pi_referee.rules.board.premiums import Effect, square_effects
from pi_referee.rules.board.square import Square
from pi_referee.rules.definition.mode import Mode

_CROSS_WORDS: Mapping[Mode, str] = {
    Mode.STEALING: "two_player.cross_words",
    Mode.ROUNDS: "multi_player.cross_words",
}
"""The switches that say whether crossing words score, where it is not always so."""


@dataclass(frozen=True)
class Ruleset:
    """All that must be known to judge a play of one game.

    ground: the printed board, or the bare table.
    values: letter -> points. counts: letter -> how many the box holds; None where nobody knows, and then no
    play is refused for having too many. blanks, stops, arrows: how many of each are in the bag.
    rack_sizes: what may be agreed; rack: what is usual. bonuses: rack size -> points for laying all of it.
    tile_colours: letter -> "yellow", "green", "blue" or "red", for Literaki; else empty.
    modes: number of players -> how words live; empty where it is the same for any number. mode: how they live here.
    """

    name: str
    title: str
    language: str
    ground: Layout | Table
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
    modes: Mapping[int, Mode] = field(default_factory=dict)
    mode: Mode = Mode.KEPT

    @cached_property
    def alphabet(self) -> tuple[str, ...]:
        """The letters that have a tile, in the order of the game's file."""
        return tuple(self.values)

    @property
    def layout(self) -> Layout:
        """The printed board; GameFileError where the game has none."""
        if isinstance(self.ground, Layout):
            return self.ground
        raise GameFileError(f"{self.title} is played without a board.", where="game", cure="Choose another game.")

    @property
    def has_board(self) -> bool:
        """Whether the game is played on a printed board, with tiles; else with cards on a bare table."""
        return isinstance(self.ground, Layout)

    @cached_property
    def deck(self) -> Deck:
        """What the cards show as far as the game's file knows; the values of a household's own deck may differ."""
        return Deck(self.values, jokers=self.blanks, assumed=frozenset(self.values))

    @cached_property
    def effects(self) -> Mapping[Square, Effect]:
        """What each square does under these switches; squares that do nothing are left out."""
        return square_effects(self.ground, self.switches) if isinstance(self.ground, Layout) else {}

    @property
    def cross_words_count(self) -> bool:
        """Whether the words that cross a play's own score, too (A35, K05, K06)."""
        name = _CROSS_WORDS.get(self.mode)
        return name is None or self.switches.flag(name)

    @cached_property
    def tile_total(self) -> int | None:
        """How many tiles the bag holds at the start, specials included; None where nobody knows."""
        if self.counts is None:
            return None
        return sum(self.counts.values()) + self.blanks + self.stops + self.arrows

    @property
    def falling_costs_turn(self) -> bool:
        """Whether a word that falls costs its player the turn (A27, L02)."""
        return self.switches.flag("invalid.counts_as_pass") or self.switches["words.invalid_penalty"] == "lose_turn"

    @property
    def falling_costs_points(self) -> int:
        """How many points a word that falls costs its player (A27)."""
        is_fixed = self.switches["words.invalid_penalty"] == "fixed"
        return (self.switches.number("words.fixed_penalty") or 0) if is_fixed else 0

    def for_players(self, count: int) -> Ruleset:
        """This game for so many players: with some games that decides how words live.

        Raises GameFileError if so many do not play it.
        """
        if not self.modes:
            return self
        if count not in self.modes:
            counts = ", ".join(map(str, sorted(self.modes)))
            raise GameFileError(
                f"{self.title} is not played by {count}.", where="players", cure=f"Name {counts} players."
            )
        return replace(self, mode=self.modes[count])

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
