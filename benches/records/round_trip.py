"""One game written as GCG and read again, and what is then another."""

from __future__ import annotations

from pi_referee.protocol.gcg import to_gcg
from pi_referee.protocol.gcg_game import from_gcg
from pi_referee.protocol.rows import turn_rows
from pi_referee.rules.course.game import Game

_AT = "2026-11-20T17:00:00+00:00"


def plays_of(game: Game) -> list[tuple[str, str, int | None]]:
    """Each turn that was taken: the player, what was done and what it scored."""
    rows = (row for row in turn_rows(game) if row["status"] != "withdrawn")
    return [(row["player"], row["play"], row["score"]) for row in rows]


def differing(game: Game) -> list[str]:
    """What is another in a game once it was written as GCG and read again; nothing where all came back."""
    back = from_gcg(to_gcg(game, nameless=True), at=_AT)
    plays, again = plays_of(game), plays_of(back.game)
    faults = [f"{one} became {other}" for one, other in zip(plays, again, strict=False) if one != other]
    if len(plays) != len(again):
        faults.append(f"{len(plays)} turns became {len(again)}")
    if dict(game.totals) != dict(back.game.totals):
        faults.append(f"{dict(game.totals)} became {dict(back.game.totals)}")
    if game.began.game != back.game.began.game:
        faults.append(f"{game.began.game} was taken for {back.game.began.game}")
    return [*faults, *back.differences]
