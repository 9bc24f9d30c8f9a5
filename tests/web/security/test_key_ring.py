"""Who may play, written down by several programs and screens in the same moment."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from threading import Barrier

from web.security.key_ring import KeyRing, fingerprint

NOON = "2026-11-20T12:00:00+00:00"
EVENING = "2026-11-20T20:00:00+00:00"
ROUNDS = 20
"""How often two programs let somebody in at once."""


@dataclass
class Clock:
    """It is evening; whenever somebody asks for the time, something happens first."""

    meanwhile: list[Callable[[], None]] = field(default_factory=list)

    def __call__(self) -> str:
        """The time."""
        while self.meanwhile:
            self.meanwhile.pop()()
        return EVENING


def test_whoever_is_put_out_as_it_looks_stays_out(tmp_path: Path) -> None:
    """That a browser was here is not written down over what somebody else has decided in that moment."""
    clock = Clock()
    ring, other = KeyRing(tmp_path / "paired.json", clock), KeyRing(tmp_path / "paired.json", lambda: EVENING)
    secret = ring.add("Telephone", at=NOON)
    clock.meanwhile.append(lambda: other.remove(fingerprint(secret)))
    ring.knows(secret)

    assert not ring.knows(secret)
    assert not other.knows(secret)


def test_two_programs_let_somebody_in_at_once(tmp_path: Path) -> None:
    """Where the page is served twice neither undoes what the other has written, and each knows both at once."""
    rings = [KeyRing(tmp_path / "paired.json", lambda: EVENING) for _ in range(2)]
    for _ in range(ROUNDS):
        ready = Barrier(2)

        def let_in(ring: KeyRing, ready: Barrier = ready) -> str:
            ready.wait()
            return ring.add("Tablet", at=NOON)

        with ThreadPoolExecutor(2) as pool:
            secrets = list(pool.map(let_in, rings))
        assert all(ring.knows(secret) for ring in rings for secret in secrets)
