"""Draws plain line plots as SVG, side by side: milliseconds against something that grows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

_WIDE, _HIGH, _GAP = 300, 240, 90
_LEFT, _TOP = 60, 36
_COLOURS = ("#b3541e", "#1f5fa8")
_STYLE = (
    "text{font:13px sans-serif;fill:#222}.faint{stroke:#ddd}"
    "@media(prefers-color-scheme:dark){svg{background:#1b1b1b}text{fill:#ddd}.faint{stroke:#3a3a3a}}"
)
_STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a plot: its name, and points across and in milliseconds."""

    name: str
    points: tuple[tuple[float, float], ...]


def plot(panels: Mapping[str, Sequence[Line]]) -> str:
    """The panels as SVG, by what grows across; all have the same scale of milliseconds, from 0."""
    highest = max(ms for lines in panels.values() for line in lines for _, ms in line.points)
    width = _LEFT + len(panels) * (_WIDE + _GAP)
    height = _TOP + _HIGH + 60
    parts = [
        part for place, (title, lines) in enumerate(panels.items()) for part in _panel(place, title, lines, highest)
    ]
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" role="img">'
    return "\n".join([head, f"<title>Milliseconds by {', by '.join(panels)}</title>", f"<style>{_STYLE}</style>",
                      *parts, "</svg>\n"])  # fmt: skip


def _panel(place: int, title: str, lines: Sequence[Line], highest: float) -> Iterator[str]:
    """One panel: its grid, its lines and what they are called."""
    left = _LEFT + place * (_WIDE + _GAP)
    widest = max(across for line in lines for across, _ in line.points)
    for mark in _marks(highest):
        y = _TOP + _HIGH * (1 - mark / highest)
        yield f'<path class="faint" fill="none" d="M{left} {y:.0f}h{_WIDE}"/>'
        yield f'<text x="{left - 8}" y="{y + 4:.0f}" text-anchor="end">{mark:g}</text>'
    for across, _ in lines[0].points:
        x = left + _WIDE * across / widest
        yield f'<text x="{x:.0f}" y="{_TOP + _HIGH + 18}" text-anchor="middle">{across:g}</text>'
    yield f'<text x="{left + _WIDE / 2}" y="{_TOP + _HIGH + 44}" text-anchor="middle">{title}</text>'
    yield f'<text x="{left - 40}" y="{_TOP - 14}">ms</text>'
    for line, colour in zip(lines, _COLOURS, strict=False):
        points = [(left + _WIDE * x / widest, _TOP + _HIGH * (1 - y / highest)) for x, y in line.points]
        path = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
        yield f'<path fill="none" stroke="{colour}" stroke-width="2" d="M{path}"/>'
        yield from (f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{colour}"/>' for x, y in points)
        yield f'<text x="{points[-1][0]:.0f}" y="{points[-1][1] - 10:.0f}" text-anchor="end">{line.name}</text>'


def _marks(highest: float) -> Iterator[float]:
    """Round milliseconds, about five of them."""
    step = next((step for step in _STEPS if highest / step <= 6), _STEPS[-1])
    mark = 0
    while mark <= highest:
        yield float(mark)
        mark += step
