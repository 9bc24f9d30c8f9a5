"""What lies on the board before the button is pressed, and would score: only where the table agreed to see it."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, Response, abort, render_template

from pi_referee.rules.board.square import Square
from pi_referee.rules.board.tile import Tile
from pi_referee.rules.course.game import Game, follow
from pi_referee.rules.course.happenings import PlayLaid
from pi_referee.rules.plays.fault_texts import first_few
from pi_referee.rules.plays.play import Play
from pi_referee.rules.plays.ruling import ScoredWord
from pi_referee.table_link.table_messages import Lying
from web.live.log_follower import Lookout
from web.live.table_client import Sightline
from web.phrasing.language import gettext
from web.phrasing.phrases import faults_in_words
from web.resume.compare_board import Loose, disturbed, loose
from web.resume.lay_again import trouble_of
from web.security.pairing import may_play

_STOP = "#"


@dataclass(frozen=True, slots=True)
class Ahead:
    """What a press would say as the board lies now; nothing of it is written down.

    told: sentences, where there is no score. words, bonus, score: of the play that lies there, score None without one.
    """

    told: tuple[str, ...] = ()
    words: tuple[ScoredWord, ...] = ()
    bonus: int = 0
    score: int | None = None


def before_press(lookout: Lookout, line: Sightline) -> Blueprint:
    """The page that looks ahead."""
    blueprint = Blueprint("ahead", __name__)

    @blueprint.get("/games/<int:number>/ahead")
    def show(number: int) -> Response:
        """Show what lies there and would score; only players may look, and only where it was agreed."""
        table = lookout.table(number)
        if table.game is None or table.game.ended or not table.game.ruleset.switches.flag("preview"):
            abort(404)
        if not may_play() or number != lookout.look().number:
            abort(403)
        lying, _ = line.read()
        page = render_template("ahead.html", ahead=ahead_of(table.game, number, lying), number=number, game=table.game)
        return Response(page, headers={"Cache-Control": "no-store"})

    return blueprint


def ahead_of(game: Game, number: int, lying: Lying) -> Ahead:
    """What a press would say of what was read on a board."""
    trouble, cure = trouble_of(lying, number)
    if trouble:
        return Ahead((f"{trouble} {cure}".strip(),))
    moved = disturbed(game.position, lying)
    if moved:
        where = first_few(moved)
        return Ahead(
            (gettext("Something on the board lies differently than in the game: %(squares)s.", squares=where),)
        )
    found = loose(game.position, lying)
    if found.asked:
        return Ahead((gettext("The referee would ask about %(squares)s.", squares=first_few(tuple(found.asked))),))
    return _scored(game, found) if found.tiles else Ahead((gettext("Nothing new lies on the board."),))


def _scored(game: Game, found: Loose) -> Ahead:
    """What the rules say of the tiles that lie there."""
    turn = follow(game, PlayLaid(_play(found))).turns[-1]
    if turn.ruling is None or not turn.ruling.is_legal:
        return Ahead(faults_in_words(game.ruleset, turn.ruling.infractions if turn.ruling else ()))
    return Ahead((), turn.ruling.words, turn.ruling.bonus, turn.ruling.score)


def _play(found: Loose) -> Play:
    """The tiles that lie there, as a play; blanks have no letter yet."""
    stops = [square for square, sign in found.tiles.items() if sign == _STOP]
    tiles: dict[Square, Tile] = {square: Tile.with_face(sign) for square, sign in found.tiles.items() if sign != _STOP}
    return Play(tiles, stops[0] if stops else None)
