"""What stands in the referee's box, as a value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from pi_referee.locale.written_numbers import signed
from pi_referee.rules.board.square import Square
from pi_referee.rules.plays.ruling import ScoredWord
from web.phrasing.language import gettext, ngettext

Tone = Literal["ruled", "asked", "refused", "calm"]


@dataclass(frozen=True, slots=True)
class Saying:
    """What stands in the referee's box.

    fresh, blanks, asked: squares whose tiles were laid in this turn, are blanks, are in question.
    score: the turn's points, None where there are none to tell. pending: what is still to be stolen.
    marks: what the marks on cards multiply by. notes: what else came about. reasons: everything that is wrong.
    advice: what to do now.
    """

    tone: Tone
    headline: str
    words: tuple[ScoredWord, ...] = ()
    fresh: frozenset[Square] = frozenset()
    blanks: frozenset[Square] = frozenset()
    asked: frozenset[Square] = frozenset()
    bonus: int = 0
    score: int | None = None
    reasons: tuple[str, ...] = ()
    advice: str = ""
    pending: int | None = None
    marks: Mapping[Square, int] = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    @property
    def tells_points(self) -> bool:
        """Whether it is known what the words are worth."""
        return self.score is not None or self.pending is not None

    def aloud(self) -> str:
        """The same as one text, for those who listen."""
        words = [word.text + (f" {signed(word.score)}." if self.score is not None else ".") for word in self.words]
        points = [] if self.score is None else [points_in_words(self.score)]
        if self.pending is not None:
            points = [gettext("%(points)s if nobody takes a card", points=signed(self.pending)) + "."]
        return " ".join(filter(None, [self.headline, *words, *points, *self.notes, *self.reasons, self.advice]))


def points_in_words(score: int) -> str:
    """A score as one says it."""
    return ngettext("%(points)s point.", "%(points)s points.", abs(score), points=signed(score))
