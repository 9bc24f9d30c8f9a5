"""Who is let in: known hosts, forms of our own page only, and headers that keep strangers' scripts out."""

from __future__ import annotations

import ipaddress
import re
import secrets
from collections.abc import Callable, Collection, Iterable
from typing import TYPE_CHECKING

from flask import Flask, Response, abort, g, request

from web.security.inline_assets import AGAIN, BEGIN, STYLE, marked

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

_LONGEST_NAME = 253
"""Signs of a machine's whole name, by the rules of such names."""

TOKEN_COOKIE = "referee"  # noqa: S105  # the name of a cookie, no secret
"""Cookie that holds a browser's own random token; a form that lacks the same token is not from our page."""

_YEAR = 365 * 24 * 3600
_SHORTEST = 32
_IN_MEMORY = 500_000
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


def is_known_host(host: str, names: Collection[str]) -> bool:
    """Whether a request may be meant for us: it names one of our names, or a bare IP address.

    An address cannot be turned against us by DNS rebinding, only a name can; so addresses need no list
    and the page goes on working when the router hands out another one.
    """
    name = host.rsplit("]", 1)[0].lstrip("[") if host.startswith("[") else host.rsplit(":", 1)[0]
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return name.lower() in names
    return True


_NAME = re.compile(r"(?:[A-Za-z0-9_-]{1,63}\.)*[A-Za-z0-9_-]{1,63}\.?", re.ASCII)
_HOST = re.compile(r"(?P<name>\[[^\[\]]*\]|[^:\[\]]*)(?P<port>:\d{0,5})?", re.ASCII)


def is_host(host: str) -> bool:
    """Whether a request's Host is written as one at all, whatever it names; Flask itself falls over some that are not.

    >>> is_host("alfapet.local:8000"), is_host("[fe80::1]:8000"), is_host("a..b"), is_host("x" * 70)
    (True, True, False, False)
    """
    found = _HOST.fullmatch(host)
    if found is None:
        return False
    name = found["name"]
    try:
        if name.startswith("["):
            return bool(ipaddress.ip_address(name[1:-1]))
        name.encode("ascii").decode("idna")
    except (ValueError, UnicodeError):
        return False
    return len(name) <= _LONGEST_NAME and bool(_NAME.fullmatch(name))


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
        if not is_known_host(request.headers.get("Host", ""), known):
            abort(400)
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
            response.set_cookie(TOKEN_COOKIE, g.fresh_token, max_age=_YEAR, httponly=True, samesite="Strict")
        return response


def _is_own_form() -> bool:
    """Whether a form was sent by our page in this browser: same origin, same token."""
    sent, kept = request.form.get("token", ""), request.cookies.get(TOKEN_COOKIE, "")
    is_same_page = request.headers.get("Origin", "") == request.host_url.rstrip("/")
    return is_same_page and len(kept) >= _SHORTEST and secrets.compare_digest(sent.encode(), kept.encode())
