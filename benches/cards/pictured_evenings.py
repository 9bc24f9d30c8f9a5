"""Evenings of cards from pictures: a table drawn press by press, looked at by the eye, and every question answered.

`python -m benches.cards.pictured_evenings`: games of random words that are lawful, for two, three and four, as in
benches/happened/asked_evenings.py: passes, words taken back or laid anew, words that fall, cards left lying or taken
up, tables that are cleared. What lies there is drawn as a picture, crookedly, beside a pile, a heap of what was taken
up and things; between presses the camera, the lamp and the whole pattern move, and arms reach in. Where a press is
refused somebody presses again without the arm, and where something lies there without the things, under a better lamp;
a play that is refused twice is written by hand. After every press whatever is settled must be true, and in the end
everything.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import click
import numpy as np
from numpy.random import Generator

from benches.cards.drawn_cards import typefaces
from benches.cards.evening_table import DrawnTable
from benches.happened.asked_evenings import COLUMNS, Evening
from benches.happened.asked_tables import Press, card_presses
from benches.reporting.results import Result, commit, option_save, table
from benches.reporting.results import save as save_result
from pi_referee.decks.deck_from_games import learnt_from, seen_now
from pi_referee.decks.house_deck import assumed_cards
from pi_referee.looking.card_sight import CardSight
from vision.arrays import Colour
from vision.cards.card_sighting import CardSighting

REACHES_IN = 0.08
"""The share of presses with an arm over the table."""

TABLES = {"two who steal": 2, "three in rounds": 3, "four in rounds": 4}
"""How many play, by what such a table is called."""


def seen_presses(
    sight: CardSight, presses: Sequence[Press], drawn: DrawnTable, chance: Generator, counts: Counter[str]
) -> Iterator[Press]:
    """The presses of an evening as the eye sees them: at once, and again with the table put right."""
    for press in presses:
        drawn.pushed()
        if not isinstance(press.sure, CardSighting):
            continue
        arms = (drawn.arm(),) if chance.random() < REACHES_IN else ()
        looks = [_seen(sight, drawn.picture(press.sure, arms))]
        if looks[0] is None or looks[0].may_hide:
            drawn.put_right()
        looks.append(_seen(sight, drawn.picture(press.sure)))
        counts["not seen"] += looks[0] is None
        # Where nothing is seen twice the play is written by hand, as it lies there.
        told = [look for look in looks if look is not None] or [press.sure]
        yield replace(press, look=told[0], sure=told[-1], is_in_doubt=told[0].doubts != ())


def _seen(sight: CardSight, picture: Colour) -> CardSighting | None:
    """What is seen in a picture; None where the look is refused."""
    look = sight.see(picture)
    return look if isinstance(look, CardSighting) else None


def evening(players: int, seed: int, number: int, faces: Sequence[Path], counts: Counter[str]) -> None:
    """Play the evening of a number."""
    chance = np.random.default_rng([seed, players, number])
    game, presses = card_presses(chance, players)
    played, usual = Evening(game, chance, counts), assumed_cards(game.ruleset)
    # The cards are those of a household that plays for the first time: its game teaches their values.
    sight = CardSight(lambda: game.began, lambda _: learnt_from(usual, seen_now(played.game)).deck)
    counts["evenings"] += 1
    if all(played.press(press) for press in seen_presses(sight, presses, DrawnTable(chance, faces), chance, counts)):
        played.over()


@click.command()
@click.option("--evenings", type=click.IntRange(min=1), default=20, help="So many of each table.")
@click.option("--seed", type=click.IntRange(min=0), default=20261130, help="Other numbers draw other evenings.")
@option_save
def main(evenings: int, seed: int, save: Path | None) -> None:
    """Play so many evenings at each table and print what came of them."""
    rows, columns, faces = list[tuple[str, ...]](), (*COLUMNS, "not seen"), typefaces()
    for name, players in TABLES.items():
        counts = Counter[str]()
        for number in range(evenings):
            evening(players, seed, number, faces, counts)
        rows.append((name, *(str(counts[column]) for column in columns[1:])))
    click.echo(table(columns, rows))
    if save:
        command = f"python -m benches.cards.pictured_evenings --evenings {evenings}"
        save_result(Result("pictured-evenings", command, commit(), columns, tuple(rows), seed), save)


if __name__ == "__main__":
    main()
