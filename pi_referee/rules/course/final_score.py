"""What a game's turns come to, how it ends, and what is taken off for the tiles left on the racks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from pi_referee.rules.agreed.switches import Switches
from pi_referee.rules.course.answered_doubts import ABOUT_THE_PLAY
from pi_referee.rules.course.script import UNTAKEN, Entry, Fate, Script
from pi_referee.rules.course.standing import Standing, Status, Step, Turn
from pi_referee.rules.plays.play import Exchange, Pass

_WAITING = frozenset({Status.OPEN, Status.PENDING, Status.UNEXPLAINED})
"""How a turn stands whose score waits for an answer, or for the next word."""


def ended_by(script: Script, standing: Standing) -> str:
    """How the game ended: "agreement", "tiles", "bag" or "passes"; "" while it goes on (A31, A32, L07, L13, K11).

    Racks that were counted end it even if a later correction says otherwise: a tile laid then would count twice. What
    is agreed of a game that is over already changes nothing of how it ended.
    """
    when = script.ruleset.switches["end.when"]
    bag_is_empty = script.bag_empty or standing.bag == 0
    if when == "bag_empty" and bag_is_empty:
        return "bag"
    if when == "bag_and_one_rack_empty" and bag_is_empty and _out(script, standing):
        return "tiles"
    if script.ruleset.switches.flag("end.two_passes") and _everyone_passed(script, 2):
        return "passes"
    if not script.ruleset.has_board and bag_is_empty and _everyone_passed(script, 1):
        return "passes"
    return "agreement" if script.agreed_end or script.left_over is not None else ""


def _everyone_passed(script: Script, times: int) -> bool:
    """Whether each player's last so many turns were passes, with nothing else in between (A31, L07, K11)."""
    passes = Counter(_closing_passes(script))
    return all(passes[player] >= times for player in script.players)


def _closing_passes(script: Script) -> Iterator[str]:
    """Who passed since the last turn that was none, newest first; on a table that is cleared any word may lie."""
    table = script.round - (script.taken == 0)
    for entry in reversed(script.entries):
        if entry.round < table:
            return
        if _counts_as_pass(entry, script.ruleset.switches):
            yield entry.player
        elif entry.fate is Fate.STANDS or (entry.fate is Fate.FELL and script.ruleset.falling_costs_turn):
            return


def _counts_as_pass(entry: Entry, switches: Switches) -> bool:
    """Whether a turn is a pass for the game's end (A30, L02, L07, L11)."""
    if entry.fate in UNTAKEN:
        return False
    if isinstance(entry.done, Pass):
        return True
    if isinstance(entry.move, Exchange):
        return switches.flag("exchange.counts_as_pass")
    return entry.fate is Fate.FELL and switches.flag("invalid.counts_as_pass")


def _out(script: Script, standing: Standing) -> str:
    """Who has no tiles left, as somebody said or as can be counted; "" if nobody."""
    if script.out or standing.bag != 0:
        return script.out
    return next((player for player, held in standing.held.items() if held == 0), "")


def finisher(script: Script, standing: Standing) -> str:
    """Who went out: as said or counted, else the only one who had nothing left; "" if nobody did."""
    out = _out(script, standing)
    if out or not script.left_over:
        return out
    if ended_by(script, standing) == "passes":
        return ""
    nothing = [player for player in script.players if script.left_over.get(player, 0) == 0]
    return nothing[0] if len(nothing) == 1 else ""


def deductions(script: Script, standing: Standing) -> Mapping[str, int]:
    """What each player loses for the tiles left; negative for a finisher who gets what the others lose (A33, L06).

    Where the finisher gets it twice, nobody loses anything, as tournaments in North America count.
    """
    if script.left_over is None:
        return {}
    lost = dict(script.left_over)
    out, gets = finisher(script, standing), script.ruleset.switches["end.transfer_to_finisher"]
    if out and gets == "twice":
        return {out: -2 * sum(points for player, points in lost.items() if player != out)}
    if out and gets is True:
        lost[out] = lost.get(out, 0) - sum(points for player, points in lost.items() if player != out)
    return lost


def overtime(script: Script) -> Mapping[str, int]:
    """What each player loses for minutes beyond the agreed time; nobody who kept to it is named."""
    points = script.ruleset.switches.number("clock.overtime") or 0
    return {player: minutes * points for player, minutes in script.over.items() if minutes and points}


def winners(turns: Iterable[Turn], totals: Mapping[str, int]) -> tuple[str, ...]:
    """Who has most points; several share the win (A33), and nobody has won while a score waits."""
    if any(turn.score is None and turn.status in _WAITING for turn in turns):
        return ()
    most = max(totals.values())
    return tuple(player for player, points in totals.items() if points == most)


def settled_turns(steps: Iterable[Step], *, is_over: bool) -> tuple[Turn, ...]:
    """The turns with what later turns settled; once the game is over a living word scores in full (K11)."""
    turns = [step.turn for step in steps]
    for settled in [turn.settled for turn in turns if turn.settled is not None]:
        turns[settled.turn - 1] = _brought(turns[settled.turn - 1], settled.points)
    return tuple(_brought(turn, turn.pending) if is_over and turn.pending is not None else turn for turn in turns)


def accepted(turns: Iterable[Turn], script: Script) -> tuple[Turn, ...]:
    """The turns without questions whose answers can change nothing any more.

    Those about a whole word are some once somebody has played on after it, and so has let it stand, or has counted what
    was left; and then, too, those for which no score waits, unless a name may make an agreed word of a blank's.
    """
    is_counted = script.left_over is not None
    newest = None if is_counted else script.questionable()
    is_vain = is_counted and not script.ruleset.switches.words("theme.words")
    return tuple(turn if turn.number == newest else _let_stand(turn, is_named_in_vain=is_vain) for turn in turns)


def _let_stand(turn: Turn, *, is_named_in_vain: bool) -> Turn:
    asked = (question for question in turn.questions if question.key not in ABOUT_THE_PLAY)
    left = tuple(question for question in asked if question.holds_score or not is_named_in_vain)
    return turn if left == turn.questions else replace(turn, questions=left)


def _brought(turn: Turn, points: int | None) -> Turn:
    """A turn whose word is settled; open while the points are, or while its own letters are asked about."""
    if points is None or turn.status is Status.OPEN:
        return replace(turn, status=Status.OPEN, score=None, pending=None)
    return replace(turn, status=Status.SCORED, score=points, pending=None)
