"""Squares of which it is asked what lies there: what a later look may show of them, and what it settles."""

from __future__ import annotations

from collections.abc import Mapping

from pi_referee.judge.cards.agreed_cards import TURNS_LEFT
from pi_referee.judge.doubts.seeming_tiles import FAINT, corrected, faces_of, seeming, square_of
from pi_referee.judge.meanings import BLANK, NOTHING, STOP
from pi_referee.judge.untold.kinds import FALLEN, SWAPPED, TOLD
from pi_referee.rules.board.square import Square
from pi_referee.rules.course.game import Game
from pi_referee.rules.course.happenings import (
    EXPLAIN_KEY,
    Answered,
    Question,
    Surprised,
)
from pi_referee.rules.course.script import Fate
from pi_referee.rules.course.standing import Turn
from pi_referee.rules.definition.mode import Mode
from pi_referee.rules.plays.play import Play
from vision.cards.card_sighting import Seen
from vision.sighting import Sighting

_HARDLY = 20
"""How many times likelier than nothing a tile is where nothing lies only if no play can be made else."""
_FAR_LIKELIER = 4
"""How many times likelier than nothing a tile was that lay on a square, if it surely lies there later: half a lamp's
mirror may look like a letter, and hardly like the very one that somebody lays there next."""


def asked_for(game: Game, before: int | None = None) -> Mapping[Square, frozenset[str]]:
    """The squares of which nobody has said yet what lies there, with what it was asked for; nothing for anything.

    That a blank has no name yet is no doubt of what lies there. Of a card whose value or mark is asked for, its letter
    is known. before: a turn, for what was asked before it.
    """
    found, turn = dict[Square, frozenset[str]](), len(game.turns) + 1 if before is None else before
    for number, question in game.open_questions:
        square = square_of(question) if number < turn and _is_doubt(question) else None
        if square is not None and _may_lie(game, number, square, turn):
            found[square] = found.get(square, frozenset()) | _asked_for(game.turns[number - 1], square, question)
    return found


def _asked_for(turn: Turn, square: Square, question: Question) -> frozenset[str]:
    """What a question takes for possible on its square; where it is a letter, a blank or joker in any case."""
    if not question.is_about_print:
        choices = frozenset(dict(question.choices))
        return choices | {BLANK} if choices - {NOTHING, STOP} else choices
    tile = turn.move.tiles.get(square) if isinstance(turn.move, Play) else None
    return frozenset() if tile is None else frozenset({tile.face})


def may_lie(game: Game, before: int | None = None) -> Mapping[Square, frozenset[str]]:
    """The squares on which what is seen is no change, if it is one of these things, or any where none is named.

    It is asked what lies there, or was told why another thing does, or that it is none of what it seems to be.
    before: a turn, for how it was before it.
    """
    told = (one for one in game.happenings if isinstance(one, Answered) and one.question.startswith(EXPLAIN_KEY))
    odd = {(square, one.turn) for one in told for square in _lying_otherwise(game, one)}
    let = {square: frozenset[str]() for square, turn in odd if _laid_before(game, square, turn)}
    seems, asked = _seeming(game, before), asked_for(game, before)
    # Of a card that was told to be another one its mark may still be asked: it seems what it seemed all the same.
    both = {one: seems[one] | asked[one] for one in seems.keys() & asked.keys() if asked[one]}
    return {**seems, **asked, **both, **let}


def seeming_otherwise(game: Game) -> Mapping[Square, frozenset[str]]:
    """The squares of which it was told that another tile lies there than was read, with what was."""
    open_ = asked_for(game).keys()
    return {square: faces for square, faces in _seeming(game, None).items() if square not in open_}


def _seeming(game: Game, before: int | None) -> Mapping[Square, frozenset[str]]:
    """The squares of which somebody said that another tile lies there than any that was asked for, with what was."""
    turn = len(game.turns) + 1 if before is None else before
    now = faces_of(Play(game.standing_before(turn).position.tiles))
    laid = list(enumerate(game.script.entries[: turn - 1], 1))
    again = {
        square: things
        for _, entry in laid
        if entry.fate is Fate.WITHDRAWN
        for square, things in corrected(entry).items()
        if square in now and now[square] == faces_of(entry.done)[square]
    }
    seems = {
        square: things
        for number, entry in laid
        if entry.is_standing_play
        for square, things in seeming(entry).items()
        if _may_lie(game, number, square, turn)
    }
    return {**again, **seems}


def let_be(game: Game, look: Sighting) -> frozenset[Square]:
    """The squares of a board on which what a look shows is no change, or cannot tell while the question is open."""
    open_ = asked_for(game).keys()
    return frozenset(
        square
        for square, things in may_lie(game).items()
        if not things or (seen := surely(look, square)) in things or (seen is None and square in open_)
    )


def _may_lie(game: Game, number: int, square: Square, before: int) -> bool:
    """Whether a turn's tile may lie on a square still before another turn: not taken up, and none laid there since.

    Where words are stolen, cards are taken up in time once they play no more; after a round all are, till somebody
    has laid the first word of the next.
    """
    entries = game.script.entries
    if entries[number - 1].round != _round_lying(game, before):
        return False
    later = [turn for turn in range(number, before - 1) if entries[turn].is_standing_play]
    idle = [turn for turn in later if square not in game.steps[turn].after.position.occupied]
    is_long_ago = game.ruleset.mode is Mode.STEALING and len(idle) > TURNS_LEFT
    dones = (entries[turn].done for turn in later)
    return not is_long_ago and not any(isinstance(done, Play) and square in done.tiles for done in dones)


def _round_lying(game: Game, before: int) -> int:
    """The round whose cards lie there before a turn, if any do: the one before it where nobody may have cleared yet."""
    entries, standing = game.script.entries, game.standing_before(before)
    if standing.position.tiles or not standing.spent:
        return standing.round
    return max((entry.round for entry in entries[: before - 1] if entry.is_standing_play), default=standing.round)


def _lying_otherwise(game: Game, told: Answered) -> tuple[Square, ...]:
    """The squares where another tile lies, or none, as somebody said, and the agreed one counts nevertheless."""
    surprises = (one for one in game.happenings if isinstance(one, Surprised))
    surprise = next((one for one in surprises if one.question.key == told.question), None)
    chosen = int(told.answer) if str(told.answer).isdecimal() else -1
    if surprise is None or not 0 <= chosen < len(surprise.explanations):
        return ()
    explanation = surprise.explanations[chosen]
    return explanation.squares if explanation.kind in {SWAPPED, FALLEN, TOLD} else ()


def _laid_before(game: Game, square: Square, turn: int) -> bool:
    """Whether what lies on a square was laid before a turn."""
    laid = (one.number for one in game.turns if isinstance(one.move, Play) and square in one.move.tiles)
    lying = {**game.spent, **game.position.tiles}
    return square in lying and max(laid, default=turn) < turn


def settled(game: Game, look: Sighting) -> tuple[Answered, ...]:
    """The answers that a look at a board gives to what is still asked about its tiles; seen_at: the turn being played.

    A square that shows a tile that it was asked for holds it. Where perhaps nothing lay, that tile may be new, and
    where a play is gone as a whole, nothing is settled of it.
    """
    turn = len(game.turns) + 1
    return tuple(
        Answered(number, question.key, seen, seen_at=turn)
        for number, question in game.open_questions
        if (seen := _shown(game, game.turns[number - 1], question, look)) is not None
    )


def _shown(game: Game, turn: Turn, question: Question, look: Sighting) -> str | None:
    """The tile that a look shows of those that a question asks for; None where it leaves it open.

    Where one letter was seen in part, or else a blank, any letter may lie.
    """
    square, choices = square_of(question), dict(question.choices)
    seen = None if square is None or not _still_lies(game, turn, look) else surely(look, square)
    if seen is None:
        return None
    letters = {choice for choice in choices if choice.isalpha()}
    in_part = question.is_hidden and len(letters) == 1 and choices.keys() == {*letters, BLANK}
    share = 1.0 if in_part and seen.isalpha() else choices.get(seen, 0.0)
    return seen if share > max(_FAR_LIKELIER * choices.get(NOTHING, 0.0), FAINT) else None


def may_be_nothing(question: Question) -> bool:
    """Whether nothing may well have lain on a square, and is not only named in case no play is possible else."""
    share = dict(question.choices).get(NOTHING)
    return share is not None and share * _HARDLY >= question.choices[0][1]


def shows_another(game: Game, number: int, question: Question, look: Seen) -> bool:
    """Whether a board surely shows what was not thought to lie on a turn's square: another letter, or nothing.

    Where a sure tile of the turn lies there still, nothing was taken back, and that a square is bare says little.
    """
    square, turn = square_of(question), game.turns[number - 1]
    seen = surely(look, square) if isinstance(look, Sighting) and square is not None else None
    if seen is None or not isinstance(look, Sighting) or square is None:
        return False
    if seen == NOTHING:
        return not any(surely(look, one) != NOTHING for one in _sure(game, turn))
    return seen not in _asked_for(turn, square, question)


def may_have_lain(question: Question, look: Seen) -> tuple[str, ...]:
    """What may have lain on a square: all it was asked for, and what surely lies there now if that was not seen well.

    A letter that was half seen may have been another one; where a stop tile was seen well, no letter lay.
    """
    asked, square = tuple(choice for choice, _ in question.choices), square_of(question)
    is_half_seen = question.is_hidden or any(choice.isalpha() for choice in asked)
    if square is None or not is_half_seen or not isinstance(look, Sighting):
        return asked
    seen = surely(look, square)
    return asked if seen is None or seen in {*asked, NOTHING} else (*asked, seen)


def seemed_plain(question: Question, look: Seen) -> bool:
    """Whether a letter surely lies where only a blank was thought of: under a lamp as small as a tile it looks so.

    An answer with a letter would name a blank there, so no answer tells of it.
    """
    square, asked = square_of(question), dict(question.choices)
    if square is None or BLANK not in asked or not isinstance(look, Sighting):
        return False
    return not any(choice.isalpha() for choice in asked) and (surely(look, square) or "").isalpha()


def surely(look: Sighting, square: Square) -> str | None:
    """What surely lies on a square: a letter, "" a blank, "#" a stop tile, "." nothing; None where it is in doubt."""
    if square in look.doubted or square in look.covered:
        return None
    if square in look.stops:
        return STOP
    reading = look.board.get(square)
    return NOTHING if reading is None else reading.letter


def _still_lies(game: Game, turn: Turn, look: Sighting) -> bool:
    """Whether a sure tile of a turn's play lies there still; a play with none to be sure of is taken to."""
    sure = _sure(game, turn)
    return not sure or any(surely(look, square) != NOTHING for square in sure)


def _sure(game: Game, turn: Turn) -> frozenset[Square]:
    """The squares of a turn's play of which nobody is asked."""
    tiles = turn.move.tiles if isinstance(turn.move, Play) else {}
    return frozenset(tiles.keys() - asked_for(game).keys())


def _is_doubt(question: Question) -> bool:
    """Whether it is asked what lies there, and not only what a blank stands for."""
    return bool(question.choices) or question.holds_score
