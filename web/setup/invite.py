"""How another tablet or phone finds this page: its address, written and as a square code."""

from __future__ import annotations

import fcntl
import ipaddress
import socket
import struct
from collections.abc import Callable
from contextlib import suppress

import segno
from flask import Blueprint, Response, render_template, request

_SOMEWHERE = ("192.0.2.1", 9)
"""An address kept for examples: asking the way to it sends nothing, and tells which of our own addresses leads out."""


_SOMEWHERE_NEW = ("2001:db8::1", 9)
"""The same, of the new addresses."""

_FLAGS_OF, _ADDRESS_OF = 0x8913, 0x8915
"""What Linux is asked for an interface's state and its address (SIOCGIFFLAGS, SIOCGIFADDR)."""

_UP, _RUNNING = 0x1, 0x40
"""Bits of that state: switched on, and with something at its other end."""

_INNER = ("lo", "docker", "veth", "br-", "virbr", "lxc", "podman")
"""How interfaces begin that lead nowhere but into this machine."""


def home_address() -> str:
    """This machine's address on the home network; "" if it has none.

    A hotspot of its own leads nowhere beyond, and yet its address is one that others reach.
    """
    return _leading_to(_SOMEWHERE) or _of_an_interface() or _leading_to(_SOMEWHERE_NEW)


def _leading_to(somewhere: tuple[str, int]) -> str:
    """Our own address on the way there; "" if there is no way."""
    family = socket.AF_INET6 if ":" in somewhere[0] else socket.AF_INET
    with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as way:
        way.connect(somewhere)
        return str(way.getsockname()[0])
    return ""


def _of_an_interface() -> str:
    """The address of an interface to other machines, "" if there is none.

    One with something at its other end comes first, then one whose address was given to it and not made up.
    """
    names = (name for _, name in socket.if_nameindex() if not name.startswith(_INNER))
    found = [standing for standing in map(_standing, names) if standing]
    return min(found, default=(True, True, ""))[2]


def _standing(interface: str) -> tuple[bool, bool, str] | None:
    """Whether an interface is idle, whether its address was made up, and the address; None if it is off or has none."""
    asks = struct.pack("256s", interface.encode()[:15])
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        (flags,) = struct.unpack_from("H", fcntl.ioctl(asked.fileno(), _FLAGS_OF, asks), 16)
        address = socket.inet_ntoa(fcntl.ioctl(asked.fileno(), _ADDRESS_OF, asks)[20:24])
        if flags & _UP:
            return not flags & _RUNNING, ipaddress.ip_address(address).is_link_local, address
    return None


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
        page = render_template("invite.html", where=where, code=code, name=_local_name())
        return Response(page, headers={"Cache-Control": "no-store"})

    return blueprint


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


def _local_name() -> str:
    """The name that newer devices understand."""
    return f"{socket.gethostname().split('.', 1)[0].lower()}.local"
