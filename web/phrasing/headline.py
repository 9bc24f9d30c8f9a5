"""What the referee said last: a headline, the words with their points, or the reasons why not."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from pi_referee.gettext_mark import say
from pi_referee.judge.hints import HINTS
from pi_referee.judge.play_challenge import WAITING
from pi_referee.locale.written_numbers import gain
from pi_referee.protocol.ground_words import GroundWords, as_played, ground_words
from pi_referee.protocol.unlawful_plays import unlawful_turns
from pi_referee.rules.board.square import Square
from pi_referee.rules.board.tile import Tile
from pi_referee.rules.course.asides import RanOver
from pi_referee.rules.course.game import Game
from pi_referee.rules.course.happenings import (
    EXPLAIN_KEY,
    Answered,
    BoardTaken,
    Challenged,
    Corrected,
    Exchanged,
    Happening,
    Inserted,
    LookRefused,
    PlayLaid,
    Removed,
    Renamed,
    StartChosen,
    TimedOut,
    TurnSet,
    Undone,
)
from pi_referee.rules.course.standing import Status, Turn
from pi_referee.rules.course.terms import sure_to_play
from pi_referee.rules.plays.fault_texts import first_few
from pi_referee.rules.plays.play import Adjustment, Exchange, Play
from web.phrasing.card_phrases import (
    cards_on,
    changed_in_words,
    is_round_over,
    next_round_in_words,
    seen_in_words,
    settled_in_words,
)
from web.phrasing.change_phrases import change_in_words
from web.phrasing.language import gettext, ngettext
from web.phrasing.phrases import faults_in_words
from web.phrasing.questions import asked_squares
from web.phrasing.referee_says import Saying, Tone
from web.phrasing.surprise_phrases import answer_in_words, surprise_of

_UNSEEN = say("The referee could not make out what was laid.")


def saying(game: Game, newest: Happening, *, has_camera: bool = True) -> Saying:
    """What the referee has to say after the newest thing that happened; without a camera plays are written by hand."""
    if isinstance(newest, LookRefused):
        return _refused(game, newest)
    if isinstance(newest, Undone):
        return Saying("calm", gettext("The last step was undone."), advice=_next(game))
    if game.ended:
        return _ended(game)
    if isinstance(newest, Challenged):
        return _judged(game, newest)
    if isinstance(newest, Answered) and newest.question.startswith(EXPLAIN_KEY):
        return _explained(game, newest)
    return _between(game, newest) or _of_a_turn(game, newest, has_camera=has_camera)


def _of_a_turn(game: Game, newest: Happening, *, has_camera: bool) -> Saying:
    """What there is to say of the turn that something is about: the newest one, unless an older one was changed."""
    if isinstance(newest, Corrected | Inserted | Removed) and newest.turn < len(game.turns):
        return _put_right(game, newest)
    if not game.turns:
        return _begun(game, has_camera=has_camera)
    number = newest.turn if isinstance(newest, Answered) else len(game.turns)
    said = of_turn(game, game.turns[number - 1])
    older = f"{gettext('Turn %(number)s', number=number)}: " if number < len(game.turns) else ""
    notes = (gettext(ground_words(game.ruleset).not_counted),) if isinstance(newest, TimedOut) else ()
    return replace(said, headline=older + said.headline, notes=(*said.notes, *notes, *_seen_now(game, newest)))


def _put_right(game: Game, told: Corrected | Inserted | Removed) -> Saying:
    """An older turn that was put right, never as one just played; with all that is not allowed as it now stands."""
    turn = game.turns[told.turn - 1]
    notes = () if turn.score is None or turn.status in _CALM else (f"{turn.player}: {gain(turn.score)}",)
    reasons = [
        f"{gettext('Turn %(number)s', number=one.number)}, {one.player}: {fault}"
        for one in unlawful_turns(game)
        for fault in faults_in_words(game.ruleset, one.ruling.infractions if one.ruling else ())
    ]
    tone: Tone = "refused" if reasons else "calm"
    return Saying(tone, change_in_words(told), reasons=tuple(reasons), advice=_next(game), notes=notes)


def _explained(game: Game, told: Answered) -> Saying:
    """What had happened on the board, as somebody said or as only it can be; with the play it comes to."""
    what = answer_in_words(game, told)
    surprise = surprise_of(game, told.question)
    chosen = int(told.answer) if str(told.answer).isdecimal() else -1
    made = surprise.explanations[chosen].happened if surprise and 0 <= chosen < len(surprise.explanations) else ()
    number = told.turn - 1 + sum(isinstance(one, PlayLaid) for one in made)
    if number < told.turn or number > len(game.turns):
        return Saying("calm", f"{what}.", advice=_next(game))
    sure = gettext("Nothing else explains it. Undo it if it was not so.") if told.seen_at else ""
    laid = of_turn(game, game.turns[number - 1])
    return replace(laid, notes=(f"{what}. {sure}".strip(), *laid.notes))


def _seen_now(game: Game, newest: Happening) -> tuple[str, ...]:
    """What the camera saw at this look of what was asked before; only with the play that was laid then."""
    if not isinstance(newest, PlayLaid):
        return ()
    told = list[Answered]()
    for one in reversed(game.happenings[:-1]):
        if not isinstance(one, Answered) or not one.seen_at:
            break
        told.append(one)
    return tuple(dict.fromkeys(filter(None, (_seen(game, one) for one in reversed(told)))))


def _seen(game: Game, told: Answered) -> str:
    """What was seen plainly, of a square, of a word of cards or of what had happened; "" where no word is left."""
    if told.question.startswith(EXPLAIN_KEY):
        return f"{answer_in_words(game, told)}."
    if not game.ruleset.has_board:
        return seen_in_words(game.turns[told.turn - 1])
    named = {"": gettext("a blank"), "#": gettext("a stop tile"), ".": gettext("nothing")}
    what = named.get(str(told.answer), str(told.answer))
    return gettext("Now it is seen what lies on %(square)s: %(what)s.", square=told.question, what=what)


def _between(game: Game, newest: Happening) -> Saying | None:
    """What there is to say of something that is no turn of its own; None if it was one."""
    if isinstance(newest, Exchanged) and game.script.changed:
        changed = gettext("%(player)s exchanged a card.", player=game.on_turn)
        return Saying("calm", changed, advice=gettext("Lay a word now, or pass."))
    if isinstance(newest, RanOver):
        return _ran_over(game, newest)
    if isinstance(newest, TurnSet):
        return Saying("calm", gettext("It is %(player)s's turn.", player=game.on_turn), advice="")
    if isinstance(newest, Renamed):
        return Saying("calm", gettext("The players are now called %(names)s.", names=", ".join(newest.names)))
    if isinstance(newest, BoardTaken):
        return Saying("calm", gettext("The game begins with the words that lie there."), advice=_next(game))
    begins = isinstance(newest, StartChosen) and game.turns
    return Saying("calm", gettext("%(player)s begins.", player=game.on_turn)) if begins else None


def _ran_over(game: Game, told: RanOver) -> Saying:
    """That a player's time is over, and what that costs."""
    points = game.ruleset.switches.number("clock.overtime") or 0
    cost = ngettext("Each minute beyond it costs %(num)s point.", "Each minute beyond it costs %(num)s points.", points)
    headline = gettext("The time of %(player)s is over.", player=told.player)
    return Saying("calm", headline, notes=(cost,) if points else (), advice=_next(game))


def _judged(game: Game, given: Challenged) -> Saying:
    """A verdict; which words it is about only where the house wants to hear that."""
    if given.stands:
        return Saying("calm", gettext("The play stands: its words count."), advice=_next(game))
    fell = next((turn for turn in reversed(game.turns) if turn.status is Status.FELL), None)
    if fell is None:
        return Saying("calm", gettext("Nothing lay there that could be challenged."), advice=_next(game))
    words = given.words if game.ruleset.switches["challenge.answer"] == "each_word" else ()
    reasons = tuple(f"{word}: {gettext('does not count')}" for word in words)
    return Saying("refused", _calm(game, fell), reasons=reasons, advice=_next(game))


def of_turn(game: Game, turn: Turn) -> Saying:
    """What there is to say of one turn."""
    if turn.status is Status.UNEXPLAINED:
        return _unexplained(game, turn)
    if turn.status in _CALM:
        notes = (*changed_in_words(turn), *settled_in_words(game, turn.settled))
        return Saying("calm", _calm(game, turn), advice=_after(game, turn) or _next(game), notes=notes)
    if turn.status is Status.ILLEGAL:
        faults = faults_in_words(game.ruleset, turn.ruling.infractions) if turn.ruling else ()
        headline = gettext("%(player)s: this play is not allowed.", player=turn.player)
        return Saying("refused", headline, reasons=faults)
    return _laid(game, turn)


def _unexplained(game: Game, turn: Turn) -> Saying:
    """A look that shows what nobody told, or that was left as it is."""
    words, notes = ground_words(game.ruleset), settled_in_words(game, turn.settled)
    if turn.score is not None:
        return Saying("calm", gettext(words.counts_as_it_lies) + ".", advice=_next(game), notes=notes)
    return Saying("asked", gettext(words.untold), advice=gettext(words.say_untold), notes=notes)


def _laid(game: Game, turn: Turn) -> Saying:
    """A play with its words; or without points, as long as somebody has to answer first, here or of an older play."""
    is_open = turn.status is Status.OPEN
    return Saying(
        "asked" if turn.questions or is_open else "ruled",
        gettext("%(player)s played", player=turn.player),
        words=turn.ruling.words if turn.ruling else (),
        fresh=frozenset(turn.move.tiles) if isinstance(turn.move, Play) else frozenset(),
        blanks=frozenset(square for square, tile in _lying(game, turn).items() if tile.is_blank),
        asked=asked_squares(game),
        bonus=turn.ruling.bonus if turn.ruling else 0,
        score=turn.score,
        advice=gettext("The score waits for an answer.") if is_open else _after(game, turn),
        pending=turn.pending,
        marks={square: tile.multiplier for square, tile in _lying(game, turn).items() if tile.multiplier > 1},
        notes=(*changed_in_words(turn), *settled_in_words(game, turn.settled)),
    )


def _lying(game: Game, turn: Turn) -> Mapping[Square, Tile]:
    """What lay there in a turn, old and new."""
    before = game.position_before(turn.number).tiles
    return {**before, **turn.move.tiles} if isinstance(turn.move, Play) else before


def _after(game: Game, turn: Turn) -> str:
    """What is to be done after a turn; "" if that is clear."""
    return next_round_in_words(game) if is_round_over(game, turn) else ""


def _refused(game: Game, look: LookRefused) -> Saying:
    """A look that led to nothing."""
    faults = faults_in_words(game.ruleset, look.infractions)
    if faults:
        advice = gettext(ground_words(game.ruleset).mend)
        return Saying("refused", gettext("This play is not allowed."), reasons=faults, advice=advice)
    reason, cure = (as_played(game.ruleset, said) for said in (look.reason or _UNSEEN, look.cure))
    squares = first_few(look.squares) if game.ruleset.has_board else ", ".join(cards_on(game, look.squares))
    reason = gettext(reason).replace("{squares}", squares)
    advice = gettext(cure).replace("{squares}", squares) if cure else ""
    if look.code in WAITING | HINTS:
        return Saying("calm", reason, advice=advice)
    return Saying("refused", gettext("Nothing was written down."), reasons=(reason,), advice=advice)


def _begun(game: Game, *, has_camera: bool) -> Saying:
    """Before the first turn."""
    if game.must_draw:
        return Saying("calm", gettext("Draw again: %(players)s.", players=", ".join(game.must_draw)))
    words = ground_words(game.ruleset)
    advice = gettext(words.first_word_pressed if has_camera else words.first_word_written)
    return Saying("calm", gettext("%(player)s begins.", player=game.on_turn), advice=advice)


def _ended(game: Game) -> Saying:
    """After the last turn; who has won is told once what was left is."""
    if not game.is_counted:
        return Saying("calm", gettext("The game is over."), advice=gettext(ground_words(game.ruleset).what_is_left))
    winners = game.winners
    if not winners:
        return Saying("asked", gettext("The game is over."), advice=gettext("The score waits for an answer."))
    if len(winners) == 1:
        return Saying("ruled", gettext("%(player)s wins!", player=winners[0]), score=game.totals[winners[0]])
    told = gettext("A shared win: %(players)s.", players=", ".join(winners))
    return Saying("ruled", told, score=game.totals[winners[0]])


def _next(game: Game) -> str:
    """Whose turn it is now; "" while nobody knows, and once the game is over."""
    plays = sure_to_play(game)
    return gettext("Next: %(player)s.", player=plays) if plays else ""


def _calm(game: Game, turn: Turn) -> str:
    """What is said of a turn that leaves nothing on the board."""
    return _CALM[turn.status](turn, ground_words(game.ruleset))


def _exchanged(turn: Turn, _: GroundWords) -> str:
    """An exchange in words."""
    count, player = turn.move.count if isinstance(turn.move, Exchange) else 0, turn.player
    return ngettext("%(player)s exchanged %(num)d tile.", "%(player)s exchanged %(num)d tiles.", count, player=player)


def _fell(turn: Turn, words: GroundWords) -> str:
    """A play whose word did not count, and what that cost."""
    return f"{gettext(words.takes_back, player=turn.player)} {gain(turn.score) if turn.score else ''}".rstrip()


def _adjusted(turn: Turn, _: GroundWords) -> str:
    """Points outside the plays, and what for."""
    is_time = isinstance(turn.move, Adjustment) and turn.move.reason == "time"
    what = gettext("for the time") if is_time else gettext("for the challenge")
    return f"{turn.player}: {what} {gain(turn.score or 0)}"


_CALM: Mapping[Status, Callable[[Turn, GroundWords], str]] = {
    Status.PASSED: lambda turn, _: gettext("%(player)s passed.", player=turn.player),
    Status.EXCHANGED: _exchanged,
    Status.TIMED_OUT: lambda turn, _: gettext("Time was up for %(player)s.", player=turn.player),
    Status.LOST: lambda turn, _: gettext("%(player)s sits this turn out.", player=turn.player),
    Status.WITHDRAWN: lambda turn, _: gettext("%(player)s took the play back.", player=turn.player),
    Status.FELL: _fell,
    Status.ADJUSTED: _adjusted,
}
"""What is said of the turns that leave nothing on the board."""
