"""The referee's decision on a play: everything that is wrong with it, or its words and their score."""

from __future__ import annotations

from dataclasses import replace

from pi_referee.rules.board.position import Position
from pi_referee.rules.definition.ruleset import Ruleset
from pi_referee.rules.plays.placement import count_faults, placement_faults
from pi_referee.rules.plays.play import Play
from pi_referee.rules.plays.play_words import formed_words, laid_on
from pi_referee.rules.plays.ruling import Fault, Infraction, Ruling
from pi_referee.rules.plays.scoring import bonus, score_words


def adjudicate(
    position: Position, play: Play, ruleset: Ruleset, *, rack: int, typed: bool = False, held: int | None = None
) -> Ruling:
    """Judge a play that somebody lays on a position.

    rack: the agreed number of tiles on a rack. typed: whether people wrote the play down, so that having more
    of a letter than the box holds, or more tiles than the player has, is a fault of the play and not of the eye.
    held: how many tiles the player has, where that is known. Never raises: whatever is wrong stands in the ruling.
    """
    laid = laid_on(position, play, ruleset)
    formed = formed_words(laid, position, ruleset)
    faults = tuple(placement_faults(position, laid, formed, ruleset, rack=rack))
    if typed:
        faults += tuple(count_faults(position, play, ruleset))
        is_too_many = held is not None and held < play.tile_count <= rack
        faults += (Infraction(Fault.FEWER_LEFT, limit=held),) if is_too_many else ()
    if faults:
        return Ruling(play, infractions=faults)
    return Ruling(play, score_words(formed, laid, ruleset), bonus(play, ruleset, rack=rack, held=held))


def lay(position: Position, play: Play) -> Position:
    """The position with a play's tiles on it; where something lay already, that stays."""
    stop = () if play.stop is None else (play.stop,)
    return Position(
        {**position.tiles, **{square: tile for square, tile in play.tiles.items() if square not in position.tiles}},
        position.stops.union(stop),
        position.arrows | play.arrows,
    )


def lift(position: Position, play: Play) -> Position:
    """The position without a play's tiles; lifting what was just laid gives the position before."""
    return replace(
        position,
        tiles={square: tile for square, tile in position.tiles.items() if square not in play.tiles},
        stops=position.stops - {play.stop},
        arrows=position.arrows - play.arrows,
    )
