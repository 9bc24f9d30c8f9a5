"""What of a table cannot be told: doubts about what lies there, things that are none, and the look at it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from numpy.random import Generator

from benches.happened import board_evening, card_evening
from pi_referee.rules.board.square import Axis, Square
from pi_referee.rules.board.tile import Tile
from pi_referee.rules.course.game import Game
from pi_referee.rules.plays.play import Play
from pi_referee.rules.plays.scoring import printed_value
from vision.cards.card_sighting import CardDoubt, CardWhy, Seen, SeenCard
from vision.sighting import Doubt, Why

LINGERS = 0.5
"""The share of looks at which what was in doubt is so still."""

IN_A_ROW, LONGEST = 0.3, 3
"""The share of things at a word's end that lie in a row of some, and the most of these."""

Likely = tuple[tuple[str, float], ...]
Lying = Mapping[Square, Tile]


@dataclass(frozen=True, slots=True)
class Doubts:
    """What cannot be told: letters and prints of tiles that lie there, and things that are none but look like some."""

    letters: Mapping[Square, Likely] = field(default_factory=dict)
    values: Mapping[Square, Likely] = field(default_factory=dict)
    marks: Mapping[Square, Likely] = field(default_factory=dict)
    things: Mapping[Square, Likely] = field(default_factory=dict)

    def lasting(self, before: Lying, lying: Lying, chance: Generator) -> Doubts:
        """Those that last: of a tile while it lies there, of a thing till it is put away or laid upon."""
        same = {square for square, tile in lying.items() if before.get(square) == tile}

        def those(doubts: Mapping[Square, Likely]) -> Mapping[Square, Likely]:
            return {one: likely for one, likely in doubts.items() if one in same and chance.random() < LINGERS}

        is_cleared = not same
        things = {
            one: likely
            for one, likely in self.things.items()
            if one not in lying and not is_cleared and chance.random() < LINGERS
        }
        return Doubts(those(self.letters), those(self.values), those(self.marks), things)


def with_doubt(doubts: Doubts, play: Play, truth: Game, lying: Lying, chance: Generator) -> Doubts:
    """The same with something of a new play in doubt, or beside it."""
    squares, rules = sorted(play.tiles), truth.ruleset
    square = squares[int(chance.integers(len(squares)))]
    tile = play.tiles[square]
    shown = tile.face
    other = str(chance.choice([letter for letter in rules.alphabet if letter != shown]))
    kinds = ["letter", "nothing", "thing", *(["value", "mark"] if not rules.has_board and not tile.is_blank else [])]
    match kinds[int(chance.integers(len(kinds)))]:
        case "letter":
            # A joker may be taken for one of two letters: then neither is offered that is true.
            one = shown or str(chance.choice([letter for letter in rules.alphabet if letter != other]))
            shown = one if chance.random() < 0.5 else shown
            return replace(doubts, letters={**doubts.letters, square: _likely(shown, other, chance)})
        case "nothing" if _is_at_an_end(lying, square):
            return replace(doubts, letters={**doubts.letters, square: _likely(shown, ".", chance)})
        case "value":
            value = printed_value(tile, rules)
            return replace(doubts, values={**doubts.values, square: _likely(str(value), str(value + 1), chance)})
        case "mark":
            mark = 1 if tile.multiplier > 1 else 2
            likely = _likely(str(tile.multiplier), str(mark), chance)
            return replace(doubts, marks={**doubts.marks, square: likely})
        case _:
            return _with_thing(doubts, play, truth, lying, chance)


def _likely(one: str, other: str, chance: Generator) -> Likely:
    """Two choices, either of them the likelier."""
    first, second = (one, other) if chance.random() < 0.5 else (other, one)
    return (first, 0.6), (second, 0.4)


def _is_at_an_end(lying: Lying, square: Square) -> bool:
    """Whether nothing lies beyond a tile, so that the word may end before it; never where it would begin after it."""
    return any(
        square.step(axis, 1) not in lying and square.step(axis, -1) in lying and square.step(axis, -2) in lying
        for axis in Axis
    )


def _with_thing(doubts: Doubts, play: Play, truth: Game, lying: Lying, chance: Generator) -> Doubts:
    """The same with a thing at a new word's end that may be a tile, or a row of some."""
    ruling, rules = truth.turns[-1].ruling, truth.ruleset
    word = [letter.square for letter in ruling.words[0].letters] if ruling and ruling.words else sorted(play.tiles)
    axis = Axis.ACROSS if word[0].row == word[-1].row else Axis.DOWN
    count = int(chance.integers(2, LONGEST + 1)) if chance.random() < IN_A_ROW else 1
    things = dict(doubts.things)
    for square in (word[-1].step(axis, step) for step in range(1, 1 + count)):
        if square in lying or square in truth.spent or (rules.has_board and square not in rules.layout):
            break
        things[square] = _likely(str(chance.choice(list(rules.alphabet))), ".", chance)
    return replace(doubts, things=things)


def with_smudges(doubts: Doubts, truth: Game, lying: Lying, chance: Generator) -> Doubts:
    """The same with one or two things anywhere beside what lies there, each of which may be a tile."""
    rules, free = truth.ruleset, set[Square]()
    for square in sorted(lying):
        free |= {square.step(axis, way) for axis in Axis for way in (-1, 1)}
    bare = sorted(
        square for square in free - lying.keys() - truth.spent.keys() if not rules.has_board or square in rules.layout
    )
    for _ in range(1 + int(chance.random() < 0.5) if bare else 0):
        letter = str(chance.choice(list(rules.alphabet)))
        thing = {bare[int(chance.integers(len(bare)))]: _likely(letter, ".", chance)}
        doubts = replace(doubts, things={**doubts.things, **thing})
    return doubts


def look_at(truth: Game, lying: Lying, doubts: Doubts) -> Seen:
    """A look at what lies there."""
    if truth.ruleset.has_board:
        board = {square: tile.face for square, tile in lying.items()}
        asked = {**doubts.letters, **doubts.things}
        return board_evening.look_at(board, tuple(Doubt(square, asked[square], Why.LETTER) for square in sorted(asked)))
    seen = card_evening.look_at(
        {**lying, **{square: _as_card(likely) for square, likely in doubts.things.items()}}, truth.ruleset
    )
    squares = sorted({*lying, *doubts.things})
    top, left = min((square.row for square in squares), default=0), min((s.column for s in squares), default=0)
    about = {"letter": {**doubts.letters, **doubts.things}, "value": doubts.values, "multiplier": doubts.marks}
    told = tuple(
        CardDoubt((square.column - left, square.row - top), kind, likely, CardWhy.PLACE)  # type: ignore[arg-type]
        for kind, asked in about.items()
        for square, likely in asked.items()
    )
    return replace(seen, cards=tuple(_likeliest(card, told) for card in seen.cards), doubts=told)


def _as_card(likely: Likely) -> Tile:
    """A thing as the card that it looks like."""
    return Tile(next(choice for choice, _ in likely if choice != "."))


def _likeliest(card: SeenCard, doubts: tuple[CardDoubt, ...]) -> SeenCard:
    """A card as it is most likely read."""
    for doubt in doubts:
        if doubt.cell != card.cell:
            continue
        choice = next(choice for choice, _ in doubt.choices if choice != ".")
        if doubt.about == "letter":
            card = replace(card, letter=choice, is_joker=not choice)
        elif doubt.about == "value":
            card = replace(card, value=int(choice))
        else:
            card = replace(card, multiplier=int(choice))
    return card
