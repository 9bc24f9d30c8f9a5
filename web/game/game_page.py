"""The page of the game, what it asks for when it cannot hold a stream, and the photographs."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from flask import Blueprint, Response, abort, jsonify, render_template, request, send_from_directory

from pi_referee.protocol.ground_words import ground_words
from pi_referee.rules.course.game import Game
from pi_referee.rules.course.happenings import GameBegan
from web.drawing.ground_drawing import ground_of
from web.game.table_state import Artist
from web.live.log_follower import Lookout
from web.phrasing.language import language_in_use
from web.phrasing.phrases import explained
from web.security.inline_assets import AGAIN, BEGIN, STYLE

STATIC = Path(__file__).parents[1] / "static"
"""Where the page's own files are."""


def pages(lookout: Lookout, artist: Artist, pictures: Path) -> Blueprint:
    """Everything that is looked at; pictures: folder of the squared photographs."""
    blueprint = Blueprint("pages", __name__)
    still = Still()

    @blueprint.get("/")
    def table() -> Response:
        """Show the newest game, or that there is none yet."""
        return shown(is_spectator=False)

    @blueprint.get("/look")
    def look() -> Response:
        """Show the same with nothing to press, for a screen on the wall."""
        return shown(is_spectator=True)

    def shown(*, is_spectator: bool) -> Response:
        """The page of the newest game."""
        seen = lookout.look()
        state = artist.state(seen)
        if seen.game is None:
            trouble = lookout.view.trouble
            page = render_template("waiting.html", state=state, damage=explained(trouble) if trouble else None)
        else:
            page = _table(seen.game, {**state, "is_spectator": is_spectator}, still.of(seen.game))
        return Response(page, headers={"Cache-Control": "no-store"})

    @blueprint.get("/state")
    def state() -> Response:
        """Tell a page without a stream what is new to it, if anything is."""
        since = request.args.get("since", default=-1, type=int)
        seen = lookout.look()
        is_known = seen.newest == since and request.args.get("beside", "") == artist.beside.mark()
        answer = Response(status=204) if is_known else jsonify(artist.state(seen))
        answer.headers["Cache-Control"] = "no-store"
        return answer

    _add_files(blueprint, pictures)
    return blueprint


def _add_files(blueprint: Blueprint, pictures: Path) -> None:
    """What a page asks for besides; pictures: folder of the squared photographs."""

    @blueprint.get("/worker.js")
    def worker() -> Response:
        """Send what keeps the newest table on a device; from here it may do so for every page."""
        return send_from_directory(STATIC, "worker.js", max_age=0)

    @blueprint.get("/pictures/<name>")
    def picture(name: str) -> Response:
        """Send a turn's photograph; a name is used once, so a browser may keep it."""
        if not name.endswith(".jpg"):
            abort(404)
        return send_from_directory(pictures, name, max_age=7 * 24 * 3600)


class Still:
    """What of a page stays the same all through a game, drawn once in each language: the empty board, and its signs."""

    def __init__(self) -> None:
        """Nothing is drawn yet."""
        self._drawn: dict[str, tuple[GameBegan, Mapping[str, str]]] = {}

    def of(self, game: Game) -> Mapping[str, str]:
        """The HTML of the empty board and of the legend beside it."""
        language = language_in_use()
        known = self._drawn.get(language)
        if known is None or known[0] != game.began:
            known = (game.began, _still(game))
            self._drawn[language] = known
        return known[1]


def _still(game: Game) -> Mapping[str, str]:
    """Draw the board or table, and its legend."""
    ground = ground_of(game.ruleset)
    return {
        "board": render_template(ground.under, **ground.drawn()),
        "legend": render_template(ground.legend, **ground.explained()),
        "view": ground.view,
    }


def _table(game: Game, state: Mapping[str, object], still: Mapping[str, str]) -> str:
    """The whole page of a game: what stays the same all through it, with the regions that change."""
    return render_template(
        "table.html",
        style=STYLE,
        again=AGAIN,
        begin=BEGIN,
        state=state,
        rules=game.ruleset,
        edition=game.edition,
        still=still,
        words=ground_words(game.ruleset),
        is_spectator=state["is_spectator"],
    )
