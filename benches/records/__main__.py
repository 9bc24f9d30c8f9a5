"""Writes the played records of two as GCG, reads them back, and counts those whose plays and totals are equal."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import click

from benches.records.record_games import players_of, record_game, record_texts
from benches.records.round_trip import differing, plays_of
from pi_referee.errors import RefereeError


@click.command()
@click.argument("archive", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def main(archive: Path) -> None:
    """Write and read the records in ARCHIVE (shared/records/games.tar.xz), and print what does not come back."""
    counts: Counter[str] = Counter()
    for name, text in record_texts(archive):
        if len(players_of(text)) == 2:
            counts["records of two"] += 1
            kind, faults, plays = _tried(text)
            counts[kind] += 1
            counts["turns in equal ones"] += plays
            for fault in faults:
                print(f"{name}: {fault}")
    for kind, count in counts.items():
        print(f"{kind}: {count}")


def _tried(text: str) -> tuple[str, list[str], int]:
    """Whether a record comes back, what of it does not, and how many turns did."""
    try:
        game = record_game(text)
        faults = differing(game)
    except RefereeError as error:
        return "not written", [str(error)], 0
    return ("different", faults, 0) if faults else ("equal", [], len(plays_of(game)))


if __name__ == "__main__":
    main()
