"""How each thing that happens changes the order of turns."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import reduce
from typing import Any

from pi_referee.rules.board.position import Position
from pi_referee.rules.course.answered_doubts import ABOUT_THE_PLAY, says_yes
from pi_referee.rules.course.asides import ClockPaused, ClockResumed, RanOver, TimeGiven
from pi_referee.rules.course.happenings import (
    APART_KEY,
    EXPLAIN_KEY,
    Adjusted,
    Answered,
    BagEmptied,
    BoardTaken,
    Challenged,
    Corrected,
    Drawn,
    Ended,
    Exchanged,
    Happening,
    Inserted,
    LeftOver,
    Passed,
    PlayLaid,
    Removed,
    Renamed,
    StartChosen,
    Surprised,
    TimedOut,
    TurnSet,
    WentOut,
    Withdrawn,
)
from pi_referee.rules.course.rounds import is_opening, put_in, told_start
from pi_referee.rules.course.script import LOST, Entry, Fate, Script
from pi_referee.rules.plays.play import Adjustment, Exchange, Pass, Unexplained


def record(script: Script, happening: Happening) -> Script:
    """Write down what happened; what does not touch the turns leaves them as they are.

    Raises NotationError where a turn or a player is named that the game does not have.
    """
    write = _WAYS.get(type(happening))
    return script if write is None else write(script, happening)


def _laid(script: Script, happening: PlayLaid) -> Script:
    return script.take_turn(Entry(script.on_turn, happening.play, happening.doubts))


def _surprised(script: Script, happening: Surprised) -> Script:
    """A turn that is to be explained: the board lies otherwise than it should.

    Who is next, and whether a round is over, is meanwhile as the likeliest explanation says.
    """
    move = Unexplained(happening.tiles, happening.stops, happening.arrows, happening.spent)
    entry = Entry(script.on_turn, move, (happening.question,))
    if not happening.explanations:
        return script.take_turn(entry)
    likely = reduce(record, happening.explanations[0].happened, script)
    taken = likely.entries[len(script.entries) :]
    entry = replace(entry, round=taken[-1].round if taken else script.round, taken=script.taken, changed=script.changed)
    return replace(likely, entries=(*script.entries, entry))


def _passed(script: Script, _: Passed) -> Script:
    return script.take_turn(Entry(script.on_turn, Pass()))


def _timed_out(script: Script, _: TimedOut) -> Script:
    return script.take_turn(Entry(script.on_turn, Pass(), fate=Fate.TIMED_OUT))


def _exchanged(script: Script, happening: Exchanged) -> Script:
    """With tiles that is a turn; a card is changed within one (K08)."""
    if not script.ruleset.has_board:
        return replace(script, changed=script.changed + happening.count)
    return script.take_turn(Entry(script.on_turn, Exchange(happening.count)))


def _answered(script: Script, happening: Answered) -> Script:
    if happening.question.startswith(APART_KEY):
        return _told_apart(script, happening)
    if happening.question.startswith(EXPLAIN_KEY) and not _waits(script, happening.turn, happening.question):
        return script  # the surprise has given way to what happened
    entry = script.entry(happening.turn)
    answers = (*entry.answers, (happening.question, happening.answer))
    seen = {**entry.seen, happening.question: happening.seen_at} if happening.seen_at else entry.seen
    told = replace(entry, answers=answers, seen=seen)
    script = script.with_entry(happening.turn, told)
    is_denied = happening.question in ABOUT_THE_PLAY and not says_yes(happening.answer)
    # Whoever has played on, or counted what was left, has let the word stand.
    is_open = happening.turn == script.questionable() and script.left_over is None
    return _fell(script, happening.turn) if is_denied and is_open else script


def _told_apart(script: Script, happening: Answered) -> Script:
    """Two turns were seen in one look: one answer settles both, and if they were no two plays, both are taken back."""
    pair = _pair(script, happening.turn)
    for turn, key in pair.items():
        entry = script.entry(turn)
        script = script.with_entry(turn, replace(entry, answers=(*entry.answers, (key, happening.answer))))
    if not says_yes(happening.answer):
        for turn in sorted(pair, reverse=True):
            script = script.take_back(turn, Fate.WITHDRAWN)
    return script


def _pair(script: Script, turn: int) -> dict[int, str]:
    """The two turns of a look and what each is asked; only those that ask and wait, none if this one does not."""
    first = f"{APART_KEY}first"
    second = f"{APART_KEY}second"
    if _waits(script, turn, first):
        return {turn: first} | ({turn + 1: second} if _waits(script, turn + 1, second) else {})
    if _waits(script, turn, second):
        return ({turn - 1: first} if _waits(script, turn - 1, first) else {}) | {turn: second}
    return {}


def _waits(script: Script, turn: int, key: str) -> bool:
    """Whether a turn asks this and nobody has answered."""
    if not 1 <= turn <= len(script.entries):
        return False
    entry = script.entry(turn)
    return any(doubt.key == key for doubt in entry.doubts) and all(told != key for told, _ in entry.answers)


def _withdrawn(script: Script, _: Withdrawn) -> Script:
    turn = script.newest_play()
    return script if turn is None else script.take_back(turn, Fate.WITHDRAWN)


def _removed(script: Script, happening: Removed) -> Script:
    return script.take_back(happening.turn, Fate.WITHDRAWN)


def _corrected(script: Script, happening: Corrected) -> Script:
    entry = script.entry(happening.turn)
    if _is_no_play(entry):
        return script
    player = entry.player if happening.player is None else script.players[script.seat(happening.player)]
    same = Entry(player, happening.play, round=entry.round, taken=entry.taken, changed=entry.changed, was=entry)
    return script.with_entry(happening.turn, same).once_told(happening.turn, entry)


def _is_no_play(entry: Entry) -> bool:
    """Whether it is points outside the plays, or a turn that nobody had, also one that is owed again."""
    return entry.fate is Fate.ADJUSTED or entry.move is LOST


def _turn_set(script: Script, happening: TurnSet) -> Script:
    """Whose turn it was from then on; who comes next where it is the next one."""
    is_next = happening.turn == len(script.entries) + 1
    if is_next and is_opening(script):
        return told_start(script, happening.player)
    if not is_next and _is_no_play(script.entry(happening.turn)):
        return script
    was = script.on_turn if is_next else script.entry(happening.turn).player
    moved = script.moved_on(happening.turn, script.seat(happening.player) - script.seat(was))
    return moved if is_next else moved.past_those_who_had_theirs().settle_debt()


def _renamed(script: Script, happening: Renamed) -> Script:
    return script.renamed(happening.names)


def _board_taken(script: Script, happening: BoardTaken) -> Script:
    """What lies there as the game begins can be told until somebody has had a turn."""
    points = {script.players[script.seat(player)]: told for player, told in happening.points.items()}
    before = Position(happening.tiles, happening.stops, happening.arrows)
    return script if script.entries else replace(script, before=before, points_before=points)


def _challenged(script: Script, happening: Challenged) -> Script:
    """Questioning in vain costs a turn in a ranked game only (L01); else see _fell."""
    turn = script.questionable()
    if turn is None:
        return script
    if not happening.stands:
        return _fell(script, turn)
    if not happening.by or script.ruleset.switches["challenge.mode"] != "ranked_challenge":
        return script
    by = script.players[script.seat(happening.by)]
    if by == script.entry(turn).player and len(script.players) > 1:
        return script  # nobody challenges their own word
    owed = {**script.owed, by: script.owed.get(by, 0) + 1}
    return replace(script, owed=owed, waits=happening.waits).settle_debt()


def _fell(script: Script, turn: int) -> Script:
    """A word that does not count: the tiles go back, and the rest is as the house agreed (A27, L02)."""
    rules = script.ruleset
    return script.take_back(turn, Fate.FELL, penalty=rules.falling_costs_points, again=not rules.falling_costs_turn)


def _adjusted(script: Script, happening: Adjusted) -> Script:
    """A row of its own between the turns; whose turn it is stays as it was."""
    player = script.players[script.seat(happening.player)]
    move = Adjustment(happening.points, happening.reason)
    entry = Entry(player, move, fate=Fate.ADJUSTED, round=script.round, taken=script.taken)
    return replace(script, entries=(*script.entries, entry))


def _drawn(script: Script, happening: Drawn) -> Script:
    """Whoever drew the highest value begins; those who drew alike draw again (A28)."""
    among = script.contenders or script.players
    values = {
        script.players[script.seat(player)]: script.ruleset.values.get(letter, 0)
        for player, letter in happening.tiles.items()
        if player in among
    }
    best = tuple(player for player in among if values.get(player, -1) == max(values.values(), default=0))
    return _started(script, StartChosen(best[0])) if len(best) == 1 else replace(script, contenders=best)


def _started(script: Script, happening: StartChosen) -> Script:
    """Who begins can be decided until somebody has had a turn, in the game or in the round (L12, K10).

    What lots said holds as long as they were called for; in older logs it held whatever was told of points later.
    """
    seat = script.seat(happening.player)
    if not script.may_tell_start:
        return replace(script, contenders=())
    if happening.by_lot and happening.player in script.lot:
        return replace(script, contenders=(), lot=(), drawn={**script.drawn, script.round: happening.player}, next=seat)
    return told_start(script, happening.player)


def _bag_emptied(script: Script, _: BagEmptied) -> Script:
    return replace(script, bag_empty=True)


def _went_out(script: Script, happening: WentOut) -> Script:
    return replace(script, out=script.players[script.seat(happening.player)])


def _left_over(script: Script, happening: LeftOver) -> Script:
    points = {script.players[script.seat(player)]: value for player, value in happening.points.items()}
    return replace(script, left_over=points)


def _ended(script: Script, _: Ended) -> Script:
    return replace(script, agreed_end=True)


def _clock_set(script: Script, happening: ClockResumed | ClockPaused) -> Script:
    if isinstance(happening, ClockPaused) and happening.until_turn:
        return replace(script, ticks=None, rests=len(script.entries))
    return replace(script, ticks=isinstance(happening, ClockResumed))


def _time_given(script: Script, happening: TimeGiven) -> Script:
    """More time forgives what was over: it was the table's will that there be more."""
    player = script.players[script.seat(happening.player)]
    given = script.given.get(player, 0) + happening.seconds
    return replace(script, given={**script.given, player: given}, over={**script.over, player: 0})


def _ran_over(script: Script, happening: RanOver) -> Script:
    player = script.players[script.seat(happening.player)]
    return replace(script, over={**script.over, player: max(script.over.get(player, 0), happening.minute)})


_WAYS: dict[type, Callable[[Script, Any], Script]] = {
    PlayLaid: _laid,
    Surprised: _surprised,
    Passed: _passed,
    TimedOut: _timed_out,
    Exchanged: _exchanged,
    Answered: _answered,
    Withdrawn: _withdrawn,
    Removed: _removed,
    Corrected: _corrected,
    Inserted: put_in,
    Challenged: _challenged,
    Adjusted: _adjusted,
    Drawn: _drawn,
    StartChosen: _started,
    BoardTaken: _board_taken,
    TurnSet: _turn_set,
    Renamed: _renamed,
    BagEmptied: _bag_emptied,
    WentOut: _went_out,
    LeftOver: _left_over,
    Ended: _ended,
    ClockResumed: _clock_set,
    ClockPaused: _clock_set,
    TimeGiven: _time_given,
    RanOver: _ran_over,
}
