"""Is the board on the table the game's? One look while it is empty, and what is printed otherwise is shown."""

from __future__ import annotations

from collections.abc import Iterator

from flask import Blueprint, Response, render_template, request

from pi_referee.rules.board.square import Square
from pi_referee.rules.definition.editions import editions_of
from pi_referee.rules.definition.library import ruleset, ruleset_names
from pi_referee.rules.definition.ruleset import Ruleset
from pi_referee.table_link.table_messages import Compared, Kind
from web.drawing.board_drawing import EDGE, Mark, draw_board, draw_mark
from web.live.log_follower import Lookout
from web.live.table_client import Sightline
from web.phrasing.language import gettext
from web.phrasing.square_words import in_words
from web.security.pairing import may_play


def empty_board(lookout: Lookout, line: Sightline) -> Blueprint:
    """The page that looks at the empty board."""
    blueprint = Blueprint("empty_board", __name__)

    @blueprint.get("/board")
    def show() -> Response:
        """Show the game's board; with ?look, how the one on the table compares with it."""
        rules, edition = chosen(lookout)
        seen = line.compare(rules.name, edition) if may_play() and "look" in request.args else None
        page = render_template(
            "empty_board.html",
            games=choices(),
            editions=editions_of(rules.name),
            rules=rules,
            edition=edition,
            board=draw_board(rules.layout),
            edge=EDGE,
            seen=seen,
            trouble=trouble_of(seen) if seen else (),
            kinds=tuple(_kinds(seen, rules)) if seen else (),
            amiss=tuple(_amiss(seen, rules)) if seen else (),
            marks=tuple(_marks(seen)) if seen else (),
            without_board=without_board(lookout),
        )
        return Response(page, headers={"Cache-Control": "no-store"})

    return blueprint


def choices() -> list[tuple[Ruleset, tuple[str, ...]]]:
    """The games with a board, each with its editions."""
    return [(ruleset(name), editions_of(name)) for name in board_names()]


def board_names() -> list[str]:
    """The names of the games that are played on a board."""
    return [name for name in ruleset_names() if ruleset(name).has_board]


def chosen(lookout: Lookout) -> tuple[Ruleset, str]:
    """The game and edition that the address names, else those that are being played; always a game with a board."""
    playing = lookout.look().game
    now = playing if playing and playing.ruleset.has_board else None
    game = request.values.get("game", "")
    if game not in board_names():
        game = now.began.game if now else "alfapet-sv"
    played = now.edition if now and now.began.game == game else "light"
    edition = request.values.get("edition", "")
    return ruleset(game), edition if edition in editions_of(game) else played


def without_board(lookout: Lookout) -> Ruleset | None:
    """The game that is being played, if it has no board to be looked at."""
    game = lookout.look().game
    return None if game is None or game.ruleset.has_board else game.ruleset


def trouble_of(seen: Compared) -> tuple[str, ...]:
    """Why nothing was compared, and what to do; nothing if it was."""
    if seen.error:
        return tuple(gettext(text) for text in (seen.error.what, seen.error.cure) if text)
    if seen.fits is None:
        return (gettext("No picture comes. Is the program that watches the table running?"),)
    return ()


def _kinds(seen: Compared, rules: Ruleset) -> Iterator[tuple[Kind, str, str, str]]:
    """Each kind of squares: itself, its colour in the drawing, what it does, and how it looks."""
    names = {kind.code: in_words(kind.does) for kind in seen.kinds}
    for kind in seen.kinds:
        yield kind, rules.layout.colours.get(kind.code, "#cdbc9b"), names[kind.code], _looks(kind, names)


def _looks(kind: Kind, names: dict[str, str]) -> str:
    """How the squares of one kind look."""
    if kind.looks_like:
        return gettext("look like “%(kind)s”", kind=names.get(kind.looks_like, kind.looks_like))
    return gettext("look alike") if kind.alike else gettext("do not look alike")


def _amiss(seen: Compared, rules: Ruleset) -> Iterator[str]:
    """Each square that is printed otherwise, in words."""
    does = {rules.layout.code(square): rules.layout.token(square) for square in rules.layout.squares()}
    for odd in seen.differs:
        should, looks = in_words(does[odd.should]), in_words(does[odd.looks_like])
        yield gettext(
            "%(square)s should be “%(should)s” and looks like “%(looks)s”.",
            square=odd.square, should=should, looks=looks,
        )  # fmt: skip


def _marks(seen: Compared) -> Iterator[Mark]:
    """What is marked on the drawing: what differs, what could not be compared, and what is asked about."""
    marks = dict.fromkeys(seen.minus.squares if seen.minus else (), ("missing", "?"))
    marks |= dict.fromkeys(seen.tiles, ("unclear", "×"))
    marks |= {odd.square: ("wrong", "!") for odd in seen.differs}
    yield from (draw_mark(Square.parse(name), kind, sign) for name, (kind, sign) in marks.items())
