"""What one connection may cost the page: how long a request may take to come, how large it may be, how many may wait.

Nobody is turned away at the door: where too many connections wait, the one that has waited longest without asking for
anything makes room. So the page answers, and its watchdog sees it alive, whatever half-open or dripping connections
somebody in the house heaps up.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser

if TYPE_CHECKING:
    from waitress.adjustments import Adjustments

LARGEST_BODY = "pi-referee largest body"
"""Where the page keeps, among its extensions, how large a body may be."""

Largest = Callable[[str, str], int]
"""Bytes the body of a request may have, by its path and its cookies."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What connections may cost."""

    connections: int = 400
    """At once: 32 streams, and the spare ones that some twenty browsers keep open, six each."""
    of_one: int = 64
    """At once of one address: a browser opens six, a house behind a proxy has one address for all."""
    header: float = 10.0
    """Seconds until a request's header is there; on a poor Wi-Fi it takes one."""
    body: float = 30.0
    """Seconds until its body is there, and more for a large one, see pace."""
    pace: float = 50_000.0
    """Bytes a second at which a large body must come; the slowest Wi-Fi measured has ten times that."""


LIMITS = Limits()


class _Narrowed:
    """The server's adjustments, but with a limit for the body of one request."""

    def __init__(self, adjustments: Adjustments, largest: int) -> None:
        self._adjustments = adjustments
        self.max_request_body_size = largest

    def __getattr__(self, name: str) -> object:
        return getattr(self._adjustments, name)


class Parser(HTTPRequestParser):  # type: ignore[misc]  # waitress has no types
    """A request whose body is measured before any of it is kept."""

    largest: ClassVar[Largest]

    def parse_header(self, header_plus: bytes) -> None:
        """Read the header, and decide by it how large the body may be."""
        super().parse_header(header_plus)
        self.adj: object = _Narrowed(self.adj, type(self).largest(self.path, self.headers.get("COOKIE", "")))


class Channel(HTTPChannel):  # type: ignore[misc]  # as above
    """A connection that may wait for so long, and gives way to others."""

    limits: ClassVar[Limits]

    def __init__(self, server: object, sock: object, addr: object, adj: object, map: object = None) -> None:  # noqa: A002  # waitress's own name
        """Take a place among the connections; whoever has waited longest for nothing gives up his."""
        self.asked_at: float | None = None
        self.waits_since = time.monotonic()
        super().__init__(server, sock, addr, adj, map=map)
        make_room([one for one in self._map.values() if isinstance(one, Channel)], self.addr[0], self.limits)

    def received(self, data: bytes) -> bool:
        """Take in what was sent; notes when a request began to come."""
        self.waits_since = time.monotonic()
        if self.request is None:
            self.asked_at = self.waits_since
        told: bool = super().received(data)
        if self.request is None:
            self.asked_at = None
        return told

    @property
    def is_idle(self) -> bool:
        """Whether nothing is being done for it and nothing is being sent."""
        return not self.requests and not self.total_outbufs_len

    def readable(self) -> bool:
        """Whether more may come; a request that has taken too long is given up."""
        if self.asked_at is not None and time.monotonic() - self.asked_at > _patience(self.request, self.limits):
            self.will_close = True
        return bool(super().readable())


def channel_of(largest: Largest, limits: Limits = LIMITS) -> type[Channel]:
    """The kind of connection that keeps to these limits, for waitress."""
    parser = type("Parser", (Parser,), {"largest": staticmethod(largest)})
    return type("Channel", (Channel,), {"parser_class": parser, "limits": limits})


def make_room(channels: Iterable[Channel], address: str, limits: Limits) -> None:
    """Close the connection that has been idle for longest, if there are too many of an address or in all."""
    everybody = list(channels)
    others = [one for one in everybody if one.addr[0] == address]
    for crowd, most in ((others, limits.of_one), (everybody, limits.connections)):
        idle = [one for one in crowd if one.is_idle]
        if len(crowd) > most and idle:
            min(idle, key=lambda one: one.waits_since).handle_close()


def _patience(request: HTTPRequestParser | None, limits: Limits) -> float:
    """Seconds that a request may take to come."""
    if request is None or not request.headers_finished:
        return limits.header
    return limits.body + float(request.content_length) / limits.pace
