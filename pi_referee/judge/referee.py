"""The referee's step: a game and a look at the table go in, what is to be written down comes out."""

from __future__ import annotations

from pi_referee.gettext_mark import say
from pi_referee.judge.card_match import Placed
from pi_referee.judge.hints import LAID_AGAIN, NOTHING_YET, TAKEN_OFF
from pi_referee.judge.interpret import Laid, LaidTwo, Meaning, Refused, TakenBack, Unchanged, interpret
from pi_referee.judge.interpret_cards import Agreed, Before, interpret_cards
from pi_referee.rules.course.game import Game
from pi_referee.rules.course.happenings import APART_KEY, Happening, LookRefused, Passed, PlayLaid, Question, Withdrawn
from pi_referee.rules.course.refusal import Refusal
from pi_referee.rules.course.script import Entry, Fate
from pi_referee.rules.plays.play import Play
from vision.cards.card_sighting import CardSighting
from vision.sighting import NotSeen, Sighting

Look = Sighting | CardSighting | NotSeen
"""What one look at the table gave."""

STILL_LYING = say("The word that does not count still lies there.")
TAKE_OFF = say("Take its tiles off first ({squares}), then lay and press again.")

AWAY = 2 * 3600.0
"""Seconds after which a game goes on that was left: nobody thinks so long about a turn."""

OVER = LookRefused(say("The game is over."), cure=say("Begin a new one to play on."), code=Refusal.GAME_OVER)


def decide(game: Game, look: Look) -> tuple[Happening, ...]:
    """What happened, now that somebody pressed the button and this is what the table looks like.

    Nothing is guessed: it is a turn, perhaps with questions that hold its score open, or a refusal with its reason.
    """
    if isinstance(look, NotSeen):
        return (LookRefused(look.reason, cure=look.cure, code=look.code),)
    if game.ended:
        return (OVER,)
    meaning = _meaning(game, look)
    still = _still_lying(game, meaning)
    return (still,) if still else _recorded(meaning)


def _meaning(game: Game, look: Sighting | CardSighting) -> Meaning:
    """What a look means in a game, on the board or among the cards."""
    if isinstance(look, CardSighting):
        return meaning_of_cards(game, look)[0]
    return interpret(look, game.position, _newest(game), game.ruleset, rack=game.rack)


def meaning_of_cards(game: Game, look: CardSighting) -> tuple[Meaning, Placed]:
    """What a look at a table of cards means in a game, and where its cards lie in the game."""
    turn, newest = game.newest_play, _newest(game)
    before = Before(Agreed.of(game.standing_before(turn.number)), newest) if turn is not None and newest else None
    now = Agreed.of(game.standing_before(len(game.steps) + 1))
    return interpret_cards(look, now, before, game.ruleset, rack=game.rack)


def shift_of(game: Game, look: Look) -> tuple[int, int]:
    """How many rows and columns lie between the cells of a look and those of the game; none on a board."""
    return meaning_of_cards(game, look)[1].shift if isinstance(look, CardSighting) else (0, 0)


def decide_pressed(game: Game, look: Look, *, pause: float = 0.0) -> tuple[Happening, ...]:
    """The same at a table where people press, so many seconds after anything happened there; not every press is a pass.

    Who tries the button over a bare board, shows that tiles that fell are off it, or has laid the board again, would
    else have a turn written down that was none, and everybody's plays after it would be the next player's.
    """
    happened = decide(game, look)
    if happened != (Passed(),):
        return happened
    if not game.position.tiles and not game.position.stops:
        return (NOTHING_YET,)
    entry = _newest_turn(game)
    if entry and entry.fate is Fate.FELL:
        return (TAKEN_OFF,)
    return (LAID_AGAIN,) if pause > AWAY else happened


def _still_lying(game: Game, meaning: Meaning) -> LookRefused | None:
    """A refusal if the tiles of the play that just fell still lie there; None if they are gone, or none fell.

    Whoever lays again may use the same squares, so only exactly the same tiles are those; the next player may not.
    """
    entry = _newest_turn(game)
    if entry is None or entry.fate is not Fate.FELL or not isinstance(entry.move, Play):
        return None
    fallen, is_again = entry.move.tiles, game.on_turn == entry.player
    for play in _plays(meaning):
        if play.tiles == fallen or (not is_again and fallen.items() <= play.tiles.items()):
            squares = tuple(sorted(fallen))
            return LookRefused(STILL_LYING, cure=TAKE_OFF, squares=squares, code=Refusal.STILL_LYING)
    return None


def _newest_turn(game: Game) -> Entry | None:
    """The newest turn that somebody took."""
    return next((entry for entry in reversed(game.script.entries) if entry.fate is not Fate.LOST), None)


def _plays(meaning: Meaning) -> tuple[Play, ...]:
    """The plays that were seen."""
    match meaning:
        case Laid():
            return (meaning.play,)
        case LaidTwo():
            return (meaning.first, meaning.second)
        case _:
            return ()


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
            return (LookRefused(meaning.reason, meaning.infractions, meaning.cure, meaning.squares, meaning.code),)


def _newest(game: Game) -> Play | None:
    """The tiles of the newest play, which alone may be taken back, and only until somebody had another turn."""
    turn = game.newest_play
    if turn is None or turn.number != game.script.questionable():
        return None
    return turn.move if isinstance(turn.move, Play) else None
