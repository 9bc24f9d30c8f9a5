"""What one line of a scorebook comes to, as a referee judges it at the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import singledispatch
from typing import Any

from pi_referee.errors import NotationError
from pi_referee.game_log.events import Event
from pi_referee.protocol.origins import origins
from pi_referee.rules.board.position import Position
from pi_referee.rules.course.game import Game, follow
from pi_referee.rules.course.happenings import (
    Adjusted,
    Challenged,
    Corrected,
    Drawn,
    Ended,
    Exchanged,
    LeftOver,
    Passed,
    PlayLaid,
    Removed,
    StartChosen,
    TimedOut,
    Undone,
    Withdrawn,
)
from pi_referee.rules.course.script import Fate
from pi_referee.rules.course.terms import exchange_faults
from pi_referee.rules.definition.ruleset import Ruleset
from pi_referee.rules.plays.adjudication import adjudicate
from pi_referee.rules.plays.notation import WrittenPlay
from pi_referee.rules.plays.play import Exchange, Play
from pi_referee.rules.plays.play_words import laid_on
from pi_referee.rules.plays.ruling import Fault, Infraction, Ruling
from pi_referee.text_game.score_rows import Outcome
from pi_referee.text_game.scorebook import (
    Begins,
    Correction,
    DrawnTiles,
    GameOver,
    Leftovers,
    Line,
    PointsApart,
    Questioned,
    RoundBegins,
    TakenBack,
    TimeOver,
    Undoing,
    WrittenExchange,
    WrittenPass,
)


@dataclass(frozen=True, slots=True)
class Moment:
    """Where in the scorebook we are: the game so far, and the lines before and after the one to judge.

    over: whether the game has ended or the racks were counted, so that nobody may play on.
    """

    game: Game
    before: Line | None
    following: Line | None
    over: bool


@singledispatch
def judge(line: Line, moment: Moment) -> Outcome:
    """What one line comes to. Raises NotationError for a line that leaves out whose points nobody could know then."""
    raise TypeError(line, moment)


@judge.register
def _(line: WrittenPlay, moment: Moment) -> Outcome:
    """A play: laid if it may lie as it does."""
    game, player = moment.game, moment.game.script.on_turn
    play, wrong = _ruled(line, game, game.position, player, len(game.turns) + 1)
    faults = (*_game_over(moment), *wrong)
    if faults:
        return Outcome(game, player, score=None, infractions=faults)
    laid = follow(game, PlayLaid(play))
    turn = laid.turns[len(game.turns)]
    return Outcome(laid, player, turn, turn.score)


@judge.register
def _(line: WrittenExchange, moment: Moment) -> Outcome:
    """An exchange, if it may be made now."""
    game, player = moment.game, moment.game.script.on_turn
    faults = (*_game_over(moment), *exchange_faults(game, Exchange(line.count)))
    if faults:
        return Outcome(game, player, score=None, infractions=faults)
    return Outcome(follow(game, Exchanged(line.count)), player)


@judge.register
def _(_: WrittenPass, moment: Moment) -> Outcome:
    """A pass."""
    game, player = moment.game, moment.game.script.on_turn
    faults = _game_over(moment)
    return Outcome(game, player, score=None, infractions=faults) if faults else _turn_over(game, Passed(), player)


@judge.register
def _(line: Leftovers, moment: Moment) -> Outcome:
    """What was left on the racks: it changes every total at once."""
    game = moment.game
    after = follow(game, LeftOver(dict(line.points)))
    _everyone_told(line, [player for player, _ in line.points], game.players)
    return _changed(game, after, game.players[0]) if len(game.players) == 1 else Outcome(after, score=None)


@judge.register
def _(line: PointsApart, moment: Moment) -> Outcome:
    """Points outside the plays; nobody's turn."""
    reason = "time" if line.is_time else "challenge"
    return _changed(moment.game, follow(moment.game, Adjusted(line.player, line.points, reason)), line.player)


@judge.register
def _(_: TakenBack, moment: Moment) -> Outcome:
    """The newest play goes back: by itself, or because the line before questioned it."""
    game, asked = moment.game, moment.before
    newest = game.newest_play
    if newest is None:
        return _nothing(game, Fault.NOTHING_TO_TAKE_BACK)
    is_verdict = isinstance(asked, Questioned) and asked.stands is None and game.script.questionable() is not None
    by = asked.by if isinstance(asked, Questioned) else ""
    return _changed(game, follow(game, Challenged(by, stands=False) if is_verdict else Withdrawn()), newest.player)


@judge.register
def _(line: Questioned, moment: Moment) -> Outcome:
    """A play is questioned; where the verdict is not written, the next line shows it."""
    game = moment.game
    number = game.script.questionable()
    if number is None or _stood(game, number):
        return _nothing(game, Fault.NOTHING_TO_QUESTION)
    player = game.turns[number - 1].player
    if line.stands is None and isinstance(moment.following, TakenBack):
        return Outcome(game, player)
    by = game.players[game.script.seat(line.by or game.script.on_turn)]
    if by == player and line.by:
        return _nothing(game, Fault.NOTHING_TO_QUESTION)
    asked = Challenged(by, stands=line.stands is not False)
    return _changed(game, follow(game, asked), player)


def _stood(game: Game, number: int) -> bool:
    """Whether a play was questioned in vain as it lies there now, where that costs a turn: once is enough (L01)."""
    events = [Event(place, 1, "", told) for place, told in enumerate(game.happenings, 1)]
    is_ranked = game.ruleset.switches["challenge.mode"] == "ranked_challenge"
    return is_ranked and origins(game, events)[number - 1].has_stood


@judge.register
def _(line: Begins, moment: Moment) -> Outcome:
    """Who begins."""
    return _begun(moment.game, line.player)


@judge.register
def _(line: RoundBegins, moment: Moment) -> Outcome:
    """Who begins the round, by lot or as the table agrees (K10)."""
    return _begun(moment.game, line.player)


@judge.register
def _(line: DrawnTiles, moment: Moment) -> Outcome:
    """What was drawn to see who begins."""
    game = moment.game
    after = follow(game, Drawn(dict(line.tiles)))
    _everyone_told(line, [player for player, _ in line.tiles], game.must_draw or game.players)
    return Outcome(after, "" if after.must_draw else after.script.on_turn)


@judge.register
def _(_: TimeOver, moment: Moment) -> Outcome:
    """A turn's time is over: a pass."""
    game, player = moment.game, moment.game.script.on_turn
    faults = _game_over(moment)
    return Outcome(game, player, score=None, infractions=faults) if faults else _turn_over(game, TimedOut(), player)


@judge.register
def _(_: GameOver, moment: Moment) -> Outcome:
    """The table agrees that the game is over."""
    return Outcome(follow(moment.game, Ended()), score=None)


@judge.register
def _(_: Undoing, moment: Moment) -> Outcome:
    """The newest thing that happened is undone."""
    after = follow(moment.game, Undone())
    is_nothing = len(after.happenings) == len(moment.game.happenings)
    return _nothing(after, Fault.NOTHING_TO_TAKE_BACK) if is_nothing else Outcome(after, score=None)


@judge.register
def _(line: Correction, moment: Moment) -> Outcome:
    """An earlier turn is written anew or taken back; all that comes after is scored again."""
    game, entry = moment.game, moment.game.script.entry(line.turn)
    player = entry.player
    if entry.fate in {Fate.ADJUSTED, Fate.LOST}:
        cure = "Turns are counted with lost ones and with points outside the plays."
        raise NotationError(f"Turn {line.turn} is no play.", cure=cure)
    if line.play is None:
        return _changed(game, follow(game, Removed(line.turn)), player)
    play, faults = _ruled(line.play, game, game.position_before(line.turn), player, line.turn)
    if faults:
        return Outcome(game, player, score=None, infractions=faults)
    after = follow(game, Corrected(line.turn, play))
    turn = after.turns[line.turn - 1]
    return Outcome(after, player, turn, turn.score)


def _ruled(
    line: WrittenPlay, game: Game, before: Position, player: str, turn: int
) -> tuple[Play, tuple[Infraction, ...]]:
    """The play that a line writes, upon what lay there before a player's turn, and everything wrong with it."""
    play = _as_written(line, before, game.ruleset)
    held = _held(game, player, turn)
    ruling = adjudicate(before, play, game.ruleset, rack=game.rack, typed=True, held=held)
    return play, _with_missing(ruling, line.missing(before))


def _as_written(line: WrittenPlay, position: Position, rules: Ruleset) -> Play:
    """The play that a line writes, read from its first letter on where its tiles alone could be read in two ways."""
    play = line.on(position)
    path = laid_on(position, play, rules).path
    if path is None or not path.corners or path.squares == tuple(square for square, _ in line.squares()):
        return play
    return replace(play, begins=line.start)


def _held(game: Game, player: str, turn: int) -> int | None:
    """How many tiles a player can have before a turn, once the bag is empty; None where nobody can tell.

    Where no players were named, one column stands for all of them.
    """
    before = game.standing_before(turn)
    return before.held.get(player) if before.bag == 0 and len(game.players) > 1 else None


def _begun(game: Game, player: str) -> Outcome:
    """The game that a player begins, or the round, as long as nobody has had a turn in it."""
    if not game.script.may_tell_start:
        return _nothing(game, Fault.START_SETTLED)
    return Outcome(follow(game, StartChosen(player)), player)


def _everyone_told(line: Line, told: Sequence[str], players: Sequence[str]) -> None:
    """Raise NotationError if a line leaves out one of these players, whose points nobody could know then."""
    left_out = ", ".join(player for player in players if player not in told)
    if left_out:
        raise NotationError(f"{str(line)!r} says nothing about {left_out}.", cure="Write every player, with a colon.")


def _game_over(moment: Moment) -> tuple[Infraction, ...]:
    """That nobody may play on, if the game has ended, or while nobody knows whose turn it is (K10)."""
    if moment.over:
        return (Infraction(Fault.GAME_OVER),)
    return (Infraction(Fault.NO_STARTER),) if moment.game.script.lot else ()


def _with_missing(ruling: Ruling, missing: tuple[Any, ...]) -> tuple[Infraction, ...]:
    """A ruling's faults, with the squares where a tile was said to lie and none does among the gaps."""
    if not missing:
        return ruling.infractions
    gaps = next((fault for fault in ruling.infractions if fault.fault is Fault.GAP), Infraction(Fault.GAP))
    others = tuple(fault for fault in ruling.infractions if fault.fault is not Fault.GAP)
    return (*others, replace(gaps, squares=tuple(sorted({*gaps.squares, *missing}))))


def _turn_over(game: Game, happening: Passed | TimedOut, player: str) -> Outcome:
    """A turn without a play."""
    after = follow(game, happening)
    return Outcome(after, player, after.turns[len(game.turns)])


def _changed(before: Game, after: Game, player: str) -> Outcome:
    """What something did to a player's points."""
    return Outcome(after, player, score=after.totals[player] - before.totals[player])


def _nothing(game: Game, fault: Fault) -> Outcome:
    """Nothing there to do it to."""
    return Outcome(game, game.script.on_turn, score=None, infractions=(Infraction(fault),))
