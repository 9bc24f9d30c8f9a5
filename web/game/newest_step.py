"""The newest step of a game, and what the button is called that undoes it."""

from __future__ import annotations

from collections.abc import Mapping

from pi_referee.gettext_mark import say
from pi_referee.protocol.ground_words import GroundWords
from pi_referee.protocol.origins import effective
from pi_referee.rules.course.happenings import (
    EXPLAIN_KEY,
    Adjusted,
    Answered,
    BagEmptied,
    BoardTaken,
    Challenged,
    Corrected,
    Drawn,
    Ended,
    Exchanged,
    Happening,
    Inserted,
    LeftOver,
    Passed,
    PlayLaid,
    Removed,
    Renamed,
    StartChosen,
    Surprised,
    TimedOut,
    TurnSet,
    WentOut,
    Withdrawn,
)
from web.live.log_follower import Table
from web.phrasing.language import gettext

_UNDOING: Mapping[type[Happening], str] = {
    Answered: say("Undo the answer"),
    BoardTaken: say("Undo: words lay there already"),
    Challenged: say("Undo the verdict"),
    Corrected: say("Undo the correction"),
    Drawn: say("Undo the draw"),
    Ended: say("Undo the end of the game"),
    Inserted: say("Undo: put in"),
    Passed: say("Undo the pass"),
    PlayLaid: say("Undo the play"),
    Removed: say("Undo: taken back"),
    Renamed: say("Undo the name"),
    StartChosen: say("Undo: who begins"),
    Surprised: say("Undo the look"),
    TimedOut: say("Undo: time was up"),
    TurnSet: say("Undo: whose turn it is"),
    WentOut: say("Undo: a rack is empty"),
    Adjusted: say("Undo: points given or taken"),
    Withdrawn: say("Undo: taken back"),
}
"""What may be undone by one tap -> what the button is called; a look refused since is no step, so it must say which."""


_NOT_SO = say("Not so: ask what happened")
"""What undoing an explanation is called."""


def newest_step(table: Table, words: GroundWords) -> tuple[int, str]:
    """The newest event's id and what undoing it is called; nothing if the game has only begun."""
    newest = effective(table.events)[-1]
    names = {**_UNDOING, BagEmptied: words.undo_bag, Exchanged: words.undo_exchange, LeftOver: words.undo_left}
    told = newest.happening
    is_explained = isinstance(told, Answered) and told.question.startswith(EXPLAIN_KEY)
    name = _NOT_SO if is_explained else names.get(type(told), "")
    return (newest.id, gettext(name)) if name else (0, "")
