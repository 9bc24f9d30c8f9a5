"""What stands behind a row of the protocol: its photograph, what was read there, its words and its arithmetic."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from flask import Blueprint, Response, abort, render_template

from pi_referee.protocol.ground_words import ground_words
from pi_referee.protocol.origins import Origin, origins
from pi_referee.protocol.scoresheet import entries_of
from pi_referee.rules.board.square import Square
from pi_referee.rules.course.game import Game
from pi_referee.rules.course.happenings import (
    ALONG_KEY,
    ARROW_KEY,
    JOKER_KEY,
    LETTER_KEY,
    MULTIPLIER_KEY,
    VALUE_KEY,
    Answered,
    PlayLaid,
    Surprised,
)
from pi_referee.rules.course.script import Entry
from pi_referee.rules.course.standing import Turn
from pi_referee.rules.plays.play import Play
from web.drawing.card_drawing import Spread
from web.drawing.ground_drawing import ground_of
from web.editing.play_draft import standing
from web.live.log_follower import Lookout, Table
from web.phrasing.headline import of_turn
from web.phrasing.phrases import faults_in_words
from web.phrasing.sums import Sum, sum_kept, sum_of
from web.phrasing.surprise_phrases import answer_in_words

_KINDS = ("", ARROW_KEY, ALONG_KEY, LETTER_KEY, JOKER_KEY, VALUE_KEY, MULTIPLIER_KEY)
"""What the keys of questions about one square begin with."""


@dataclass(frozen=True, slots=True)
class Read:
    """One square of a play as it was read and as it stands.

    column, row: its place on the photograph. choices: what it might have been, with how likely in percent;
    empty where the reading was sure. answer: what somebody said, or a later look; "" if nobody had to.
    seen_at: the turn of that look, 0 if somebody said it. now: the tile as it stands.
    """

    square: str
    column: int
    row: int
    sign: str
    choices: tuple[tuple[str, int], ...]
    answer: str
    now: str
    seen_at: int = 0


@dataclass(frozen=True, slots=True)
class Evidence:
    """All there is to see of one turn.

    origin: where the turn comes from. running: its player's total after it, as on the sheet, None while open.
    last: the number of the newest turn. settling, kept: the turn that settled its word, and what that brought.
    explained: what had happened, where the board first showed what nobody had told.
    """

    game: int
    turn: Turn
    origin: Origin
    picture: str
    running: int | None
    reads: tuple[Read, ...]
    sums: tuple[Sum, ...]
    faults: tuple[str, ...]
    last: int
    settling: Turn | None = None
    kept: Sum | None = None
    explained: str = ""

    @property
    def is_play(self) -> bool:
        """Whether tiles were laid in this turn."""
        return isinstance(self.turn.move, Play)


def evidence(lookout: Lookout) -> Blueprint:
    """A page for every turn of every game."""
    blueprint = Blueprint("evidence", __name__)

    @blueprint.get("/games/<int:number>/turns/<int:turn>")
    def show(number: int, turn: int) -> Response:
        """Show what stands behind one row of the protocol."""
        table = lookout.table(number)
        if table.game is None or not 1 <= turn <= len(table.game.turns):
            abort(404)
        page = render_template("evidence.html", **_shown(table, table.game, turn))
        return Response(page, headers={"Cache-Control": "no-store"})

    return blueprint


def evidence_of(table: Table, game: Game, number: int) -> Evidence:
    """Gather what there is to see of a turn."""
    turn, origin = game.turns[number - 1], origins(game, table.events)[number - 1]
    settling, kept = _kept(game, turn)
    return Evidence(
        game=table.number,
        turn=turn,
        origin=origin,
        picture=origin.event.picture,
        running=entries_of(game)[number - 1].running,
        reads=_reads(game, turn, origin),
        sums=_sums(game, turn),
        faults=faults_in_words(game.ruleset, turn.ruling.infractions) if turn.ruling else (),
        last=len(game.turns),
        settling=settling,
        kept=kept,
        explained=_explained(game, table, origin),
    )


def _explained(game: Game, table: Table, origin: Origin) -> str:
    """What had happened on the board where a turn comes from a surprise; "" where it does not, or nobody has said."""
    made = next((event.happening for event in table.events if event.id == origin.event.id), None)
    key = made.question.key if isinstance(made, Surprised) else ""
    said = [told for told in game.happenings if isinstance(told, Answered) and told.question == key]
    return answer_in_words(game, said[-1]) if said else ""


def _shown(table: Table, game: Game, number: int) -> Mapping[str, object]:
    """Everything the page of a turn needs."""
    found = evidence_of(table, game, number)
    after, ground = game.steps[number - 1].after, ground_of(game.ruleset)
    return {
        "evidence": found,
        "saying": of_turn(game, found.turn),
        "rules": game.ruleset,
        "edition": game.edition,
        "ground": ground,
        **ground.drawn(),
        **ground.laid(Spread(after.position, after.spent, new=_squares(found.turn))),
        "marks": tuple(ground.mark(square, "wrong", "!") for square in _squares(found.turn) if found.faults),
        "size": ground.photo_size,
        "words": ground_words(game.ruleset),
        "was": standing(game, number),
        "players": game.players,
    }


def _squares(turn: Turn) -> frozenset[Square]:
    """The squares a turn's tiles were laid on."""
    if not isinstance(turn.move, Play):
        return frozenset()
    return frozenset(turn.move.tiles) | ({turn.move.stop} if turn.move.stop else set())


def _sums(game: Game, turn: Turn) -> tuple[Sum, ...]:
    """Every word of a turn as a sum; none for a play that may not lie so."""
    if turn.ruling is None or not isinstance(turn.move, Play):
        return ()
    lying = {**game.position_before(turn.number).tiles, **turn.move.tiles}
    return tuple(sum_of(word, fresh=turn.move.tiles, lying=lying) for word in turn.ruling.words)


def _kept(game: Game, turn: Turn) -> tuple[Turn | None, Sum | None]:
    """The turn that settled a turn's word, and what the cards brought that it did not take; None twice if none has.

    Nor where what was laid is no word as it is read: some answer to what is asked of it may make it one.
    """
    settling = next((one for one in game.turns if one.settled is not None and one.settled.turn == turn.number), None)
    if settling is None or turn.ruling is None or not turn.ruling.words:
        return None, None
    lying = game.position_before(settling.number).tiles
    took = settling.ruling.words[0].letters if settling.ruling and settling.ruling.words else ()
    taken = {letter.square for letter in took}
    kept = [letter.square for letter in turn.ruling.words[0].letters if letter.square not in taken]
    return settling, sum_kept(kept, lying, game.ruleset)


def _reads(game: Game, turn: Turn, origin: Origin) -> tuple[Read, ...]:
    """What was read on each square, what was asked, and what it is now."""
    laid = origin.event.happening
    if not isinstance(laid, PlayLaid) or not isinstance(turn.move, Play):
        return ()
    entry = game.script.entries[turn.number - 1]
    squares = sorted({*_squares(turn), *laid.play.tiles, *({laid.play.stop} if laid.play.stop else set())})
    return tuple(_read(square, laid, turn.move, entry) for square in squares)


def _read(square: Square, laid: PlayLaid, now: Play, entry: Entry) -> Read:
    """One square of a play."""
    about = {f"{kind}{square}" for kind in _KINDS}
    asked = (doubt for doubt in laid.doubts if doubt.key in {str(square), f"{LETTER_KEY}{square}"})
    choices = next((doubt.choices for doubt in asked), ())
    said = [str(answer) for key, answer in entry.answers if key in about and isinstance(answer, str)]
    return Read(
        square=str(square),
        column=square.column,
        row=square.row,
        sign=_sign(laid.play, square),
        choices=tuple((letter, round(100 * likely)) for letter, likely in choices),
        answer=said[-1] if said else "",
        now=_sign(now, square),
        seen_at=max((at for key, at in entry.seen.items() if key in about), default=0),
    )


def _sign(play: Play, square: Square) -> str:
    """What a play has on a square: a tile's sign, "#" a stop tile, "." nothing."""
    if square == play.stop:
        return "#"
    return str(play.tiles[square]) if square in play.tiles else "."
