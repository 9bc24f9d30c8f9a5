"""Whatever is written into a game, lawful or not, and put right in whatever order: every page of it can be shown."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from pi_referee.errors import NotationError
from pi_referee.rules.board.square import Axis, Square
from pi_referee.rules.board.tile import Tile
from pi_referee.rules.course.game import Game, follow
from pi_referee.rules.course.happenings import (
    Answered,
    BagEmptied,
    Challenged,
    Corrected,
    Happening,
    Inserted,
    LeftOver,
    Passed,
    PlayLaid,
    Question,
    Removed,
    StartChosen,
    TurnSet,
    Undone,
    Withdrawn,
)
from pi_referee.rules.plays.play import Pass, Play

if TYPE_CHECKING:
    from flask.testing import FlaskClient

    from tests.web.conftest import Writer

STEPS = 24
"""So much happens in a game."""

FIRST = {"kortalfapet": "0,0", "alfapet-sv": "I9", "literaki": "H8"}


def some_play(random: Random, game: Game) -> Play:
    """Tiles in a row through something that lies there, now and then with a gap; often against the rules."""
    lying, way = game.position.tiles, random.choice(list(Axis))
    start = random.choice(sorted(lying)) if lying else Square.parse(FIRST[game.ruleset.name])
    ahead = range(-random.randrange(3), random.randrange(2, 5))
    row = [start.step(way, count) for count in ahead if start.step(way, count) in game.ruleset.ground]
    free = [square for square in row if square not in lying and random.random() > 0.1]
    letters = {square: random.choice(game.ruleset.alphabet) for square in free}
    return Play({square: Tile(letter, is_blank=random.random() < 0.1) for square, letter in letters.items()})


def asked(random: Random, play: Play) -> tuple[Question, ...]:
    """Perhaps what is asked about one of its tiles, or about all of it."""
    square = random.choice(sorted(play.tiles))
    key = f"letter:{square}" if "," in str(square) else str(square)
    of_letter = Question(key, ((play.tiles[square].letter, 0.6), (".", 0.4)))
    of_word = Question("meaning", (("yes", 0.5), ("no", 0.5)), holds_score=False)
    return random.choice([(), (), (), (of_letter,), (of_word,)])


def something(random: Random, game: Game) -> Happening:
    """What may happen next: mostly a play, else anything that puts an older one right."""
    play, turns = some_play(random, game), len(game.turns)
    player, turn = random.choice(game.players), random.randrange(1, turns + 2)
    if random.random() < 0.5 or not turns:
        return PlayLaid(play, asked(random, play)) if play.tiles else Passed()
    older = random.randrange(1, turns + 1)
    questions = game.open_questions
    number, question = random.choice(questions) if questions else (older, Question("meaning"))
    ways: list[Happening] = [
        Passed(), Removed(older), Corrected(older, play), Corrected(older, play, player), Withdrawn(), Undone(),
        Inserted(turn, play if play.tiles else Pass(), player, moves_on=random.random() < 0.5), TurnSet(turn, player),
        Challenged(player, stands=random.random() < 0.5), BagEmptied(), StartChosen(player),
        Answered(number, question.key, random.choice(["no", "yes", ".", "A", "2"])),
        LeftOver(dict.fromkeys(game.players, 3)),
    ]  # fmt: skip
    return random.choice(ways)


def pages(game: Game, events: int) -> list[str]:
    """The addresses of all that can be looked at of the first game."""
    turns = range(1, len(game.turns) + 1)
    return [
        "/", "/state?since=-1", "/look", "/games", "/games/1", "/games/1/end",
        *(f"/games/1/turns/{turn}{form}" for turn in turns for form in ("", "/correct", "/insert")),
        f"/games/1/turns/{len(turns) + 1}/lay",
        *(f"/games/1/changes/{event}" for event in range(2, events + 1)),
        *(f"/games/1/protocol.{kind}" for kind in ("json", "csv", "html")),
    ]  # fmt: skip


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    ("kind", "players"),
    [("kortalfapet", "AB"), ("kortalfapet", "ABC"), ("alfapet-sv", "AB"), ("literaki", "ABC")],
)
def test_every_page_can_be_shown(client: FlaskClient, writer: Writer, kind: str, players: str, seed: int) -> None:
    """After anything at all a page may say no, and never fails: a page that fails ends the evening."""
    random = Random(f"{kind} {players} {seed}")
    writer.begin(*players, game=kind, **({"challenge.mode": "ranked_challenge"} if seed % 2 else {}))
    for _ in range(STEPS):
        happening = something(random, writer.game)
        try:
            follow(writer.game, happening)
        except NotationError:
            continue
        writer.tell(happening)
    shown = {page: client.get(page).status_code for page in pages(writer.game, writer.ledger.newest())}

    assert [page for page, status in shown.items() if status >= 500] == []
    assert shown["/"] == 200
