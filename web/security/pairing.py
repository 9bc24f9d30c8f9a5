"""Pairing a browser with the table: looking is open, playing is for those who can press the button."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from flask import Blueprint, Flask, Response, abort, g, jsonify, redirect, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.wrappers import Response as Answer

from pi_referee.player_names import tidy
from web.phrasing.language import gettext
from web.security.guard import TOKEN_COOKIE
from web.security.key_ring import Paired, fingerprint
from web.security.keys import Keys

KEY_COOKIE = "player"
"""Cookie that holds a paired browser's secret."""

_YEAR = 365 * 24 * 3600
_DEVICES = ("iPad", "iPhone", "Android", "Windows", "Macintosh", "CrOS", "Linux")
"""What browsers say of the device they run on, the most telling first."""

OPEN_TO_ALL = frozenset({"language.choose", "appearance.choose", "pairing.ask", "pairing.enter"})
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
        what=gettext("This screen may look, but not play."),
        where="",
        cure=gettext("Have it let in first."),
        address="/pair",
        link=gettext("Let this screen play"),
        retry=False,
    )


def pairing(keys: Keys, now: Callable[[], str], stir: Callable[[], None]) -> Blueprint:
    """The pages of the pairing; now tells the time, ISO. stir: has open pages ask what is new to them."""
    blueprint = Blueprint("pairing", __name__)
    _add_pages(blueprint, keys)
    _add_asking(blueprint, keys, now, stir)
    _add_deciding(blueprint, keys, stir)
    return blueprint


def knocking(keys: Keys) -> Mapping[str, str]:
    """The part of the game's page that says who asks to play, for those who play; empty for all others."""
    asked = keys.asking() if may_play() else None
    drawn = render_template("_knocking.html", asked=asked, wrong=keys.wrong).strip() if asked else ""
    return {"knocking": drawn}


def knock_mark(keys: Keys) -> str:
    """By what an open page knows that somebody else asks to play now, or nobody any more."""
    asked = keys.asking()
    return f"{asked.number}-{asked.wrong}-{asked.is_wanted}" if asked else ""


def device_of(agent: str) -> str:
    """What a browser most likely runs on, for its name; "" if it does not say.

    >>> device_of("Mozilla/5.0 (iPad; CPU OS 15_8 like Mac OS X) AppleWebKit/605.1.15")
    'iPad'
    """
    return next((device for device in _DEVICES if device in agent), "")


def _add_pages(blueprint: Blueprint, keys: Keys) -> None:
    """What is looked at."""

    @blueprint.get("/pair")
    def page() -> Response:
        """Show whether this browser may play, and how it may; who plays sees who else does."""
        return _page("pair.html", device=device_of(request.user_agent.string), **_others(keys))

    @blueprint.get("/pair/wait")
    def wait() -> Answer:
        """Show what to do now, within a minute."""
        asked = keys.request_of(_browser())
        if asked is None:
            return redirect("/pair", code=303)
        others, wait = bool(keys.paired()), round(keys.wait() / 60 + 0.5) if keys.wait() else 0
        return _page("pair_wait.html", asked=asked, has_others=others, is_wrong=asked.wrong > 0, minutes=wait)

    @blueprint.get("/pair/state")
    def state() -> Response:
        """Tell whether the button has been pressed, and how many seconds are left for it."""
        asked, pressed = keys.request_of(_browser()), keys.is_pressed(_browser())
        answer = jsonify(asked=asked is not None, pressed=pressed, left=keys.left(asked))
        answer.headers["Cache-Control"] = "no-store"
        return answer


def _add_asking(blueprint: Blueprint, keys: Keys, now: Callable[[], str], stir: Callable[[], None]) -> None:
    """What a browser sends that wants to play."""

    @blueprint.post("/pair")
    def ask() -> Answer:
        """Ask to play."""
        if may_play():
            return redirect("/", code=303)
        device = device_of(request.user_agent.string)
        name = tidy(request.form.get("name", "")) or device
        if keys.ask(_browser(), name=name, where=request.remote_addr or "") is None:
            return _page("pair.html", is_taken=True, device=device)
        stir()
        return redirect("/pair/wait", code=303)

    @blueprint.post("/pair/code")
    def enter() -> Answer:
        """Let a browser in whose code is right, or for which somebody pressed."""
        secret = keys.admit(_browser(), request.form.get("code", "")[:12], at=now())
        if not secret:
            return redirect("/pair/wait", code=303)
        stir()
        answer = redirect("/", code=303)
        answer.set_cookie(KEY_COOKIE, secret, max_age=_YEAR, httponly=True, samesite="Strict")
        return answer


def _add_deciding(blueprint: Blueprint, keys: Keys, stir: Callable[[], None]) -> None:
    """What is sent by those who play."""

    @blueprint.post("/pair/decided")
    def decide() -> Answer:
        """A player says whether the browser that asks may play, too."""
        if not keys.decide(request.form.get("number", ""), is_wanted=request.form.get("wanted") == "yes"):
            abort(409)
        stir()
        return redirect("/", code=303)

    @blueprint.post("/pair/out")
    def put_out() -> Answer:
        """Put another browser out: from now on it may look only."""
        keys.put_out(request.form.get("browser", ""))
        stir()
        return redirect("/pair", code=303)

    @blueprint.post("/unpair")
    def leave() -> Answer:
        """Forget this browser."""
        keys.forget(request.cookies.get(KEY_COOKIE, ""))
        stir()
        answer = redirect("/pair", code=303)
        answer.delete_cookie(KEY_COOKIE, httponly=True, samesite="Strict")
        return answer


def _others(keys: Keys) -> Mapping[str, object]:
    """The browsers that may play, for one that may; which of them this is."""
    if not may_play():
        return {}
    own = fingerprint(request.cookies.get(KEY_COOKIE, ""))
    paired: Mapping[str, Paired] = keys.paired()
    return {"paired": paired, "own": own}


def _browser() -> str:
    """By what a browser that asks is known: its own token."""
    return request.cookies.get(TOKEN_COOKIE, "")


def _page(template: str, **what: object) -> Response:
    """A page that no browser keeps."""
    return Response(render_template(template, **what), headers={"Cache-Control": "no-store"})
