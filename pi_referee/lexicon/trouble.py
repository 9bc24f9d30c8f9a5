"""What can go wrong with a word list."""

from __future__ import annotations

from pi_referee.errors import GameFileError


class WordListError(GameFileError):
    """A word list is missing, damaged, half built or of another alphabet, or what was given is none."""
