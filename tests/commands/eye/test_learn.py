"""`pi-referee learn`: teaching a set, telling of it, taking it back, and looking with it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from pi_referee.cli import main
from pi_referee.rules.board.position import Position
from pi_referee.rules.board.square import Square
from pi_referee.rules.board.tile import Tile
from pi_referee.rules.definition.library import ruleset
from vision.render import View, render

RULES = ruleset("alfapet-sv")
GAME = ("--game", "alfapet-sv")
LAID = {Square(4 + 2 * (k // 7), 2 + 2 * (k % 7)): letter for k, letter in enumerate(RULES.alphabet)}

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture(scope="module", name="picture")
def _picture(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Every letter laid in order."""
    view = View(width=1100, height=1000, blur=0.5, grain=2.0, seed=4)
    path = tmp_path_factory.mktemp("pictures") / "letters.png"
    cv2.imwrite(str(path), render(Position({square: Tile(letter) for square, letter in LAID.items()}), RULES, view))
    return path


@pytest.fixture(name="run")
def _run(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    """Run a command with a home of its own: its status, what it printed and what it said."""

    def run(*arguments: str | Path) -> tuple[int, str, str]:
        capsys.readouterr()
        status = main([*map(str, arguments), "--home", str(tmp_path)])
        return (status, *capsys.readouterr())

    return run


def told(run: Run) -> list[dict[str, Any]]:
    """What `learn --list` says."""
    listed: list[dict[str, Any]] = json.loads(run("learn", "--list", "--json")[1])
    return listed


def test_a_lesson_is_kept_told_and_taken_back(run: Run, picture: Path) -> None:
    """What was learnt is listed with when and from what, until the lesson is taken back."""
    status, out, _ = run("learn", picture, *GAME, "--in-order")

    assert status == 0
    assert out.startswith("home: learnt 28 tiles from letters.png.")
    [known] = told(run)
    assert (known["set"], known["lessons"][0]["from"], known["lessons"][0]["tiles"]) == ("home", "letters.png", 28)
    assert run("learn", "--undo")[1] == "home: the last lesson is taken back, 0 are left.\n"
    assert told(run)[0]["letters"] == ""
    assert run("learn", "--forget")[:2] == (0, "home: all is forgotten.\n")
    assert told(run) == []


def test_what_lies_where_may_be_told_by_a_file(run: Run, picture: Path, tmp_path: Path) -> None:
    """With --tiles some squares are named, and no others are learnt."""
    names = tmp_path / "names.txt"
    names.write_text("C5 A\nE5 B\n", encoding="utf-8")

    assert run("learn", picture, *GAME, "--tiles", names, "--set", "wooden")[0] == 0
    assert told(run)[0]["letters"] == "AB"


def test_looking_with_a_set(run: Run, picture: Path) -> None:
    """The command read takes the set by its name, and says so if there is none."""
    run("learn", picture, *GAME, "--in-order", "--set", "wooden")

    status, out, _ = run("read", picture, *GAME, "--tiles-of", "wooden", "--json")
    assert status == 0
    read = {square: found["letter"] for square, found in json.loads(out)["board"].items()}
    assert read.items() <= {str(square): letter for square, letter in LAID.items()}.items()
    status, _, said = run("read", picture, *GAME, "--tiles-of", "wodden")
    assert (status, "Those that were learnt: wooden" in said) == (2, True)


def test_false_names_are_refused_and_nothing_is_kept(run: Run, picture: Path, tmp_path: Path) -> None:
    """Names that were exchanged are told: status 3; with --believe they are taken."""
    names = tmp_path / "names.txt"
    names.write_text("C5 B\nE5 A\n", encoding="utf-8")

    status, _, said = run("learn", picture, *GAME, "--tiles", names)

    assert (status, "exchanged" in said, told(run)) == (3, True, [])
    assert run("learn", picture, *GAME, "--tiles", names, "--believe")[0] == 0


@pytest.mark.parametrize("wrong", [(), ("--undo", "--forget"), ("x.png",), ("x.png", *GAME), ("--games",)])
def test_wrong_usage(run: Run, wrong: tuple[str, ...]) -> None:
    """Nothing to do, two things at once, or a game or names left out are wrong usage: status 2."""
    assert run("learn", *wrong)[0] == 2


@pytest.mark.parametrize("wrong", [("--undo",), ("--games", *GAME), ("none.png", *GAME, "--in-order")])
def test_what_cannot_be_done(run: Run, wrong: tuple[str, ...]) -> None:
    """Nothing to take back, no games and no picture are each a sentence, not an accident."""
    status, _, said = run("learn", *wrong)

    assert status in {1, 3}
    assert said.startswith("pi-referee: ")
    assert "not foreseen" not in said


def test_a_picture_without_a_board_is_refused_with_its_code(run: Run, tmp_path: Path) -> None:
    """Programs are told why the look was refused, as `read` tells them."""
    cv2.imwrite(str(tmp_path / "table.png"), np.full((400, 500, 3), 110, np.uint8))
    status, out, _ = run("learn", tmp_path / "table.png", *GAME, "--in-order", "--json")

    assert (status, json.loads(out)["error"]["code"]) == (3, "no_edges")


def test_a_damaged_set_is_listed_as_such(run: Run, tmp_path: Path) -> None:
    """The list goes on beyond a file that cannot be read."""
    (tmp_path / "tiles").mkdir()
    (tmp_path / "tiles" / "home.json").write_text("{", encoding="utf-8")

    status, out, _ = run("learn", "--list")

    assert status == 0
    assert "cannot be used" in out
