"""A replay for people: a line a picture, what is asked beneath it, and what it all came to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import cast

from pi_referee.picture_game.picture_replay import line, row_of
from pi_referee.picture_game.presses import Row, Step
from pi_referee.picture_game.question_texts import question_in_words
from pi_referee.rules.course.game import Game
from pi_referee.text_game.score_rows import pending_in_words, settled_in_words

_OUTCOME = len("unchanged")
_MOST = 8
"""So many answers are named that nobody asked for, and how many more there are."""


@dataclass(frozen=True, slots=True)
class Widths:
    """How wide the columns are, in signs, and how many pictures there are."""

    image: int
    player: int
    count: int

    @classmethod
    def of(cls, names: Sequence[str], players: Sequence[str]) -> Widths:
        """Wide enough for these pictures and players."""
        return cls(max(map(len, names), default=0), max(map(len, players), default=0), len(names))


@dataclass(slots=True)
class Report:
    """Says what each press came to, as it comes, and at the end what all came to. as_json: for programs."""

    pictures: Sequence[Path]
    game: Game
    as_json: bool
    outcomes: list[str] = field(default_factory=list, init=False)
    unasked: list[str] = field(default_factory=list, init=False)

    def lines(self, path: Path, step: Step) -> Iterator[str]:
        """The lines of one press."""
        row, self.game = row_of(path, step), step.game
        self.outcomes.append(row["outcome"])
        self.unasked += [f"{path.name} {key}" for key in step.unasked]
        if self.as_json:
            yield line(row)
        else:
            widths = Widths.of([picture.name for picture in self.pictures], self.game.players)
            yield from step_lines(len(self.outcomes), row, step, widths)

    def end(self) -> Iterator[str]:
        """What a replay came to, for people."""
        return iter(()) if self.as_json else summary(self.game, self.outcomes)


def never_asked(unasked: Sequence[str], unplayed: Sequence[str]) -> str:
    """Which answers of a file answered nothing: the question was not asked, or the picture not played; "" if none."""
    told = [*unasked, *(f"{name} (no such picture was played)" for name in unplayed)]
    more = f" and {len(told) - _MOST} more" if len(told) > _MOST else ""
    return f"These answers were not asked for: {', '.join(told[:_MOST])}{more}." if told else ""


def step_lines(number: int, row: Row, step: Step, widths: Widths) -> Iterator[str]:
    """A press in words: which of how many, who, what it came to, the words, the totals; then what is asked."""
    count = f"{number:>{len(str(widths.count))}}/{widths.count}"
    who = f"{step.player:<{widths.player}}"
    head = f"{count}  {row['image']:<{widths.image}}  {who}  {row['outcome']:<{_OUTCOME}}"
    totals = "  ".join(f"{player} {points:>4}" for player, points in row["totals"].items())
    yield f"{head}  {totals}  {_told(row)}".rstrip()
    for question in step.questions:
        asked = replace(question, key=step.key_in_look(question.key))
        yield f"{'':{len(count)}}  ? {asked.key}: {question_in_words(asked)}"


def _told(row: Row) -> str:
    """The words with their points, what the word before brought where it was stolen from, and why nothing came of it.

    What a living word scores is open until the next press, and no question.
    """
    words = " + ".join(f"{word} {points}" for word, points in cast("list[tuple[str, int]]", row["words"]))
    score = f" = {'?' if row['score'] is None else row['score']}"
    laid = words and words + (pending_in_words(row) or score)
    told = "; ".join(filter(None, (laid, settled_in_words(row))))
    return " ".join(filter(None, (told, str(row.get("reason", "")))))


def summary(game: Game, outcomes: Sequence[str]) -> Iterator[str]:
    """What a replay came to: how many presses of each kind, the totals, and what nobody has answered."""
    counts = Counter(outcomes)
    kinds = ", ".join(f"{count} {kind}" for kind, count in counts.most_common())
    yield f"{len(outcomes)} picture{'' if len(outcomes) == 1 else 's'}: {kinds}."
    totals = ", ".join(f"{player} {points}" for player, points in game.totals.items())
    state = f"The game is over ({game.ended})." if game.ended else f"Next: {game.on_turn}."
    yield f"{totals}. {state}"
    waiting = [f"turn {number}: {question_in_words(question)}" for number, question in game.open_questions]
    if waiting:
        yield f"{len(waiting)} question{'' if len(waiting) == 1 else 's'} left:"
        yield from (f"  {question}" for question in waiting)
