"""Games of cards stopped somewhere: lawful random words on a table that is pushed and cleared as cards are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from numpy.random import Generator

from pi_referee.rules.board.square import Axis, Cell, Square
from pi_referee.rules.board.tile import Tile
from pi_referee.rules.course.game import Game, begin, follow
from pi_referee.rules.course.happenings import GameBegan, Happening, Passed, PlayLaid
from pi_referee.rules.definition.library import ruleset
from pi_referee.rules.definition.ruleset import Ruleset
from pi_referee.rules.plays.adjudication import adjudicate
from pi_referee.rules.plays.play import Play
from pi_referee.rules.plays.scoring import printed_value
from vision.cards.card_sighting import CardSighting, SeenCard
from vision.sighting import Quad

PLAYERS = ("Ann", "Bo", "Cleo", "Dan")
NOWHERE = Quad(((0, 0), (1, 0), (1, 1), (0, 1)))

Cards = Mapping[Square, Tile]
"""What lies on the table, cards that play no more among them."""


@dataclass(frozen=True, slots=True)
class Evening:
    """A game before something went wrong, all that lies there, and where chance comes from."""

    game: Game
    lying: Cards
    chance: Generator

    def then(self, *happened: Happening) -> Evening:
        """The evening after more has happened: who lays a word has taken up, or cleared, what played no more before."""
        now = self
        for one in happened:
            laid = one.play.tiles if isinstance(one, PlayLaid) else {}
            old = now.game.position.tiles
            known = {*old, *now.game.spent} if old else set[Square]()
            lying = {square: tile for square, tile in now.lying.items() if not laid or square in known}
            now = replace(now, game=follow(now.game, one), lying={**lying, **laid})
        return now

    def tidied(self) -> Evening:
        """The evening with cards that play no more taken up, by those who think of it."""
        left = {square: tile for square, tile in self.lying.items() if square in self.game.position.tiles}
        is_tidy = self.chance.random() < 0.6
        return replace(self, lying=left) if is_tidy and left else self

    def play(self) -> Play | None:
        """A word that may be laid next; None where none was found."""
        tried = (_tried(self) for _ in range(80))
        return next((play for play in tried if play is not None and self.is_lawful(play)), None)

    def is_lawful(self, play: Play) -> bool:
        """Whether a play may be laid next, and makes a word."""
        ruling = adjudicate(self.game.position, play, self.game.ruleset, rack=self.game.rack)
        return ruling.is_legal and len(ruling.words[0].letters) > 1

    def plays(self, count: int) -> tuple[PlayLaid, ...]:
        """Words that are laid one after the other; fewer where none was found, or a round ends before."""
        evening, told = self, list[PlayLaid]()
        for _ in range(count):
            play = evening.play()
            if play is None or (told and not evening.game.position.tiles):
                break
            told.append(PlayLaid(play))
            evening = evening.then(told[-1])
        return tuple(told)


def _tried(evening: Evening) -> Play | None:
    """Some cards upon a random card of those that may be built on, in a random direction; None if others lie there."""
    chance, known = evening.chance, evening.game.position.tiles
    squares = sorted(known)
    start = squares[int(chance.integers(len(squares)))] if squares else Cell(0, 0)
    axis = Axis.ACROSS if chance.random() < 0.5 else Axis.DOWN
    before, after = (int(number) for number in chance.integers(0, 4, 2))
    line = [start.step(axis, step) for step in range(-before if known else 0, after + (1 if known else 3))]
    new = [square for square in line if square not in known]
    lies = evening.lying if known else {}
    if not new or len(new) > evening.game.rack or any(square in lies for square in new):
        return None
    return Play({square: drawn_card(chance, evening.game.ruleset) for square in new})


def drawn_card(chance: Generator, rules: Ruleset) -> Tile:
    """A card from the pile: one in ten a joker, one in six with a mark."""
    letter = str(chance.choice(list(rules.alphabet)))
    if chance.random() < 0.1:
        return Tile(letter, is_blank=True)
    return Tile(letter, multiplier=int(chance.choice([1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 3])))


def look_at(cards: Cards, rules: Ruleset) -> CardSighting:
    """A look that is sure of every card; its cells are counted from the top left of what lies there."""
    top = min((square.row for square in cards), default=0)
    left = min((square.column for square in cards), default=0)
    return CardSighting(
        tuple(
            SeenCard(
                NOWHERE,
                tile.face,
                None if tile.is_blank else printed_value(tile, rules),
                tile.multiplier,
                tile.is_blank,
                0.999,
                (square.column - left, square.row - top),
            )
            for square, tile in sorted(cards.items())
        )
    )


def begun(name: str, players: int, chance: Generator) -> Evening:
    """A game of random lawful words, stopped somewhere."""
    game = begin(GameBegan(name, PLAYERS[:players], ruleset(name).rack))
    evening = Evening(game, {}, chance)
    for _ in range(int(chance.integers(2, 9))):
        evening = evening.then(*turn_of(evening)).tidied()
    return evening


def turn_of(evening: Evening) -> tuple[Happening, ...]:
    """What the next player does: lays a word, or passes now and then."""
    finds_one = not evening.game.position.tiles or evening.chance.random() > 0.1
    told = evening.plays(1) if finds_one else ()
    return told or (Passed(),)
