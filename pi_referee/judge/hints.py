"""What is said to who presses when neither a play nor a pass is likely what was meant: hints, no faults."""

from __future__ import annotations

from pi_referee.gettext_mark import say
from pi_referee.rules.course.happenings import LookRefused
from pi_referee.rules.course.refusal import Refusal

_OR_PASS = say("Lay a word and press the button; to pass, tap Pass on a screen that may play.")
"""Shown on every screen, those that only look too: so it names the screens on which something can be tapped."""

NOTHING_YET = LookRefused(say("Nothing lies on the board yet."), cure=_OR_PASS, code=Refusal.NOTHING_YET)
"""What is said to who presses over a bare board."""

TAKEN_OFF = LookRefused(
    say("The tiles of the word that does not count are off the board."), cure=_OR_PASS, code=Refusal.TAKEN_OFF
)
"""What is said to who presses when a play that fell has been taken off."""

LAID_AGAIN = LookRefused(say("Every tile lies as it should. Play on!"), cure=_OR_PASS, code=Refusal.LAID_AGAIN)
"""What is said to who presses when a game goes on after a long pause, perhaps on a board that was laid again."""

PRESSED_TWICE = LookRefused(
    say("The button was pressed twice: that is no pass."), cure=_OR_PASS, code=Refusal.PRESSED_TWICE
)
"""What is said to who presses again as soon as a play was counted, and has laid nothing since."""

MEANWHILE = LookRefused(
    say("Somebody was faster on the page, so this press does not count."),
    cure=say("See whose turn it is now. Is it still yours? Then press again."),
    code=Refusal.MEANWHILE,
)
"""What is said to who presses for a turn that was over before the press was answered."""

ANSWER_FIRST = LookRefused(
    say("A question is open, and what this press means depends on the answer."),
    cure=say("Answer it on the page, and press again."),
    code=Refusal.ANSWER_FIRST,
)
"""What is said to who presses when it is another turn, or another player's, by what is answered."""

WHO_BEGINS = LookRefused(
    say("Nobody has said yet who begins this round."),
    cure=say("Draw lots, say on the page who begins, and press again."),
    code=Refusal.ANSWER_FIRST,
)
"""What is said to who presses when lots are to be drawn for a round."""

HINTS = frozenset(hint.code for hint in (NOTHING_YET, TAKEN_OFF, LAID_AGAIN, PRESSED_TWICE, MEANWHILE, ANSWER_FIRST))
"""The codes that tell a hint from a fault."""
