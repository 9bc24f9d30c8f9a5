"""The referee's step: a game and a look at the table go in, what is to be written down comes out."""

from __future__ import annotations

from pi_referee.interpret import Laid, LaidTwo, Meaning, Refused, TakenBack, Unchanged, interpret
from pi_referee.rules.game import Game
from pi_referee.rules.happenings import APART_KEY, Happening, LookRefused, Passed, PlayLaid, Question, Withdrawn
from pi_referee.rules.play import Play
from pi_referee.saying import say
from vision.sighting import NotSeen, Sighting

Look = Sighting | NotSeen
"""What one look at the table gave."""

OVER = LookRefused(say("The game is over."), cure=say("Begin a new one to play on."))


def decide(game: Game, look: Look) -> tuple[Happening, ...]:
    """What happened, now that somebody pressed the button and this is what the table looks like.

    Nothing is guessed: it is a turn, perhaps with questions that hold its score open, or a refusal with its reason.
    """
    if isinstance(look, NotSeen):
        return (LookRefused(look.reason, cure=look.cure),)
    if game.ended:
        return (OVER,)
    return _recorded(interpret(look, game.position, _newest(game), game.ruleset, rack=game.rack))


def _recorded(meaning: Meaning) -> tuple[Happening, ...]:
    """A meaning as what is written down."""
    match meaning:
        case Laid():
            laid = PlayLaid(meaning.play, meaning.questions)
            return (Withdrawn(), laid) if meaning.replaces else (laid,)
        case LaidTwo():
            return (
                PlayLaid(meaning.first, (Question(f"{APART_KEY}first"),)),
                PlayLaid(meaning.second, (Question(f"{APART_KEY}second"),)),
            )
        case TakenBack():
            return (Withdrawn(),)
        case Unchanged():
            return (Passed(),)
        case Refused():
            return (LookRefused(meaning.reason, meaning.infractions, meaning.cure, meaning.squares),)


def _newest(game: Game) -> Play | None:
    """The tiles of the newest play, which alone may be taken back, and only until somebody had another turn."""
    turn = game.newest_play
    if turn is None or turn.number != game.script.questionable():
        return None
    return turn.move if isinstance(turn.move, Play) else None
