"""What the referee asks about cards: letter, joker, value, mark, and whether a word means something else."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from pi_referee.gettext_mark import say
from pi_referee.rules.board.deck import MULTIPLIERS
from pi_referee.rules.board.square import Square
from pi_referee.rules.board.tile import Tile
from pi_referee.rules.course.game import Game
from pi_referee.rules.course.happenings import (
    JOKER_KEY,
    LETTER_KEY,
    MEANING_KEY,
    MULTIPLIER_KEY,
    VALUE_KEY,
    Question,
)
from pi_referee.rules.course.standing import Turn
from pi_referee.rules.plays.play import Play
from pi_referee.rules.plays.play_words import laid_on
from web.drawing.card_drawing import DrawnCard, draw_card
from web.phrasing.asking import Asked, Choice, yes_or_no
from web.phrasing.language import gettext


@dataclass(frozen=True, slots=True)
class Matter:
    """A card that is asked about: the word it is part of, square by square, and which of them it is."""

    game: Game
    tiles: Mapping[Square, Tile]
    squares: tuple[Square, ...]
    square: Square

    def asked(self, sentence: str) -> str:
        """A sentence, translated, about the card as one finds it: by its number in its word."""
        word = "".join(self.tiles[square].letter or "?" for square in self.squares)
        return gettext(sentence, number=self.squares.index(self.square) + 1, word=word)

    @property
    def cards(self) -> tuple[DrawnCard, ...]:
        """The word, with the card in question marked."""
        rules = self.game.ruleset
        return tuple(
            draw_card(self.tiles[square], rules, is_new=square == self.square, is_asked=square == self.square)
            for square in self.squares
        )


def asked_card(game: Game, turn: Turn, play: Play, question: Question) -> Asked | None:
    """A question about a card, or about what a word means, in words; None if it is about neither."""
    if question.key == MEANING_KEY:
        return Asked(turn.number, question.key, _about_meaning(game, turn), yes_or_no())
    kind, _, place = question.key.rpartition(":")
    if kind + ":" not in _WAYS:
        return None
    matter = _matter(game, turn, play, Square.parse(place))
    text, choices, others = _WAYS[kind + ":"](matter, tuple(choice for choice, _ in question.choices))
    return Asked(turn.number, question.key, text, choices, others, cards=matter.cards)


def _matter(game: Game, turn: Turn, play: Play, square: Square) -> Matter:
    """A card with the word it is part of; with all new cards where it is part of none."""
    before = game.position_before(turn.number)
    laid = laid_on(before, play, game.ruleset)
    tiles = {square: Tile("", is_blank=True), **laid.tiles}
    path = tuple(one for one in laid.path.squares if one in tiles) if laid.path else ()
    return Matter(game, tiles, path if square in path else tuple(sorted({*play.tiles, square})), square)


_DEAREST = 15
"""The highest value that can be tapped; a dearer card is told by correcting the play."""

Said = tuple[str, tuple[Choice, ...], tuple[Choice, ...]]
"""A question's sentence, its likely answers, and all others."""


def _about_letter(matter: Matter, likely: tuple[str, ...]) -> Said:
    """Which letter a card shows."""
    text = matter.asked(say("Which letter does card %(number)s of %(word)s show?"))
    if "" in likely:
        hint = gettext("If it is a joker, tap “a joker”; its letter is asked next.")
        text = f"{text} {hint}"
    return text, _signs(likely), _signs(_rest((*matter.game.ruleset.alphabet, "", "."), likely))


def _about_joker(matter: Matter, likely: tuple[str, ...]) -> Said:
    """What a joker stands for."""
    alphabet = matter.game.ruleset.alphabet
    others = _rest(alphabet, likely) if likely else ()
    text = matter.asked(say("Card %(number)s of %(word)s is a joker: which letter does it stand for?"))
    return text, _signs(likely or alphabet), _signs(others)


def _about_value(matter: Matter, likely: tuple[str, ...]) -> Said:
    """Which value is printed on a card."""
    values = map(str, sorted({*matter.game.ruleset.values.values(), *range(_DEAREST + 1)}))
    text = matter.asked(say("Which value is printed on card %(number)s of %(word)s?"))
    return text, _numbers(likely), _numbers(_rest(values, likely))


def _about_mark(matter: Matter, likely: tuple[str, ...]) -> Said:
    """Which mark a card bears."""
    others = _rest(map(str, MULTIPLIERS), likely)
    return matter.asked(say("Does card %(number)s of %(word)s bear a mark?")), _marks((*likely, *others)), ()


_WAYS: Mapping[str, Callable[[Matter, tuple[str, ...]], Said]] = {
    LETTER_KEY: _about_letter,
    JOKER_KEY: _about_joker,
    VALUE_KEY: _about_value,
    MULTIPLIER_KEY: _about_mark,
}


def _about_meaning(game: Game, turn: Turn) -> str:
    """Whether a word means something else than the one it is built on (K04)."""
    word = turn.ruling.words[0].text.replace("_", "?") if turn.ruling and turn.ruling.words else ""
    standing = game.standing_before(turn.number)
    if standing.living is None:
        return gettext("Does %(word)s mean something else than the word it is built on?", word=word)
    old = "".join(standing.position.tiles[square].shown for square in standing.living.squares).replace("_", "?")
    return gettext("Does %(word)s mean something else than %(old)s?", word=word, old=old)


def _rest(all_of_them: Iterable[str], likely: tuple[str, ...]) -> tuple[str, ...]:
    """What else may be answered."""
    return tuple(sign for sign in all_of_them if sign not in likely)


def _signs(signs: Iterable[str]) -> tuple[Choice, ...]:
    """Buttons for what a card may show."""
    named = {"": gettext("a joker"), ".": gettext("no card of the word")}
    return tuple(Choice(sign, named.get(sign, sign), is_letter=sign not in named) for sign in signs)


def _numbers(values: Iterable[str]) -> tuple[Choice, ...]:
    """Buttons for what may be printed."""
    return tuple(Choice(value, value, is_letter=True) for value in values)


def _marks(multipliers: Iterable[str]) -> tuple[Choice, ...]:
    """Buttons for the marks there are."""
    return tuple(Choice(one, gettext("no mark") if one == "1" else f"{one}x") for one in multipliers)
