"""The newest step of a game, and what the button is called that undoes it."""

from __future__ import annotations

from collections.abc import Mapping

from pi_referee.gettext_mark import say
from pi_referee.protocol.ground_words import GroundWords
from pi_referee.protocol.origins import effective
from pi_referee.protocol.origins import newest_step as step_of
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


_NOT_SO, _ANSWERS = say("Not so: ask what happened"), say("Undo the answers")
"""What undoing an explanation is called, and undoing several answers that were told by one tap."""


def newest_step(table: Table, words: GroundWords) -> tuple[int, str]:
    """The newest event's id and what undoing it is called; nothing if the game has only begun."""
    newest = effective(table.events)[-1]
    names = {**_UNDOING, BagEmptied: words.undo_bag, Exchanged: words.undo_exchange, LeftOver: words.undo_left}
    name = _NOT_SO if _explains(newest.happening) else names.get(type(newest.happening), "")
    if len(step := step_of(table.events)) > 1 and all(isinstance(one.happening, Answered) for one in step):
        name = _ANSWERS
    return (newest.id, gettext(name)) if name else (0, "")


def _explains(told: Happening) -> bool:
    """Whether somebody said what happened that nobody had told."""
    return isinstance(told, Answered) and told.question.startswith(EXPLAIN_KEY)
