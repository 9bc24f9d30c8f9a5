"""Plays a folder of pictures again, each a press of the button, and tells what the referee made of each."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from pi_referee.composing import composed
from pi_referee.decks.deck_from_games import learnt_from, seen_now
from pi_referee.decks.house_deck import HouseDeck, assumed_cards
from pi_referee.looking.game_eye import Sight
from pi_referee.picture_game.board_rows import board_row
from pi_referee.picture_game.card_rows import card_row
from pi_referee.picture_game.picture_set import Answers
from pi_referee.picture_game.presses import Row, Step, press
from pi_referee.rules.course.game import Game
from vision.letters.household_tiles import LearntTile
from vision.sighting import Edition


def replay(pictures: tuple[Path, ...], game: Game, edition: Edition, answers: Answers) -> Iterator[Row]:
    """Play the pictures one after another; one row of output each. See pressed."""
    for path, step in pressed(pictures, game, edition, answers):
        yield row_of(path, step)


def row_of(path: Path, step: Step) -> Row:
    """A press as a row of output."""
    return {"image": path.name, **(board_row if step.game.ruleset.has_board else card_row)(step)}


def pressed(
    pictures: tuple[Path, ...],
    game: Game,
    edition: Edition,
    answers: Answers,
    *,
    learnt: Sequence[LearntTile] = (),
    house: HouseDeck | None = None,
) -> Iterator[tuple[Path, Step]]:
    """Play the pictures one after another, each a press; what each came to.

    learnt: tiles of the set that was played with. house: the household's cards, if they are known; the game teaches
    more of them as it goes on.
    """
    began = replace(game.began, edition=edition)
    known = house or assumed_cards(game.ruleset)
    sight = Sight(lambda: began, learnt=learnt, deck=lambda _: learnt_from(known, seen_now(game)).deck)
    for path in pictures:
        step = press(game, sight, path, answers.get(composed(path.name), {}))
        game = step.game
        yield path, step


def line(row: Row) -> str:
    """A row as a line of JSON."""
    return json.dumps(row, ensure_ascii=False)
