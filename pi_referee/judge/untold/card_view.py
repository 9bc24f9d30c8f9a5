"""A look at a table of cards as suppositions are tried on it: it lies upon the game's cells in the ways that fit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from pi_referee.judge.cards.card_match import MOST_WAYS, NO_CARD, Placed, first_laid, ranked
from pi_referee.judge.cards.interpret_cards import meaning_at
from pi_referee.judge.cards.new_cards import card_tile, is_likely, questions_of
from pi_referee.judge.meaning_in_game import agreed_now
from pi_referee.judge.meanings import Meaning
from pi_referee.judge.untold.views import Difference
from pi_referee.rules.board.square import Square
from pi_referee.rules.board.tile import Tile
from pi_referee.rules.course.game import Game
from pi_referee.rules.definition.mode import Mode
from pi_referee.rules.definition.ruleset import Ruleset
from pi_referee.rules.plays.play import Play
from vision.cards.card_sighting import CardSighting


@dataclass(frozen=True, slots=True)
class CardView:
    """A look at cards, upon the cells of a game with these rules."""

    look: CardSighting
    way: Placed
    ruleset: Ruleset

    @classmethod
    def of(cls, look: CardSighting, game: Game) -> CardView:
        """A look as it most likely lies in a game."""
        return cls(look, first_laid(look), game.ruleset).ways(game)[0]

    @property
    def tiles(self) -> Mapping[Square, Tile]:
        """What surely lies there; a joker is one without a name."""
        sure = (square for square in self.way.cards if not self.way.doubted(square))
        return {square: self._tile(square) for square in sure}

    @property
    def stops(self) -> frozenset[Square]:
        """None: no game of cards has any."""
        return frozenset()

    def ways(self, game: Game) -> Sequence[CardView]:
        """The ways that find most agreed cards again, the best first; where none does, as it lay before."""
        now = agreed_now(game)
        tried = ranked(self.look, now.position.tiles, now.spent, now.asked)
        found = [replace(self, way=way) for way, _ in tried if now.lying(way, self.ruleset)]
        return found[:MOST_WAYS] or [self]

    def pushed(self) -> Iterator[CardView]:
        """Nothing: a bare table has no squares to be pushed from."""
        yield from ()

    def meaning(self, game: Game) -> Meaning:
        """What the look means in a game of which nothing is taken back."""
        return meaning_at(self.way, agreed_now(game), game.ruleset, rack=game.rack)

    def difference(self, game: Game) -> Difference:
        """How the look differs from what is agreed in a game."""
        now = agreed_now(game).cleared
        known = {*now.position.tiles, *now.let_be(self.way), *now.left(self.way)}
        altered = now.altered(self.way, game.ruleset)
        # Where words are stolen, another card may lie in the place of one that was taken up.
        other = (square for square in altered if not self.way.may_be(square, now.position.tiles[square]))
        over = frozenset(other if game.ruleset.mode is Mode.STEALING else ())
        new = sorted((self.way.cards.keys() - known) | over)
        tiles = {square: self._tile(square) for square in new if is_likely(self.way, square)}
        may_be_none = any(NO_CARD in self.way.choices(square) for square in new)
        questions = tuple(questions_of(self.way, new, Play(tiles), self.ruleset))
        return Difference(tiles, (), now.gone(self.way), altered, questions, is_unsure=may_be_none)

    def surely_not(self, square: Square, tile: Tile) -> bool:
        """Whether a cell surely shows something else than this card."""
        return square not in self.way.cards or self.way.differs(square, tile, self.ruleset)

    def showing(self, tiles: Mapping[Square, Tile | None], stops: frozenset[Square] | None = None) -> CardView:
        """The look as if these cards lay there for sure, None for nothing."""
        del stops
        return replace(self, way=self.way.showing(tiles))

    def as_seen(self, game: Game) -> Mapping[Square, Tile]:
        """What lies there but plays on: known cards keep what they stand for, and what cannot be told stays agreed."""
        now = agreed_now(game).cleared
        known = {square: now.position.tiles[square] for square in now.lying(self.way, self.ruleset)}
        left = now.left(self.way)
        new = {square: tile for square, tile in self.tiles.items() if square not in known and square not in left}
        return {**known, **new}

    def left(self, game: Game) -> Mapping[Square, Tile]:
        """The cards that lie there still, and play no more."""
        now = agreed_now(game).cleared
        return {square: now.spent[square] for square in now.left(self.way)}

    def _tile(self, square: Square) -> Tile:
        return card_tile(self.way, square, self.ruleset)
