"""What a table plays by, and what it may do: alone or not, who begins, how long things take, what may be changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from random import Random

from pi_referee.rules.course.answered_doubts import ABOUT_THE_PLAY, may_be_answered
from pi_referee.rules.course.asides import RanOver
from pi_referee.rules.course.game import Game, follow
from pi_referee.rules.course.happenings import EXPLAIN_KEY, LETTER_KEY, VALUE_KEY, Answered, Question, StartChosen
from pi_referee.rules.course.rounds import is_opening
from pi_referee.rules.course.script import Script
from pi_referee.rules.course.standing import Status
from pi_referee.rules.plays.play import Exchange
from pi_referee.rules.plays.ruling import Fault, Infraction

MINUTE = 60
"""Seconds; each that is begun beyond a player's time costs points."""

_ROUNDS_COMPARED = 2
"""Rounds whose scores say who begins the next: the last one, and the one before it among those who are alike (K10)."""

_MOST_STORIES = 81
"""So many ways to answer what is open are compared at most, four letters with two choices each: each is a game."""

Beginnings = tuple[tuple[str, ...], ...]
"""For each way a game may stand who begins the round, or who draws lots for it."""

_BEGINNINGS = "beginnings"
"""Under what a game keeps them, beside what it is made of."""

_JOKER = ""
"""The answer that a card is a joker, whatever it seems to be: it may be given to any question about a letter."""


def is_solo(game: Game) -> bool:
    """Whether one person plays with one rack."""
    return len(game.players) == 1


def may_ask_the_list(game: Game) -> bool:
    """Whether the word list may be asked for ideas: only alone, and only if so agreed."""
    one_person = len(game.began.players) == 1
    return one_person and game.ruleset.switches.flag("solo.dictionary")


def draw_lot(game: Game, random: Random) -> StartChosen:
    """Let the lot decide who begins (L12); random is where chance comes from."""
    return StartChosen(random.choice(game.players))


def begins_by_lot(game: Game) -> bool:
    """Whether the lot decides who begins, and not a drawn tile (A28, L12)."""
    return game.ruleset.switches["start.by"] == "lot"


def may_begin(game: Game) -> tuple[str, ...]:
    """Who may begin the round: several while lots are to be drawn, or while an open score decides it (K10).

    Whoever is on turn where no round begins; anybody where more is open than is compared.
    """
    return tuple(dict.fromkeys(player for among in _beginnings(game) for player in among))


def lot_to_draw(game: Game) -> tuple[str, ...]:
    """Who must draw lots now to begin the round (K10).

    Nobody once the game is over, nor while an answer may still settle it, or take the round's last word.
    """
    lot, first = game.script.lot, game.script.round - _ROUNDS_COMPARED
    if game.ended or not lot or any(_may_change_all(one) for one in _asked_since(game, first)):
        return ()
    return lot if all(among == lot for among in _beginnings(game)) else ()


def _beginnings(game: Game) -> Beginnings:
    """Who may begin the round, or draws lots for it, as it stands and by each way to answer what is open.

    A page asks many times, and six open scores are a second's work on a small machine: it is found out once a game.
    """
    known: dict[str, Beginnings] = vars(game)
    if _BEGINNINGS not in known:
        known[_BEGINNINGS] = _found_beginnings(game)
    return known[_BEGINNINGS]


def _found_beginnings(game: Game) -> Beginnings:
    """The same, found out."""
    if not is_opening(game.script):
        return ((game.on_turn,),)
    stories = list(islice(_stories(game, game.script.round - _ROUNDS_COMPARED), _MOST_STORIES + 1))
    if len(stories) > _MOST_STORIES:
        return tuple((player,) for player in game.players)
    return tuple(script.lot or (script.on_turn,) for script in (game.script, *(story.script for story in stories)))


def _asked_since(game: Game, first: int) -> Iterator[Question]:
    """What is asked of a round's turns, and of those after it."""
    entries = game.script.entries
    return (question for number, question in game.open_questions if entries[number - 1].round >= first)


def _may_change_all(question: Question) -> bool:
    """Whether its answer may take a word, or tells what happened at all."""
    return question.key in ABOUT_THE_PLAY or question.key.startswith(EXPLAIN_KEY)


def _stories(game: Game, first: int) -> Iterator[Game]:
    """A game by all that may be answered to what holds a score open since a round, one answer after the other.

    Once somebody has said that a card lies there, it is asked what is printed on it, too.
    """
    entries, asked = game.script.entries, game.open_questions
    scored = (one for one in asked if one[1].holds_score and not one[1].key.startswith(EXPLAIN_KEY))
    open_ = next((one for one in scored if one[1].choices and entries[one[0] - 1].round >= first), None)
    if open_ is None:
        yield game
        return
    number, question = open_
    for answer in _answers(question, game.ruleset.values):
        yield from _stories(follow(game, Answered(number, question.key, answer)), first)


def _answers(question: Question, values: Mapping[str, int]) -> tuple[str, ...]:
    """What may be answered to a question: one of its choices, or that a card whose letter is asked is a joker.

    Of a value any: see may_be_answered.
    """
    if question.key.startswith(VALUE_KEY):
        return tuple(sorted(may_be_answered(question, values)))
    choices = tuple(choice for choice, _ in question.choices)
    may_be_joker = question.key.startswith(LETTER_KEY) and _JOKER not in choices
    return (*choices, _JOKER) if may_be_joker else choices


def is_known_who_plays(game: Game) -> bool:
    """Whether it is known whose turn it is, whatever is answered to what is open."""
    return len(may_begin(game)) == 1


def sure_to_play(game: Game) -> str:
    """Whose turn it is; "" where nobody knows, and once the game is over."""
    return game.on_turn if is_known_who_plays(game) else ""


def is_overdue(game: Game, seconds: float) -> bool:
    """Whether a turn has lasted longer than was agreed, so that it counts as a pass (L11)."""
    limit = game.ruleset.switches.number("turn.seconds")
    return limit is not None and seconds > limit


def may_question(game: Game, seconds: float) -> bool:
    """Whether the newest play may be questioned so many seconds after it was ruled.

    Without an agreed time it may be until the next play is ruled.
    """
    limit = game.ruleset.switches.number("challenge.seconds")
    return game.script.questionable() is not None and (limit is None or seconds <= limit)


def is_timed(game: Game) -> bool:
    """Whether there is a chess clock."""
    return game.ruleset.switches.number("clock.seconds") is not None


def ticks_for(game: Game) -> str:
    """Whose time passes now; "" for nobody's: before somebody starts the clock or takes a turn, and while it stands."""
    waits = bool(game.script.contenders or game.script.lot)
    return game.on_turn if is_timed(game) and is_clock_on(game.script) and not waits else ""


def is_clock_on(script: Script) -> bool:
    """Whether the chess clock was set going and not stopped; unless it was told, it goes from the next turn on."""
    return script.ticks if script.ticks is not None else len(script.entries) > script.rests


def time_left(game: Game, used: Mapping[str, float]) -> Mapping[str, float]:
    """Seconds that each player has left, below 0 for who is over time; used: player -> seconds that have passed.

    A turn that was not taken, or is taken again, adds no time.
    """
    switches = game.ruleset.switches
    whole, more = switches.number("clock.seconds") or 0, switches.number("clock.increment") or 0
    taken = [entry.player for entry in game.script.entries if entry.fate not in game.script.again]
    given = game.script.given
    return {
        player: whole + given.get(player, 0) + more * taken.count(player) - used.get(player, 0.0)
        for player in game.players
    }


def seat_of(game: Game, player: str) -> int:
    """Where a player sits, whatever he or she is called by now, counted from 0 clockwise; -1 for nobody."""
    return game.players.index(player) if player in game.players else -1


def run_over(game: Game, left: Mapping[str, float]) -> tuple[RanOver, ...]:
    """The minutes beyond somebody's time that have begun and are not written down yet."""
    minutes = {player: int(-seconds // MINUTE) + 1 for player, seconds in left.items() if seconds < 0}
    return tuple(RanOver(player, many) for player, many in minutes.items() if many > game.script.over.get(player, 0))


def exchange_faults(game: Game, exchange: Exchange) -> tuple[Infraction, ...]:
    """What speaks against an exchange now: too many tiles, too few in the bag, or too often (A29, L03, K08)."""
    if not game.ruleset.has_board:
        return _change_faults(game.script, exchange.count)
    switches, standing = game.ruleset.switches, game.standing
    held = standing.held.get(game.script.on_turn, game.rack)
    most, least = switches.number("exchange.max_per_player"), switches.number("exchange.min_bag") or 0
    done = sum(
        isinstance(turn.move, Exchange) and turn.player == game.script.on_turn and turn.status is Status.EXCHANGED
        for turn in game.turns
    )
    faults = []
    if not 1 <= exchange.count <= held:
        faults.append(Infraction(Fault.EXCHANGE_TOO_LARGE, limit=held))
    if standing.bag is not None and standing.bag < least:
        faults.append(Infraction(Fault.BAG_TOO_LOW, limit=least))
    if most is not None and done >= most:
        faults.append(Infraction(Fault.EXCHANGE_LIMIT, limit=most))
    return tuple(faults)


def _change_faults(script: Script, count: int) -> tuple[Infraction, ...]:
    """What speaks against changing cards within a turn: one may be, while there is a pile (K08)."""
    most = script.ruleset.switches.number("change.max_cards") or 0
    if script.bag_empty:
        return (Infraction(Fault.PILE_EMPTY),)
    return (Infraction(Fault.CHANGED_ALREADY, limit=most),) if not 1 <= count <= most - script.changed else ()
