"""What the referee says in plain words, in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable

from pi_referee.errors import RefereeError
from pi_referee.rules.definition.ruleset import Ruleset
from pi_referee.rules.plays.fault_texts import say
from pi_referee.rules.plays.ruling import Infraction
from web.phrasing.language import gettext


def faults_in_words(ruleset: Ruleset, infractions: Iterable[Infraction]) -> tuple[str, ...]:
    """Everything that is wrong, each said once, in the words of what a game is played on."""
    of_cards = not ruleset.has_board
    return tuple(dict.fromkeys(say(infraction, gettext, of_cards=of_cards) for infraction in infractions))


def explained(error: RefereeError) -> dict[str, str]:
    """An error as a page shows it: what is wrong, where, and what to do."""
    return {"what": gettext(error.what), "where": error.where, "cure": gettext(error.cure) if error.cure else ""}
