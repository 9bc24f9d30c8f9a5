"""Rounds, where everybody lays one word and then the table is cleared: who begins the next, and turns put in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from pi_referee.rules.course.happenings import Inserted
from pi_referee.rules.course.script import Entry, Fate, Script
from pi_referee.rules.course.standing import Status, Step, Turn
from pi_referee.rules.definition.mode import Mode
from pi_referee.rules.plays.play import Unexplained


def opened(script: Script, steps: Sequence[Step]) -> Script:
    """The script with whoever scored most in the last round on turn, or with those who must draw lots for it (K10).

    Where several did, the round before decides among them, then the lot; till it is drawn the first of them in the
    order of their seats is on turn. A lot that was drawn holds as long as whoever won it is one of them. Whoever begins
    and has lost the turn is passed over.
    """
    if not script.opens_round:
        return script
    last = _points(steps, script.round - 1, script.players)
    best = _most(last, script.players)
    if len(best) > 1:
        best = _most(_points(steps, script.round - 2, script.players), best)
    drawn = [player for player in best if script.drawn == (script.round, player)]
    lot = best if len(best) > 1 and not drawn else ()
    script = replace(script, next=script.players.index([*drawn, *best][0]), lot=lot)
    is_lost = not script.lot and script.owed.get(script.on_turn, 0) > 0
    return replace(script, told_start=script.round).settle_debt() if is_lost else script


def put_in(script: Script, happening: Inserted) -> Script:
    """A turn that was forgotten, before another.

    Before the turn that is next, too: the one before which it was put in may have been no turn after all.
    """
    is_next = happening.turn == len(script.entries) + 1
    beside = script.coming if is_next else script.entry(happening.turn)
    entry = Entry(script.players[script.seat(happening.player)], happening.move, round=beside.round, taken=beside.taken)
    before = happening.turn - 1
    entries = tuple(_seen_later(one, happening.turn) for one in script.entries)
    script = replace(script, entries=(*entries[:before], entry, *entries[before:]))
    more = script.seat(happening.player) + 1 - script.seat(beside.player)
    script = script.moved_on(happening.turn + 1, more) if happening.moves_on else script
    told = recounted(script, happening.turn)
    return (_after_newest(told) if script.opens_round and told.taken else told).past_those_who_had_theirs()


def _after_newest(script: Script) -> Script:
    """Whoever sits after the newest turn's player is next: a turn of what seemed a full round began the next one."""
    newest = next(entry for entry in reversed(script.entries) if entry.fate not in script.again)
    return replace(script, next=(script.seat(newest.player) + 1) % len(script.players))


def _seen_later(entry: Entry, turn: int) -> Entry:
    """A turn as it is told once another is put in: what was seen at a later one was seen at the one after that."""
    return replace(entry, seen={key: at + (at >= turn) for key, at in entry.seen.items()}) if entry.seen else entry


def recounted(script: Script, turn: int) -> Script:
    """The script into which a turn was put: rounds are counted anew from it on (K06), and end where they then do."""
    if script.ruleset.mode is not Mode.ROUNDS:
        return script
    later = script.entries[turn - 1 :]
    told = replace(script, entries=script.entries[: turn - 1], round=later[0].round, taken=later[0].taken)
    places = [(one.round, one.taken) for one in (*later, script.coming)]
    for number, entry in enumerate(later):
        told = replace(told, entries=(*told.entries, replace(entry, round=told.round, taken=told.taken)))
        # What was taken back later is followed by a turn in the same place, or before it.
        if number == 0 or min(places[number + 1 :]) > places[number]:
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
