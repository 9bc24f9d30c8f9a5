"""Draws the reliability diagram: how often letters read with some confidence are wrong, against what they should be."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 680, 500
_LEFT, _TOP, _RIGHT, _BOTTOM = 92, 24, 620, 424
_MOST, _LEAST = 0.7, 0.0002
"""The axes' ends: chances of being wrong, drawn by their logarithm."""
_MARKS = (0.5, 0.1, 0.03, 0.01, 0.003, 0.001, 0.0003)
_COLOURS = ("#b3541e", "#1f5fa8")
_STYLE = (
    "text{font:13px sans-serif;fill:#222}.faint{stroke:#ddd}.honest{stroke:#888;stroke-dasharray:5 4}"
    "@media(prefers-color-scheme:dark){svg{background:#1b1b1b}text{fill:#ddd}.faint{stroke:#3a3a3a}}"
)


@dataclass(frozen=True, slots=True)
class Bin:
    """Letters of about the same confidence: how many, how many of them wrong, and their mean confidence."""

    count: int
    wrong: int
    confidence: float

    @property
    def share(self) -> float:
        """The share that is wrong."""
        return self.wrong / self.count

    @property
    def limits(self) -> tuple[float, float]:
        """Between which shares the true one lies, 95 times in 100 (Wilson's interval)."""
        n, p, z = self.count, self.share, 1.96
        middle, half = p + z * z / (2 * n), z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        return (middle - half) / (1 + z * z / n), (middle + half) / (1 + z * z / n)


def diagram(series: Mapping[str, Sequence[Bin]], threshold: float) -> str:
    """The diagram as SVG, two series at most; threshold: the confidence from which on a letter is sure."""
    parts = [*_frame(), *_threshold(threshold)]
    for place, (name, bins) in enumerate(series.items()):
        parts += _points(bins, _COLOURS[place], shift=6 * (2 * place - 1))
        parts.append(f'<circle cx="{_LEFT + 262}" cy="{_TOP + 20 + 20 * place}" r="5" fill="{_COLOURS[place]}"/>')
        parts.append(f'<text x="{_LEFT + 274}" y="{_TOP + 25 + 20 * place}">{name}</text>')
    body = "\n".join(parts)
    size = f'width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}"'
    title = "How often letters are wrong, by the confidence they were read with"
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img"><title>{title}</title>'
    return f"{head}\n<style>{_STYLE}</style>\n{body}\n</svg>\n"


def _frame() -> Iterator[str]:
    """Axes, their marks, and the line on which an honest reader's points lie."""
    for mark in _MARKS:
        x, y, text = _across(mark), _down(mark), f"{100 * mark:g} %"
        yield f'<path class="faint" fill="none" d="M{x:.0f} {_TOP}V{_BOTTOM}M{_LEFT} {y:.0f}H{_RIGHT}"/>'
        yield f'<text x="{x:.0f}" y="{_BOTTOM + 18}" text-anchor="middle">{text}</text>'
        yield f'<text x="{_LEFT - 8}" y="{y + 4:.0f}" text-anchor="end">{text}</text>'
    line = f"M{_across(_MOST):.0f} {_down(_MOST):.0f}L{_across(_LEAST):.0f} {_down(_LEAST):.0f}"
    yield f'<path class="honest" fill="none" d="{line}"/>'
    below, beside = f"{(_LEFT + _RIGHT) // 2} {_BOTTOM + 44}", f"20 {(_TOP + _BOTTOM) // 2}"
    for place, text in ((below, "chance of being wrong that the eye gives"), (f"{beside}", "share that was wrong")):
        turned = " rotate(-90)" if place == beside else ""
        yield f'<text transform="translate({place}){turned}" text-anchor="middle">{text}</text>'


def _threshold(threshold: float) -> Iterator[str]:
    """Left of this line letters are asked about."""
    x = _across(1 - threshold)
    yield f'<path fill="none" stroke="#4a8f3c" stroke-width="2" d="M{x:.0f} {_TOP}V{_BOTTOM}"/>'
    yield f'<text x="{x - 6:.0f}" y="{_TOP + 80}" text-anchor="end">asked</text>'
    yield f'<text x="{x + 6:.0f}" y="{_TOP + 80}">sure ({threshold:g})</text>'


def _points(bins: Sequence[Bin], colour: str, *, shift: int) -> Iterator[str]:
    """A series: a point a bin, at the bottom if none was wrong, with its limits and how many letters it stands for."""
    for one in bins:
        low, high = one.limits
        x, y = _across(1 - one.confidence), _down(one.share)
        yield f'<path fill="none" stroke="{colour}" d="M{x:.0f} {_down(low):.0f}V{_down(high):.0f}"/>'
        yield f'<circle cx="{x:.0f}" cy="{y:.0f}" r="5" fill="{colour}"/>'
        anchor = "end" if shift < 0 else "start"
        yield f'<text x="{x + shift:.0f}" y="{y - 6:.0f}" text-anchor="{anchor}">{one.count}</text>'


def _across(chance: float) -> float:
    """Where a chance of being wrong lies: the surer, the further to the right."""
    return _LEFT + (_RIGHT - _LEFT) * _depth(chance)


def _down(chance: float) -> float:
    return _TOP + (_BOTTOM - _TOP) * _depth(chance)


def _depth(chance: float) -> float:
    held = min(max(chance, _LEAST), _MOST)
    return math.log(_MOST / held) / math.log(_MOST / _LEAST)
