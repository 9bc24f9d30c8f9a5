"""Where the page listens: at one address, or at all of this machine's, old and new."""

from __future__ import annotations

import ipaddress
import socket

EVERYWHERE = "*"
"""The name of all addresses of both families."""

_ALL = {socket.AF_INET: "0.0.0.0", socket.AF_INET6: "::"}  # noqa: S104  # the tablets of the house look at it
_HERE = {4: "127.0.0.1", 6: "::1"}


def tidy_host(host: str) -> str:
    """An address as it was named, without the brackets that stand around new ones in browsers."""
    return host.strip().removeprefix("[").removesuffix("]")


def is_everywhere(host: str) -> bool:
    """Whether a name stands for all addresses of this machine, at least of one family.

    >>> is_everywhere("*"), is_everywhere("0.0.0.0"), is_everywhere("::"), is_everywhere("127.0.0.1")
    (True, True, True, False)
    """
    return host == EVERYWHERE or _unspecified(host) is not None


def door(host: str) -> str:
    """Where this machine itself knocks at the page.

    >>> door("*"), door("0.0.0.0"), door("::"), door("192.168.1.20")
    ('127.0.0.1', '127.0.0.1', '::1', '192.168.1.20')
    """
    if host == EVERYWHERE:
        return _HERE[4]
    family = _unspecified(host)
    return host if family is None else _HERE[family]


def listening(host: str, port: int) -> list[socket.socket]:
    """Sockets that hold a port; at all addresses one for each family that this machine has.

    Raises OSError if the port cannot be had, or the host is none of this machine's.
    """
    if host != EVERYWHERE:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        return [_bound(socket.AddressFamily(family), address)]
    first = _bound(socket.AF_INET, (_ALL[socket.AF_INET], port))
    try:
        return [first, _bound(socket.AF_INET6, (_ALL[socket.AF_INET6], port))]
    except OSError:  # switched off here, or another program has it: the old addresses are enough
        return [first]


def _bound(family: socket.AddressFamily, address: tuple[object, ...]) -> socket.socket:
    """A socket at an address; raises OSError."""
    bound = socket.socket(family, socket.SOCK_STREAM)
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            bound.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        bound.bind(address)
    except OSError:
        bound.close()
        raise
    return bound


def _unspecified(host: str) -> int | None:
    """The family, 4 or 6, of an address that stands for all of it; None for any other."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return None
    return address.version if address.is_unspecified else None


def page_addresses(host: str, port: int, address: str, name: str) -> tuple[str, ...]:
    """Under which addresses a page is reached that listens on a host; address, name: this machine's, as others know it.

    >>> page_addresses("*", 8000, "192.168.1.20", "Pi.lan")
    ('http://192.168.1.20:8000/', 'http://pi.local:8000/', 'http://localhost:8000/')
    >>> page_addresses("127.0.0.1", 8000, "", "pi")
    ('http://127.0.0.1:8000/',)
    """
    own = (address, f"{name.split('.', 1)[0].lower()}.local", "localhost")
    hosts = filter(None, own) if is_everywhere(host) else (host,)
    return tuple(f"http://{f'[{one}]' if ':' in one else one}:{port}/" for one in hosts)
