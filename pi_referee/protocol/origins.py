"""Where each turn of a protocol comes from: the event that made it, its photograph, and what was corrected later."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pi_referee.game_log.events import Event
from pi_referee.rules.course.answered_doubts import ABOUT_THE_PLAY
from pi_referee.rules.course.asides import Clock, Mark
from pi_referee.rules.course.explained import explained
from pi_referee.rules.course.game import Game, fresh_game, turns_of, written_down
from pi_referee.rules.course.happenings import (
    EXPLAIN_KEY,
    MULTIPLIER_KEY,
    VALUE_KEY,
    Answered,
    Challenged,
    Corrected,
    GameBegan,
    Happening,
    Inserted,
    LookRefused,
    Removed,
    TurnSet,
    Undone,
)
from pi_referee.rules.course.script import Script


@dataclass(frozen=True, slots=True)
class Origin:
    """The event that made a turn, and those that changed it afterwards, or questioned its word, oldest first."""

    event: Event
    later: tuple[Event, ...] = ()

    @property
    def told_last(self) -> Event:
        """What told last what lies there."""
        return next((event for event in reversed(self.later) if _tells_words(event.happening)), self.event)

    @property
    def has_stood(self) -> bool:
        """Whether its word was questioned as it lies there now; one that had fallen would lie there no more."""
        told = self.told_last.id
        return any(isinstance(event.happening, Challenged) and event.id > told for event in self.later)


def _tells_words(happening: Happening) -> bool:
    """Whether it tells what lies there, of a play that was laid before."""
    is_answer = isinstance(happening, Answered) and not leaves_letters(happening.question)
    return is_answer or isinstance(happening, Corrected)


def leaves_letters(key: str) -> bool:
    """Whether a question is about what is printed on a card, or what a word means, and not about what lies there."""
    return key in ABOUT_THE_PLAY or key.startswith((VALUE_KEY, MULTIPLIER_KEY))


def effective(events: Sequence[Event]) -> tuple[Event, ...]:
    """The events that count, the beginning first: without refused looks, marks, the clock, and what was undone."""
    kept: list[Event] = []
    for event in events:
        if isinstance(event.happening, Undone):
            del kept[1 if len(kept) <= 1 else len(kept) - 1 :]
        elif not kept or not isinstance(event.happening, (LookRefused, Mark, Clock, GameBegan)):
            kept.append(event)
    return tuple(kept)


def newest_step(events: Sequence[Event]) -> tuple[Event, ...]:
    """The newest of what counts, and all that was written for the same press, or told by the same tap, oldest first.

    None if a game only began. That what nobody told was explained at once is a step of its own: only the explanation is
    taken back, and asked for.
    """
    counting = effective(events)[1:]
    if not counting or _explains(counting[-1].happening):
        return counting[-1:]
    step = [counting[-1]]
    for event in reversed(counting[:-1]):
        if not _are_one_step(event, step[0]):
            break
        step.insert(0, event)
    return tuple(step)


def _are_one_step(event: Event, later: Event) -> bool:
    """Whether two events were written for one press, which its picture tells, or are answers told by one tap."""
    if event.id != later.id - 1 or event.picture != later.picture:
        return False
    told, also = event.happening, later.happening
    is_tap = isinstance(told, Answered) and isinstance(also, Answered) and told.turn == also.turn
    return bool(event.picture) or (is_tap and event.at == later.at and not _explains(told))


def _explains(happening: Happening) -> bool:
    """Whether it tells what happened that nobody had told."""
    return isinstance(happening, Answered) and happening.question.startswith(EXPLAIN_KEY)


def origins(game: Game, events: Sequence[Event]) -> tuple[Origin, ...]:
    """The origin of every turn of a game, in the protocol's order."""
    found: list[Origin] = []
    before = fresh_game(game).script
    for event, script in _written(game, events):
        _note(found, event, before, len(script.entries) - len(before.entries))
        before = script
    return tuple(found)


def game_after(game: Game, events: Sequence[Event], number: int) -> Game:
    """The game as it stood after a turn, counted from 1, with what is known of its turns by now.

    What was told later, as that the game is over or what was left, does not count yet. A table of cards is as it lay
    before it was cleared.
    """
    later = origins(game, events)[number - 1 :]
    until = min((one.event.id for one in later), default=events[-1].id)
    then = [script for event, script in _written(game, events) if event.id <= until][-1]
    entries = game.script.entries[:number]
    last, named = entries[-1], then.renamed(game.players)
    script = replace(named, entries=entries, round=last.round, taken=last.taken + 1)
    return replace(game, script=script, steps=game.steps[:number])


def _written(game: Game, events: Sequence[Event]) -> Iterator[tuple[Event, Script]]:
    """Each event that counts, but the beginning, with all that was written down until then."""
    told = explained(
        effective(events),
        lambda some: turns_of(game, some),
        lambda event: event.happening,
        lambda event, one: replace(event, happening=one),
    )
    written = fresh_game(game)
    for event in told[1:]:
        written = written_down(written, event.happening)
        yield event, written.script


def _note(found: list[Origin], event: Event, before: Script, more: int) -> None:
    """Note what an event did to the list of turns; before: as they were, more: how many it added."""
    happening = event.happening
    if isinstance(happening, Inserted):
        found.insert(happening.turn - 1, Origin(event))
        return
    turn = before.questionable() if isinstance(happening, Challenged) else None
    turn = happening.turn if isinstance(happening, (Corrected, Removed, Answered, TurnSet)) else turn
    if turn is not None and turn <= len(found):
        place = turn - 1  # a surprise that gave way to nothing has left no turn behind
        found[place] = replace(found[place], later=(*found[place].later, event))
    found.extend([Origin(event)] * max(more, 0))
