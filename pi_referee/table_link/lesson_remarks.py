"""What a lesson in cards came to, in sentences; English here, for the catalogues, and translated by the page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pi_referee.gettext_mark import say, say_counted
from pi_referee.table_link.table_messages import CardsTaught

LEARNT = say_counted("%(num)s letter was learnt now.", "%(num)s letters were learnt now.")
NONE_LEARNT = say("No letter was learnt now.")
UNREAD = say_counted("%(num)s card could not be read.", "%(num)s cards could not be read.")
SMALL = say_counted(
    "%(num)s card is too small in the picture to be read: take it from nearer.",
    "%(num)s cards are too small in the picture to be read: take it from nearer.",
)
CHANGED = say("Known otherwise before: %(letters)s.")
BY_HAND = say("Written by hand, so they stay, although the pictures show something else: %(letters)s.")
AT_ODDS = say("Cards of one letter show different values, as in an unclear picture or those of two decks: %(letters)s.")
UNSURE = say("Not clear, so they stay as they were: %(letters)s.")
MISSING = say("Not seen, so they stay as they were: %(letters)s.")
TOO_HIGH = say("Values above 15 are not read from pictures; compare them: %(letters)s.")


@dataclass(frozen=True, slots=True)
class Remark:
    """A sentence; many: the same about many, "" where it is not counted. letters: they stand where it says so."""

    one: str
    many: str = ""
    num: int = 0
    letters: str = ""

    def __str__(self) -> str:
        """The sentence in English."""
        said = self.many if self.many and self.num != 1 else self.one
        return said % {"num": self.num, "letters": self.letters}


def remarks_on(taught: CardsTaught) -> Iterator[Remark]:
    """What was learnt, and what was not and why."""
    unsure = tuple(letter for letter in taught.unsure if letter not in taught.at_odds)
    yield Remark(*LEARNT, len(taught.learnt)) if taught.learnt else Remark(NONE_LEARNT)
    for said, letters in (
        (CHANGED, taught.changed), (BY_HAND, taught.by_hand), (AT_ODDS, taught.at_odds), (UNSURE, unsure),
        (MISSING, taught.missing), (TOO_HIGH, taught.too_high),
    ):  # fmt: skip
        if letters:
            yield Remark(said, letters=", ".join(letters))
    for counted, number in ((UNREAD, taught.unread), (SMALL, taught.small)):
        if number:
            yield Remark(*counted, number)
