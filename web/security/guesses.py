"""How often the pairing's code may be tried: a few times, and then ever more slowly, whoever tries."""

from __future__ import annotations

from dataclasses import dataclass

TRIES = 5
"""How many wrong codes may be typed at once; fingers that slip take three."""

_FIRST_WAIT = 60.0
_LONGEST_WAIT = 3600.0
_FORGOTTEN = 24 * 3600.0
"""Seconds after the last wrong code from which on nobody is taken to guess any more."""


@dataclass(frozen=True, slots=True)
class Guesses:
    """The wrong codes so far, of all browsers together: an attacker has as many browsers and addresses as he likes.

    wrong: how many. last: when the last one came. until: when the next may come. Times are seconds of the keys' clock.
    """

    wrong: int = 0
    last: float = float("-inf")
    until: float = float("-inf")

    def wait(self, now: float) -> float:
        """Seconds until a code may be tried; 0 if it may be now."""
        return max(self.until - now, 0.0)

    def after_a_wrong_one(self, now: float) -> Guesses:
        """The same with one more wrong code: from the fifth on each doubles the wait, from a minute up to an hour.

        >>> guesses = Guesses()
        >>> for at in range(6):
        ...     guesses = guesses.after_a_wrong_one(float(at))
        >>> guesses.wait(5.0)
        120.0
        """
        wrong = 1 if now - self.last > _FORGOTTEN else self.wrong + 1
        wait = min(_FIRST_WAIT * 2.0 ** min(wrong - TRIES, 20), _LONGEST_WAIT) if wrong >= TRIES else 0.0
        return Guesses(wrong, now, now + wait)
