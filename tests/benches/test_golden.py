"""The golden bench: equal looks have equal lines, and what differs is named square by square."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner

from benches.golden import Told, differences, every_look, line_of, main, read_lines, told_by
from benches.pictures.truth import sets_in
from pi_referee.rules.board.square import Square
from vision.sighting import Doubt, Quad, Reading, Sighting, Why

QUAD = Quad(((0, 0), (9, 0), (9, 9), (0, 9)))
H9, I9 = Square.parse("H9"), Square.parse("I9")


def told(**more: object) -> Told:
    """A look at one K, with whatever else."""
    return told_by(Sighting(QUAD, {H9: Reading("K", 0.99)}, **more))  # type: ignore[arg-type]


def test_a_look_is_the_same_again(sets: Path) -> None:
    """A look of the list has the same line whenever it is made: name, hash and what was told."""
    first = next(look for look in every_look([sets]) if look.mixture == 1)

    assert line_of(first) == line_of(first)
    assert read_lines(line_of(first)).keys() == {"small/01.jpg mixed 1"}


def test_the_list_holds_each_look_once(sets: Path) -> None:
    """No two looks have one name, and the pictures of the set are among them."""
    names = [look.name for look in every_look([sets])]

    assert len(names) == len(set(names)) > 1000
    assert {"small/01.jpg as it is", "small/04.jpg mixed 4", "drawn/0 as it is"} <= set(names)


def test_time_makes_no_difference() -> None:
    """Looks that tell the same are equal however long they took."""
    assert told(milliseconds={"total": 80.0}) == told(milliseconds={"total": 95.0})


def test_what_differs_is_named() -> None:
    """A square that was sure and is in doubt, or a stop tile no more, is named with both."""
    doubt = Doubt(I9, (("A", 0.5), (".", 0.5)), Why.LETTER)
    before, after = told(stops=frozenset({I9})), told(doubts=(doubt,), covered=frozenset({I9}))

    assert list(differences({"a": before, "b": before}, {"a": after, "b": before})) == [
        "a: I9 stop -> doubt (('A', 0.5), ('.', 0.5)) covered"
    ]


def test_files_are_compared(tmp_path: Path) -> None:
    """The exit status tells whether two files differ; files without a look in common are not equal."""
    seen, refused = json.dumps(told()), json.dumps({"refused": "No board is seen."})
    for name, line in {"one": f"a\t1\t{seen}", "other": f"a\t2\t{refused}", "none": f"b\t1\t{seen}"}.items():
        (tmp_path / name).write_text(line + "\n")
    said = {
        name: CliRunner().invoke(main, ["compare", str(tmp_path / "one"), str(tmp_path / name)])
        for name in ("one", "other", "none")
    }

    assert {name: result.exit_code for name, result in said.items()} == {"one": 0, "other": 1, "none": 1}
    assert "a: seen -> No board is seen." in said["other"].output


def test_sets_of_games_without_a_board_are_left_out(sets: Path) -> None:
    """A folder may hold sets of cards, too, whose truth has another form."""
    (sets / "cards").mkdir()
    (sets / "cards" / "set.json").write_text(json.dumps({"name": "cards", "game": "kortalfapet", "frames": [{}]}))

    assert [described.name for _, described in sets_in(sets)] == ["small"]
