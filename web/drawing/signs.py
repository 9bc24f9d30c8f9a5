"""The signs that are printed on the squares, as drawings: all of one kind together, so that a page has few shapes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

Place = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Shape:
    """Everything that is filled alike: what it is (the name of its style) and its outline."""

    kind: str
    path: str


@dataclass(frozen=True, slots=True)
class Writing:
    """Everything that is written alike: its style, its characters, and where each of them stands."""

    kind: str
    text: str
    xs: str
    ys: str


@dataclass(frozen=True, slots=True)
class Signs:
    """What is printed on some squares."""

    shapes: tuple[Shape, ...]
    writings: tuple[Writing, ...]


Outline = Callable[[float, float], str]


def ground(x: float, y: float) -> str:
    """A whole square."""
    return f"M{x:g} {y:g}h40v40h-40z"


def _disc(x: float, y: float) -> str:
    """A point in the middle of a square, which a thick round pen makes a disc."""
    return f"M{x + 20:g} {y + 20:g}h0"


def _chips(*corners: Place) -> Outline:
    """Small tiles; their pen rounds the corners."""
    return lambda x, y: "".join(f"M{x + left + 2.5:g} {y + top + 2.5:g}h7v7h-7z" for left, top in corners)


def _star(x: float, y: float) -> str:
    """A star in the middle of a square."""
    around = "l4.3 9.3 10.2 1.2-7.5 7 2 10-9-5-9 5 2-10-7.5-7 10.2-1.2z"
    return f"M{x + 20:g} {y + 5.5:g}{around}"


@dataclass(frozen=True, slots=True)
class _Sign:
    """One square's sign: a shape, and characters each with its place in the square."""

    kind: str
    outline: Outline
    style: str = ""
    text: str = ""
    at: tuple[Place, ...] = ()


_SIGNS: Mapping[str, _Sign] = {
    "l2": _Sign("chip", _chips((7, 14), (21, 14))),
    "l3": _Sign("chip", _chips((14, 7), (7, 21), (21, 21))),
    "l4": _Sign("chip", _chips((7, 7), (21, 7), (7, 21), (21, 21))),
    "m2": _Sign("chip", _chips((4, 14)), "twice", "\N{MINUS SIGN}2", ((21, 26), (32, 26))),
    "st": _Sign("star", _star),
    **{f"w{n}": _Sign("disc", _disc, "digit", str(n), ((20, 27),)) for n in (2, 3, 4)},
    **{
        sign: _Sign("ring", _disc, "field", str(points), ((20, 26),))
        for sign, points in (("y", 1), ("g", 2), ("b", 3), ("r", 5))
    },
}


def draw_signs(printed: Iterable[tuple[str, Place]]) -> Signs:
    """Draw these signs, each on the square whose upper left corner is there."""
    outlines: dict[str, list[str]] = {}
    written: dict[str, list[tuple[str, Place]]] = {}
    for name, (x, y) in printed:
        sign = _SIGNS[name]
        outlines.setdefault(sign.kind, []).append(sign.outline(x, y))
        for character, (right, down) in zip(sign.text, sign.at, strict=True):
            written.setdefault(sign.style, []).append((character, (x + right, y + down)))
    return Signs(
        tuple(Shape(kind, "".join(parts)) for kind, parts in outlines.items()),
        tuple(_writing(style, parts) for style, parts in written.items()),
    )


def _writing(style: str, parts: list[tuple[str, Place]]) -> Writing:
    """Characters of one style with their places, as one text."""
    xs = " ".join(f"{x:g}" for _, (x, _) in parts)
    ys = " ".join(f"{y:g}" for _, (_, y) in parts)
    return Writing(style, "".join(character for character, _ in parts), xs, ys)
