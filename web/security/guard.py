"""Who is let in: known hosts, forms of our own page only, and headers that keep strangers' scripts out."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Iterable
from typing import TYPE_CHECKING

from flask import Flask, Response, abort, g, render_template, request

from web.host_names import LONGEST_NAME, is_host, is_known_host, name_of
from web.security.inline_assets import AGAIN, BEGIN, STYLE, marked

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

TOKEN_COOKIE = "referee"  # noqa: S105  # the name of a cookie, no secret
"""Cookie that holds a browser's own random token; a form that lacks the same token is not from our page."""

_YEAR = 365 * 24 * 3600
_SHORTEST = 32
_IN_MEMORY = 1_200_000
"""Bytes of a form that are held in memory; the rest of a file goes to the disk."""

_LOOKING = frozenset({"GET", "HEAD", "OPTIONS"})

_POLICY = (
    f"default-src 'self'; style-src 'self' {marked(STYLE)}; script-src 'self' {marked(AGAIN)} {marked(BEGIN)}; "
    "img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)

HEADERS = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # Not "no-referrer": a browser would then send "Origin: null" with our own forms.
    "Referrer-Policy": "same-origin",
}
"""Sent with every answer; written by hand, since a plain-HTTP box on a home network must not promise HTTPS."""


def _refusing_odd_hosts(app: WSGIApplication) -> WSGIApplication:
    """The page behind a door that answers, itself, whoever names what is no host."""

    def door(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        if is_host(environ.get("HTTP_HOST", "localhost")):
            return app(environ, start)
        start("400 Bad Request", [("Content-Type", "text/plain; charset=utf-8"), *HEADERS.items()])
        return [b"This is no name of a machine.\n"]

    return door


def browser_token() -> str:
    """This browser's token, from its cookie; a browser that has none yet gets one with the answer."""
    known = request.cookies.get(TOKEN_COOKIE, "")
    if len(known) >= _SHORTEST:
        return known
    fresh: str = g.setdefault("fresh_token", secrets.token_urlsafe(32))
    return fresh


def guard(app: Flask, names: Collection[str], *, largest: Callable[[], int]) -> None:
    """Look at every request before anything else does, and seal every answer.

    names: what this machine is called. largest: bytes the form of this request may have.
    """
    known = frozenset(name.lower() for name in names)
    app.wsgi_app = _refusing_odd_hosts(app.wsgi_app)  # type: ignore[method-assign, assignment]  # as Flask's documentation has it

    @app.before_request
    def check() -> None:
        """Refuse a request that came under a stranger's name, or a form that is not from our own page."""
        host = request.headers.get("Host", "")
        if not is_known_host(host, known):
            name = name_of(host)[:LONGEST_NAME]
            abort(Response(render_template("unknown_name.html", name=name), 400))
        request.max_content_length = most = largest()
        # Werkzeug counts a piece of a file that it has just read among the fields it holds in memory.
        request.max_form_memory_size = min(most, _IN_MEMORY)
        if request.method not in _LOOKING and not _is_own_form():
            abort(403)

    @app.after_request
    def seal(response: Response) -> Response:
        """Add the headers that every answer carries, and give a new browser its token."""
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        if "fresh_token" in g:
            response.set_cookie(
                TOKEN_COOKIE, g.fresh_token, max_age=_YEAR, httponly=True, samesite="Strict", secure=request.is_secure
            )
        return response


def is_behind_strange_proxy() -> bool:
    """Whether a form comes by HTTPS through a server that nobody told us to trust, and so seems to be a stranger's."""
    return not request.is_secure and request.headers.get("Origin", "").startswith("https://")


def keeps_no_cookies() -> bool:
    """Whether a form comes from our page in a browser that was given a token, and did not keep it."""
    return _is_same_page() and TOKEN_COOKIE not in request.cookies


def _is_same_page() -> bool:
    """Whether a form comes from a page under this address."""
    return request.headers.get("Origin", "") == request.host_url.rstrip("/")


def _is_own_form() -> bool:
    """Whether a form was sent by our page in this browser: same origin, same token."""
    sent, kept = request.form.get("token", ""), request.cookies.get(TOKEN_COOKIE, "")
    return _is_same_page() and len(kept) >= _SHORTEST and secrets.compare_digest(sent.encode(), kept.encode())
