"""Laying a board again for a game that goes on days later: what belongs where, and whether the camera sees it there."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flask import Blueprint, Response, abort, render_template, request

from pi_referee.protocol.ground_words import GroundWords, ground_words
from pi_referee.rules.board.position import Position
from pi_referee.rules.board.square import Axis, Square
from pi_referee.rules.course.game import Game
from pi_referee.rules.course.terms import sure_to_play
from pi_referee.rules.plays.fault_texts import first_few
from pi_referee.table_link.table_messages import Lying
from web.drawing.board_drawing import Mark
from web.drawing.card_drawing import Spread
from web.drawing.ground_drawing import ground_of
from web.live.has_camera import has_camera
from web.live.log_follower import Lookout, Table
from web.live.table_client import Sightline
from web.phrasing.language import gettext
from web.phrasing.lying_rows import stretches, words_of_cards
from web.resume.compare_board import BLANK, NOTHING, STOP, Amiss, amiss
from web.security.pairing import may_play

_SIGNS = {"missing": "+", "wrong": "!", "extra": "×", "unclear": "?"}


@dataclass(frozen=True, slots=True)
class Checked:
    """What the camera says of a board that was laid again.

    trouble, cure: why it cannot say anything. wrong: what is not as it should be; unclear: what it cannot tell.
    photo: the squared photograph as a data address.
    """

    trouble: str = ""
    cure: str = ""
    wrong: tuple[str, ...] = ()
    unclear: tuple[str, ...] = ()
    marks: tuple[Mark, ...] = ()
    photo: str = ""

    @property
    def is_right(self) -> bool:
        """Whether every square was read, and is as it should be."""
        return not (self.trouble or self.wrong or self.unclear)


@dataclass(frozen=True, slots=True)
class Run:
    """Tiles side by side: the first one's place, which way they run, and their signs; small letters are blanks."""

    place: str
    way: str
    signs: str


def laying(lookout: Lookout, line: Sightline) -> Blueprint:
    """The page that shows how to lay the board again."""
    blueprint = Blueprint("laying", __name__)

    @blueprint.get("/games/<int:number>/laying")
    def show(number: int) -> Response:
        """Show which tiles to lay where, so that a game can go on; with ?check, what the camera sees of them."""
        table = lookout.table(number)
        if table.game is None:
            abort(404)
        can_check = may_play() and has_camera() and number == lookout.look().number
        checked = check(table, line) if can_check and "check" in request.args else None
        page = render_template(
            "laying.html",
            **_laid_out(table.game),
            number=number,
            can_check=can_check,
            checked=checked,
            marks=checked.marks if checked else (),
        )
        return Response(page, headers={"Cache-Control": "no-store"})

    return blueprint


def check(table: Table, line: Sightline) -> Checked:
    """Look once, and compare what lies on the board with the game."""
    lying, photo = line.read()
    trouble, cure = trouble_of(lying, table.number)
    if trouble or table.game is None:
        return Checked(trouble, cure)
    ground = ground_of(table.game.ruleset)
    words = ground_words(table.game.ruleset)
    found = amiss(table.game.position, lying, spent=table.game.spent)
    return Checked(
        wrong=tuple(_in_words(one, words) for one in found if one.kind != "unclear"),
        unclear=tuple(_in_words(one, words) for one in found if one.kind == "unclear"),
        marks=tuple(ground.mark(one.square, one.kind, _SIGNS[one.kind]) for one in found),
        photo=as_address(photo),
    )


def trouble_of(lying: Lying, number: int) -> tuple[str, str]:
    """Why a look tells nothing about a game, and what to do; two times "" if it does."""
    if lying.says:
        return gettext(lying.says), gettext(lying.cure) if lying.cure else ""
    if not lying.game:
        return gettext("No picture comes. Is the program that watches the table running?"), ""
    if lying.game != number:
        return gettext("The camera watches another game just now."), gettext("Wait a moment, then look again.")
    if lying.covered:
        what = gettext("Something lies over the board: %(squares)s.", squares=first_few(lying.covered))
        return what, gettext("Take it away, then look again.")
    return "", ""


def named(sign: str, words: GroundWords) -> str:
    """What lies on a square, in words."""
    names = {BLANK: gettext(words.blank), STOP: gettext("a stop tile"), NOTHING: gettext("nothing")}
    return names.get(sign, sign)


def as_address(photo: bytes) -> str:
    """A photograph as an address that needs no file; "" if there is none."""
    return f"data:image/jpeg;base64,{base64.b64encode(photo).decode()}" if photo else ""


def _in_words(one: Amiss, words: GroundWords) -> str:
    """What is amiss on a square."""
    lies, belongs = named(one.lies, words), named(one.belongs, words)
    match one.kind:
        case "missing":
            return gettext("%(square)s: %(belongs)s is missing.", square=one.square, belongs=belongs)
        case "extra":
            return gettext("%(square)s: %(lies)s is too much; nothing belongs there.", square=one.square, lies=lies)
        case "wrong":
            return gettext(
                "%(square)s: %(lies)s lies there; %(belongs)s belongs there.",
                square=one.square, lies=lies, belongs=belongs,
            )  # fmt: skip
    return gettext("%(square)s cannot be read for sure; %(belongs)s belongs there.", square=one.square, belongs=belongs)


def _laid_out(game: Game) -> Mapping[str, object]:
    """What lies on a game's board: drawn, and row by row."""
    ground = ground_of(game.ruleset)
    return {
        "rules": game.ruleset,
        "edition": game.edition,
        "ground": ground,
        **ground.drawn(),
        **ground.laid(Spread(game.position)),
        "words": ground_words(game.ruleset),
        "runs": runs(game),
        "on_turn": sure_to_play(game),
        "has_arrows": bool(game.position.arrows),
    }


def runs(game: Game) -> tuple[Run, ...]:
    """What lies side by side: on a board row by row, on a table the words both ways; a lone card is a word of one."""
    signs = _signs_of(game.position)
    if game.ruleset.has_board:
        return tuple(_run(Axis.ACROSS, squares, signs) for squares in stretches(signs, Axis.ACROSS))
    return tuple(_run(axis, places, signs) for axis, places in words_of_cards(signs))


def _signs_of(position: Position) -> dict[Square, str]:
    """What lies on each square, as it is written."""
    signs = {square: str(tile) for square, tile in position.tiles.items()} | dict.fromkeys(position.stops, "#")
    return signs | {square: f"/{signs[square]}" for square in position.arrows if square in signs}


def _run(axis: Axis, places: Sequence[Square], signs: Mapping[Square, str]) -> Run:
    """Places side by side, with what lies there."""
    return Run(str(places[0]), "→" if axis is Axis.ACROSS else "↓", " ".join(signs[one] for one in places))
