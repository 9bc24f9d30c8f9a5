"""The referee's step: a game and a look at the table go in, what is to be written down comes out."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from itertools import takewhile

from pi_referee.gettext_mark import say
from pi_referee.judge.cards.hidden_ends import hidden_card, hidden_end
from pi_referee.judge.doubts.settled_doubts import settled
from pi_referee.judge.doubts.supposed_answers import told_by_look
from pi_referee.judge.fallen_plays import fallen_still_lying, surely_off
from pi_referee.judge.hints import ANSWER_FIRST, LAID_AGAIN, NOTHING_YET, PRESSED_TWICE, TAKEN_OFF, WHO_BEGINS
from pi_referee.judge.meaning_in_game import hidden_in_game, meaning_in_game, meaning_of_cards
from pi_referee.judge.meanings import Laid, LaidTwo, Meaning, Refused, TakenBack, Unchanged
from pi_referee.judge.surprises import (
    explained_by,
    is_gone_in_part,
    is_laid_again,
    is_surprising,
    is_uncounted,
    played_after_all,
    put_right,
    recorded,
    still_asked,
    surprised,
    unexplained,
)
from pi_referee.rules.course.game import Game, follow
from pi_referee.rules.course.happenings import Answered, Happening, LookRefused, Passed, Withdrawn
from pi_referee.rules.course.refusal import Refusal
from pi_referee.rules.course.script import Entry, Fate
from pi_referee.rules.course.terms import is_known_who_plays, lot_to_draw
from pi_referee.rules.plays.play import Play
from vision.cards.card_sighting import CardSighting, Look, Seen
from vision.sighting import NotSeen, Sighting

STILL_LYING = say("The word that does not count still lies there.")


TAKE_OFF = say("Take its tiles off first ({squares}), then lay and press again.")


TAKEN_BACK = say(
    "If the word was taken back, undo it on the page; else see that all of the table is in the picture, well lit."
)


AWAY = 2 * 3600.0
"""Seconds after which a game goes on that was left: nobody thinks so long about a turn."""


AT_ONCE = 2.0
"""Seconds after a play was counted within which nobody passes, but a finger, or a second one, presses once more."""


OVER = LookRefused(say("The game is over."), cure=say("Begin a new one to play on."), code=Refusal.GAME_OVER)


def decide(game: Game, look: Look) -> tuple[Happening, ...]:
    """What happened, now that somebody pressed the button and this is what the table looks like.

    Nothing is guessed: it is a turn, perhaps with questions that hold its score open, or a refusal with its reason.
    """
    if isinstance(look, NotSeen):
        return (LookRefused(look.reason, cure=_cure(game, look), code=look.code),)
    if game.ended:
        return (OVER,)
    told = settled(game, look) if isinstance(look, Sighting) else ()
    supposed = told_by_look(reduce(follow, told, game), look)
    if isinstance(supposed, LookRefused):
        return (supposed,)
    told = (*told, *supposed.answers)
    after = supposed.game
    happened = _happened(after, supposed.look)
    if isinstance(happened[-1], LookRefused):
        return happened
    if supposed.happened is not None and supposed.happened != happened:
        return (ANSWER_FIRST,)
    answers = tuple(takewhile(lambda one: isinstance(one, Answered), happened))
    turn = happened[len(answers) :]
    waits = begins_unknown(reduce(follow, answers, after)) if turn and not isinstance(turn[0], Withdrawn) else None
    return (*told, *happened) if waits is None else (waits,)


def _cure(game: Game, look: NotSeen) -> str:
    """What to do about a look that saw nothing: a table without any card may be bare, or dark."""
    turn = game.newest_play
    is_alone = turn is not None and not game.position_before(turn.number).tiles and bool(game.position.tiles)
    is_bare = look.code is Refusal.NO_BOARD and not game.ruleset.has_board
    return TAKEN_BACK if is_bare and is_alone else look.cure


def begins_unknown(game: Game) -> LookRefused | None:
    """A refusal of a turn that begins a round, while it is not known whose it is; None if it is."""
    if is_known_who_plays(game):
        return None
    return WHO_BEGINS if lot_to_draw(game) else ANSWER_FIRST


def _happened(game: Game, look: Seen) -> tuple[Happening, ...]:
    """What a look comes to in a game."""
    if right := put_right(game, look) or played_after_all(game, look):
        return right
    meaning = meaning_in_game(game, look)
    if hindered := _under_things(game, look, meaning) or _still_lying(game, look, meaning):
        return (hindered,)
    if isinstance(meaning, LaidTwo | Refused) and (explained := explained_by(game, look)):
        return explained
    if isinstance(look, CardSighting) and look.may_hide and (hidden := _hidden(game, look, meaning)):
        return (hidden,)
    if is_surprising(meaning) or is_uncounted(game, look, meaning):
        return surprised(game, look, meaning)
    # A part of what nobody has explained is taken up again, or of what lay there laid again: that is no turn.
    is_part = isinstance(meaning, Unchanged) and is_gone_in_part(game, look)
    return (ANSWER_FIRST,) if is_part or is_laid_again(game, meaning) else recorded(still_asked(game, meaning))


def decide_pressed(game: Game, look: Look, *, pause: float = AT_ONCE) -> tuple[Happening, ...]:
    """The same at a table where people press, so many seconds after anything happened there; not every press is a pass.

    Who tries the button over a bare board, shows that tiles that fell are off it, has laid the board again, or presses
    twice, would else have a turn written down that was none, and everybody's plays after it would be the next player's.
    """
    happened = decide(game, look)
    if happened[-1] != Passed():
        return happened
    off = () if isinstance(look, NotSeen) else surely_off(game, look)
    entry = _newest_turn(game)
    if not game.position.tiles and not game.position.stops:
        is_asked = any(turn == len(game.turns) for turn, _ in unexplained(game))
        return (ANSWER_FIRST if is_asked else replace(NOTHING_YET, squares=off),)
    if entry and entry.fate is Fate.FELL:
        return (replace(TAKEN_OFF, squares=off),)
    if entry and entry.fate is Fate.STANDS and isinstance(entry.move, Play) and pause < AT_ONCE:
        return (PRESSED_TWICE,)
    return (LAID_AGAIN,) if pause > AWAY else happened


def _under_things(game: Game, look: Seen, meaning: Meaning) -> LookRefused | None:
    """A refusal if something lies over known cards, unless that was said just now; None on a board."""
    return hidden_in_game(game, look, meaning) if isinstance(look, CardSighting) else None


def _still_lying(game: Game, look: Seen, meaning: Meaning) -> LookRefused | None:
    """A refusal if a play that fell still lies there; None if none does."""
    squares = fallen_still_lying(game, look, meaning)
    return LookRefused(STILL_LYING, cure=TAKE_OFF, squares=squares, code=Refusal.STILL_LYING) if squares else None


def _hidden(game: Game, look: CardSighting, meaning: Meaning) -> LookRefused | None:
    """A refusal if a card that is not seen may make another turn of it, unless that was said just now."""
    way = meaning_of_cards(game, look)[1]
    if isinstance(meaning, Laid):
        return hidden_end(game, way, meaning.play)
    return hidden_card(game, way) if isinstance(meaning, Unchanged | TakenBack) else None


def _newest_turn(game: Game) -> Entry | None:
    """The newest turn that somebody took."""
    untaken = {Fate.LOST, Fate.ADJUSTED}
    return next((entry for entry in reversed(game.script.entries) if entry.fate not in untaken), None)
