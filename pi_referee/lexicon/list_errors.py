"""What can go wrong with a word list."""

from __future__ import annotations

import errno
import sqlite3

from pi_referee.errors import GameFileError, RefereeError, WrongNameError
from pi_referee.gettext_mark import say

_FULL = frozenset({errno.ENOSPC, errno.EDQUOT})


class WordListError(GameFileError):
    """A word list is missing, damaged, half built or of another alphabet, or what was given is none."""


class NoSuchListError(WordListError, WrongNameError):
    """There is no word list of that name or checksum, or none can be called so."""


def too_little_room(where: str = "") -> WordListError:
    """The disk has no room for a list."""
    cure = say("Make room, then begin again. The lists and games that are there are safe.")
    return WordListError(say("There is too little room on the disk to make a list."), where=where, cure=cure)


def in_words(error: Exception) -> RefereeError:
    """What kept a list from being made, in sentences that have translations."""
    if isinstance(error, RefereeError):
        return error
    if isinstance(error, OSError) and error.errno in _FULL:
        return too_little_room()
    if isinstance(error, sqlite3.Error) and "full" in str(error):
        return too_little_room()
    if isinstance(error, MemoryError):
        what = say("The machine has too little memory for this.")
        return WordListError(what, cure=say("Close other programs, then begin again."))
    return WordListError(say("The list could not be written or read."), where=str(error), cure=say("Try again."))
