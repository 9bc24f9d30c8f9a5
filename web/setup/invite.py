"""How another tablet or phone finds this page: its address, written and as a square code."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Callable
from contextlib import suppress

import segno
from flask import Blueprint, Response, render_template, request


def nobody_else() -> str:
    """The page is for this machine only."""
    return ""


def invitation(address: Callable[[], str]) -> Blueprint:
    """A page with the address; address gives this machine's on the home network, "" if others cannot reach it."""
    blueprint = Blueprint("invitation", __name__)

    @blueprint.get("/invite")
    def show() -> Response:
        """Show the address as text and as a code for a camera."""
        # Behind a proxy that speaks HTTPS only its own name leads here.
        where = request.host_url if request.is_secure else page_address(request.host, address())
        code = segno.make(where, error="m").svg_inline(border=3, omitsize=True, light="#fff") if where else ""
        page = render_template(
            "invite.html", where=where, code=code, name=_local_address(request.host), is_safe=_is_safe()
        )
        return Response(page, headers={"Cache-Control": "no-store"})

    return blueprint


def _is_safe() -> bool:
    """Whether browsers take the page for safe as it was asked for: by HTTPS, or on the machine itself."""
    name = request.host.rsplit(":", 1)[0].strip("[]")
    return request.is_secure or name == "localhost" or name.startswith("127.")


def page_address(host: str, address: str) -> str:
    """Where others find the page: by the bare address under which it was asked for, else by this machine's own.

    A bare address works on every telephone, a name ending in .local only on newer ones. "" if others cannot.

    >>> page_address("192.168.1.20:8000", ""), page_address("alfapet.local:8000", "192.168.1.20")
    ('http://192.168.1.20:8000/', 'http://192.168.1.20:8000/')
    >>> page_address("localhost:8000", "fd00::7")
    'http://[fd00::7]:8000/'
    """
    name, _, port = host.rpartition(":") if ":" in host and not host.endswith("]") else (host, "", "")
    with suppress(ValueError):
        if not ipaddress.ip_address(name.strip("[]")).is_loopback:
            address = name
    shown = f"[{address}]" if ":" in address and not address.startswith("[") else address
    return f"http://{shown}{':' if port else ''}{port}/" if shown else ""


def _local_address(host: str) -> str:
    """The address with the name that newer devices understand; host: as the page was asked for, with its port."""
    port = host.rpartition(":")[2] if ":" in host and not host.endswith("]") else ""
    return f"http://{socket.gethostname().split('.', 1)[0].lower()}.local{':' if port else ''}{port}/"
