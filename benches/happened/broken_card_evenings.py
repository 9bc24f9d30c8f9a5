"""Games of cards in which something goes wrong that nobody tells, for two who steal and for three and four.

`python -m benches.happened.broken_card_evenings`: games of random words that are lawful, on a table that is pushed and
cleared as cards are. In each one thing happens once: presses or passes are forgotten, cards are taken up early, words
taken back and replaced, cards hidden, swapped for a joker, or agreed wrongly before. Looks are values: the eye is not
asked. What is tapped, played on and compared is told in `trials`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial, reduce
from pathlib import Path
from typing import cast

import click
import numpy as np
from numpy.random import Generator

from benches.happened.card_evening import Cards, Evening, begun, look_at, turn_of
from benches.happened.trials import COLUMNS, Press, Trial, tried_often
from benches.reporting.results import Result, commit, option_save, table
from benches.reporting.results import save as save_result
from pi_referee.rules.board.square import Square
from pi_referee.rules.board.tile import Tile
from pi_referee.rules.course.game import follow
from pi_referee.rules.course.happenings import Corrected, Happening, Passed, PlayLaid, Withdrawn
from pi_referee.rules.definition.library import ruleset, ruleset_names
from pi_referee.rules.definition.ruleset import Ruleset
from pi_referee.rules.plays.play import Play
from pi_referee.rules.plays.scoring import printed_value

LATER = 4
"""So many presses come after what went wrong."""


@dataclass(frozen=True, slots=True)
class Mishap:
    """What truly happened, what lies there after it, and what of that is seen if not all."""

    truth: tuple[Happening, ...]
    lying: Cards
    seen: Cards | None = None


def _after(evening: Evening, *happened: Happening) -> Mishap:
    return Mishap(happened, evening.then(*happened).lying)


def taken_up_early(evening: Evening) -> Mishap | None:
    """Whoever kept cards of the living word took some of them up before the button was pressed."""
    told = evening.plays(1)
    living = evening.game.standing.living
    if not told or living is None:
        return None
    after = evening.then(*told)
    kept = sorted(after.game.spent)
    if not kept:
        return None
    count = len(kept) if evening.chance.random() < 0.7 else int(evening.chance.integers(1, len(kept) + 1))
    return Mishap(told, {square: tile for square, tile in after.lying.items() if square not in kept[:count]})


def _is_one(evening: Evening, told: Sequence[PlayLaid]) -> bool:
    """Whether nobody could see that words were laid one after the other, as they might be one."""
    return evening.is_lawful(Play({square: tile for one in told for square, tile in one.play.tiles.items()}))


def forgotten(evening: Evening, count: int = 2) -> Mishap | None:
    """So many words lie there at once; of a word that was stolen from before, the kept cards may be gone."""
    told = evening.plays(count)
    if len(told) < count or any(
        _is_one(evening.then(*told[:place]), told[place : place + 2]) for place in range(count - 1)
    ):
        return None
    after = evening.then(*told)
    kept = evening.then(told[0]).game.spent
    is_gone = bool(kept) and evening.chance.random() < 0.5
    return Mishap(told, {square: tile for square, tile in after.lying.items() if not (is_gone and square in kept)})


def passes_forgotten(evening: Evening, count: int = 1) -> Mishap | None:
    """The last of a round passed and nobody pressed; the table was cleared, and a new first word lies there."""
    over = evening.then(*[Passed()] * count)
    before = evening.then(*[Passed()] * (count - 1))
    if not evening.game.position.tiles or over.game.position.tiles or not before.game.position.tiles:
        return None
    told = over.plays(1)
    return Mishap((*[Passed()] * count, *told), dict(told[0].play.tiles)) if told else None


def replaced(evening: Evening, count: int = 1) -> Mishap | None:
    """The newest words were taken back, and whoever laid the first of them laid another."""
    laid = [turn for turn in evening.game.turns if isinstance(turn.move, Play) and turn.status.value != "withdrawn"]
    is_this_round = evening.game.script.taken >= count or evening.game.standing.living is not None
    if len(laid) < count + 1 or not is_this_round or not evening.game.position.tiles:
        return None
    back: list[Happening] = [Withdrawn()] * count
    game = reduce(follow, back, evening.game)
    if not game.position.tiles:
        return None
    old = {**game.position.tiles, **game.spent}
    told = Evening(game, old, evening.chance).plays(1)
    new = cast("Play", laid[-count].move).tiles
    if not told or told[0].play.tiles.keys() == new.keys():
        return None
    return Mishap((*back, *told), {**old, **told[0].play.tiles})


def _old_card(evening: Evening) -> tuple[Square, int] | None:
    """A card that may be built on, and the turn that laid it."""
    choice = [
        (square, turn.number)
        for turn in evening.game.turns
        if isinstance(turn.move, Play)
        and evening.game.script.entries[turn.number - 1].round == evening.game.script.round
        for square, tile in sorted(turn.move.tiles.items())
        if evening.game.position.tiles.get(square) == tile
    ]
    return choice[int(evening.chance.integers(len(choice)))] if choice else None


def hidden(evening: Evening) -> Mishap | None:
    """A card of the new word lies under something: one that lay there before and counts still."""
    told, old = evening.plays(1), evening.game.position.tiles
    if not told or not old:
        return None
    after = evening.then(*told)
    words = after.game.turns[-1].ruling
    used = [letter.square for letter in words.words[0].letters if letter.square in old] if words else []
    if not used or len(used) == len(old):
        return None
    square = used[int(evening.chance.integers(len(used)))]
    return Mishap(told, after.lying, {one: tile for one, tile in after.lying.items() if one != square})


def agreed_wrongly(evening: Evening, change: Callable[[Generator, Ruleset, Tile], Tile]) -> Mishap | None:
    """Something about an older card was written down wrongly; it is seen plainly now, with a new word."""
    found, told = _old_card(evening), evening.plays(1)
    if found is None or not told:
        return None
    square, number = found
    old = evening.game.position.tiles[square]
    if old.is_blank:
        return None
    right = change(evening.chance, evening.game.ruleset, old)
    move = cast("Play", evening.game.turns[number - 1].move)
    truth: tuple[Happening, ...] = (Corrected(number, Play({**move.tiles, square: right})), *told)
    return Mishap(truth, {**evening.then(*told).lying, square: right})


def _letter(chance: Generator, rules: Ruleset, old: Tile) -> Tile:
    return replace(old, letter=str(chance.choice([letter for letter in rules.alphabet if letter != old.letter])))


def _mark(chance: Generator, rules: Ruleset, old: Tile) -> Tile:
    del rules
    return replace(old, multiplier=int(chance.choice([mark for mark in (1, 2, 3) if mark != old.multiplier])))


def _value(chance: Generator, rules: Ruleset, old: Tile) -> Tile:
    del chance
    return replace(old, value=printed_value(old, rules) + 2)


def joker_swapped(evening: Evening) -> Mishap | None:
    """Somebody laid the letter for which a joker stands in its place, and a word besides; the joker counts on."""
    jokers = [square for square, tile in evening.game.position.tiles.items() if tile.is_blank]
    told = evening.plays(1)
    if not jokers or not told:
        return None
    after = evening.then(*told)
    return Mishap(told, {**after.lying, jokers[0]: Tile(evening.game.position.tiles[jokers[0]].letter)})


def letter_swapped(evening: Evening) -> Mishap | None:
    """Somebody laid a joker in the place of a letter, and a word besides; the letter counts on."""
    found, told = _old_card(evening), evening.plays(1)
    if found is None or not told or evening.game.position.tiles[found[0]].is_blank:
        return None
    return Mishap(told, {**evening.then(*told).lying, found[0]: Tile("", is_blank=True)})


def pushed(evening: Evening) -> Mishap | None:
    """The whole pattern was pushed elsewhere, with a new word: a look counts from its own first card anyway."""
    told = evening.plays(1)
    return _after(evening, *told) if told else None


MISHAPS: Mapping[str, Callable[[Evening], Mishap | None]] = {
    "cards taken up early": taken_up_early,
    "a press forgotten": forgotten,
    "two presses forgotten": partial(forgotten, count=3),
    "a round's last pass forgotten": passes_forgotten,
    "two last passes forgotten": partial(passes_forgotten, count=2),
    "taken back, another laid": replaced,
    "two taken back, another laid": partial(replaced, count=2),
    "a card hidden": hidden,
    "a letter agreed wrongly": partial(agreed_wrongly, change=_letter),
    "a mark agreed wrongly": partial(agreed_wrongly, change=_mark),
    "a value agreed wrongly": partial(agreed_wrongly, change=_value),
    "a joker swapped": joker_swapped,
    "swapped for a joker": letter_swapped,
    "the pattern pushed": pushed,
}


def trial_of(evening: Evening, mishap: Mishap) -> Trial:
    """A mishap as it is tried, with the presses that come."""
    rules = evening.game.ruleset
    now = Evening(reduce(follow, mishap.truth, evening.game), mishap.lying, evening.chance)
    look = look_at(mishap.seen if mishap.seen is not None else now.lying, rules)
    later = list[Press]()
    for place in range(LATER):
        now = now.tidied()
        # Who presses again at once without a new word has only shown that all lies right.
        told = turn_of(now) if place else now.plays(1) or (Passed(),)
        now = now.then(*told)
        later.append((told, look_at(now.lying, rules)))
    return Trial(evening.game, look, mishap.truth, later)


def drawn(kind: str, seed: int, players: Sequence[int], number: int) -> Trial | None:
    """A game of a number in which this goes wrong; None where it cannot."""
    names = [name for name in ruleset_names() if not ruleset(name).has_board]
    many = players[(number // len(MISHAPS)) % len(players)]
    evening = begun(names[number % len(names)], many, np.random.default_rng([seed, number]))
    mishap = MISHAPS[kind](evening)
    return None if mishap is None else trial_of(evening, mishap)


TABLES: Mapping[str, Sequence[int]] = {"two who steal": (2,), "three and four in rounds": (3, 4)}
"""How many play, by what such a game is called."""


@click.command()
@click.option("--games", type=click.IntRange(min=1), default=500, help="So many games.")
@click.option("--seed", type=click.IntRange(min=0), default=20261125, help="Other numbers draw other games.")
@option_save
def main(games: int, seed: int, save: Path | None) -> None:
    """Break so many games of two and of three and four, and print a table of each by what went wrong."""
    told, notes = list[tuple[str, ...]](), list[str]()
    for title, players in TABLES.items():
        kinds = {kind: partial(drawn, kind, seed, players) for kind in MISHAPS}
        rows, note = tried_often(kinds, games // len(TABLES))
        # What cannot go wrong at such a table has no row.
        told += [(title, *row) for row in rows if row[1] != "0"]
        notes.append(f"{title.capitalize()}: {note[0].lower()}{note[1:]}")
    columns, all_notes = ("table", *COLUMNS), " ".join(notes)
    click.echo(f"{table(columns, told)}\n{all_notes}")
    if save:
        command = "python -m benches.happened.broken_card_evenings"
        save_result(Result("broken_card_evenings", command, commit(), columns, tuple(told), seed, all_notes), save)


if __name__ == "__main__":
    main()
