"""The bench of inputs that nobody meant: a few of each kind, and that it would notice what it looks for."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from benches.fuzzing.__main__ import KINDS, main, try_all
from benches.fuzzing.cases import CASES
from benches.fuzzing.mutations import garbled, spoilt
from benches.fuzzing.requests import Page
from tests.programs import ROOT


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_is_wrong_with_a_few(kind: str) -> None:
    """No input falls out of the program, is not foreseen, takes too long or too much, or leaves a page that fails."""
    count = 6 if kind == "pictures" else 40
    tally = try_all(kind, 7, range(count))

    assert (tally.tried, tally.wrong) == (count, {})


@pytest.mark.parametrize("kind", CASES)
def test_an_input_is_drawn_anew_from_its_number(kind: str) -> None:
    """Whoever reads a number in the table can try that input again."""
    one, other = (CASES[kind](random.Random(f"{kind}-1-5")) for _ in range(2))

    assert one == other


def test_what_is_spoilt_is_another_thing() -> None:
    """Most spoilt contents differ from what they were."""
    chance = random.Random(1)

    assert sum(spoilt(chance, b"abc" * 9) != b"abc" * 9 for _ in range(100)) > 70
    assert sum(garbled(chance, "H8 > ABC") != "H8 > ABC" for _ in range(100)) > 70


def test_a_worker_tells_what_it_begins_and_how_it_ends() -> None:
    """So that one that falls or hangs in between is known by its number."""
    command = [sys.executable, "-m", "benches.fuzzing.attempts", "scorebooks", "1", "3", "5"]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()

    assert [next(iter(json.loads(line).items())) for line in told] == [
        ("begins", 3),
        ("ends", 3),
        ("begins", 4),
        ("ends", 4),
    ]


def failing(**_: object) -> str:
    """A page with a fault."""
    raise ZeroDivisionError


def test_a_page_that_fails_afterwards_is_noticed(tmp_path: Path) -> None:
    """The look at the pages finds a fault that was put there."""
    page = Page(tmp_path)
    before = page.wrong()
    page.app.view_functions = dict.fromkeys(page.app.view_functions, failing)

    assert before == ""
    assert "500 afterwards" in page.wrong()


def test_help() -> None:
    """The bench says what it tries."""
    told = CliRunner().invoke(main, ["--help"])

    assert (told.exit_code, "hosts" in told.output) == (0, True)
