"""A bench's result as a JSON file with commit and seed, and docs/benchmarks.md made of those files.

`python -m benches.reporting.results` puts every table of docs/measured/ where the page has a line
`<!-- result: NAME -->`, in place of what stands there up to `<!-- end -->`.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

import click
import msgspec

ROOT = Path(__file__).parents[2]
MEASURED, PAGE = ROOT / "docs" / "measured", ROOT / "docs" / "benchmarks.md"
_PLACE = re.compile(r"<!-- result: ([\w-]+) -->\n.*?<!-- end -->", flags=re.DOTALL)


class Result(msgspec.Struct, frozen=True):
    """A table that was measured: by which command, at which commit, from which seed if chance had a part in it."""

    name: str
    command: str
    commit: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    seed: int | None = None
    note: str = ""


def commit() -> str:
    """The commit that is being measured, with + where files differ from it."""
    command = ["git", "describe", "--always", "--dirty=+", "--exclude=*"]
    # Git's own program, looked up on the path, with words that stand right here.
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()  # noqa: S603


def save(result: Result, folder: Path) -> Path:
    """Write a result into a folder, under its name; where it lies then."""
    path = folder / f"{result.name}.json"
    path.write_bytes(msgspec.json.format(msgspec.json.encode(result), indent=1) + b"\n")
    return path


def load(folder: Path = MEASURED) -> dict[str, Result]:
    """All results of a folder by their names. Raises msgspec.ValidationError if a file is none."""
    found = (msgspec.json.decode(path.read_bytes(), type=Result) for path in sorted(folder.glob("*.json")))
    return {result.name: result for result in found}


def table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table in Markdown."""
    return "\n".join(f"| {' | '.join(row)} |" for row in (columns, ["---"] * len(columns), *rows))


def filled(page: str, results: Mapping[str, Result]) -> str:
    """The page with each result in its place. Raises KeyError for a place whose result is not there."""
    return _PLACE.sub(lambda place: _shown(results[place[1]]), page)


def _shown(result: Result) -> str:
    seed = "" if result.seed is None else f", seed {result.seed}"
    told = f"`{result.command}` at {result.commit}{seed}. {result.note}".rstrip()
    return f"<!-- result: {result.name} -->\n{told}\n\n{table(result.columns, result.rows)}\n<!-- end -->"


option_save = click.option(
    "--save",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="A folder into which the result is written as JSON, such as docs/measured.",
)


@click.command()
def main() -> None:
    """Write the tables of docs/measured into docs/benchmarks.md."""
    PAGE.write_text(filled(PAGE.read_text(encoding="utf-8"), load()), encoding="utf-8")


if __name__ == "__main__":
    main()
