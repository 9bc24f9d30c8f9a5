"""A game that begins in the middle: what lies on the board already is read, put right by a person, and written down."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from zlib import crc32

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as Answer

from pi_referee.errors import NotationError
from pi_referee.gettext_mark import say
from pi_referee.protocol.ground_words import ground_words
from pi_referee.rules.board.position import EMPTY, Position
from pi_referee.rules.board.square import Square
from pi_referee.rules.course.game import Game
from pi_referee.rules.course.happenings import BoardTaken
from pi_referee.table_link.table_messages import Lying
from web.drawing.board_drawing import Mark
from web.drawing.card_drawing import Spread
from web.drawing.ground_drawing import ground_of
from web.editing.box_count import surplus_of
from web.editing.play_text import read_board, spell_board
from web.editing.told_of_players import told_of
from web.live.has_camera import has_camera
from web.live.log_follower import Lookout, Table
from web.live.log_writer import Scribe
from web.live.table_client import Sightline
from web.phrasing.language import gettext
from web.phrasing.phrases import explained
from web.resume.compare_board import NOTHING, STOP
from web.resume.lay_again import as_address, named, trouble_of
from web.security.pairing import may_play

_MOST_POINTS = 9999
_WHOLE = say("Write a whole number, 9999 at most.")
_OUTDATED = say("Somebody has written down in the meantime what lies there. Look at it, then save again.")


@dataclass(frozen=True, slots=True)
class Found:
    """What the form shows: the tiles as spelled, each player's points, what the camera was not sure of, and its photo.

    complaint: why the form came back. may_insist: whether it may be saved all the same.
    """

    tiles: str
    points: Mapping[str, int] | Mapping[str, str]
    unsure: tuple[str, ...] = ()
    marks: tuple[Mark, ...] = ()
    photo: str = ""
    complaint: str = ""
    may_insist: bool = False


def words_lying(lookout: Lookout, line: Sightline) -> Blueprint:
    """The form, opened; line: the way to look at the table."""
    blueprint = Blueprint("lying", __name__)

    @blueprint.get("/games/<int:number>/board")
    def show(number: int) -> Response:
        """Show the form of what lies there already; with ?look, as the camera reads it."""
        table = lookout.table(number)
        game = _beginning(table)
        can_look = may_play() and has_camera() and number == lookout.look().number
        found = Found(spell_board(game.script.before), game.points_before)
        if can_look and "look" in request.args:
            found = _read(game, number, line)
        return _page(table, game, found, can_look=can_look)

    return blueprint


def taking(scribe: Scribe) -> Blueprint:
    """What is sent from that form."""
    blueprint = Blueprint("taking", __name__)

    @blueprint.post("/boards")
    def take() -> Answer:
        """Write down what lies there, and the points that the players bring along."""
        number = request.form.get("game", default=0, type=int)
        scribe.write(_still_unsaid, game=number)
        return redirect(url_for("setup.draw", number=number) if "draw" in request.form else "/", code=303)

    return blueprint


def _beginning(table: Table) -> Game:
    """The game, as long as nobody has had a turn. Ends in 404 for another, and where nothing is laid on a board."""
    if table.game is None or not table.game.ruleset.has_board or table.game.turns:
        abort(404)
    return table.game


def _still_unsaid(table: Table) -> BoardTaken | None:
    """What the form says; None where it stands there already, as after a second tap.

    Ends in the form again where it cannot be written down.
    """
    game = _beginning(table)
    found = Found(request.form.get("tiles", ""), _typed(game))
    try:
        taken = _taken(game)
    except NotationError as error:
        told = explained(error)
        sentence = f"{told['where']}: {told['what']} {told['cure']}".removeprefix(": ")
        abort(_page(table, game, replace(found, complaint=sentence)))
    if _is_outdated(game, taken):
        abort(_page(table, game, replace(found, complaint=gettext(_OUTDATED))))
    surplus = "" if "anyway" in request.form else surplus_of(game, taken)
    if surplus:
        abort(_page(table, game, replace(found, complaint=surplus, may_insist=True)))
    return None if _is_so(game, taken) else taken


def _is_so(game: Game, taken: BoardTaken) -> bool:
    """Whether it stands there already."""
    lying = Position(taken.tiles, taken.stops, taken.arrows)
    return (game.script.before, game.points_before) == (lying, taken.points)


def _is_outdated(game: Game, taken: BoardTaken) -> bool:
    """Whether somebody has written down otherwise what lies there since the form was opened."""
    return request.form.get("was", "") != _stands(game) and not _is_so(game, taken)


def _stands(game: Game) -> str:
    """What lies there and the points, in one short mark that changes with them, and not with the players' names."""
    told = f"{spell_board(game.script.before)} {sorted(game.points_before.values())}"
    return f"{crc32(told.encode()):08x}"


def _taken(game: Game) -> BoardTaken:
    """What the form says. Raises NotationError for what is no board of this game, or no number of points."""
    lying = read_board(request.form.get("tiles", ""), game.ruleset)
    points = {player: _number(player, told) for player, told in _typed(game).items()}
    return BoardTaken(lying.tiles, lying.stops, lying.arrows, points)


def _typed(game: Game) -> Mapping[str, str]:
    """The points that each player brings along, as the form says. Ends in 400 where it lacks somebody's."""
    told = told_of(game.players, "points")
    return told if len(told) == len(game.players) else abort(400)


def _number(player: str, told: str) -> int:
    """A number of points; nothing written is none. Raises NotationError for what is no number."""
    plain = told.strip().replace("−", "-").removeprefix("+") or "0"
    if not plain.removeprefix("-").isdecimal() or abs(int(plain)) > _MOST_POINTS:
        raise NotationError(say("This is no number of points."), where=f"{player}, {told.strip()}", cure=_WHOLE)
    return int(plain)


def _read(game: Game, number: int, line: Sightline) -> Found:
    """What the camera reads on the board; a doubt is shown as its likeliest, and marked."""
    lying, photo = line.read()
    trouble, cure = trouble_of(lying, number)
    if trouble:
        return Found("", game.points_before, complaint=f"{trouble} {cure}".strip())
    ground, words = ground_of(game.ruleset), ground_words(game.ruleset)
    unsure = tuple(
        f"{square}: {', '.join(named(choice, words) for choice in choices)}?"
        for square, choices in lying.doubts.items()
    )
    marks = tuple(ground.mark(Square.parse(square), "unclear", "?") for square in lying.doubts)
    return Found(_spelled(lying), game.points_before, unsure, marks, as_address(photo))


def _spelled(lying: Lying) -> str:
    """What was read, as it is spelled in the form."""
    likely = {square: choices[0] for square, choices in lying.doubts.items() if choices and choices[0] != NOTHING}
    signs = {**lying.tiles, **dict.fromkeys(lying.stops, STOP), **likely}
    return " ".join(f"{square}={signs[str(square)] or '_'}" for square in sorted(map(Square.parse, signs)))


def _page(table: Table, game: Game, found: Found, *, can_look: bool = False) -> Response:
    """The form."""
    ground = ground_of(game.ruleset)
    page = render_template(
        "words_lying.html",
        found=found,
        number=table.number,
        was=_stands(game),
        can_look=can_look,
        is_draw="draw" in request.values,
        rules=game.ruleset,
        edition=game.edition,
        words=ground_words(game.ruleset),
        ground=ground,
        **ground.drawn(),
        **ground.laid(Spread(EMPTY)),
    )
    return Response(page, 422 if found.complaint else 200, headers={"Cache-Control": "no-store"})
