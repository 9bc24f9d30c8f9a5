"""How long what was laid stays on the table, and when it scores: the one thing in which games differ as a whole."""

from __future__ import annotations

import enum


class Mode(enum.Enum):
    """The ways in which words live on the table; the value is its name in a game's file."""

    KEPT = "kept"
    """Everything that was laid stays to the end, and a play scores at once: every game with a board."""

    STEALING = "stealing"
    """Only the newest word lives; it scores what the next player's word does not take of it (K01)."""

    ROUNDS = "rounds"
    """Everybody lays one word, each scores at once, then the table is cleared (K06)."""
