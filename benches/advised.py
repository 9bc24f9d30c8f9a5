"""Counts how often the camera's advice is right on pictures that were made worse on purpose, and silent on good ones.

What advice a disturbance should bring is said in physical terms: so many degrees, px a square, squares of blur. Where
a disturbance lies near the limit either answer is right.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import click
import numpy as np

from benches.disturbed import SEED
from benches.pictures.disturbances import DISTURBANCES, Corners
from benches.pictures.hindrances import HINDERED
from benches.pictures.truth import TrueSet, sets_in
from hardware.picture_file import read_picture
from pi_referee.rules.board.layout import Layout
from pi_referee.rules.definition.library import ruleset
from vision.arrays import Colour
from vision.geometry.find_board import locate, quad_of
from vision.photo.advice import DIM, Topic, advise
from vision.photo.quality import Quality, measure
from vision.sighting import NotSeen, Quad

Topics = frozenset[Topic]
NONE: Topics = frozenset()
GOOD = "as it is"


@dataclass(frozen=True, slots=True)
class Wanted:
    """The advice that must be given, and that which may be given besides."""

    must: Topics = NONE
    may: Topics = NONE

    def fits(self, given: Topics) -> bool:
        """Whether advice that was given is right."""
        return self.must <= given <= self.must | self.may


Want = Callable[[Quality], Wanted]
"""From what the good picture was like to the advice that the worse one should bring."""


def must(*topics: Topic) -> Want:
    """This is to be said, whatever the picture was like."""
    return lambda _: Wanted(frozenset(topics))


def may(*topics: Topic) -> Want:
    """This may be said, and nothing else."""
    return lambda _: Wanted(NONE, frozenset(topics))


def dimmed(factor: float) -> Want:
    """Too dark may be said where the board's brightest hundredth comes near the limit."""
    return lambda good: Wanted(NONE, frozenset({Topic.DARK} if good.brightest * factor < 1.1 * DIM else ()))


def softened(px: float) -> Want:
    """Out of focus from a blur of 0.045 squares on; up to 0.03 it must not be said."""
    return lambda good: _either(Topic.BLUR, could=px / good.nearness > 0.03, should=px / good.nearness >= 0.045)


def shrunk(factor: float) -> Want:
    """Too far up to 14 px a square; from 16 on it must not be said."""
    return lambda good: _either(Topic.FAR, could=good.nearness * factor < 16, should=good.nearness * factor <= 14)


def away(share: float) -> Want:
    """Too far, where so small a board can be known for one at all."""
    return lambda good: _either(Topic.FAR, could=True, should=good.nearness * share >= 12)


def slanted(degrees: float) -> Want:
    """Too much from the side where it may be more than 35 degrees, together with the slant there was before."""
    return lambda good: _either(Topic.SLANT, could=good.slant + degrees > 35, should=degrees > 40)


def _either(topic: Topic, *, could: bool, should: bool) -> Wanted:
    topics = frozenset({topic} if could else ())
    return Wanted(topics if should else NONE, topics)


WANTED: Mapping[str, Want] = {
    "brightness x0.4": must(Topic.DARK),
    "brightness x0.7": dimmed(0.7),
    "brightness x1.3": may(Topic.BRIGHT, Topic.GLARE),
    "brightness x1.6": may(Topic.BRIGHT, Topic.GLARE),
    "shade x0.5": dimmed(0.5),
    "shade x0.35": dimmed(0.35),
    "glare": must(Topic.GLARE),
    "blur 2": softened(2),
    "blur 4": softened(4),
    "a third of the size": shrunk(1 / 3),
    "shine, a thirtieth of the board": must(Topic.GLARE),
    "blur of 0.08 squares": must(Topic.BLUR),
    "12 px a square": must(Topic.FAR),
    "a quarter as large, in the middle": away(1 / 4),
    "seen at 20 degrees": slanted(20),
    "seen at 50 degrees": slanted(50),
    "a column out": must(Topic.CUT),
    "two rows out": must(Topic.CUT),
}
"""What each disturbance and hindrance is to bring; nothing where it is not named."""

NAMES = (*DISTURBANCES, *HINDERED)


@dataclass(frozen=True, slots=True)
class Given:
    """One answer: which set and disturbance, what was wanted, and what was said."""

    described: str
    row: str
    wanted: Wanted
    said: Topics

    @property
    def is_right(self) -> bool:
        """Whether it was the right advice."""
        return self.wanted.fits(self.said)


def topics_for(picture: Colour, layout: Layout) -> Topics:
    """What the advice is about for a picture in which the board is sought."""
    found = locate(picture, layout)
    corners = found if isinstance(found, NotSeen) else quad_of(found, layout.size)
    return frozenset(advice.topic for advice in advise(picture, corners, layout))


def answers(folder: Path, described: TrueSet, every: int) -> Iterator[Given]:
    """Every answer for one set's pictures."""
    layout = ruleset(described.game).layout
    for number, frame in enumerate(described.frames):
        if frame.skip or number % every:
            continue
        picture = read_picture(folder / frame.image)
        found = locate(picture, layout)
        if isinstance(found, NotSeen):
            continue
        quad = quad_of(found, layout.size)
        good = measure(picture, quad, layout)
        for row in NAMES:
            worse, wanted = worsened(row, picture, quad, good, np.random.default_rng([SEED, number]))
            given = Given(described.name, row, wanted, topics_for(worse, layout))
            if not given.is_right:
                print(f"{described.name} {frame.image} {row}: {sorted(given.said)}", file=sys.stderr, flush=True)
            yield given


def worsened(
    row: str, picture: Colour, quad: Quad, good: Quality, chance: np.random.Generator
) -> tuple[Colour, Wanted]:
    """A picture under a row's disturbance, and the advice that should bring."""
    corners: Corners = np.array(quad.corners)
    wanted = WANTED.get(row, may())(good)
    if good.brightest < 1.1 * DIM:
        # It was taken in the dark, and may be told so whatever else is done to it.
        wanted = Wanted(wanted.must, wanted.may | {Topic.DARK})
    if row in DISTURBANCES:
        return DISTURBANCES[row](picture, corners, chance), wanted
    return HINDERED[row](picture, corners, good.nearness, chance), wanted


def by_row(given: list[Given]) -> str:
    """A table of disturbances: how often the advice was right, was missing, and was said wrongly."""
    lines = ["| disturbance | advice | pictures | right | missing | wrong |", "| --- | --- | --- | --- | --- | --- |"]
    for row in NAMES:
        mine = [one for one in given if one.row == row]
        told = Counter(topic.value for one in mine for topic in one.said)
        lines.append(f"| {row} | {_told(told)} | {_counts(mine)} |")
    return "\n".join(lines)


def by_set(given: list[Given]) -> str:
    """A table of sets: the good pictures and the disturbed ones, and how often the advice was right."""
    lines = [
        "| set | good pictures | advice on them | disturbed | right | missing | wrong |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for name in dict.fromkeys(one.described for one in given):
        good = [one for one in given if one.described == name and one.row == GOOD]
        worse = [one for one in given if one.described == name and one.row != GOOD]
        lines.append(f"| {name} | {len(good)} | {sum(not one.is_right for one in good)} | {_counts(worse)} |")
    return "\n".join(lines)


def _told(told: Counter[str]) -> str:
    return ", ".join(f"{name} {count}" for name, count in told.most_common()) or "none"


def _counts(given: list[Given]) -> str:
    right = sum(one.is_right for one in given)
    missing = sum(not one.wanted.must <= one.said for one in given)
    wrong = sum(bool(one.said - one.wanted.must - one.wanted.may) for one in given)
    share = 100 * right / len(given) if given else float("nan")
    return f"{len(given)} | {right} ({share:.1f} %) | {missing} | {wrong}"


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--only", multiple=True, help="Only sets whose name holds this.")
@click.option("--every", default=1, help="Only every n-th picture.")
def main(folder: Path, only: tuple[str, ...], every: int) -> None:
    """Ask for advice on the pictures of FOLDER's sets under every disturbance, and print two tables."""
    given: list[Given] = []
    for place, described in sets_in(folder):
        if not only or any(part in described.name for part in only):
            given += answers(place, described, every)
    worse = [one for one in given if one.row != GOOD]
    print(f"{by_row(given)}\n\n{by_set(given)}\n\nDisturbed, all sets: {_counts(worse)}")


if __name__ == "__main__":
    main()
