"""The rules' verdict and the grid model's, square by square, beside each other: wrong for sure and asked, by class.

`python -m benches.confidence.shadowed FOLDER`: photographs of the sets in FOLDER, and boards drawn at random as they
are, another way and in a mixture, of a seed that nothing was tuned on. The network alone tells a class for sure from a
share on that conformal risk control found on boards of another seed, and asks below it; no letters are judged, only
what kind of thing lies on a square. "Both" is the eye with the stage `grid model`, "rules" without.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import click
import numpy as np
from numpy.typing import NDArray

from benches.drawn import draw, typefaces
from benches.pictures.drawn_views import OTHER_VIEWS
from benches.pictures.mixtures import mixture
from benches.pictures.truth import Frame, sets_in
from benches.reporting.results import Result, commit, option_save, table
from benches.reporting.results import save as save_result
from hardware.picture_file import read_picture
from pi_referee.rules.board.square import Square
from pi_referee.rules.definition.library import ruleset
from pi_referee.rules.definition.ruleset import Ruleset
from vision.arrays import Colour, Floats
from vision.eye import Eye
from vision.geometry.find_board import board_of
from vision.geometry.layout_match import Printed
from vision.geometry.rectify import Squared, Tops, square_up
from vision.letters.letter_model import Letters
from vision.photo.denoise import without_grain
from vision.sighting import Edition, NotSeen, Sighting
from vision.square_index import flagged
from vision.squares.grid_model import shares_in as shares_by_grid

SEED = 52001
"""Boards, views and mixtures are drawn from this."""

STAGE = "grid model"
KINDS = ("bare", "letter", "blank", "stop")
ASKED, UNKNOWN = 4, 5
COLUMNS = ("looks at", "truth", "squares", *(
    f"{who}: {what}" for who in ("rules", "network", "both") for what in ("wrong for sure", "asked")
))  # fmt: skip

Kinds = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Shown:
    """A picture of a game, and what lies there."""

    row: str
    rules: Ruleset
    edition: Edition
    picture: Colour
    truth: Frame


def photographs(folder: Path) -> Iterator[Shown]:
    """Every picture of every set."""
    for place, described in sets_in(folder):
        for frame in described.frames:
            picture = read_picture(place / frame.image)
            edition = cast("Edition", described.edition)
            yield Shown(described.name, ruleset(described.game), edition, picture, frame)


def drawn_boards(boards: int, seed: int) -> Iterator[Shown]:
    """Boards as drawn, another way, and in a mixture of disturbances."""
    faces = typefaces()
    for number in range(boards):
        chance = np.random.default_rng([seed, number])
        drawn, way = draw(chance, faces), tuple(OTHER_VIEWS)[number % len(OTHER_VIEWS)]
        rules = ruleset(drawn.game)
        other = OTHER_VIEWS[way](chance.spawn(1)[0], drawn.position, rules, drawn.view)
        seen = Eye(rules, drawn.edition, Letters()).see(drawn.picture)
        yield Shown("drawn", rules, drawn.edition, drawn.picture, drawn.truth)
        yield Shown(f"drawn, {way}", rules, drawn.edition, other, drawn.truth)
        if isinstance(seen, Sighting):
            worse = mixture(chance)(drawn.picture, np.array(seen.quad.corners), chance)
            yield Shown("drawn, in a mixture", rules, drawn.edition, worse, drawn.truth)


def true_kinds(frame: Frame, rules: Ruleset) -> Kinds:
    """The place in KINDS of what lies on each square, (n, n); UNKNOWN where nobody is to judge."""
    kinds = np.zeros((rules.layout.size, rules.layout.size), np.uint8)
    for square in rules.layout.squares():
        name = str(square)
        kind = KINDS.index("stop") if name in frame.stops else _kind(frame.board.get(name, "."))
        kinds[square.row, square.column] = UNKNOWN if name in frame.unknown else kind
    return kinds


def _kind(letter: str) -> int:
    return KINDS.index({"": "blank", ".": "bare"}.get(letter, "letter"))


def told_kinds(seen: Sighting, size: int) -> Kinds:
    """What a look tells of each square, (n, n): a place in KINDS, or ASKED."""
    kinds = np.zeros((size, size), np.uint8)
    told: list[tuple[Square, int]] = [(square, _kind(reading.letter)) for square, reading in seen.board.items()]
    told += [(square, KINDS.index("stop")) for square in seen.stops]
    for square, kind in (*told, *((square, ASKED) for square in seen.doubted)):
        kinds[square.row, square.column] = kind
    return kinds


def shares_in(shown: Shown, seen: Sighting) -> Floats:
    """What the network tells of the board that was seen, (5, n, n)."""
    layout = shown.rules.layout
    squared = square_up(shown.picture, board_of(seen.quad, layout.size), layout.size)
    tops = squared.above
    if tops is not None and tops.origin is not None:
        standing = flagged({*seen.board, *seen.stops, *seen.doubted} - seen.covered, layout.size)
        squared = square_up(
            shown.picture, board_of(seen.quad, layout.size), layout.size, Tops(tops.origin[1], standing)
        )
    return shares_by_grid(Squared(without_grain(squared.pixels), layout.size), Printed.of(layout))[0]


@dataclass(frozen=True, slots=True, eq=False)
class Verdicts:
    """One look: (n, n) the truth, what the rules tell and what both tell; (5, n, n) the network's shares."""

    row: str
    truth: Kinds
    rules: Kinds
    both: Kinds
    shares: Floats

    def network(self, least: Floats) -> Kinds:
        """What the network alone tells, each kind from a share of its own on, (5,); what it sees covered it asks."""
        likeliest = self.shares.argmax(axis=0)
        is_sure = self.shares.max(axis=0) > least[likeliest]
        return np.asarray(np.where(is_sure & (likeliest < len(KINDS)), likeliest, ASKED), np.uint8)


def verdicts(shown: Shown) -> Verdicts | None:
    """Both verdicts on a picture; None if it is refused."""
    size, letters = shown.rules.layout.size, Letters()
    rules, both = (
        Eye(shown.rules, shown.edition, letters, without=without).see(shown.picture) for without in ({STAGE}, set())
    )
    if isinstance(rules, NotSeen) or isinstance(both, NotSeen):
        return None
    truth, shares = true_kinds(shown.truth, shown.rules), shares_in(shown, rules)
    return Verdicts(shown.row, truth, told_kinds(rules, size), told_kinds(both, size), shares)


def least_shares(looks: Sequence[Verdicts], risk: float) -> Floats:
    """The share from which on each kind may be told, (5,), by conformal risk control over looks.

    Of looks like these at most the share `risk` tells a square of that kind wrongly (Angelopoulos et al., Conformal
    Risk Control, 2024); 1 where so few looks cannot tell.
    """
    allowed = int(np.floor(risk * (len(looks) + 1))) - 1
    if allowed < 0:
        return np.ones(len(KINDS) + 1)
    worst = [[_worst(look, kind) for look in looks] for kind in range(len(KINDS))]
    return np.array([*(sorted(shares, reverse=True)[allowed] for shares in worst), 1.0])


def _worst(look: Verdicts, kind: int) -> float:
    """The largest share that any square gives a kind wrongly."""
    return float(look.shares[kind][(look.truth != kind) & (look.truth != UNKNOWN)].max(initial=0.0))


def rows(looks: Sequence[Verdicts], least: Floats) -> Iterator[tuple[str, ...]]:
    """A row for each kind of thing in each row of looks, and for all."""
    counts: dict[tuple[str, str], Counter[str]] = {}
    for look in looks:
        for who, told in (("rules", look.rules), ("network", look.network(least)), ("both", look.both)):
            for kind, name in enumerate(KINDS):
                here = told[look.truth == kind]
                count = {
                    f"{who}: wrong for sure": int(((here != kind) & (here != ASKED)).sum()),
                    f"{who}: asked": int((here == ASKED).sum()),
                    "squares": len(here) if who == "rules" else 0,
                }
                for row in (look.row, "all"):
                    counts.setdefault((row, name), Counter()).update(count)
    for (row, name), count in counts.items():
        if count["squares"]:
            yield row, name, *(str(count[column]) for column in COLUMNS[2:])


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--boards", type=click.IntRange(min=0), default=60, show_default=True, help="So many drawn boards.")
@click.option("--tune", type=click.IntRange(min=0), default=60, show_default=True, help="So many to find shares on.")
@click.option("--risk", default=0.02, show_default=True, help="Share of looks that may tell a kind wrongly.")
@click.option("--seed", type=click.IntRange(min=0), default=SEED, show_default=True, help="Another one, other boards.")
@option_save
def main(folder: Path, boards: int, tune: int, risk: float, seed: int, save: Path | None) -> None:
    """Look at all of them, and print the table."""
    tuned = list(filter(None, map(verdicts, drawn_boards(tune, seed + 1))))
    least = least_shares(tuned, risk)
    looks = [
        look for source in (drawn_boards(boards, seed), photographs(folder)) for look in map(verdicts, source) if look
    ]
    told = tuple(rows(looks, least))
    shares = ", ".join(f"{name} {share:.4f}" for name, share in zip(KINDS, least, strict=False))
    note = f"{len(looks)} looks. The network alone tells {shares} (risk {risk}, {len(tuned)} looks of seed {seed + 1})."
    print(f"{table(COLUMNS, told)}\n\n{note}")
    if save:
        command = "python -m benches.confidence.shadowed FOLDER"
        save_result(Result("shadowed", command, commit(), COLUMNS, told, seed, note), save)


if __name__ == "__main__":
    main()
