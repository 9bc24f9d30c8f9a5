"""A page behind another server, as one that speaks HTTPS: what that one says of its visitors is believed."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from werkzeug.middleware.proxy_fix import ProxyFix

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


def networks(addresses: Iterable[str]) -> tuple[Network, ...]:
    """The addresses, or ranges of them, as they were typed. Raises ValueError for what is neither.

    >>> [str(network) for network in networks(["127.0.0.1", "fd00::/8"])]
    ['127.0.0.1/32', 'fd00::/8']
    """
    return tuple(ipaddress.ip_network(address.strip().strip("[]"), strict=False) for address in addresses)


class BehindProxy:
    """Takes scheme, host and visitor's address from a proxy's headers, if the request comes from a trusted one."""

    def __init__(self, app: WSGIApplication, trusted: Sequence[Network]) -> None:
        """Believe these proxies, and no other."""
        self._app = app
        self._proxied = ProxyFix(app, x_for=1, x_proto=1, x_host=1, x_port=0, x_prefix=0)
        self._trusted = trusted

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request."""
        app = self._proxied if self._is_trusted(str(environ.get("REMOTE_ADDR", ""))) else self._app
        return app(environ, start_response)

    def _is_trusted(self, visitor: str) -> bool:
        """Whether a request comes from a proxy that was named."""
        try:
            address = ipaddress.ip_address(visitor)
        except ValueError:
            return False
        mapped = getattr(address, "ipv4_mapped", None)
        return any((mapped or address) in network for network in self._trusted)
