"""Evenings in which a look leaves something in doubt now and then: what truly happens, and what is seen of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import reduce

from numpy.random import Generator

from benches.happened import board_evening, card_evening
from benches.happened.card_evening import PLAYERS, drawn_card
from pi_referee.rules.board.square import Axis, Cell, Square
from pi_referee.rules.board.tile import Tile
from pi_referee.rules.course.game import Game, begin, follow
from pi_referee.rules.course.happenings import GameBegan, Happening, Passed, PlayLaid, StartChosen, Withdrawn
from pi_referee.rules.definition.library import ruleset, ruleset_names
from pi_referee.rules.plays.adjudication import adjudicate
from pi_referee.rules.plays.play import Play
from pi_referee.rules.plays.scoring import printed_value
from vision.cards.card_sighting import CardDoubt, CardSighting, CardWhy, SeenCard
from vision.sighting import Doubt, Sighting, Why

TURNS = 9
DOUBTED, LINGERS, UPON = 0.6, 0.5, 0.5
"""The shares of plays with something in doubt, of looks at which it is in doubt still, and of next plays upon it."""

PASSES, TAKES_BACK, LAYS_ANEW, TIDIES = 0.12, 0.06, 0.05, 0.5
"""The shares of turns that are passed, taken back or laid anew, and of those after which idle cards are taken up."""

LEFT = 2
"""Idle cards of more turns than this are taken up in any case."""

Look = Sighting | CardSighting
Likely = tuple[tuple[str, float], ...]
Lying = Mapping[Square, Tile]


@dataclass(frozen=True, slots=True)
class Press:
    """What truly happened till a press, who was told to begin before it, and the look; sure: one without doubts."""

    told: tuple[Happening, ...]
    look: Look
    sure: Look
    is_in_doubt: bool
    begins: tuple[StartChosen, ...] = ()


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


def board_presses(chance: Generator) -> tuple[Game, tuple[Press, ...]]:
    """An evening at a board for two."""
    names = [name for name in ruleset_names() if ruleset(name).has_board]
    name = str(chance.choice(names))
    return _presses(begin(GameBegan(name, PLAYERS[:2], ruleset(name).rack)), chance)


def card_presses(chance: Generator, players: int) -> tuple[Game, tuple[Press, ...]]:
    """An evening with cards."""
    names = [name for name in ruleset_names() if not ruleset(name).has_board]
    name = str(chance.choice(names))
    return _presses(begin(GameBegan(name, PLAYERS[:players], ruleset(name).rack)), chance)


def _presses(game: Game, chance: Generator) -> tuple[Game, tuple[Press, ...]]:
    """What happens from a game's beginning on."""
    truth, lying, doubts, presses = game, dict[Square, Tile](), Doubts(), list[Press]()
    for _ in range(TURNS):
        lot = truth.script.lot
        begins = (StartChosen(str(chance.choice(lot))),) if lot else ()
        truth = reduce(follow, begins, truth)
        told = _turn(truth, lying, doubts, chance)
        before, truth = truth, reduce(follow, told, truth)
        old, lying = lying, _lying_after(before, truth, lying, told, chance)
        doubts = doubts.lasting(old, lying, chance)
        if isinstance(told[-1], PlayLaid) and chance.random() < DOUBTED:
            upon = any(old.get(square, tile) != tile for square, tile in told[-1].play.tiles.items())
            doubts = doubts if upon else _more(doubts, told[-1].play, truth, {**old, **lying}, chance)
        presses.append(
            Press(told, _look(truth, lying, doubts), _look(truth, lying, Doubts()), doubts != Doubts(), begins)
        )
    return game, tuple(presses)


def _turn(truth: Game, lying: Lying, doubts: Doubts, chance: Generator) -> tuple[Happening, ...]:
    """What happens till the next press."""
    may_be_back = truth.script.questionable() is not None and bool(truth.position.tiles)
    dice = chance.random()
    if may_be_back and dice < TAKES_BACK:
        return (Withdrawn(),)
    back: tuple[Happening, ...] = (Withdrawn(),) if may_be_back and dice < TAKES_BACK + LAYS_ANEW else ()
    after = reduce(follow, back, truth)
    taken = truth.position.tiles.keys() - after.position.tiles.keys() if back else set[Square]()
    there = {square: tile for square, tile in lying.items() if square not in taken}
    if not back and truth.position.tiles and chance.random() < PASSES:
        return (Passed(),)
    play = _word(after, there, doubts.things, chance)
    return (*back, PlayLaid(play)) if play else (*back, *(() if back else (Passed(),)))


def _word(game: Game, lying: Lying, things: Mapping[Square, Likely], chance: Generator) -> Play | None:
    """A lawful word, often over a thing that looked like a tile, and often of the very tile that it looked like."""
    wanted = [square for square in things if square not in lying]
    upon = wanted[int(chance.integers(len(wanted)))] if wanted and chance.random() < UPON else None
    for tries in range(120):
        play = _tried(game, lying, chance)
        if play is None or (upon is not None and tries < 100 and upon not in play.tiles):
            continue
        if upon in play.tiles and upon is not None and chance.random() < 0.7:
            letter = next(choice for choice, _ in things[upon] if choice != ".")
            tile = replace(play.tiles[upon], letter=letter, is_blank=False)
            play = Play({**play.tiles, upon: tile}) if letter else play
        ruling = adjudicate(game.position, play, game.ruleset, rack=game.rack)
        if ruling.is_legal and len(ruling.words[0].letters) > 1:
            return play
    return None


def _tried(game: Game, lying: Lying, chance: Generator) -> Play | None:
    """Some tiles in a row or column, through one that may be built on; None if others lie there."""
    known, rules = game.position.tiles, game.ruleset
    squares = sorted(known) or [rules.layout.centre if rules.has_board else Cell(0, 0)]
    start = squares[int(chance.integers(len(squares)))]
    axis = Axis.ACROSS if chance.random() < 0.5 else Axis.DOWN
    before, after = (int(number) for number in chance.integers(0, 4, 2))
    line = [start.step(axis, step) for step in range(-before if known else 0, after + (1 if known else 3))]
    new = [square for square in line if square not in known]
    taken = lying.keys() if known else ()
    if not new or len(new) > game.rack or any(square in taken for square in new):
        return None
    if rules.has_board and any(square not in rules.layout for square in new):
        return None
    return Play({square: _tile(game, chance) for square in new})


def _tile(game: Game, chance: Generator) -> Tile:
    """A tile from the bag or the pile."""
    tile = drawn_card(chance, game.ruleset)
    return replace(tile, multiplier=1) if game.ruleset.has_board else tile


def _lying_after(
    before: Game, truth: Game, lying: Lying, told: Iterable[Happening], chance: Generator
) -> dict[Square, Tile]:
    """What lies there then: tiles taken back are gone, a table is cleared, idle cards are taken up now and then."""
    old = before.position.tiles
    there = dict(lying) if old else {}
    for one in told:
        if isinstance(one, Withdrawn):
            newest = before.newest_play
            gone = newest.move.tiles if newest is not None and isinstance(newest.move, Play) else {}
            there = {square: tile for square, tile in there.items() if square not in gone}
        if isinstance(one, PlayLaid):
            there |= one.play.tiles
    is_tidy = bool(truth.position.tiles) and chance.random() < TIDIES
    recent = [step.after for step in truth.steps[-1 - LEFT :]]
    kept = set(truth.position.tiles)
    for after in () if is_tidy else recent:
        kept |= {*after.position.tiles, *after.spent}
    return {square: tile for square, tile in there.items() if square in kept or not truth.position.tiles}


def _more(doubts: Doubts, play: Play, truth: Game, lying: Lying, chance: Generator) -> Doubts:
    """The same with something of a new play in doubt, or beside it."""
    squares, rules = sorted(play.tiles), truth.ruleset
    square = squares[int(chance.integers(len(squares)))]
    tile = play.tiles[square]
    shown = "" if tile.is_blank else tile.letter
    other = str(chance.choice([letter for letter in rules.alphabet if letter != shown]))
    kinds = ["letter", "nothing", "thing", *(["value", "mark"] if not rules.has_board and not tile.is_blank else [])]
    match kinds[int(chance.integers(len(kinds)))]:
        case "letter":
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
    """The same with a thing at a new word's end that may be a tile."""
    ruling = truth.turns[-1].ruling
    word = [letter.square for letter in ruling.words[0].letters] if ruling and ruling.words else sorted(play.tiles)
    axis = Axis.ACROSS if word[0].row == word[-1].row else Axis.DOWN
    end = word[-1].step(axis, 1)
    if end in lying or end in truth.spent or (truth.ruleset.has_board and end not in truth.ruleset.layout):
        return doubts
    letter = str(chance.choice(list(truth.ruleset.alphabet)))
    return replace(doubts, things={**doubts.things, end: _likely(letter, ".", chance)})


def _look(truth: Game, lying: Lying, doubts: Doubts) -> Look:
    """A look at what lies there."""
    if truth.ruleset.has_board:
        board = {square: "" if tile.is_blank else tile.letter for square, tile in lying.items()}
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
