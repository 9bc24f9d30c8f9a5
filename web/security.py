"""Who is let in: known hosts, forms of our own page only, and headers that keep strangers' scripts out."""

from __future__ import annotations

import ipaddress
import secrets
from collections.abc import Collection

from flask import Flask, Response, abort, request

TOKEN_COOKIE = "referee"
"""Cookie that holds a browser's own random token; a form that lacks the same token is not from our page."""

_YEAR = 365 * 24 * 3600

_POLICY = "; ".join(
    (
        "default-src 'self'",
        "img-src 'self' data: blob:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
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


def browser_token() -> str:
    """This browser's token, from its cookie; a fresh one for a browser that has none yet."""
    known = request.cookies.get(TOKEN_COOKIE, "")
    return known if len(known) >= 32 else secrets.token_urlsafe(32)


def guard(app: Flask, names: Collection[str]) -> None:
    """Look at every request before anything else does, and seal every answer."""
    lowered = frozenset(name.lower() for name in names)

    @app.before_request
    def check_host() -> None:
        """Refuse a request that reached us under a stranger's name."""
        if not is_known_host(request.headers.get("Host", ""), lowered):
            abort(400)

    @app.before_request
    def check_origin() -> None:
        """Refuse a form that does not come from our own page."""
        if request.method in ("GET", "HEAD", "OPTIONS"):
            return
        same_page = request.headers.get("Origin", "") == request.host_url.rstrip("/")
        sent, kept = request.form.get("token", ""), request.cookies.get(TOKEN_COOKIE, "")
        if not (same_page and kept and secrets.compare_digest(sent.encode(), kept.encode())):
            abort(403)

    @app.after_request
    def seal(response: Response) -> Response:
        """Add the headers that every answer carries."""
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        return response


def keep_token(response: Response, token: str) -> Response:
    """Give the browser its token, out of reach for scripts and other sites."""
    if request.cookies.get(TOKEN_COOKIE) != token:
        response.set_cookie(TOKEN_COOKIE, token, max_age=_YEAR, httponly=True, samesite="Strict")
    return response
