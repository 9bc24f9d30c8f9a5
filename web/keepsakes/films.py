"""The film of a game on a page: ordered, followed as it is made, looked at and taken along."""

from __future__ import annotations

from flask import Blueprint, Response, abort, redirect, render_template, request, send_file, url_for
from werkzeug.wrappers import Response as Answer

from pi_referee.errors import RefereeError
from pi_referee.protocol.game_record import to_record
from web.keepsakes.film_studio import Studio
from web.live.log_follower import Lookout
from web.phrasing.language import language_in_use
from web.phrasing.phrases import explained

KINDS = {"mp4": "video/mp4", "gif": "image/gif"}
"""The forms in which the page has films made: for players of films, and for messages."""


def films(lookout: Lookout, studio: Studio) -> Blueprint:
    """The page of a game's film, the order for one, and the files."""
    blueprint = Blueprint("films", __name__)

    @blueprint.get("/games/<int:number>/film")
    def show(number: int) -> Response:
        """Show the film, or how far it has got."""
        return _page(studio, number, _name(lookout, studio, number))

    @blueprint.get("/games/<int:number>/film.<kind>")
    def take(number: int, kind: str) -> Answer:
        """Send the film, in pieces if the browser asks so; the page of the film if it has not been made."""
        if kind not in KINDS:
            abort(404)
        path = studio.made(_name(lookout, studio, number), kind)
        if path is None:
            return redirect(url_for("films.show", number=number), code=303)
        name = f"game-{number}.{kind}"
        return send_file(path, KINDS[kind], download_name=name, conditional=True, max_age=0)

    @blueprint.post("/films")
    def make() -> Answer:
        """Have a film made."""
        number, kind = request.form.get("game", default=0, type=int), request.form.get("kind", "")
        if kind not in KINDS:
            abort(400)
        record = _record(lookout, number)
        try:
            studio.begin(record, kind, language_in_use())
        except RefereeError as error:
            return _page(studio, number, studio.name(record, language_in_use()), trouble=error)
        return redirect(url_for("films.show", number=number), code=303)

    return blueprint


def _record(lookout: Lookout, number: int) -> bytes:
    """A game as the other process reads it. Ends in 404 if there is none."""
    table = lookout.table(number)
    if table.game is None:
        abort(404)
    return to_record(table.events).encode()


def _name(lookout: Lookout, studio: Studio, number: int) -> str:
    """What the film of the game is called in the reader's language."""
    return studio.name(_record(lookout, number), language_in_use())


def _page(studio: Studio, number: int, name: str, *, trouble: RefereeError | None = None) -> Response:
    """The page of a film."""
    reel = studio.making(name)
    page = render_template(
        "film.html",
        number=number,
        made=[kind for kind in KINDS if studio.made(name, kind)],
        kinds=tuple(KINDS),
        reel=None if reel is None or reel.is_over else reel,
        has_failed=reel is not None and reel.is_over and studio.made(name, reel.kind) is None,
        complaint=explained(trouble) if trouble else None,
    )
    return Response(page, 409 if trouble else 200, headers={"Cache-Control": "no-store"})
