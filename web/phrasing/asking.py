"""A question to the table, with everything that may be answered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from zlib import crc32

from pi_referee.rules.board.square import Square
from pi_referee.rules.course.answered_doubts import ABOUT_THE_PLAY
from pi_referee.rules.course.happenings import APART_KEY, EXPLAIN_KEY, Explanation
from pi_referee.rules.course.script import Entry
from pi_referee.rules.plays.play import Play, Unexplained
from web.drawing.card_drawing import DrawnCard
from web.phrasing.language import gettext

YES, NO = "yes", "no"


def is_about_the_play(key: str) -> bool:
    """Whether a question is about a whole play and no square of it."""
    return key in ABOUT_THE_PLAY or key.startswith((APART_KEY, EXPLAIN_KEY))


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer: what the form sends, and what stands on its button.

    note: what would come of it. is_alike: whether nothing on the board tells it from the one before.
    """

    value: str
    text: str
    is_letter: bool = False
    note: str = ""
    is_alike: bool = False


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as it stands on the page: likely answers first, all other letters after.

    is_pressing: whether the score waits for it, or the play was only just laid; else it may stand back.
    cards: the word it is about as cards, where it is about one of them. blanks: the letters that a blank may stand for,
    where it may be one. is_explained: whether it asks what happened on the board. more: answers that are less likely.
    is_drawn: whether the cards are drawn as the likeliest answer says. was: what the turn was as it was asked, see
    mark_of.
    """

    turn: int
    key: str
    text: str
    choices: tuple[Choice, ...]
    others: tuple[Choice, ...] = ()
    is_pressing: bool = True
    cards: tuple[DrawnCard, ...] = ()
    blanks: tuple[Choice, ...] = ()
    is_explained: bool = False
    more: tuple[Choice, ...] = ()
    is_drawn: bool = False
    was: str = ""

    @property
    def square(self) -> Square | None:
        """The square it is about; None for a question about the whole play."""
        return None if is_about_the_play(self.key) else Square.parse(self.key.rpartition(":")[2])

    def allows(self, answer: str) -> bool:
        """Whether this is one of the answers that can be given."""
        return any(choice.value == answer for choice in (*self.choices, *self.more, *self.others, *self.blanks))

    def meant_by(self, answer: str) -> str | bool:
        """The answer as the log keeps it: yes or no where that was the question."""
        return answer == YES if self.choices and self.choices[0].value == YES else answer


def mark_of(entry: Entry, told: Sequence[Explanation] = ()) -> str:
    """What tells a turn from any other that is written in its place: a short name of its player and what was done.

    Whatever was answered about it since changes nothing: two of its questions may be answered from one page.
    told: what may have happened, where that is asked, as answers are their places among these.
    """
    tiles = entry.move.tiles if isinstance(entry.move, (Play, Unexplained)) else {}
    done = sorted(f"{square}{tile}" for square, tile in tiles.items())
    return f"{crc32(' '.join([entry.player, type(entry.move).__name__, *done, *map(repr, told)]).encode()):08x}"


def yes_or_no() -> tuple[Choice, ...]:
    """Buttons for a plain question."""
    return (Choice(YES, gettext("Yes")), Choice(NO, gettext("No")))
