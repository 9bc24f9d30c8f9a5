"""The referee's answer to a play: its words and score, or everything that is wrong with it."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from pi_referee.rules.board.square import Square
from pi_referee.rules.plays.play import Play


class Fault(enum.Enum):
    """The ways in which a play can be laid wrongly; the value is its name in files and logs."""

    OFF_LINE = "off_line"
    GAP = "gap"
    DETACHED = "detached"
    TAKES_NO_CARD = "takes_no_card"
    OFF_CENTRE = "off_centre"
    TOO_SHORT = "too_short"
    TOO_MANY_TILES = "too_many_tiles"
    FEWER_LEFT = "fewer_left"
    OCCUPIED = "occupied"
    OFF_BOARD = "off_board"
    NO_CELL = "no_cell"
    NOT_IN_SET = "not_in_set"
    TOO_MANY_OF_LETTER = "too_many_of_letter"
    STOP_MISPLACED = "stop_misplaced"
    STOP_ALONE = "stop_alone"
    NOT_AFTER_STOP = "not_after_stop"
    STOP_SPENT = "stop_spent"
    NO_TURN = "no_turn"
    WRONG_TURN = "wrong_turn"
    OLD_CORNER = "old_corner"
    TOO_MANY_ARROWS = "too_many_arrows"
    EXCHANGE_LIMIT = "exchange_limit"
    BAG_TOO_LOW = "bag_too_low"
    EXCHANGE_TOO_LARGE = "exchange_too_large"
    NOTHING_TO_TAKE_BACK = "nothing_to_take_back"
    NOTHING_TO_QUESTION = "nothing_to_question"
    CHANGED_ALREADY = "changed_already"
    PILE_EMPTY = "pile_empty"
    NO_STARTER = "no_starter"
    START_SETTLED = "start_settled"
    GAME_OVER = "game_over"


@dataclass(frozen=True, slots=True)
class Infraction:
    """One thing that is wrong with a play, and where; several may be wrong at once.

    letter: the tile it is about, "_" a blank, "#" a stop tile, "/" an arrow.
    limit: the number that was not kept to, where there is one.
    """

    fault: Fault
    squares: tuple[Square, ...] = ()
    letter: str = ""
    limit: int | None = None


@dataclass(frozen=True, slots=True)
class ScoredLetter:
    """One letter of a word: its square, its face value, and what the square made of it.

    premium: the square's token (layout.TOKENS) where it worked in this turn, else "".
    """

    square: Square
    shown: str
    value: int
    premium: str
    points: int


@dataclass(frozen=True, slots=True)
class ScoredWord:
    """A word the play formed, letter by letter; score = sum of points times multiplier."""

    text: str
    letters: tuple[ScoredLetter, ...]
    multiplier: int
    score: int


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the rules say of a play; score is None when it has infractions."""

    play: Play
    words: tuple[ScoredWord, ...] = ()
    bonus: int = 0
    infractions: tuple[Infraction, ...] = ()

    @property
    def is_legal(self) -> bool:
        """Whether the play may lie as it does; what its words are worth as words is another matter."""
        return not self.infractions

    @property
    def score(self) -> int | None:
        """The play's points, or None if it is not legal."""
        return sum(word.score for word in self.words) + self.bonus if self.is_legal else None
