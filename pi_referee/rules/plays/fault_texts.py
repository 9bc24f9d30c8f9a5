"""What is said about each fault, in plain words; the catalogues hold the other languages."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from pi_referee.rules.board.square import Cell, Square
from pi_referee.rules.plays.ruling import Fault, Infraction


def marked(text: str) -> str:
    """Mark a sentence for the catalogues where it is written, though it is translated where it is shown."""
    return text


FAULTS: Mapping[Fault, str] = MappingProxyType({
    Fault.OFF_LINE: marked("All new tiles must lie in one row or column; %(squares)s does not."),
    Fault.GAP: marked("The word has a gap at %(squares)s."),
    Fault.DETACHED: marked("The word touches nothing that lies there."),
    Fault.TAKES_NO_CARD: marked("The new word must be built on a card of the word that lies there."),
    Fault.OFF_CENTRE: marked("The first word must cover the centre, %(squares)s."),
    Fault.TOO_SHORT: marked("A word has at least two letters."),
    Fault.TOO_MANY_TILES: marked("More tiles were laid than the %(limit)s a rack holds."),
    Fault.FEWER_LEFT: marked("More tiles were laid than this player can have left: the limit is %(limit)s."),
    Fault.OCCUPIED: marked("Something already lies on %(squares)s."),
    Fault.OFF_BOARD: marked("%(squares)s is outside the board."),
    Fault.NO_CELL: marked("A card's place is counted from the first card, as 2,-1; %(squares)s is no such place."),
    Fault.NOT_IN_SET: marked("This game has no tile %(letter)s (%(squares)s)."),
    Fault.TOO_MANY_OF_LETTER: marked("The set has only %(limit)s of the tile %(letter)s."),
    Fault.STOP_MISPLACED: marked("A stop tile goes directly after the end of a word; %(squares)s is no such square."),
    Fault.STOP_ALONE: marked("A stop tile must be followed by a word in the same turn."),
    Fault.NOT_AFTER_STOP: marked("The word must begin right of the stop tile on %(squares)s, or below it."),
    Fault.STOP_SPENT: marked("No word may begin at the old stop tile on %(squares)s."),
    Fault.NO_TURN: marked("The word does not turn at the arrow on %(squares)s."),
    Fault.WRONG_TURN: marked("A word may only turn right to down or down to right; look at %(squares)s."),
    Fault.OLD_CORNER: marked("An arrow goes under a new letter; the one on %(squares)s lay there before."),
    Fault.TOO_MANY_ARROWS: marked("The word turns too often: the limit is %(limit)s."),
    Fault.EXCHANGE_LIMIT: marked("A player cannot exchange so often: the limit is %(limit)s."),
    Fault.BAG_TOO_LOW: marked("Too few tiles are in the bag to exchange any: the least is %(limit)s."),
    Fault.EXCHANGE_TOO_LARGE: marked("So many tiles cannot be exchanged: the limit is %(limit)s."),
    Fault.NOTHING_TO_TAKE_BACK: marked("There is no play to take back."),
    Fault.NOTHING_TO_QUESTION: marked("There is no play to challenge."),
    Fault.CHANGED_ALREADY: marked("No more cards can be exchanged in this turn: the limit is %(limit)s."),
    Fault.PILE_EMPTY: marked("No card can be exchanged: the pile is empty."),
    Fault.NO_STARTER: marked("Several scored most in the last round: draw lots, and say who begins."),
    Fault.START_SETTLED: marked("Who begins is settled: somebody has had a turn."),
    Fault.GAME_OVER: marked("The game is over."),
})  # fmt: skip
"""Each fault's sentence, with named places for the squares, the tile and the number it is about."""

OF_CARDS: Mapping[Fault, str] = MappingProxyType({
    Fault.OFF_LINE: marked("All new cards must lie in one row or column; %(squares)s does not."),
    Fault.NOT_IN_SET: marked("This game has no card %(letter)s (%(squares)s)."),
    Fault.TOO_MANY_TILES: marked("More cards were laid than the %(limit)s a hand holds."),
    Fault.FEWER_LEFT: marked("More cards were laid than this player can have left: the limit is %(limit)s."),
    Fault.TOO_MANY_OF_LETTER: marked("The deck has only %(limit)s of the card %(letter)s."),
})  # fmt: skip
"""The same where it is about cards on a bare table."""

SPECIAL_TILES: Mapping[str, str] = MappingProxyType({
    "_": marked("blank"),
    "#": marked("stop tile"),
    "/": marked("arrow"),
})  # fmt: skip
"""What the special tiles are called where a letter would be named."""

SPECIAL_CARDS: Mapping[str, str] = MappingProxyType({"_": marked("joker")})
"""The same of cards."""

_FEW = 8

Translate = Callable[[str], str]


def say(infraction: Infraction, translate: Translate = marked, *, of_cards: bool = False) -> str:
    """An infraction as a sentence; translate gives a marked text in the players' language.

    of_cards: whether cards are played; what names a card's place tells so by itself.

    >>> from pi_referee.rules.board.square import Square
    >>> say(Infraction(Fault.GAP, (Square.parse("J9"), Square.parse("K9"))))
    'The word has a gap at J9, K9.'
    """
    letter = infraction.letter
    is_of_cards = of_cards or any(isinstance(square, Cell) for square in infraction.squares)
    text = (OF_CARDS if is_of_cards else FAULTS).get(infraction.fault, FAULTS[infraction.fault])
    named = SPECIAL_CARDS if is_of_cards else SPECIAL_TILES
    return translate(text) % {
        "squares": first_few(infraction.squares),
        "letter": translate(named[letter]) if letter in named else letter,
        "limit": infraction.limit,
    }


def first_few(squares: Sequence[Square | str]) -> str:
    """The first few squares by name, or cells; the rest of a long row need not be read out.

    >>> first_few(["A1", "B1"]), first_few(["0,0", "1,0"])
    ('A1, B1', '0,0; 1,0')
    """
    names = [str(square) for square in squares[:_FEW]]
    apart = "; " if any("," in name for name in names) else ", "
    return apart.join([*names, "…"] if len(squares) > _FEW else names)
