"""What games with something wrong in them have in common: the trial of one, and the table of many."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce

from pi_referee.judge.referee import decide
from pi_referee.rules.course.game import Game, follow
from pi_referee.rules.course.happenings import Answered, Happening, LookRefused, StartChosen, Surprised
from vision.cards.card_sighting import Look

Press = tuple[tuple[Happening, ...], Look]
"""What truly happened till a press, and the look at it."""


@dataclass(frozen=True, slots=True)
class Trial:
    """A game before something went wrong, the look after that, what had truly happened, and the presses that come.

    asks: whether the look is a question that nobody answers, and no surprise.
    """

    game: Game
    look: Look
    truth: tuple[Happening, ...]
    later: Sequence[Press] = ()
    asks: bool = False


@dataclass(frozen=True, slots=True)
class Came:
    """What came of a mishap.

    place: of the true explanation, -1 for none. story: which story it belongs to, its plays in any order that nothing
    on the board tells, -1 for none. is_true: whether the end was. dead_end: whether this or a later press was refused.
    silent_wrong: whether a press that was not refused leaves anything settled that is wrong. ms: of the processor's
    time, to explain.
    """

    place: int
    story: int
    is_true: bool
    dead_end: bool
    silent_wrong: bool
    ms: float


def outcome(game: Game) -> list[tuple[str, int | None, int | None]]:
    """Who scored what, turn by turn, without what was taken back.

    One player's forgotten plays may stand in another order, if that changes nobody's points: nothing can tell it.
    """
    rows = [(turn.player, turn.score, turn.pending) for turn in game.turns if turn.status.value != "withdrawn"]
    return sorted(rows, key=lambda row: (row[0], *(-1 if points is None else points for points in row[1:])))


def tried(trial: Trial) -> Came:
    """Look, tap the true explanation if it is there, play to the end, and compare with the truth."""
    true_game = reduce(follow, trial.truth, trial.game)
    began = time.process_time()  # what else the machine does is left out
    start = _begun(trial.game, trial.game)
    happened = decide(start, trial.look)
    spent = 1000 * (time.process_time() - began)
    game = reduce(follow, happened, start)
    surprise = next((one for one in happened if isinstance(one, Surprised)), None)
    if surprise is not None:
        place = _place(trial.game, surprise, true_game)
    else:
        place = 0 if trial.asks or outcome(game) == outcome(true_game) else -1
    refused = isinstance(happened[-1], LookRefused)
    silent = not refused and _is_silent(game, true_game)
    for told, look in trial.later:
        game = _begun(game, true_game)
        true_game = reduce(follow, told, true_game)
        happened = decide(game, look)
        is_refused = isinstance(happened[-1], LookRefused)
        game = reduce(follow, happened, game)
        silent |= not is_refused and _is_silent(game, true_game)
        refused |= is_refused
    if surprise is not None and place >= 0:
        game = follow(game, Answered(len(trial.game.turns) + 1, surprise.question.key, str(place)))
    story = place if surprise is None or place < 0 else _stories(surprise, place)
    return Came(place, story, outcome(game) == outcome(true_game), refused, silent, spent)


def _begun(game: Game, true_game: Game) -> Game:
    """The game once it was told who begins a round, where lots must be drawn: the first of them, as in truth."""
    return follow(game, StartChosen(true_game.on_turn)) if game.script.lot else game


def _is_silent(game: Game, true_game: Game) -> bool:
    """Whether the protocol is wrong and asks nothing."""
    asked = any(question.holds_score or question.key.startswith("explain:") for _, question in game.open_questions)
    return not asked and outcome(game) != outcome(true_game)


def _stories(surprise: Surprised, place: int) -> int:
    """How many stories come before the one with the explanation in this place."""
    return sum(not one.is_alike for one in surprise.explanations[: place + 1]) - 1


def _place(game: Game, surprise: Surprised, truth: Game) -> int:
    """Which explanation comes to what truly happened; -1 for none."""
    for place, one in enumerate(surprise.explanations):
        if outcome(reduce(follow, one.happened, game)) == outcome(truth):
            return place
    return -1


COLUMNS = (
    "what went wrong", "games", "first", "first, in any order", "in three", "listed", "true", "refused later",
    "silent wrong",
)  # fmt: skip

Each = Callable[[str, int, Came], None]
"""Is told of every trial: its kind and number, and what came of it."""


def tried_often(
    kinds: Mapping[str, Callable[[int], Trial | None]], games: int, each: Each | None = None
) -> tuple[tuple[tuple[str, ...], ...], str]:
    """So many games, each kind in turn, as a table's rows by what went wrong, and how long it took to explain.

    kinds: make the game of a number; None where nothing of the kind can go wrong in it.
    """
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    times: list[float] = []
    number = 0
    while len(times) < games:
        kind = list(kinds)[number % len(kinds)]
        trial = kinds[kind](number)
        number += 1
        if trial is None:
            continue
        came = tried(trial)
        times.append(came.ms)
        counts[kind].update(name for name, holds in _told(came).items() if holds)
        if each is not None:
            each(kind, number - 1, came)
    rows = tuple((kind, *(str(counts[kind][column]) for column in COLUMNS[1:])) for kind in kinds)
    times.sort()
    median, late = times[len(times) // 2], times[int(0.95 * len(times))]
    return rows, f"Explaining took {median:.0f} ms of processor median, {late:.0f} at the 95th percentile."


def _told(came: Came) -> Mapping[str, bool]:
    """What came of a mishap, by columns."""
    return {
        "games": True, "first": came.place == 0, "first, in any order": came.story == 0,
        "in three": 0 <= came.story < 3, "listed": came.place >= 0, "true": came.is_true,
        "refused later": came.dead_end, "silent wrong": came.silent_wrong,
    }  # fmt: skip
