"""How large the board's eye is: its lines, and the numbers that it uses as limits.

`python -m benches.reporting.eye_size` writes both into docs/architecture.md, where it says `<!-- eye size -->`.
A limit is a number that has a name: in a constant of a module, or in a field's default of one of its classes.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import click

from benches.reporting.results import ROOT, table

EYE, PAGE = ROOT / "vision", ROOT / "docs" / "architecture.md"
APART = frozenset({"render", "card_render", "cards"})
"""Rooms that are not the board's eye."""
_PLACE = re.compile(r"<!-- eye size -->\n.*?<!-- end -->", flags=re.DOTALL)


def limits_in(code: str) -> int:
    """How many numbers have a name in a module's text."""
    return sum(_numbers(value) for value in _named(ast.parse(code)))


def sizes(eye: Path = EYE) -> dict[str, Counter[str]]:
    """Lines and limits of each room; the modules outside any are a room without a name."""
    found: dict[str, Counter[str]] = {}
    for path in sorted(eye.rglob("*.py")):
        room = path.parent.relative_to(eye).as_posix().strip(".")
        if room.partition("/")[0] not in APART:
            code = path.read_text(encoding="utf-8")
            counts = {
                "modules": int(path.name != "__init__.py"),
                "lines": len(code.splitlines()),
                "limits": limits_in(code),
            }
            found.setdefault(room, Counter()).update(counts)
    return found


def told(found: dict[str, Counter[str]]) -> str:
    """The table, a row a room, and the sums."""
    whole = sum(found.values(), Counter[str]())
    columns = ("modules", "lines", "limits")
    rows = [(f"`{room}`" if room else "beside the rooms", found[room]) for room in sorted(found)]
    return table(
        ("room", *columns), [(name, *(str(one[what]) for what in columns)) for name, one in (*rows, ("all", whole))]
    )


def _named(tree: ast.Module) -> Iterator[ast.expr]:
    """The values of a module's constants and of its classes' fields."""
    for node in (
        *tree.body,
        *(inner for outer in tree.body if isinstance(outer, ast.ClassDef) for inner in outer.body),
    ):
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            yield node.value


def _numbers(value: ast.expr) -> int:
    """How many numbers an expression holds; True and False are none."""
    return sum(isinstance(node, ast.Constant) and type(node.value) in {int, float} for node in ast.walk(value))


@click.command()
def main() -> None:
    """Count, and write the table down."""
    text = told(sizes())
    click.echo(text)
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(_PLACE.sub(f"<!-- eye size -->\n{text}\n<!-- end -->", page), encoding="utf-8")


if __name__ == "__main__":
    main()
