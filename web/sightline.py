"""What the page can see of the table: plain values and pictures that the watching program sends when it is asked."""

from __future__ import annotations

from typing import Protocol

from pi_referee.glimpse import Glimpse, Lying


class Sightline(Protocol):
    """A way to look at the table; both give an empty picture where nobody looks."""

    def look(self) -> tuple[Glimpse, bytes]:
        """What the camera sees of the board now, with a JPEG."""
        ...

    def read(self) -> tuple[Lying, bytes]:
        """What lies on the board now, with its squared photograph as JPEG."""
        ...


class Blind:
    """A house without a camera."""

    def look(self) -> tuple[Glimpse, bytes]:
        """There is nothing to see."""
        return Glimpse(), b""

    def read(self) -> tuple[Lying, bytes]:
        """There is nothing to read."""
        return Lying(), b""
