"""Evenings with open questions: what is in doubt is answered late, or never, and play goes on meanwhile.

`python -m benches.happened.asked_evenings`: games of random words that are lawful, on boards and with cards, for two,
three and four. After half of the turns something is in doubt: a letter, whether a tile lies there at all, a thing that
is none, a card's value or mark, smudges on unrelated squares. The next player often lays upon that very square, the
very same tile; words are taken back or laid anew, cards taken up, turns passed. Words fall, and somebody presses while
they lie there still, or over a table that should be cleared. Each question is answered at random, truly, after some
presses; where a press says that it must be, at once, and then somebody presses again. After every press whatever is
settled must be true, and in the end everything. Looks are values: the eye is not asked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import reduce
from pathlib import Path

import click
import numpy as np
from numpy.random import Generator

from benches.happened.asked_tables import Press, board_presses, card_presses
from benches.happened.trials import outcome
from benches.reporting.results import Result, commit, option_save, table
from benches.reporting.results import save as save_result
from pi_referee.judge.referee import decide
from pi_referee.rules.board.square import Square
from pi_referee.rules.board.tile import Tile
from pi_referee.rules.course.game import Game, fold, follow
from pi_referee.rules.course.happenings import (
    ALONG_KEY,
    ARROW_KEY,
    EXPLAIN_KEY,
    JOKER_KEY,
    MULTIPLIER_KEY,
    VALUE_KEY,
    Answered,
    Happening,
    LookRefused,
    PlayLaid,
    Question,
    StartChosen,
    Surprised,
)
from pi_referee.rules.course.refusal import Refusal
from pi_referee.rules.course.standing import Status, Turn
from pi_referee.rules.plays.play import Move, Play
from pi_referee.rules.plays.scoring import printed_value

ANSWERED = 0.25
"""The share of open questions that somebody answers after each press."""

COLUMNS = (
    "table", "evenings", "presses", "in doubt", "counted while asked", "answer first", "refused", "surprises",
    "not listed", "silent wrong", "wrong in the end",
)  # fmt: skip


def _standing(game: Game) -> list[Turn]:
    """The turns that were not taken back."""
    return [turn for turn in game.turns if turn.status is not Status.WITHDRAWN]


def _true_moves(game: Game, truth: Game) -> dict[int, Move]:
    """What was truly done at each of a game's turns, by its number; what was taken back may stand in one game only."""
    return {mine.number: true.move for mine, true in zip(_standing(game), _standing(truth), strict=False)}


def _shift(game: Game, truth: Game, number: int) -> tuple[int, int]:
    """How far apart cells are counted from, where a thing was taken for the first card: most cards lie alike by it.

    The turn's own cards tell it, or if they are too few all that were laid in its round.
    """
    entries, true = game.script.entries, _true_moves(game, truth)
    round_ = entries[number - 1].round
    turns = [place for place, one in enumerate(entries, 1) if one.round == round_ and one.is_standing_play]
    for among in ([number], turns):
        pairs = [(entries[place - 1].move, true[place]) for place in among if place in true]
        alike = Counter(shift for mine, true in pairs for shift in _alike(mine, true))
        shift = max(alike, key=lambda shift: (alike[shift], shift == (0, 0)), default=(0, 0))
        if alike[shift] > 1:
            return shift
    return 0, 0


def _alike(mine: Move, true: Move) -> Iterator[tuple[int, int]]:
    """How far apart the tiles of two plays lie that look alike."""
    if isinstance(mine, Play) and isinstance(true, Play):
        for here, tile in mine.tiles.items():
            for there, other in true.tiles.items():
                if tile.is_blank == other.is_blank and (tile.is_blank or tile.letter == other.letter):
                    yield there.row - here.row, there.column - here.column


def answer(game: Game, truth: Game, number: int, question: Question) -> str:
    """What somebody who knows it says to a question of a turn; no word here turns."""
    if question.key.startswith((ARROW_KEY, ALONG_KEY)):
        return "no"
    square = Square.parse(question.key.rpartition(":")[2])
    move = _true_moves(game, truth).get(number)
    shift = (0, 0) if truth.ruleset.has_board else _shift(game, truth, number)
    tile = move.tiles.get(square.moved(*shift)) if isinstance(move, Play) else None
    if tile is None:
        return "0" if question.is_about_print else "."
    if question.key.startswith(MULTIPLIER_KEY):
        return str(tile.multiplier)
    if question.key.startswith(VALUE_KEY):
        return str(printed_value(tile, truth.ruleset))
    if question.key.startswith(JOKER_KEY):
        return tile.letter
    # On the page a blank or joker is told first, and then what it stands for.
    return ("" if question.choices else tile.letter.lower()) if tile.is_blank else tile.letter


def told(game: Game, truth: Game, is_told: Callable[[], bool]) -> Game:
    """The game after somebody answered those of the open questions that are told, one after the other."""
    for number, question in game.open_questions:
        is_open = any(one == (number, question) for one in game.open_questions)
        if is_open and not question.key.startswith(EXPLAIN_KEY) and is_told():
            game = follow(game, Answered(number, question.key, answer(game, truth, number, question)))
    return game


def all_told(game: Game, truth: Game) -> Game:
    """The game after somebody answered all; once a card is said to lie there, it is asked what is printed on it."""
    return told(told(game, truth, lambda: True), truth, lambda: True)


def explained(game: Game, before: Game, surprise: Surprised, truth: Game) -> Game | None:
    """The game after somebody tapped what truly happened; None where that is not offered."""
    for place, one in enumerate(surprise.explanations):
        likely = all_told(reduce(follow, one.happened, before), truth)
        if outcome(likely) == outcome(truth) and _squares(likely) == _squares(truth):
            return follow(game, Answered(len(before.turns) + 1, surprise.question.key, str(place)))
    return None


def _squares(game: Game) -> list[frozenset[tuple[int, int]]]:
    """Where each play was laid that stands; where one lay that fell or was taken back counts for nothing any more.

    Cells of cards are counted from the first card of the first such play, of each round for itself: another card may
    have come first while it was in doubt, or before a word was laid anew.
    """
    standing = [
        (entry.round, turn.move.tiles)
        for turn, entry in zip(game.turns, game.script.entries, strict=True)
        if isinstance(turn.move, Play) and turn.status not in {Status.FELL, Status.WITHDRAWN}
    ]
    first = {round_: (0, 0) if game.ruleset.has_board else min(tiles) for round_, tiles in reversed(standing)}
    return [
        frozenset((square.row - first[round_][0], square.column - first[round_][1]) for square in tiles)
        for round_, tiles in standing
    ]


def by_hand(game: Game, truth: Game, told: Iterable[Happening]) -> tuple[Happening, ...]:
    """What happened as people write it into a game: upon its own cells, where they are counted from another card."""
    newest = game.newest_play
    is_counted = newest is not None and bool(game.position.tiles) and not game.ruleset.has_board
    rows, columns = _shift(game, truth, newest.number) if newest is not None and is_counted else (0, 0)
    return tuple(
        replace(one, play=replace(one.play, tiles=_moved(one.play.tiles, -rows, -columns)))
        if isinstance(one, PlayLaid)
        else one
        for one in told
    )


def _moved(tiles: Mapping[Square, Tile], rows: int, columns: int) -> dict[Square, Tile]:
    """Tiles so many rows and columns further."""
    return {square.moved(rows, columns): tile for square, tile in tiles.items()}


def is_wrong(game: Game, truth: Game) -> bool:
    """Whether anything that is settled is not so in truth; what was taken back counts for nothing."""
    for mine, true in zip(_standing(game), _standing(truth), strict=False):
        if mine.status is Status.UNEXPLAINED or mine.questions:
            continue
        is_settled = mine.score is not None or mine.pending is not None
        if mine.player != true.player or (is_settled and (mine.score, mine.pending) != (true.score, true.pending)):
            return True
    return len(_standing(game)) != len(_standing(truth))


class Evening:
    """One evening, press by press; counts: what came of it."""

    def __init__(self, game: Game, chance: Generator, counts: Counter[str]) -> None:
        """It begins with nothing asked."""
        self.game, self.truth = game, game
        self._chance, self._counts = chance, counts

    def press(self, press: Press) -> bool:
        """One press: whether the evening can go on."""
        if any(isinstance(one, StartChosen) for one in press.said):
            self.game = all_told(self.game, self.truth)
        self.game, self.truth = (reduce(follow, press.said, game) for game in (self.game, self.truth))
        before, self.truth = self.truth, reduce(follow, press.told, self.truth)
        self._counts.update(presses=1, **{"in doubt": press.is_in_doubt})
        happened = decide(self.game, press.look)
        if isinstance(happened[-1], LookRefused):
            is_asked = happened[-1].code is Refusal.ANSWER_FIRST
            self._counts["answer first" if is_asked else "refused"] += 1
            self.game = all_told(self.game, before)
            happened = decide(self.game, press.look if is_asked else press.sure)
            if isinstance(happened[-1], LookRefused):
                self._counts["refused"] += is_asked
                happened = by_hand(self.game, before, press.told)
        elif self.game.open_questions:
            self._counts["counted while asked"] += 1
        return self._went_on(happened)

    def _went_on(self, happened: tuple[Happening, ...]) -> bool:
        """Whether all that is settled is true once this is written down, and some questions are answered."""
        was, self.game = self.game, reduce(follow, happened, self.game)
        surprise = next((one for one in happened if isinstance(one, Surprised)), None)
        if surprise is not None and (len(self.game.turns), surprise.question) in self.game.open_questions:
            self._counts["surprises"] += 1
            known = explained(self.game, was, surprise, self.truth)
            if known is None:
                self._counts["not listed"] += 1
                return False
            self.game = known
        if is_wrong(self.game, self.truth):
            return self._failed("silent wrong")
        self.game = told(self.game, self.truth, lambda: self._chance.random() < ANSWERED)
        return not is_wrong(self.game, self.truth) or self._failed("silent wrong")

    def over(self) -> None:
        """Everything is answered at last, and everything must be true; so must the game from the log."""
        self.game = all_told(self.game, self.truth)
        if outcome(self.game) != outcome(self.truth) or fold(self.game.happenings) != self.game:
            self._failed("wrong in the end")

    def _failed(self, how: str) -> bool:
        self._counts[how] += 1
        return False


Draw = Callable[[Generator], tuple[Game, "tuple[Press, ...]"]]

TABLES: Mapping[str, Draw] = {
    "boards, two": board_presses,
    "cards, two who steal": lambda chance: card_presses(chance, 2),
    "cards, three in rounds": lambda chance: card_presses(chance, 3),
    "cards, four in rounds": lambda chance: card_presses(chance, 4),
}
"""Draws an evening, by what such a table is called."""


def evening(draw: Draw, seed: int, number: int, counts: Counter[str]) -> None:
    """Play the evening of a number."""
    chance = np.random.default_rng([seed, number])
    game, presses = draw(chance)
    played = Evening(game, chance, counts)
    counts["evenings"] += 1
    if all(played.press(press) for press in presses):
        played.over()


@click.command()
@click.option("--evenings", type=click.IntRange(min=1), default=250, help="So many of each table.")
@click.option("--seed", type=click.IntRange(min=0), default=20261126, help="Other numbers draw other evenings.")
@option_save
def main(evenings: int, seed: int, save: Path | None) -> None:
    """Play so many evenings at each table and print what came of them."""
    rows = list[tuple[str, ...]]()
    for name, draw in TABLES.items():
        counts = Counter[str]()
        for number in range(evenings):
            evening(draw, seed, number, counts)
        rows.append((name, *(str(counts[column]) for column in COLUMNS[1:])))
    click.echo(table(COLUMNS, rows))
    if save:
        command = "python -m benches.happened.asked_evenings"
        save_result(Result("asked_evenings", command, commit(), COLUMNS, tuple(rows), seed), save)


if __name__ == "__main__":
    main()
