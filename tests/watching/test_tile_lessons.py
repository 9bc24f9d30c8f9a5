"""Learning at the table: what is told of it, what is refused, and what the next look then knows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
import pytest

from hardware.camera import Picture
from hardware.simulation.simulated_table import ANGLE
from pi_referee.decks.deck_file import write_deck
from pi_referee.decks.deck_from_games import CardsSeen
from pi_referee.decks.house_deck import Card, Source
from pi_referee.decks.known_deck import deck_path, known_cards
from pi_referee.errors import CameraError
from pi_referee.game_log.event_store import Ledger
from pi_referee.looking.deck_pictures import NO_CARDS
from pi_referee.looking.game_eye import Sight
from pi_referee.rules.board.position import Position
from pi_referee.rules.board.square import Square
from pi_referee.rules.board.tile import Tile
from pi_referee.rules.course.happenings import GameBegan
from pi_referee.rules.definition.alphabet_places import laid_in_order
from pi_referee.rules.definition.library import ruleset, ruleset_names
from pi_referee.table_link.socket_protocol import DECK, FORGET, LEARN, LESSONS, NO_LESSON, UNLEARN
from pi_referee.tile_sets.set_files import TileSets
from pi_referee.watching.tile_lessons import LAY_AGAIN, School
from vision.card_render import (
    CardScene,
    DeckStyle,
    Laying,
    PrintedCard,
    draw_card_table,
    lay_pattern,
    pattern_origin,
)
from vision.render import render
from vision.render.view import Shot

GAME = ruleset("alfapet-sv")
CARDS = ruleset("kortalfapet")
WORD = "LUVADEN"
"""The cards that lie in a row where cards are learnt."""

FROM_TABLE = (GAME.name, "light", "table")


@dataclass
class Board:
    """A camera over a drawn board; is_away: its cable is out. cards: what it sees instead, if anything.

    meanwhile: what happens in the house while it looks.
    """

    lying: dict[Square, str] = field(default_factory=lambda: laid_in_order(GAME))
    is_away: bool = False
    cards: Picture | None = None
    meanwhile: Callable[[], None] = lambda: None

    def capture(self) -> Picture:
        """What it sees."""
        self.meanwhile()
        if self.is_away:
            raise CameraError("The camera gives no picture.", cure="See to its cable.")
        if self.cards is not None:
            return self.cards
        return render(Position({square: Tile(letter) for square, letter in self.lying.items()}), GAME, ANGLE)

    def close(self) -> None:
        """Nothing is held."""


def in_rows(letters: str) -> Picture:
    """A table on which these cards lie in a row, a finger apart."""
    pattern = {(column, 0): PrintedCard(letter, CARDS.values[letter]) for column, letter in enumerate(letters)}
    style, laying = DeckStyle(), Laying(gap=(12, 12), crooked=1.5)
    cards = lay_pattern(pattern, style, laying, pattern_origin(pattern, style, laying, (0, 0)), 1)
    return draw_card_table(CardScene(cards, style, reach=900.0), Shot(width=3000, height=2250, seed=1))[0]


@pytest.fixture
def board() -> Board:
    """A board with the alphabet on it."""
    return Board()


@pytest.fixture
def school(board: Board, tmp_path: Path) -> Iterator[School]:
    """A house at whose table tiles are learnt."""
    with Ledger(tmp_path / "games.sqlite") as ledger:
        sight = Sight(lambda: GameBegan(GAME.name, ("Anna", "Bo"), 7))
        yield School(board, sight, ledger, tmp_path, TileSets(tmp_path / "tiles"), tmp_path / "decks", lambda: "now")


@pytest.mark.parametrize("game", [name for name in ruleset_names() if ruleset(name).has_board])
def test_every_alphabet_has_its_place(game: str) -> None:
    """Every letter is drawn once, on the board, in order, with a free square between any two."""
    rules = ruleset(game)
    laid = laid_in_order(rules)

    assert tuple(laid.values()) == tuple(rules.alphabet)
    assert list(laid) == sorted(laid)
    assert laid.keys() <= set(rules.layout.squares())
    assert not {Square(a.row, a.column + 1) for a in laid} & laid.keys()


def test_a_lesson_is_used_at_once_and_taken_back(school: School) -> None:
    """The next look knows the tiles, and no longer when the lesson is taken back."""
    known = school.answer(LEARN, FROM_TABLE)

    assert (known.is_new, known.letters, len(known.lessons)) == (True, "".join(sorted(GAME.alphabet)), 1)
    assert len(school.sight.learnt) == len(GAME.alphabet)
    assert school.answer(LESSONS, ()).lessons == known.lessons
    assert school.answer(UNLEARN, ("now",)).lessons == ()
    assert school.sight.learnt == ()


@pytest.mark.parametrize(("kind", "left"), [(UNLEARN, ["first", "second"]), (FORGET, [])])
def test_lessons_are_taken_back_as_they_were_shown(school: School, kind: str, left: list[str]) -> None:
    """Two who waited for the table with one tap each take back once, and nothing that neither of them had seen."""
    times = iter(("first", "second", "third"))
    teaching = replace(school, now=lambda: next(times))
    for _ in range(3):
        teaching.answer(LEARN, FROM_TABLE)
    unseen = [one.at for one in school.answer(kind, ("second",)).lessons]
    told = [[one.at for one in school.answer(kind, ("third",)).lessons] for _ in range(2)]

    assert (unseen, told) == (["first", "second", "third"], [left, left])


def test_a_lesson_from_the_terminal_stays(school: School, board: Board) -> None:
    """What is taught by another program, while the table's camera looks, is kept beside what the camera shows."""
    school.answer(LEARN, FROM_TABLE)
    with ThreadPoolExecutor(1) as pool:
        others: list[Future[bool]] = []
        board.meanwhile = lambda: others.append(pool.submit(_taken_back, school.sets))
        school.answer(LEARN, FROM_TABLE)
        is_taken_back = others[0].result()

    assert (is_taken_back, len(school.sets.open().lessons)) == (True, 1)


def _taken_back(sets: TileSets) -> bool:
    """Another program takes the last lesson back; whether two were there."""
    with sets.alone():
        known = sets.open()
        sets.keep(known.before_last())
    return len(known.lessons) == 2


def test_a_letter_too_many_is_named(school: School, board: Board) -> None:
    """The square on which nothing is drawn is told, and nothing is learnt."""
    board.lying[Square.parse("P15")] = "E"
    trouble = school.answer(LEARN, FROM_TABLE).trouble

    assert trouble is not None
    assert (trouble.squares, trouble.cure, trouble.may_believe) == ("P15", LAY_AGAIN, False)
    assert school.sets.names() == []


def test_exchanged_letters_are_named_and_may_be_believed(school: School, board: Board) -> None:
    """Two tiles that lie in each other's place are told with their squares; who insists is believed."""
    first, second = (square for square, letter in board.lying.items() if letter in "KS")
    board.lying[first], board.lying[second] = board.lying[second], board.lying[first]
    trouble = school.answer(LEARN, FROM_TABLE).trouble

    assert trouble is not None
    assert (trouble.squares, trouble.letter, trouble.other) == (f"{first}, {second}", "K", "S")
    assert trouble.may_believe
    assert school.answer(LEARN, (GAME.name, "light", "believed")).is_new


def test_a_camera_without_a_picture_loses_nothing(school: School, board: Board) -> None:
    """The reason is told, and what was learnt before stays."""
    school.answer(LEARN, FROM_TABLE)
    board.is_away = True
    known = school.answer(LEARN, FROM_TABLE)

    assert known.trouble is not None
    assert known.trouble.says == "The camera gives no picture."
    assert len(known.lessons) == 1


@pytest.mark.parametrize("words", [("bridge", "light", "table"), (GAME.name, "pink", "table")])
def test_no_such_game(school: School, words: tuple[str, str, str]) -> None:
    """What only a stranger's request names is refused."""
    trouble = school.answer(LEARN, words).trouble

    assert trouble is not None
    assert trouble.says == "There is no such game."


def test_a_damaged_file_is_told_and_forgotten(school: School, tmp_path: Path) -> None:
    """What cannot be read is not written over; it goes when somebody says so."""
    (tmp_path / "tiles").mkdir()
    (tmp_path / "tiles" / "home.json").write_text("{")
    trouble = school.answer(LEARN, FROM_TABLE).trouble

    assert trouble is not None
    assert (tmp_path / "tiles" / "home.json").read_text() == "{"
    assert school.answer(FORGET, (NO_LESSON,)).trouble is None


def test_no_cards_lie_there(school: School, board: Board) -> None:
    """Where no card can be read, or a game has none, the page is told why, and no deck is kept."""
    board.cards = np.full((480, 640, 3), 90, np.uint8)
    bare = school.answer(LEARN, ("kortalfapet", "light", DECK))
    tiles = school.answer(LEARN, (GAME.name, "light", DECK))

    assert bare.trouble is not None
    assert (bare.trouble.says, bool(bare.trouble.cure)) == (NO_CARDS, True)
    assert tiles.trouble is not None
    assert not school.decks.exists()


def test_the_cameras_cards_are_kept(school: School, board: Board) -> None:
    """Cards that lie there in rows are learnt into the deck's file, beside what was known before."""
    board.cards = in_rows(WORD)
    before = known_cards(school.decks, CARDS, CardsSeen()).having({"Ö": Card(9, None, Source.HAND)})
    write_deck(deck_path(school.decks, CARDS.name), before, CARDS.title)
    known = school.answer(LEARN, (CARDS.name, "light", DECK))
    after = known_cards(school.decks, CARDS, CardsSeen())

    assert (known.is_new, known.trouble) == (True, None)
    assert {letter for letter, card in after.cards.items() if card.source is Source.PICTURES} <= set(WORD)
    assert after.cards["L"] == Card(CARDS.values["L"], frozenset({1}), Source.PICTURES)
    assert after.cards["Ö"] == Card(9, None, Source.HAND)
    assert known.cards is not None
    assert set(known.cards.learnt) | set(known.cards.unsure) == set(WORD)
    assert set(known.cards.missing) == set(CARDS.alphabet) - set(WORD)


def test_a_correction_outlives_the_camera(school: School, board: Board) -> None:
    """What somebody wrote by hand stays when cards are learnt, and the page is told what the camera saw instead."""
    board.cards = in_rows(WORD)
    before = known_cards(school.decks, CARDS, CardsSeen()).having({"L": Card(7, frozenset({1, 3}), Source.HAND)})
    write_deck(deck_path(school.decks, CARDS.name), before, CARDS.title)
    known = school.answer(LEARN, (CARDS.name, "light", DECK))

    assert known_cards(school.decks, CARDS, CardsSeen()).cards["L"] == before.cards["L"]
    assert known.cards is not None
    assert known.cards.by_hand == ("L (1)",)
    assert deck_path(school.decks, CARDS.name).with_suffix(".old").exists()


def test_a_correction_made_while_the_camera_looks_stays(school: School, board: Board) -> None:
    """Whoever corrects a card on one screen, as another has the deck learnt, is not undone by that."""
    path, assumed = deck_path(school.decks, CARDS.name), known_cards(school.decks, CARDS, CardsSeen())
    by_hand = Card(9, None, Source.HAND)
    board.cards = in_rows(WORD)
    board.meanwhile = lambda: write_deck(path, assumed.having({"Ö": by_hand}), CARDS.title)
    school.answer(LEARN, (CARDS.name, "light", DECK))
    after = known_cards(school.decks, CARDS, CardsSeen()).cards

    assert (after["Ö"], after["L"].source) == (by_hand, Source.PICTURES)


def test_cards_are_learnt_beside_a_damaged_file_of_tiles(school: School, board: Board, tmp_path: Path) -> None:
    """What was learnt of tiles is nothing to cards: their lesson is not refused where that cannot be read."""
    (tmp_path / "tiles").mkdir()
    (tmp_path / "tiles" / "home.json").write_text("{")
    board.cards = in_rows(WORD)
    known = school.answer(LEARN, (CARDS.name, "light", DECK))

    assert (known.is_there, known.is_new, known.trouble) == (True, True, None)
    assert deck_path(school.decks, CARDS.name).exists()
