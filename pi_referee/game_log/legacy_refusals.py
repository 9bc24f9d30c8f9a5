"""Refusals from logs that have no codes yet: what each sentence ever written there meant.

These are the words of the past, so they stand here as they were written and not by the names of today's: whoever says
something otherwise from now on has a code for it, and leaves this table alone.
"""

from __future__ import annotations

from collections.abc import Mapping

from pi_referee.rules.course.refusal import Refusal

_BY_CURE: Mapping[str, Refusal] = {
    "Say on the page who it is: it may cost that player a turn.": Refusal.WHO_ASKS,
    "The list leaves it to the table: talk it over, and say on the page what counts.": Refusal.TABLE_DECIDES,
    "Look it up together, and say on the page whether it counts.": Refusal.TABLE_DECIDES,
    "First say on the page what letter the blank is.": Refusal.BLANK_FIRST,
    "Take a lamp away, or let the camera choose its exposure itself.": Refusal.BRIGHT,
    "Move the lamp or the camera a little, until the shine is off the board.": Refusal.GLARE,
}
"""Where one reason was given for several causes, and only what to do about it tells them apart."""

_BY_REASON: Mapping[str, Refusal] = {
    "The camera gave no picture.": Refusal.NO_PICTURE,
    "The camera is switched off.": Refusal.CAMERA_OFF,
    "There is hardly an edge in the picture.": Refusal.NO_EDGES,
    "No board of this game can be found in the picture.": Refusal.NO_BOARD,
    "The board no longer lies between the corners that were shown.": Refusal.MOVED,
    "It is too dark to read well.": Refusal.DARK,
    "The picture is too bright.": Refusal.BRIGHT,
    "The board is too small in the picture.": Refusal.FAR,
    "The picture is out of focus.": Refusal.BLUR,
    "Part of the board is out of the picture.": Refusal.CUT,
    "It cannot be seen what lies on the board.": Refusal.COVERED,
    "It cannot be seen what lies on {squares}.": Refusal.UNSEEN,
    "It cannot be told whether a tile lies on {squares}.": Refusal.UNCLEAR,
    "Tiles that lay on the board are gone: {squares}.": Refusal.GONE,
    "Other letters than before lie on {squares}.": Refusal.ALTERED,
    "The new tiles on {squares} do not make a play.": Refusal.NOT_A_PLAY,
    "The word that does not count still lies there.": Refusal.STILL_LYING,
    "The game is over.": Refusal.GAME_OVER,
    "This exchange is not allowed.": Refusal.NO_EXCHANGE,
    "There is no play that may be questioned now.": Refusal.NO_QUESTION,
    "Nothing lies on the board yet.": Refusal.NOTHING_YET,
    "The tiles of the word that does not count are off the board.": Refusal.TAKEN_OFF,
    "Every tile lies as it should. Play on!": Refusal.LAID_AGAIN,
    "Somebody was faster on the page, so this press does not count.": Refusal.MEANWHILE,
    "Somebody wrote on the page while the referee looked, so this press does not count.": Refusal.MEANWHILE,
}
"""All others."""

_CODES: Mapping[str, Refusal] = {refusal.value: refusal for refusal in Refusal}


def refusal_of(code: str, reason: str, cure: str) -> Refusal:
    """The cause of a refusal as a log has it: its code, or else, where that is "" or unknown here, its sentences'.

    OTHER for words that nobody ever wrote.
    """
    return _CODES.get(code) or _BY_CURE.get(cure) or _BY_REASON.get(reason, Refusal.OTHER)
