"""Looks at a table of cards that come to nothing: why, and what to do about it."""

from __future__ import annotations

from collections.abc import Iterable

from pi_referee.gettext_mark import say
from pi_referee.judge.cards.agreed_cards import Agreed
from pi_referee.judge.cards.card_match import Placed
from pi_referee.judge.meanings import Refused
from pi_referee.rules.board.square import Square
from pi_referee.rules.course.refusal import Refusal
from pi_referee.rules.definition.ruleset import Ruleset
from pi_referee.rules.plays.ruling import Infraction


def missing_or_altered(way: Placed, now: Agreed, ruleset: Ruleset) -> Refused:
    """Cards that should lie there are gone, or others lie in their place."""
    gone = now.gone(way)
    if gone:
        return Refused(
            say("Cards of the word that may be built on are gone."),
            say("Put them back and press again, or correct the score sheet."),
            Refusal.GONE,
            tuple(sorted(gone)),
        )
    return Refused(
        say("Other cards than before lie in the word that may be built on."),
        say("Put the cards back as they lay and press again, or correct the score sheet."),
        Refusal.ALTERED,
        tuple(sorted(now.altered(way, ruleset))),
    )


def not_a_play(new: Iterable[Square], left: Iterable[Square], infractions: tuple[Infraction, ...]) -> Refused:
    """The new cards make no play."""
    cure = say("Lay them differently, or take them back, and press again.")
    if left:
        cure = say(
            "Take up the cards that play no more, lay the others differently or take them back, and press again."
        )
    return Refused(say("The new cards do not make a play."), cure, Refusal.NOT_A_PLAY, tuple(new), infractions)


def unclear() -> Refused:
    """A card lies so that nobody can tell whether it belongs to the words: that is no pass."""
    return Refused(
        say("It cannot be told whether a card beside the words belongs to them."),
        say("Push it into its place, or lay it farther away, and press again."),
        Refusal.UNCLEAR,
    )


def several_rows() -> Refused:
    """Cards lie in rows of which none, or another one than it seems, may be the word."""
    return Refused(
        say("It cannot be told which of the cards make the word."),
        say("Push the word's cards together, turn the others over or push them into a heap, and press again."),
        Refusal.UNCLEAR,
    )


def perhaps_new(squares: Iterable[Square]) -> Refused:
    """Cards lie where such as play no more lay: nobody can tell whether these are old or new, however they lie."""
    return Refused(
        say("It cannot be told which of the cards are new."),
        say("Write the play on the page, or tap Pass there."),
        Refusal.UNCLEAR,
        tuple(sorted(squares)),
    )


def not_cleared() -> Refused:
    """The table was not cleared after a round."""
    return Refused(
        say("The cards of the last round still lie there."),
        say("Clear the table, lay the first word of the new round and press again."),
        Refusal.STILL_LYING,
    )


def ambiguous() -> Refused:
    """The new cards fit in several places."""
    return Refused(
        say("It cannot be told which of the cards are new."),
        say("Write the play on the page, or lay the cards differently and press again."),
        Refusal.UNCLEAR,
    )
