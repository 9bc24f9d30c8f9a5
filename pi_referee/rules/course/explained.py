"""What a table says of a board that lay otherwise than it should: the surprise gives way to what happened."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from pi_referee.rules.course.happenings import (
    EXPLAIN_KEY,
    VOID,
    Answered,
    Corrected,
    Explanation,
    Happening,
    Inserted,
    Removed,
    Surprised,
    TurnSet,
)

Carrier = TypeVar("Carrier")
"""A happening, or what carries one, such as an event."""

Take = Callable[[Carrier], Happening]
Put = Callable[[Carrier, Happening], Carrier]
Count = Callable[[Sequence[Happening]], int]


def explained(carriers: Iterable[Carrier], count: Count, take: Take[Carrier], put: Put[Carrier]) -> tuple[Carrier, ...]:
    """What happened once every surprise that was explained has given way to its explanation.

    count: how many turns some happenings come to. take, put: give a carrier's happening, and another one its carrier.
    What came between a surprise and its explanation then speaks of later turns, if the explanation has more of them.
    """
    told: list[Carrier] = []
    for carrier in carriers:
        happening = take(carrier)
        if isinstance(happening, Answered) and happening.question.startswith(EXPLAIN_KEY):
            told = _given_way(told, happening, count, take, put)
        told.append(carrier)
    return tuple(told)


def _given_way(
    told: list[Carrier], answer: Answered, count: Count, take: Take[Carrier], put: Put[Carrier]
) -> list[Carrier]:
    """All that was told with one surprise explained; unchanged for an answer that names no explanation of it."""
    number = answer.question.removeprefix(EXPLAIN_KEY)
    place = next((n for n, one in enumerate(told) if _is_surprise(take(one), number)), None)
    happening = None if place is None else take(told[place])
    if place is None or not isinstance(happening, Surprised):
        return told
    happened = _told(happening, str(answer.answer))
    if happened is None:
        return told
    before = [take(one) for one in told[1:place]]
    turn = count(before) + 1
    more = count([*before, *happened]) - turn
    later = _later(told[place + 1 :], turn, more, take, put)
    return [*told[:place], *(put(told[place], one) for one in happened), *later]


def _later(told: Iterable[Carrier], turn: int, more: int, take: Take[Carrier], put: Put[Carrier]) -> Iterator[Carrier]:
    """What was told after a surprise at a turn, now that there are so many more turns in its place."""
    for one in told:
        happening = take(one)
        yield put(one, renumbered(happening, turn, more))
        # What is put in before the surprise moves the surprise on.
        turn += isinstance(happening, Inserted) and happening.turn <= turn


def _told(surprise: Surprised, answer: str) -> tuple[Happening, ...] | None:
    """What an answer says that happened; None where it is none of the explanations."""
    if answer == VOID:
        return ()
    chosen = int(answer) if answer.isdecimal() else len(surprise.explanations)
    return surprise.explanations[chosen].happened if chosen < len(surprise.explanations) else None


def _is_surprise(happening: Happening, number: str) -> bool:
    return isinstance(happening, Surprised) and str(happening.number) == number


def renumbered(happening: Happening, after: int, more: int) -> Happening:
    """What happened where it speaks of a turn after some turn, now that there are so many more turns there.

    A later surprise's explanations speak of turns, too: of those that they correct.
    """
    if isinstance(happening, Surprised):
        told = happening.explanations
        return replace(happening, explanations=tuple(_renumbered_story(one, after, more) for one in told))
    if isinstance(happening, Answered) and happening.seen_at > after:
        happening = replace(happening, seen_at=happening.seen_at + more)
    if isinstance(happening, (Answered, Corrected, Inserted, Removed, TurnSet)) and happening.turn > after:
        return replace(happening, turn=happening.turn + more)
    return happening


def _renumbered_story(told: Explanation, after: int, more: int) -> Explanation:
    return replace(told, happened=tuple(renumbered(one, after, more) for one in told.happened))


def happenings_explained(happenings: Sequence[Happening], count: Count) -> tuple[Happening, ...]:
    """The happenings of a game with every surprise that was explained replaced by its explanation."""
    return explained(happenings, count, lambda one: one, lambda _, other: other)
