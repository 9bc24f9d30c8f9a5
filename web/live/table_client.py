"""What the page can see of the table: plain values and pictures that the watching program sends when it is asked."""

from __future__ import annotations

from typing import Protocol

from pi_referee.table_link.table_messages import Compared, Glimpse, Knows, Lying, Trial


class Sightline(Protocol):
    """A way to look at the table, and to have it do something; the answers are empty where nobody is."""

    def look(self) -> tuple[Glimpse, bytes]:
        """What the camera sees of the board now, with a JPEG."""
        ...

    def read(self) -> tuple[Lying, bytes]:
        """What lies on the board now, with its squared photograph as JPEG."""
        ...

    def compare(self, game: str, edition: str) -> Compared:
        """How the empty board compares with a game's."""
        ...

    def lessons(self) -> Knows:
        """What is known of the household's tiles."""
        ...

    def learn(self, game: str, edition: str, how: str) -> Knows:
        """Learn tiles, in one of the ways of pi_referee.table_link.socket_protocol."""
        ...

    def unlearn(self, at: str) -> Knows:
        """Take the last lesson back, if it is the one of this time."""
        ...

    def forget(self, at: str) -> Knows:
        """Forget all that was learnt, if the last lesson is the one of this time; "" for none."""
        ...

    def try_out(self) -> Trial:
        """Let the lamp show its patterns while somebody tries the button."""
        ...

    def tried(self) -> Trial:
        """How that trial stands."""
        ...


class Blind:
    """A house without a camera."""

    def look(self) -> tuple[Glimpse, bytes]:
        """There is nothing to see."""
        return Glimpse(), b""

    def read(self) -> tuple[Lying, bytes]:
        """There is nothing to read."""
        return Lying(), b""

    def compare(self, game: str, edition: str) -> Compared:  # noqa: ARG002  # as the protocol has it
        """There is no board."""
        return Compared()

    def lessons(self) -> Knows:
        """Nobody knows."""
        return Knows()

    def learn(self, game: str, edition: str, how: str) -> Knows:  # noqa: ARG002  # as the protocol has it
        """Nobody learns."""
        return Knows()

    def unlearn(self, at: str) -> Knows:  # noqa: ARG002  # as the protocol has it
        """Nobody knows."""
        return Knows()

    def forget(self, at: str) -> Knows:  # noqa: ARG002  # as the protocol has it
        """Nobody knows."""
        return Knows()

    def try_out(self) -> Trial:
        """There is no lamp."""
        return Trial()

    def tried(self) -> Trial:
        """Nobody tries."""
        return Trial()
