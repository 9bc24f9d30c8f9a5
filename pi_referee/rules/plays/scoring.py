"""What a word is worth, letter by letter."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import prod

from pi_referee.rules.board.premiums import COLOUR_FACTOR, Effect
from pi_referee.rules.board.square import Square
from pi_referee.rules.board.tile import Tile
from pi_referee.rules.definition.ruleset import Ruleset
from pi_referee.rules.plays.play import Play
from pi_referee.rules.plays.play_words import Formed, Laid
from pi_referee.rules.plays.ruling import ScoredLetter, ScoredWord

_PLAIN = Effect("")


def score_words(formed: Iterable[Formed], laid: Laid, ruleset: Ruleset) -> tuple[ScoredWord, ...]:
    """Each word with its points: letter squares first, then word squares, new tiles only (A18, A22)."""
    return tuple(_score_word(word, laid, ruleset) for word in formed)


def _score_word(word: Formed, laid: Laid, ruleset: Ruleset) -> ScoredWord:
    """One word: the sum of its letters, then word squares and cards' marks, then the floor (A17-A21, K02, K03)."""
    new, effects, tiles = laid.play.tiles, ruleset.effects, laid.tiles
    letters = tuple(
        _score_letter(square, tiles[square], effects.get(square, _PLAIN) if square in new else _PLAIN, ruleset)
        for square in word.squares
    )
    counts = word.is_main or ruleset.switches["score.word_premium_in_cross_words"] is True
    factors = [effects[square].word for square in word.squares if square in new and square in effects]
    multiplier = _together([factor for factor in factors if factor != 1], ruleset) if counts else 1
    multiplier *= marked([tiles[square] for square in word.squares], ruleset)
    score = sum(letter.points for letter in letters) * multiplier
    floor = ruleset.switches.number("score.floor")
    text = "".join(letter.shown for letter in letters)
    return ScoredWord(text, letters, multiplier, score if floor is None else max(score, floor))


def _score_letter(square: Square, tile: Tile, effect: Effect, ruleset: Ruleset) -> ScoredLetter:
    """One letter: a blank is worth nothing wherever it lies (A06, A16)."""
    value = printed_value(tile, ruleset)
    factor = effect.letter
    if effect.colour and not tile.is_blank and ruleset.tile_colours.get(tile.letter) == effect.colour:
        factor = COLOUR_FACTOR
    return ScoredLetter(square, tile.shown, value, effect.token, value * factor)


def printed_value(tile: Tile, ruleset: Ruleset) -> int:
    """What is printed on a tile or card: its own value where one was read, else its letter's; a blank's is 0 (K07)."""
    if tile.is_blank:
        return 0
    return ruleset.values.get(tile.letter, 0) if tile.value is None else tile.value


def marked(tiles: Iterable[Tile], ruleset: Ruleset) -> int:
    """What the marks on some cards multiply their sum by: only the best of them counts (K02, K03)."""
    best = sorted((tile.multiplier for tile in tiles), reverse=True)
    return prod(best[: ruleset.switches.number("multiplier.max")])


def cards_worth(tiles: Sequence[Tile], ruleset: Ruleset) -> int:
    """What some cards bring that one player keeps: their values' sum, times the best mark among them (K01)."""
    return sum(printed_value(tile, ruleset) for tile in tiles) * marked(tiles, ruleset)


def printed_on(tiles: Iterable[Tile], ruleset: Ruleset) -> int:
    """All values and marks of some cards: of two tables alike but for what is printed the poorer one has less."""
    return sum(printed_value(tile, ruleset) + tile.multiplier for tile in tiles)


def _together(factors: list[int], ruleset: Ruleset) -> int:
    """What several word squares under one word do together (A20)."""
    if not factors:
        return 1
    way = ruleset.switches["score.word_multipliers"]
    if way == "sum":
        return sum(factors)
    return max(factors) if way == "highest_only" else prod(factors)


def bonus(play: Play, ruleset: Ruleset, *, rack: int, held: int | None = None) -> int:
    """The points for laying a whole rack at once (A13, A23).

    rack: the agreed number of tiles. held: how many the player has; only asked where a rack need not be full.
    """
    laid = play.tile_count if ruleset.switches.flag("bonus.counts_specials") else len(play.tiles)
    needed = rack if ruleset.switches.flag("bonus.needs_full_rack") or held is None else held
    return ruleset.bonuses.get(rack, 0) if laid >= needed > 0 else 0


def face_value(letters: Iterable[str], ruleset: Ruleset) -> int:
    """What some tiles off the board are worth, for what is left on a rack: specials and blanks nothing (A33)."""
    return sum(ruleset.values.get(letter, 0) for letter in letters)
