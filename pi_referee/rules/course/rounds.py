"""Rounds, where everybody lays one word and then the table is cleared: their ends, and who begins the next."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from pi_referee.rules.course.script import Fate, Script
from pi_referee.rules.course.standing import Status, Step, Turn
from pi_referee.rules.definition.mode import Mode
from pi_referee.rules.plays.play import Unexplained


def opened(script: Script, steps: Sequence[Step]) -> Script:
    """The script with whoever scored most in the last round on turn, or with those who must draw lots for it (K10).

    Where several did, the round before decides among them, then the lot; till it is drawn the first of them in the
    order of their seats is on turn. Whoever begins and has lost the turn is passed over.
    """
    if not script.opens_round:
        return script
    last = _points(steps, script.round - 1, script.players)
    best = _most(last, script.players)
    if len(best) > 1:
        best = _most(_points(steps, script.round - 2, script.players), best)
    script = replace(script, next=script.players.index(best[0]), lot=best if len(best) > 1 else ())
    is_lost = not script.lot and script.owed.get(script.on_turn, 0) > 0
    return replace(script, told_start=script.round).settle_debt() if is_lost else script


def recounted(script: Script, turn: int) -> Script:
    """The script into which a turn was put: rounds are counted anew from it on (K06), and end where they then do."""
    if script.ruleset.mode is not Mode.ROUNDS:
        return script
    later = script.entries[turn - 1 :]
    told = replace(script, entries=script.entries[: turn - 1], round=later[0].round, taken=later[0].taken)
    for entry, then in zip(later, (*later[1:], script.coming), strict=True):
        told = replace(told, entries=(*told.entries, replace(entry, round=told.round, taken=told.taken)))
        if entry is later[0] or (then.round, then.taken) != (entry.round, entry.taken):
            told = told.counted(may_end=not isinstance(entry.move, Unexplained))
    return told


def _most(points: Mapping[str, int], among: Sequence[str]) -> tuple[str, ...]:
    """Those of some players who have most points."""
    most = max(points[player] for player in among)
    return tuple(player for player in among if points[player] == most)


def _points(steps: Sequence[Step], number: int, players: Iterable[str]) -> Mapping[str, int]:
    """What each player scored in a round; a score that a question holds open counts as it was read.

    Points outside the plays are none of a round's.
    """
    sums = dict.fromkeys(players, 0)
    for step in steps:
        if step.entry.round == number and step.entry.fate is not Fate.ADJUSTED:
            sums[step.turn.player] += _likely_score(step.turn)
    return sums


def _likely_score(turn: Turn) -> int:
    """A turn's score, or what it will most likely be."""
    if turn.status is Status.OPEN and turn.ruling is not None:
        return turn.ruling.score or 0
    return turn.score or 0
