"""Pairing a browser with the table: looking is open, playing is for those who can press the button."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, Flask, Response, g, jsonify, redirect, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.wrappers import Response as Answer

from web.phrasing.language import gettext
from web.security.guard import TOKEN_COOKIE
from web.security.keys import Keys

KEY_COOKIE = "player"
"""Cookie that holds a paired browser's secret."""

_YEAR = 365 * 24 * 3600
OPEN_TO_ALL = frozenset({"language.choose", "pairing.ask", "pairing.enter"})
"""What may be sent by a browser that is not paired."""

OPEN_TO_LOOK = frozenset(
    {"health.healthz", "static", "pairing.page", "pairing.wait", "pairing.state", "invitation.show"}
)
"""What may be looked at where looking is closed."""


def may_play() -> bool:
    """Whether the browser of this request is paired."""
    return bool(g.get("may_play", False))


def keep_rights(app: Flask, keys: Keys, *, is_open: bool) -> None:
    """Let only paired browsers play; is_open: whether the others may look."""

    @app.before_request
    def check() -> ResponseReturnValue | None:
        """Note whether this browser may play, and send others to the pairing."""
        g.may_play = keys.knows(request.cookies.get(KEY_COOKIE, ""))
        if g.may_play or request.endpoint is None:
            return None
        if request.method in {"GET", "HEAD", "OPTIONS"}:
            is_allowed = is_open or request.endpoint in OPEN_TO_LOOK
            return None if is_allowed else redirect("/pair", code=303)
        return None if request.endpoint in OPEN_TO_ALL else (_refusal(), 403)


def _refusal() -> str:
    """Why a browser that is not paired may not do this, and how it may."""
    return render_template(
        "trouble.html",
        heading=gettext("Only for players"),
        what=gettext("This browser may look, but not play."),
        where="",
        cure=gettext("Pair it with the table first."),
        address="/pair",
        link=gettext("Pair this browser"),
        retry=False,
    )


def pairing(keys: Keys, now: Callable[[], str]) -> Blueprint:
    """The pages of the pairing; now tells the time, ISO."""
    blueprint = Blueprint("pairing", __name__)
    _add_pages(blueprint, keys)
    _add_forms(blueprint, keys, now)
    return blueprint


def _add_pages(blueprint: Blueprint, keys: Keys) -> None:
    """What is looked at."""

    @blueprint.get("/pair")
    def page() -> Response:
        """Show whether this browser may play, and how it may."""
        return _page("pair.html")

    @blueprint.get("/pair/wait")
    def wait() -> Answer:
        """Show what to do now, within a minute."""
        asked = keys.request_of(_browser())
        if asked is None:
            return redirect("/pair", code=303)
        return _page("pair_wait.html", has_bell=asked.has_bell, is_wrong=asked.wrong > 0)

    @blueprint.get("/pair/state")
    def state() -> Response:
        """Tell whether the button has been pressed, or the time is over."""
        answer = jsonify(asked=keys.request_of(_browser()) is not None, pressed=keys.is_pressed(_browser()))
        answer.headers["Cache-Control"] = "no-store"
        return answer


def _add_forms(blueprint: Blueprint, keys: Keys, now: Callable[[], str]) -> None:
    """What is sent."""

    @blueprint.post("/pair")
    def ask() -> Answer:
        """Ask to play."""
        if may_play():
            return redirect("/", code=303)
        if keys.ask(_browser()) is None:
            return _page("pair.html", is_taken=True)
        return redirect("/pair/wait", code=303)

    @blueprint.post("/pair/code")
    def enter() -> Answer:
        """Let a browser in whose code is right, or for which somebody pressed."""
        secret = keys.admit(_browser(), request.form.get("code", "")[:12], at=now())
        if not secret:
            return redirect("/pair/wait", code=303)
        answer = redirect("/", code=303)
        answer.set_cookie(KEY_COOKIE, secret, max_age=_YEAR, httponly=True, samesite="Strict")
        return answer

    @blueprint.post("/unpair")
    def leave() -> Answer:
        """Forget this browser."""
        keys.forget(request.cookies.get(KEY_COOKIE, ""))
        answer = redirect("/pair", code=303)
        answer.delete_cookie(KEY_COOKIE, httponly=True, samesite="Strict")
        return answer


def _browser() -> str:
    """By what a browser that asks is known: its own token."""
    return request.cookies.get(TOKEN_COOKIE, "")


def _page(template: str, **what: object) -> Response:
    """A page that no browser keeps."""
    return Response(render_template(template, **what), headers={"Cache-Control": "no-store"})
