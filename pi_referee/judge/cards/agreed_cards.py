"""What is agreed to lie on a table of cards, and how a look agrees with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, field, replace

from pi_referee.judge.cards.card_match import NO_CARD, Placed
from pi_referee.rules.board.position import Position
from pi_referee.rules.board.square import Square
from pi_referee.rules.board.tile import Tile
from pi_referee.rules.course.game import Game
from pi_referee.rules.course.happenings import Answered, Passed, PlayLaid, Surprised
from pi_referee.rules.course.standing import Standing
from pi_referee.rules.definition.mode import Mode
from pi_referee.rules.definition.ruleset import Ruleset
from pi_referee.rules.plays.play import Play

TURNS_LEFT = 3
"""Turns after which nobody has left cards lying that play no more."""


@dataclass(frozen=True, slots=True)
class Agreed:
    """What is known to lie on a table of cards.

    position: the cards that may be built on. spent: those that play no more, and may still lie there; together: which
    of them were let go at one turn. asked: cells of which the table has yet to say what lies there, with what it was
    asked for; nothing, where it has said that another card or none is seen. is_loose: whether nobody knows which word
    lives, so that any card may be taken up. lain_over: those that were let go with some in whose places others lie, or
    that were not seen at a press since. hidden: those of which was told that something lies over them;
    newest: the newest word, if all of it is hidden.
    """

    position: Position
    spent: Mapping[Square, Tile]
    together: tuple[frozenset[Square], ...] = ()
    asked: Mapping[Square, frozenset[str]] = field(default_factory=dict)
    is_loose: bool = False
    lain_over: frozenset[Square] = frozenset()
    hidden: frozenset[Square] = frozenset()
    newest: frozenset[Square] = frozenset()

    @classmethod
    def before(cls, game: Game, number: int, asked: Mapping[Square, frozenset[str]]) -> Agreed:
        """What lies there before a turn of a game, counted from 1."""
        standing = game.standing_before(number)
        is_loose = game.ruleset.mode is Mode.STEALING and standing.living is None
        spent, together = dict[Square, Tile](), list[frozenset[Square]]()
        lain_over = frozenset[Square]()
        for lot in _let_go(game, standing, number):
            new = {square: tile for square, tile in lot.items() if square not in {*standing.position.tiles, *spent}}
            together.append(frozenset(new))
            lain_over |= frozenset(new) if len(new) < len(lot) else frozenset()
            spent |= new
        if standing.living is not None:
            lain_over |= _not_seen(game, number, frozenset(spent))
        return cls(standing.position, spent, tuple(together), asked, is_loose, lain_over)

    @property
    def uncleared(self) -> Agreed:
        """What lies there where nobody has cleared the table of the round before."""
        return Agreed(Position(self.spent), {}, asked=self.asked)

    @property
    def cleared(self) -> Agreed:
        """The same where a new round begins: nothing of the one before lies there."""
        return self if self.position.tiles else replace(self, spent={}, together=(), asked={})

    def let_be(self, way: Placed) -> frozenset[Square]:
        """The cells in question that show nothing but what it was asked for, or are still hidden: that is no change.

        Cards that play no more are among them, though others like them may have been laid in their places.
        """
        return self._under_things(way).union(
            square
            for square, choices in self.asked.items()
            if not choices or not choices.isdisjoint(way.choices(square) if square in way.cards else {NO_CARD})
        )

    def _under_things(self, way: Placed) -> frozenset[Square]:
        """The cells that are hidden still; none of the newest word where no card of it is seen: it was taken back."""
        hidden = frozenset(filter(way.hides, self.hidden))
        return hidden if self.newest & way.cards.keys() else hidden - self.newest

    def left(self, way: Placed) -> frozenset[Square]:
        """The cells on which cards that play no more seem to lie still, as their letters tell."""
        there = ((square, tile) for square, tile in self.spent.items() if square in way.cards)
        asked = self.let_be(way)
        return frozenset(square for square, tile in there if square in asked or way.may_be(square, tile))

    def perhaps_new(self, way: Placed, left: frozenset[Square], ruleset: Ruleset) -> frozenset[Square]:
        """Those of the cells with cards left lying on which others like them may have been laid.

        All that was let go together lies there or was taken up; where only some does, the rest is in doubt. So is one
        that shows another mark or value than before: one of two looks was wrong, or another card lies there.
        """
        parted = (self.lain_over & left).union(*(lot & left for lot in self.together if not lot <= left))
        other = {square for square in left & self.spent.keys() if way.differs(square, self.spent[square], ruleset)}
        return parted | other | {one for one in left if one in self.let_be(way) or not way.is_sure(one)}

    def lone(self, left: frozenset[Square]) -> frozenset[Square]:
        """Those of the cells with cards left lying whose card was let go alone: no other one tells that it stayed."""
        return left & frozenset[Square]().union(*(lot for lot in self.together if len(lot) == 1))

    def gone(self, way: Placed) -> frozenset[Square]:
        """The cells whose card is not seen."""
        return frozenset(self.position.tiles.keys() - way.cards.keys() - self.let_be(way))

    def altered(self, way: Placed, ruleset: Ruleset) -> frozenset[Square]:
        """The cells that surely show another card than they should."""
        tiles = self.position.tiles.items()
        return frozenset(square for square, tile in tiles if way.differs(square, tile, ruleset)) - self.let_be(way)

    def lying(self, way: Placed, ruleset: Ruleset) -> frozenset[Square]:
        """The cells that may show the card that is agreed there, as far as anybody has said what is printed on it."""
        return frozenset(self.position.tiles.keys() & way.cards.keys()) - self.altered(way, ruleset)

    def seems_there(self, way: Placed) -> bool:
        """Whether every agreed card lies where it lay, as their letters tell: a mark may have been read wrongly."""
        asked = self.let_be(way)
        tiles = ((square, tile) for square, tile in self.position.tiles.items() if square not in asked)
        return not self.gone(way) and all(way.may_be(*one) for one in tiles)

    def is_uncleared(self, way: Placed) -> bool:
        """Whether what lies there are cards of the round before: all of them, or most of them and nothing else.

        A joker without a picture is overlooked more easily than the very same cards are laid anew.
        """
        tiles = self.spent
        is_known = all(square in tiles and way.may_be(square, tiles[square]) for square in way.cards)
        return self.uncleared.seems_there(way) or (is_known and 2 * len(way.cards) > len(tiles))

    def is_there(self, way: Placed, ruleset: Ruleset) -> bool:
        """Whether every agreed card lies where it lay, as far as can be told and must be."""
        gone = self.gone(way)
        some_lie = self.is_loose and len(gone) < len(self.position.tiles)
        return not self.altered(way, ruleset) and (some_lie or not gone)


@dataclass(frozen=True, slots=True)
class Before:
    """How things were before the newest play, which may still be taken back."""

    agreed: Agreed
    play: Play

    def seems_to_lie(self, way: Placed, anew: Play) -> bool:
        """Whether cards lie where the newest play was that are none of the one laid anew: it may lie there, misread.

        Of TTA under a word the upper T was not found, and both others were left out, each perhaps none of the words.
        """
        return not self.play.tiles.keys() & way.cards.keys() <= anew.tiles.keys() | self.agreed.left(way)


def _let_go(game: Game, standing: Standing, number: int) -> Iterator[Mapping[Square, Tile]]:
    """The cards that play no more since each of the last few turns, the newest first, where words are stolen."""
    yield standing.spent
    if standing.living is not None:
        steps = game.steps[max(number - 1 - TURNS_LEFT, 0) : max(number - 2, 0)]
        yield from (step.after.spent for step in reversed(steps))


def _not_seen(game: Game, number: int, squares: frozenset[Square]) -> frozenset[Square]:
    """Those of some cells whose cards were not seen at a press that somebody explained, where none was laid since.

    They were taken up, or something lay over them: a card that is seen there may be another one like it.
    """
    missed = frozenset[Square]()
    for press, cells in _seen_lying(game).items():
        later = (turn.move.tiles.keys() for turn in game.turns[press : number - 1] if isinstance(turn.move, Play))
        missed |= squares - cells - frozenset[Square]().union(*later) if press < number else frozenset()
    return missed


def _seen_lying(game: Game) -> Mapping[int, Set[Square]]:
    """The cells on which known cards were seen to lie at presses that somebody explained, by the turn of each.

    Not where something was odd besides, nor where cards lie upon other cells by what was said than by the likeliest.
    """
    surprises = {one.question.key: one for one in game.happenings if isinstance(one, Surprised)}
    found = dict[int, Set[Square]]()
    for told in game.happenings:
        surprise = surprises.get(told.question) if isinstance(told, Answered) else None
        if not isinstance(told, Answered) or surprise is None or not str(told.answer).isdecimal():
            continue
        chosen = surprise.explanations[int(told.answer) :][:1]
        happened = [one for story in chosen if not story.squares for one in story.happened]
        laid = [one.play.tiles.keys() for one in happened if isinstance(one, PlayLaid)]
        if laid and all(tiles <= surprise.tiles.keys() for tiles in laid):
            turns = sum(isinstance(one, PlayLaid | Passed) for one in happened)
            found.setdefault(told.turn + turns - 1, surprise.tiles.keys() | surprise.spent.keys())
    return found
