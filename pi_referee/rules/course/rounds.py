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
    and has lost the turn is passed over: that, too, is so only until another should begin and nobody has had a turn. In
    logs of before 2026-11-30 it was so once and for all.
    """
    fresh = reopened(script)
    if not fresh.opens_round:
        return script
    last = _points(steps, script.round - 1, script.players)
    best = _most(last, script.players)
    if len(best) > 1:
        best = _most(_points(steps, script.round - 2, script.players), best)
    drawn = [player for player in best if script.drawn.get(script.round) == player]
    lot = best if len(best) > 1 and not drawn else ()
    fresh = replace(fresh, next=script.players.index([*drawn, *best][0]), lot=lot)
    if lot or not fresh.owed.get(fresh.on_turn, 0):
        return fresh
    return script if _lost_first(script) == fresh.on_turn else fresh.passed_over().settle_debt()


def reopened(script: Script) -> Script:
    """The script before those who begin its round were passed over, where nobody else has had a turn in it.

    It is the same if somebody has, and where the table told who begins.
    """
    lost = [number for number, entry in enumerate(script.entries) if _is_lost(entry, script.round)]
    if not script.waits or script.round in script.told_start or not lost or len(lost) != script.taken:
        return script
    return replace(script.owing_again(lost[0]), taken=0)


def told_start(script: Script, player: str) -> Script:
    """Somebody says who begins, and it holds whatever is told of points later; one who lost the turn is passed over."""
    told = script.told_start | {script.round}
    return replace(script, contenders=(), lot=(), told_start=told, next=script.seat(player)).settle_debt()


def is_opening(script: Script) -> bool:
    """Whether a round begins of which nobody has told who begins it: at most, some have lost their turn in it."""
    return reopened(script).opens_round


def _lost_first(script: Script) -> str:
    """Who began this round, but had lost the turn; "" if nobody."""
    return next((entry.player for entry in script.entries if _is_lost(entry, script.round)), "")


def _is_lost(entry: Entry, number: int) -> bool:
    """Whether a turn of a round is one that was lost."""
    return entry.round == number and entry.fate is Fate.LOST


def put_in(script: Script, happening: Inserted) -> Script:
    """A turn that was forgotten, before another; whoever is next then, and has lost the turn, is passed over.

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
    told = _after_newest(told) if script.opens_round and told.taken else told
    told = told.past_those_who_had_theirs()
    return told.settle_debt() if told.waits else told


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
