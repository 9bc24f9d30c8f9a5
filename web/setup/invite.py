"""How another tablet or phone finds this page: its address, written and as a square code."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Callable
from contextlib import suppress

import segno
from flask import Blueprint, Response, render_template, request

_SOMEWHERE = ("192.0.2.1", 9)
"""An address kept for examples: asking the way to it sends nothing, and tells which of our own addresses leads out."""


def home_address() -> str:
    """This machine's address on the home network; "" if it has none."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        way.connect(_SOMEWHERE)
        return str(way.getsockname()[0])
    return ""


def nobody_else() -> str:
    """The page is for this machine only."""
    return ""


def invitation(address: Callable[[], str]) -> Blueprint:
    """A page with the address; address gives this machine's on the home network, "" if others cannot reach it."""
    blueprint = Blueprint("invitation", __name__)

    @blueprint.get("/invite")
    def show() -> Response:
        """Show the address as text and as a code for a camera."""
        where = page_address(request.host, address())
        code = segno.make(where, error="m").svg_inline(border=3, omitsize=True, light="#fff") if where else ""
        page = render_template("invite.html", where=where, code=code, name=_local_name())
        return Response(page, headers={"Cache-Control": "no-store"})

    return blueprint


def page_address(host: str, address: str) -> str:
    """Where others find the page: by the bare address under which it was asked for, else by this machine's own.

    A bare address works on every telephone, a name ending in .local only on newer ones. "" if others cannot.

    >>> page_address("192.168.1.20:8000", ""), page_address("alfapet.local:8000", "192.168.1.20")
    ('http://192.168.1.20:8000/', 'http://192.168.1.20:8000/')
    """
    name, _, port = host.rpartition(":") if ":" in host and not host.endswith("]") else (host, "", "")
    with suppress(ValueError):
        if not ipaddress.ip_address(name.strip("[]")).is_loopback:
            address = name
    return f"http://{address}{':' if port else ''}{port}/" if address else ""


def _local_name() -> str:
    """The name that newer devices understand."""
    return f"{socket.gethostname().split('.', 1)[0].lower()}.local"
