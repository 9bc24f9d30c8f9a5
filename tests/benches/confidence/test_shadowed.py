"""Rules and grid model beside each other: every square of every look is counted once for each."""

from __future__ import annotations

import numpy as np

from benches.confidence.shadowed import ASKED, KINDS, UNKNOWN, Kinds, Verdicts, least_shares, rows

BARE, LETTER = KINDS.index("bare"), KINDS.index("letter")


def look(truth: int, told: int, share: float) -> Verdicts:
    """One square, what the rules tell of it, and the share that the network gives "bare"; the rest is a letter's."""
    shares = np.zeros((5, 1, 1))
    shares[BARE], shares[LETTER] = share, 1 - share

    def one(kind: int) -> Kinds:
        return np.full((1, 1), kind, np.uint8)

    return Verdicts("drawn", one(truth), one(told), one(ASKED), shares)


def test_a_row_for_each_kind() -> None:
    """Told wrongly, told rightly and asked, by what truly lies there; what nobody can judge is left out."""
    looks = [look(LETTER, BARE, 0.9), look(BARE, BARE, 0.6), look(BARE, ASKED, 0.9), look(UNKNOWN, BARE, 0.9)]

    told = {row[:2]: row[2:] for row in rows(looks, np.full(5, 0.8))}

    assert told == {
        ("drawn", "letter"): ("1", "1", "0", "1", "0", "0", "1"),
        ("all", "letter"): ("1", "1", "0", "1", "0", "0", "1"),
        ("drawn", "bare"): ("2", "0", "1", "0", "1", "0", "2"),
        ("all", "bare"): ("2", "0", "1", "0", "1", "0", "2"),
    }


def test_the_share_from_which_a_kind_is_told() -> None:
    """No more looks than the risk allows have a square above it that is wrong; too few looks tell nothing."""
    looks = [look(LETTER, BARE, share / 100) for share in range(99)]

    assert least_shares(looks, 0.02)[BARE] == 0.97
    assert least_shares(looks, 0.005)[BARE] == 1
