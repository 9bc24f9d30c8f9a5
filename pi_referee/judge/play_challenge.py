"""Questioning the newest play, by the page or by the second button: whether it may be, by whom, and the verdict."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pi_referee.game_log.arrivals import Waited
from pi_referee.game_log.events import Event
from pi_referee.gettext_mark import say
from pi_referee.lexicon.challenge import hear
from pi_referee.lexicon.policy import Policy
from pi_referee.lexicon.word_validity import Lexicon
from pi_referee.protocol.origins import Origin, leaves_letters, origins
from pi_referee.rules.course.game import Game
from pi_referee.rules.course.happenings import Happening, LookRefused
from pi_referee.rules.course.refusal import Refusal
from pi_referee.rules.course.standing import Turn
from pi_referee.rules.course.terms import may_question
from pi_referee.rules.plays.play import Play

Since = Callable[[int], Waited]
"""Tells how long ago an event happened, by its place in the log."""

NO_PLAY = LookRefused(
    say("There is no play that may be challenged now."),
    cure=say("Only the newest play may be, until the next one or until the agreed time is over."),
    code=Refusal.NO_QUESTION,
)
"""What is written down when there is nothing to question."""

TOO_LATE = LookRefused(
    say("The time in which the newest play may be challenged is over."),
    cure=say("How long it is was agreed before the game. The play stands."),
    code=Refusal.NO_QUESTION,
)
"""What is written down when somebody questions a play after the agreed time."""

STOOD = LookRefused(
    say("The newest play was challenged before, and it stands."),
    cure=say("Nobody loses a turn for it again. A wrong verdict can be undone on the page."),
    code=Refusal.NO_QUESTION,
)
"""What is written down when a play is questioned in vain once more, where that costs a turn."""

WENT_OUT = frozenset({"tiles", "bag"})
"""How a game ends by a play: that play may still be questioned, or nobody could object to the last word of all."""

WHO_ASKS = LookRefused(
    say("Somebody challenges the newest word."),
    cure=say("Say on the page who it is: it may cost that player a turn."),
    code=Refusal.WHO_ASKS,
)
"""What is written down when the house's rule needs to know who questions, and the button cannot tell."""

TABLE_DECIDES = LookRefused(
    say("Somebody challenges the newest word."),
    cure=say("The list leaves it to the table: talk it over, and say on the page what counts."),
    code=Refusal.TABLE_DECIDES,
)
"""What is written down when the list cannot answer alone."""

BLANK_FIRST = LookRefused(
    say("Somebody challenges the newest word."),
    cure=say("First say on the page what letter the blank is."),
    code=Refusal.BLANK_FIRST,
)
"""What is written down when a word has a letter that nobody has said yet."""

LETTER_FIRST = LookRefused(
    say("Somebody challenges the newest word."),
    cure=say("First answer on the page what is asked about it: another letter makes another word."),
    code=Refusal.BLANK_FIRST,
)
"""What is written down when it is still asked what a word is."""

WAITING = frozenset({WHO_ASKS.code, TABLE_DECIDES.code, BLANK_FIRST.code})
"""The codes of what is still to be told on the page before there is a verdict."""


def no_list(game: Game) -> Lexicon:
    """The lexicon of a table that has no lists: every word is the table's to decide."""
    return Lexicon(None, Policy.agreed(dict(game.ruleset.switches), game.ruleset.alphabet))


def words_of(turn: Turn) -> tuple[str, ...]:
    """The words of a play that lies on the board, each once."""
    return tuple(dict.fromkeys(word.text for word in turn.ruling.words)) if turn.ruling else ()


def laid_last(game: Game) -> Turn | None:
    """The newest play, if it lies on the board with words that can be questioned.

    A play that goes out is questioned like any other, until what is left on the racks has been told.
    """
    number = game.script.questionable()
    is_open = not game.ended or (game.ended in WENT_OUT and game.script.left_over is None)
    turn = game.turns[number - 1] if number is not None and is_open else None
    return turn if turn is not None and words_of(turn) else None


def asked_first(game: Game, turn: Turn) -> LookRefused | None:
    """What must be told before the words of a play are judged, since others may lie there; None if all is known."""
    if "_" in "".join(words_of(turn)):
        return BLANK_FIRST
    words, new = turn.ruling.words if turn.ruling else (), turn.move.tiles if isinstance(turn.move, Play) else {}
    old = {str(letter.square) for word in words for letter in word.letters} - set(map(str, new))
    entries = game.script.entries
    for number, one in game.open_questions:
        lies_there = one.key.rpartition(":")[2] in old and entries[number - 1].round == entries[turn.number - 1].round
        if (number == turn.number or lies_there) and not leaves_letters(one.key):
            return LETTER_FIRST
    return None


def in_question(game: Game, made: Sequence[Origin], since: Since) -> Turn | None:
    """The play that may be questioned now, if any may: the newest, within the agreed time.

    That begins anew where what lies there was told or put right since. Where it costs a turn, once is enough.
    made: where each turn comes from.
    """
    turn = laid_last(game)
    if turn is None or _stood(game, made[turn.number - 1]):
        return None
    return turn if may_question(game, since(made[turn.number - 1].told_last.id).seconds) else None


def why_not(game: Game, made: Sequence[Origin]) -> LookRefused:
    """Why no play may be questioned now."""
    turn = laid_last(game)
    if turn is None:
        return NO_PLAY
    return STOOD if _stood(game, made[turn.number - 1]) else TOO_LATE


def _stood(game: Game, origin: Origin) -> bool:
    """Whether a play was questioned in vain as it lies there now, where that costs a turn."""
    return game.ruleset.switches["challenge.mode"] == "ranked_challenge" and origin.has_stood


def question(game: Game, events: Sequence[Event], lexicon: Lexicon, *, since: Since) -> Happening:
    """What follows when somebody presses the button that questions the newest play.

    The verdict, where the list and the rules of the house give one without another word; else what is to be said on
    the page first.
    """
    made = origins(game, events)
    turn = in_question(game, made, since)
    if turn is None:
        return why_not(game, made)
    first = asked_first(game, turn)
    if first is not None:
        return first
    by = _who_asks(game, turn)
    if by is None:
        return WHO_ASKS
    return hear(lexicon, words_of(turn), by=by).outcome or TABLE_DECIDES


def _who_asks(game: Game, turn: Turn) -> str | None:
    """Who questions a play: the only one it can be, or whoever it is where that costs nothing; None if it matters."""
    others = [player for player in game.players if player != turn.player] or [turn.player]
    if len(others) == 1:
        return others[0]
    return None if game.ruleset.switches["challenge.mode"] == "ranked_challenge" else ""
