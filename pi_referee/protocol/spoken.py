"""What is said aloud of the newest thing that happened: short, and in the language of the words that were laid."""

from __future__ import annotations

from typing import Protocol

from pi_referee.rules.course.asides import RanOver
from pi_referee.rules.course.game import Game
from pi_referee.rules.course.happenings import Challenged, Happening, LookRefused
from pi_referee.rules.course.standing import Status, Turn

_ASKS = {Status.OPEN, Status.UNEXPLAINED}


class Speech(Protocol):
    """A catalogue: sentences in a language."""

    def gettext(self, message: str) -> str:
        """A sentence in that language."""

    def ngettext(self, msgid1: str, msgid2: str, num: int) -> str:
        """A sentence about one or many."""


def spoken(game: Game, newest: Happening, speech: Speech) -> str:
    """What is said; "" where there is nothing worth a word. Words are in small letters: capitals would be spelled."""
    if isinstance(newest, LookRefused):
        return speech.gettext("The referee has a question.") if not game.ended else ""
    if isinstance(newest, RanOver):
        return speech.gettext("The time of %(player)s is over.") % {"player": newest.player}
    if game.ended:
        return _end(game, speech)
    if not game.turns:
        return ""
    if isinstance(newest, Challenged):
        stands = speech.gettext("The play stands: its words count."), speech.gettext("The word does not count.")
        return stands[not newest.stands]
    return _turn(game, game.turns[-1], speech)


def _turn(game: Game, turn: Turn, speech: Speech) -> str:
    """A turn: who, which words, how many points, and the total."""
    if turn.status in _ASKS:
        return speech.gettext("The referee has a question.")
    if turn.score is None or turn.ruling is None or turn.status is not Status.SCORED:
        return ""
    words = ", ".join(word.text.replace("_", "").lower() for word in turn.ruling.words)
    points = speech.ngettext("%(points)s point.", "%(points)s points.", abs(turn.score)) % {"points": turn.score}
    total = speech.gettext("In all %(points)s.") % {"points": game.totals[turn.player]}
    return f"{turn.player}: {words}. {points} {total}"


def _end(game: Game, speech: Speech) -> str:
    """Who won."""
    if len(game.won_by) == 1:
        return speech.gettext("%(player)s wins!") % {"player": game.won_by[0]}
    if game.won_by:
        return speech.gettext("A shared win: %(players)s.") % {"players": ", ".join(game.won_by)}
    return speech.gettext("The game is over.")
