"""A table for trying plays on, with a board drawn as text and a play as it is written; and random games."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from pi_referee.rules.board.board_text import draw_position
from pi_referee.rules.board.layout import plain_layout
from pi_referee.rules.board.position import EMPTY, Position
from pi_referee.rules.board.square import Axis, Cell, Square
from pi_referee.rules.board.tile import Tile
from pi_referee.rules.course.game import Game, begin, follow
from pi_referee.rules.course.happenings import Exchanged, GameBegan, Happening, Passed, PlayLaid, StartChosen
from pi_referee.rules.definition.library import ruleset
from pi_referee.rules.definition.ruleset import Ruleset
from pi_referee.rules.plays.adjudication import adjudicate
from pi_referee.rules.plays.notation import WrittenPlay
from pi_referee.rules.plays.play import Play
from pi_referee.rules.plays.ruling import Ruling


def plain(name: str) -> Ruleset:
    """A game on a board without premium squares, as the booklets draw their examples."""
    rules = ruleset(name)
    return replace(rules, ground=plain_layout(rules.layout.size))


@pytest.fixture
def judge() -> Callable[..., Ruling]:
    """Judge a play, written or as a value, on a drawn board whose top left square is `at`."""

    def judge_play(
        board: str,
        play: str | Play,
        *,
        at: str = "A1",
        game: str = "alfapet-sv",
        rules: Ruleset | None = None,
        switches: Mapping[str, Any] | None = None,
        **told: Any,  # noqa: ANN401  # whatever adjudicate takes
    ) -> Ruling:
        position = draw_position(board, at=Square.parse(at))
        agreed = (rules or plain(game)).agree(switches or {})
        laid = WrittenPlay.parse(play).on(position) if isinstance(play, str) else play
        return adjudicate(position, laid, agreed, **{"rack": 7, **told})

    return judge_play


@pytest.fixture
def table() -> Callable[..., Game]:
    """A game on a board without premium squares, after some happenings."""

    def set_up(
        *happenings: Happening,
        game: str = "alfapet-sv",
        players: tuple[str, ...] = ("Ann", "Bo"),
        rack: int = 7,
        find: Callable[[str], Ruleset] = plain,
        **switches: object,
    ) -> Game:
        wishes: dict[str, Any] = {name.replace("__", "."): value for name, value in switches.items()}
        state = begin(GameBegan(game, players, rack, switches=wishes), find)
        for happening in happenings:
            state = follow(state, happening)
        return state

    return set_up


@pytest.fixture
def cards() -> Callable[..., Game]:
    """A game of KortAlfapet after some moves: plays as they are written, "-" a pass, or any happening.

    players: a letter each.
    """

    def set_up(*moves: str | Happening, players: str = "AB", **switches: object) -> Game:
        wishes: dict[str, Any] = {name.replace("__", "."): value for name, value in switches.items()}
        return _moved(begin(GameBegan("kortalfapet", tuple(players), 7, switches=wishes)), *moves)

    return set_up


@pytest.fixture
def go_on() -> Callable[..., Game]:
    """A game of cards after more moves, given as to `cards`."""
    return _moved


def _moved(game: Game, *moves: str | Happening) -> Game:
    """A game after some moves; a play is laid whether it may lie so or not."""
    for move in moves:
        written = PlayLaid(WrittenPlay.parse(move).on(EMPTY)) if isinstance(move, str) and move != "-" else Passed()
        game = follow(game, written if isinstance(move, str) else move)
    return game


OTHERS: tuple[Happening, ...] = (Passed(), Exchanged(2))


def ahead(square: Square, way: Axis, count: int = 1) -> Square:
    """The square so many steps on."""
    return square.step(way, count)


def random_tile(random: Random, rules: Ruleset) -> Tile:
    """A tile of the game's alphabet, now and then a blank."""
    return Tile(random.choice(rules.alphabet), is_blank=random.random() < 0.1)


def random_play(random: Random, position: Position, rules: Ruleset, rack: int) -> Play:
    """Some tiles in a line, or round a corner, or after a stop tile; often nonsense."""
    kind = random.choice(["straight", "straight", "turned", "stop"]) if rules.stops else "straight"
    anchor = random.choice(sorted(position.tiles)) if position.tiles else rules.layout.centre
    way = random.choice([Axis.ACROSS, Axis.DOWN])
    stop = ahead(anchor, random.choice([Axis.ACROSS, Axis.DOWN])) if kind == "stop" else None
    side = way.other
    square = (
        ahead(stop, way)
        if stop is not None
        else ahead(ahead(anchor, way, -random.randrange(4)), side, random.choice([0, 0, 1, -1]))
    )
    tiles: dict[Square, Tile] = {}
    arrows: set[Square] = set()
    for _ in range(random.randint(1, rack)):
        while square in position.tiles:
            square = ahead(square, way)
        tiles[square] = random_tile(random, rules)
        if kind == "turned" and len(tiles) > 1 and random.random() < 0.3 and len(arrows) < 2:
            arrows.add(square)
            way, side = side, way
        square = ahead(square, way)
    if random.random() < 0.05:
        tiles[ahead(square, way)] = random_tile(random, rules)
    return Play(tiles, stop, frozenset(arrows))


def random_game(seed: int, name: str, *, length: int = 14) -> Iterator[tuple[Game, Play, bool]]:
    """Each play that was tried in a random game, with the game before it and whether it was laid."""
    random = Random(seed)
    rules = ruleset(name)
    rack = random.choice(rules.rack_sizes)
    players = ("Ann", "Bo", "Cia", "Dan")[: random.randint(1, 4)]
    game = begin(GameBegan(name, players, rack))
    tries = 0
    while len(game.turns) < length and tries < 150:
        tries += 1
        play = random_play(random, game.position, game.ruleset, rack)
        legal = adjudicate(game.position, play, game.ruleset, rack=rack).is_legal
        yield game, play, legal
        if legal:
            game = follow(game, PlayLaid(play))
        elif random.random() < 0.05:
            game = follow(game, random.choice(OTHERS))


def random_card(random: Random, rules: Ruleset) -> Tile:
    """A card, now and then a joker, one with a mark, or one whose value is not the deck's."""
    is_joker = random.random() < 0.1
    value = random.randrange(12) if not is_joker and random.random() < 0.1 else None
    mark = random.choice([1, 1, 1, 2, 3])
    return Tile(random.choice(rules.alphabet), is_joker, 1 if is_joker else mark, value)


def random_cards(random: Random, position: Position, rules: Ruleset) -> Play:
    """Some cards in a line through or beside what lies there; now and then far off, in two places, or on a card."""
    anchor = random.choice(sorted(position.tiles)) if position.tiles else Cell(0, 0)
    way = random.choice(list(Axis))
    square = anchor.step(way, -random.randrange(4)).step(way.other, random.choice([0, 0, 0, 0, 1, -1, 5]))
    tiles: dict[Square, Tile] = {}
    for _ in range(random.choice([1, 1, 2, 2, 3, 4, 7, 8])):
        while square in position.tiles and random.random() < 0.97:
            square = square.step(way)
        tiles[square] = random_card(random, rules)
        square = square.step(way, 2 if random.random() < 0.03 else 1)
    if random.random() < 0.05:
        tiles[square.step(way.other)] = random_card(random, rules)
    return Play(tiles)


def random_card_game(seed: int, players: int, *, length: int = 12) -> Iterator[tuple[Game, Happening]]:
    """Each thing that happens in a random game of cards, with the game before it; plays that may not lie so, too."""
    random = Random(seed)
    game = begin(GameBegan("kortalfapet", ("Ann", "Bo", "Cia", "Dan")[:players], 7))
    for _ in range(60):
        happening = random_card_happening(random, game)
        yield game, happening
        if not isinstance(happening, PlayLaid) or is_legal(game, happening.play):
            game = follow(game, happening)
        if len(game.turns) >= length:
            return


WITHOUT_A_WORD: tuple[Happening, ...] = (Passed(), Passed(), Exchanged(1))


def random_card_happening(random: Random, game: Game) -> Happening:
    """A lot if one must be drawn; else a pass or a changed card now and then; else a play."""
    if game.script.lot:
        return StartChosen(random.choice(game.script.lot))
    if random.random() < 0.12:
        return random.choice(WITHOUT_A_WORD)
    return PlayLaid(random_cards(random, game.position, game.ruleset))


def is_legal(game: Game, play: Play) -> bool:
    """Whether a play may lie as it does."""
    return adjudicate(game.position, play, game.ruleset, rack=game.rack).is_legal


@pytest.fixture(scope="session")
def dealt() -> Callable[[int, int], Iterator[tuple[Game, Happening]]]:
    """Plays a random game of cards from a seed and a number of players; see random_card_game."""
    return random_card_game


@pytest.fixture(scope="session")
def tried() -> Callable[[int, str], Iterator[tuple[Game, Play, bool]]]:
    """Plays a random game from a seed: each play that was tried, with the game before it and whether it was laid."""
    return random_game
