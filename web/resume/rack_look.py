"""What is left on a rack, laid where the camera reads it: proposed, never recorded before the player says so."""

from __future__ import annotations

from flask import Blueprint, Response, abort, jsonify

from pi_referee.protocol.ground_words import ON_A_BOARD
from pi_referee.rules.board.square import Square
from pi_referee.rules.course.game import Game
from pi_referee.rules.plays.fault_texts import first_few
from web.drawing.ground_drawing import ground_of
from web.live.log_follower import Lookout
from web.live.table_client import Sightline
from web.phrasing.language import gettext
from web.resume.compare_board import BLANK, NOTHING, disturbed, loose
from web.resume.lay_again import as_address, named, trouble_of
from web.security.pairing import may_play


def rack(lookout: Lookout, line: Sightline) -> Blueprint:
    """What the camera reads beside the game's own tiles."""
    blueprint = Blueprint("rack", __name__)

    @blueprint.get("/games/<int:number>/rack")
    def read(number: int) -> Response:
        """Tell which loose tiles lie on the board now; only players may look into the room."""
        table = lookout.table(number)
        if table.game is None or not (size := ground_of(table.game.ruleset).photo_size):
            abort(404)
        if not may_play() or number != lookout.look().number:
            abort(403)
        lying, photo = line.read()
        trouble, cure = trouble_of(lying, number)
        moved = () if trouble else disturbed(table.game.position, lying)
        if moved:
            trouble = gettext(
                "Something on the board lies differently than in the game: %(squares)s.", squares=first_few(moved)
            )
            cure = gettext("Put it right, then look again.")
        if trouble:
            return _answer(says=f"{trouble} {cure}".strip())
        found = loose(table.game.position, lying)
        return _answer(
            tiles=[_tile(square, sign) for square, sign in found.tiles.items()],
            asked=[_question(square, choices, table.game) for square, choices in found.asked.items()],
            photo=as_address(photo),
            size=size,
        )

    return blueprint


def _answer(**what: object) -> Response:
    """What the page is told."""
    answer = jsonify({"says": "", "tiles": [], "asked": [], **what})
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _tile(square: Square, sign: str) -> dict[str, object]:
    """A tile that was read: where, and as it is written among the letters of a rack."""
    return {"square": str(square), "sign": sign or "_", "name": named(sign, ON_A_BOARD)}


def _question(square: Square, choices: tuple[str, ...], game: Game) -> dict[str, object]:
    """What may lie on a square, likeliest first; and always a blank and nothing."""
    known = {*game.ruleset.alphabet, BLANK, "#", NOTHING}
    offered = dict.fromkeys([*(choice for choice in choices if choice in known), BLANK, NOTHING])
    return {
        "square": str(square),
        "row": square.row,
        "column": square.column,
        "what": gettext("What lies on %(square)s?", square=square),
        "choices": [
            {"sign": "" if sign == NOTHING else sign or "_", "name": named(sign, ON_A_BOARD)} for sign in offered
        ],
    }
