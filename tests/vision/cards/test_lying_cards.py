"""Which cards are taken for those that were read, and which are read again."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.arrays import Colour, Floats
from vision.cards.again.answers_before import AnswersBefore, keys_of
from vision.cards.again.lying_cards import NO_CARDS, LyingCards
from vision.cards.card_frames import Frames
from vision.cards.card_windows import levels_of, windows_of

WIDE, HIGH = 70, 100


def a_card(*spots: tuple[int, int], letter: str = "K") -> Colour:
    """A pale card with a dark letter in its middle, and a mark at each spot, on a table."""
    picture = np.full((300, 300, 3), (60, 90, 110), np.uint8)
    cv2.rectangle(picture, (150 - WIDE // 2, 150 - HIGH // 2), (150 + WIDE // 2, 150 + HIGH // 2), (215, 230, 235), -1)
    cv2.putText(picture, letter, (132, 162), cv2.FONT_HERSHEY_SIMPLEX, 1.3, (40, 30, 30), 4)
    for spot in spots:
        cv2.putText(picture, "2x", spot, cv2.FONT_HERSHEY_SIMPLEX, 0.4, (60, 60, 200), 1)
    return picture


FRAME = Frames(
    np.array([[150.0, 150.0]]), np.array([[WIDE / 2, 0.0]]), np.array([[0.0, HIGH / 2]]), np.ones(1), np.zeros(1, bool)
)


def lying(picture: Colour) -> LyingCards:
    """The card of a picture as a look read it."""
    windows = windows_of(picture, FRAME.corners)
    return replace(
        NO_CARDS, frames=FRAME, told=FRAME, windows=windows, levels=levels_of(windows),
        cut=np.zeros((1, 48, 48), np.uint8), spots=np.ones((1, 4)),
        marked=np.zeros(1, bool),
    )  # fmt: skip


def with_grain(picture: Colour | Floats, light: float = 1.0) -> Colour:
    """The picture in other light, with a camera's grain."""
    grain = np.random.default_rng(3).normal(0, 3, picture.shape)
    return np.clip(picture * light + grain, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("light", [1.0, 0.7, 1.05])
def test_a_card_in_other_light_is_the_same(light: float) -> None:
    """Brighter or darker all over, and with other grain, it is not read again."""
    assert len(lying(a_card()).unchanged(with_grain(a_card(), light)).frames) == 1


@pytest.mark.parametrize(
    "now",
    [a_card((125, 192)), np.roll(a_card(), 2, axis=1), np.full((300, 300, 3), (60, 90, 110), np.uint8)],
    ids=["a mark", "moved", "gone"],
)
def test_a_card_that_has_changed_is_another(now: Colour) -> None:
    """One mark more, or moved by two px, or away: it is read again."""
    assert len(lying(a_card()).unchanged(with_grain(now)).frames) == 0


@pytest.mark.parametrize("side", [np.s_[:, :150], np.s_[:, 150:], np.s_[:150], np.s_[150:]])
@pytest.mark.parametrize("light", [0.5, 0.7])
def test_a_card_that_is_exchanged_in_half_a_shade_is_another(side: tuple[slice, ...], light: float) -> None:
    """A shade over a half of it hides no other letter: however much the shade itself changes is no grain."""
    now = a_card(letter="R").astype(float)
    now[side] *= light

    assert len(lying(a_card()).unchanged(with_grain(now)).frames) == 0


def test_a_found_card_is_the_one_that_lies_there() -> None:
    """Whichever way up it was found; another lies beside it, or across."""
    beside = replace(FRAME, middles=FRAME.middles + np.array([WIDE, 0]))
    across = replace(FRAME, rights=FRAME.downs, downs=FRAME.rights)

    told = [
        lying(a_card()).found_again(found).there.tolist()
        for found in (FRAME.turned(np.array([True])).with_more(beside), across)
    ]

    assert told == [[True, False], [False]]


def test_no_window_is_gone_through_twice() -> None:
    """In a look, and in the next; what was not asked about in between is forgotten."""
    asked: list[int] = []

    def told(*windows: int) -> list[int]:
        def read(numbers: list[int]) -> list[int]:
            asked.extend(windows[number] for number in numbers)
            return [10 * windows[number] for number in numbers]

        return answers.told(keys_of(np.array(windows, np.uint8)), read)

    answers = AnswersBefore[int]()
    assert told(0, 1, 0) == [0, 10, 0]
    answers.next_look(is_fresh=False)
    assert told(1, 2) == [10, 20]
    answers.next_look(is_fresh=False)
    assert told(0, 1) == [0, 10]
    answers.next_look(is_fresh=True)
    assert told(1) == [10]

    assert asked == [0, 1, 2, 0, 1]


def test_the_print_of_a_card_with_a_mark_is_read_again() -> None:
    """A 2x and a 3x differ by no more than grain: its letter is taken over, its small print is not."""
    now = with_grain(a_card((125, 192)))
    for is_marked in (False, True):
        before = replace(lying(a_card((125, 192))), marked=np.array([is_marked]))
        known = before.unchanged(now).found_again(FRAME)

        windows = known.windows(now, FRAME)

        assert known.there.tolist() == [True]
        assert np.array_equal(windows, before.windows) is not is_marked


def test_the_print_of_a_card_that_looks_a_little_otherwise_is_read_again() -> None:
    """In grain a pale 1 and a 7 hardly differ, as where a letter has two values: print alone is read again."""

    def worth(value: str) -> Colour:
        return np.asarray(
            cv2.putText(a_card(), value, (125, 192), cv2.FONT_HERSHEY_SIMPLEX, 0.25, (190,) * 3), np.uint8
        )

    for value, is_same in (("1", True), ("7", False)):
        before, now = lying(worth("1")), with_grain(worth(value))
        known = before.unchanged(now).found_again(FRAME)

        windows = known.windows(now, FRAME)

        assert known.there.tolist() == [True]
        assert np.array_equal(windows, before.windows) is is_same
