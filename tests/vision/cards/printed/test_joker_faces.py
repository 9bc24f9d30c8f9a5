"""Jokers of one deck look alike, whichever way up they lie."""

import numpy as np
import pytest

from vision.cards.card_windows import HIGH, WIDE, Windows
from vision.cards.printed.joker_faces import unlike


def face(print_: str, *, light: float = 1.0, moved: int = 0) -> Windows:
    """A card's window, 200 bright where nothing is printed; print_: rows from above, X for ink over a tenth of it."""
    rows = print_.split("/")
    window = np.full((HIGH, WIDE, 3), 200, np.uint8)
    for row, line in enumerate(rows):
        for column, sign in enumerate(line):
            if sign == "X":
                top, left = 30 + moved + 20 * row, 20 + moved + 15 * column
                window[top : top + 20, left : left + 15] = (40, 60, 160)
    return np.asarray(window * light, np.uint8)


def grained(window: Windows, seed: int) -> Windows:
    """The window in grain of 6 grey levels."""
    return np.asarray(np.clip(window + np.random.default_rng(seed).normal(0, 6, window.shape), 0, 255), np.uint8)


CAP, STAR, PLAIN = "X..X/XXXX/.XX.", "..X./.XX./X..X", "..../..../...."


@pytest.mark.parametrize(
    ("faces", "odd"),
    [
        ([face(CAP), face(CAP, light=0.6)], []),
        ([face(CAP), face(CAP, moved=2)[::-1, ::-1]], []),
        ([face(CAP), face(STAR)], [0, 1]),
        ([face(CAP), face(CAP), face(STAR)], [2]),
        ([face(CAP), face(PLAIN)], [0, 1]),
        ([grained(face(PLAIN), 1), grained(face(PLAIN), 2)], []),
        ([face(CAP)], []),
    ],
)
def test_only_a_joker_with_another_picture_is_unlike(faces: list[Windows], odd: list[int]) -> None:
    """In less light, upside down and a little moved it is the same; one joker alone cannot be compared."""
    windows = np.array([*faces, face(STAR)])
    jokers = np.arange(len(windows)) < len(faces)

    assert np.flatnonzero(unlike(windows, jokers)).tolist() == odd


def test_without_cards_there_is_nothing_to_compare() -> None:
    """A look at a bare table."""
    assert not len(unlike(np.zeros((0, HIGH, WIDE, 3), np.uint8), np.zeros(0, bool)))
