"""What the referee asks about cards: letter, joker, value, mark, and whether a word means something else."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

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
from pi_referee.rules.plays.scoring import printed_value
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
        return tuple(self.drawn(square, is_asked=square == self.square) for square in self.squares)

    def drawn(self, square: Square, *, is_asked: bool) -> DrawnCard:
        """One of its cards; is_asked: whether it is in question."""
        return draw_card(self.tiles[square], self.game.ruleset, is_new=is_asked, is_asked=is_asked)

    def shows(self, kind: str, answer: str) -> bool:
        """Whether the card in question is drawn as this answer to a question of a kind says."""
        tile = self.tiles[self.square]
        if tile.is_blank:
            return False
        drawn = {
            LETTER_KEY: tile.letter,
            VALUE_KEY: str(printed_value(tile, self.game.ruleset)),
            MULTIPLIER_KEY: str(tile.multiplier),
        }
        return drawn.get(kind) == answer


@dataclass(frozen=True, slots=True)
class AsDrawn:
    """Several questions about a turn's cards, all of which one tap answers: that they are as they are drawn.

    answers: their keys, each with the answer that the drawing shows. was: as Asked.
    """

    turn: int
    answers: Mapping[str, str]
    cards: tuple[DrawnCard, ...]
    was: str

    @property
    def words(self) -> str:
        """The cards for who does not see the drawing, those in question marked as there: "K 2x (8)?, U (1)"."""
        return ", ".join(card.sign + "?" * card.is_asked for card in self.cards)


def asked_card(game: Game, turn: Turn, play: Play, question: Question) -> Asked | None:
    """A question about a card, or about what a word means, in words; None if it is about neither."""
    if question.key == MEANING_KEY:
        return Asked(turn.number, question.key, _about_meaning(game, turn), yes_or_no())
    kind, _, place = question.key.rpartition(":")
    if kind + ":" not in _WAYS:
        return None
    matter, likely = _matter(game, turn, play, Square.parse(place)), tuple(choice for choice, _ in question.choices)
    text, choices, others = _WAYS[kind + ":"](matter, likely)
    is_drawn = bool(likely) and matter.shows(kind + ":", likely[0])
    return Asked(turn.number, question.key, text, choices, others, cards=matter.cards, is_drawn=is_drawn)


def as_drawn(game: Game, questions: Sequence[Asked]) -> tuple[AsDrawn, ...]:
    """What one tap may answer of the questions that press, turn by turn: where several are about cards as drawn."""
    pressing = (one for one in questions if one.is_pressing and one.is_drawn)
    lots = [(game.turns[number - 1], tuple(lot)) for number, lot in groupby(pressing, key=lambda one: one.turn)]
    return tuple(
        _together(game, turn, turn.move, lot) for turn, lot in lots if isinstance(turn.move, Play) and len(lot) > 1
    )


def _together(game: Game, turn: Turn, play: Play, lot: Sequence[Asked]) -> AsDrawn:
    """Some questions of one turn, with their words' cards, each drawn once."""
    about = {one.square for one in lot if one.square is not None}
    matters = [_matter(game, turn, play, square) for square in sorted(about)]
    cards = {square: matter.drawn(square, is_asked=square in about) for matter in matters for square in matter.squares}
    return AsDrawn(turn.number, {one.key: one.choices[0].value for one in lot}, tuple(cards.values()), lot[0].was)


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
