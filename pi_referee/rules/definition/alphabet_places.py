"""Where each letter lies when a game's whole alphabet is laid on the board in order, a free square round every tile."""

from __future__ import annotations

from pi_referee.rules.board.square import Square
from pi_referee.rules.definition.ruleset import Ruleset


def laid_in_order(rules: Ruleset) -> dict[Square, str]:
    """Every letter once, row by row, on every second square about the board's middle.

    >>> from pi_referee.rules.definition.library import ruleset
    >>> {str(square): letter for square, letter in laid_in_order(ruleset("alfapet-sv")).items() if letter in "AÖ"}
    {'B6': 'A', 'H12': 'Ö'}
    """
    size, letters = rules.layout.size, rules.alphabet
    across = size // 2
    down = -(-len(letters) // across)
    top = (size - (2 * down - 1)) // 2
    return {Square(top + 2 * (k // across), 1 + 2 * (k % across)): letter for k, letter in enumerate(letters)}
