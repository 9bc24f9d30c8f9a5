"""The size of the eye: which numbers count as limits, and which rooms as the board's eye."""

from __future__ import annotations

from pathlib import Path

import pytest

from benches.reporting.eye_size import limits_in, sizes, told


@pytest.mark.parametrize(
    ("code", "limits"),
    [
        ("_MOST = 0.8", 1),
        ("SIZES: tuple[int, ...] = (3, -3)", 2),
        ("@dataclass\nclass Limits:\n    least: float = 0.1  # of 3\n    most: int", 1),
        ("IS_LATE = True", 0),
        ("def half(x):\n    y = 2\n    return x / y", 0),
    ],
)
def test_numbers_with_a_name_are_limits(code: str, limits: int) -> None:
    """In constants of a module and fields of its classes, each number of a tuple; not what a function reckons with."""
    assert limits_in(code) == limits


def test_only_the_rooms_of_the_board_count(tmp_path: Path) -> None:
    """What draws boards or reads cards is another eye; the sums stand in the last row."""
    for name, code in {
        "letters/a.py": "A = 1\nB = 2\n",
        "cards/b.py": "C = 3\n",
        "cards/in/c.py": "",
        "eye.py": "D = 4\n",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(code)

    assert told(sizes(tmp_path)).splitlines()[2:] == [
        "| beside the rooms | 1 | 1 | 1 |",
        "| `letters` | 1 | 2 | 2 |",
        "| all | 2 | 3 | 3 |",
    ]
