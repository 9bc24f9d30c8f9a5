"""What is printed on the household's cards, for whoever writes a play by hand: nobody need type what the deck knows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pi_referee.rules.board.tile import Tile
from pi_referee.rules.definition.ruleset import Ruleset
from pi_referee.rules.plays.play import Play
from pi_referee.rules.plays.scoring import printed_value

Printed = Mapping[str, int]
"""Letter -> what is printed on its cards, in this household."""


def as_printed(play: Play, printed: Printed, ruleset: Ruleset) -> Play:
    """A play as somebody wrote it: a card without a value bears the household's; the game's own is left out."""

    def card(tile: Tile) -> Tile:
        usual = ruleset.values.get(tile.letter)
        value = printed.get(tile.letter, usual) if tile.value is None else tile.value
        return replace(tile, value=None if tile.is_blank or value == usual else value)

    return replace(play, tiles={square: card(tile) for square, tile in play.tiles.items()})


def to_be_written(play: Play, printed: Printed, ruleset: Ruleset) -> Play:
    """The same the other way round: a value is written where the card bears another than the household's."""

    def card(tile: Tile) -> Tile:
        value = printed_value(tile, ruleset)
        return replace(tile, value=None if tile.is_blank or value == printed.get(tile.letter, value) else value)

    return replace(play, tiles={square: card(tile) for square, tile in play.tiles.items()})
