"""The names under which this machine is found, and which name a request was meant for."""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Collection

_LOCAL = frozenset({"local", "lan", "home", "internal", "intranet", "localdomain", "localnet", "private", "home.arpa"})
"""Endings that home networks give their devices' names, and that nobody can own on the internet."""

_OF_ROUTERS = frozenset({"fritz.box", "speedport.ip"})
"""Endings of the same kind that makers of routers own."""

LONGEST_NAME = 253
"""Signs of a machine's whole name, by the rules of such names."""

_NAME = re.compile(r"(?:[A-Za-z0-9_-]{1,63}\.)*[A-Za-z0-9_-]{1,63}\.?", re.ASCII)
_HOST = re.compile(r"(?P<name>\[[^\[\]]*\]|[^:\[\]]*)(?P<port>:\d{0,5})?", re.ASCII)
_LABEL = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?<!-)")
_AGAIN = re.compile(r"-[0-9]{1,3}$")
"""What a network puts behind a name that another device has already."""


def own_names() -> frozenset[str]:
    """The names this machine goes by on the home network."""
    name = socket.gethostname().lower().rstrip(".")
    short = name.split(".", 1)[0]
    return frozenset({"localhost", name, short, f"{short}.local"})


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
    return len(name) <= LONGEST_NAME and bool(_NAME.fullmatch(name))


def name_of(host: str) -> str:
    """The name or address in a request's Host, in small letters, without port, brackets and the dot at its end.

    >>> name_of("Pi.Local.:8000"), name_of("[fe80::1]:8000"), name_of("192.168.1.20")
    ('pi.local', 'fe80::1', '192.168.1.20')
    """
    name = host.rsplit("]", 1)[0].lstrip("[") if host.startswith("[") else host.rsplit(":", 1)[0]
    return name.lower().removesuffix(".")


def is_known_host(host: str, names: Collection[str]) -> bool:
    """Whether a request may be meant for us: it names one of our names, or a bare IP address.

    An address cannot be turned against us by DNS rebinding, only a name can; so addresses need no list
    and the page goes on working when the router hands out another one. Nor can a name of ours that ends as the names
    of home networks do: nobody else can make it lead here.
    """
    name = name_of(host)
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return name in {known.lower().removesuffix(".") for known in names} or _is_ours_here(name, names)
    return True


def _is_ours_here(name: str, names: Collection[str]) -> bool:
    """Whether a name is a short one of ours, perhaps numbered, alone or with an ending of a home network."""
    own, _, ending = name.partition(".")
    short = {known.lower() for known in names if "." not in known} - {"localhost"}
    is_own = own in short or _AGAIN.sub("", own) in short
    labels = ending.split(".") if ending else []
    is_name = all(_LABEL.fullmatch(label) for label in labels)
    return is_own and is_name and (not labels or labels[-1] in _LOCAL or ending in _LOCAL | _OF_ROUTERS)
