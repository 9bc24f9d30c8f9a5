"""The address by which others reach this machine; nothing is sent to find out."""

from __future__ import annotations

import fcntl
import ipaddress
import socket
import struct
from contextlib import suppress

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
