"""docs/rules.md names every rule, every switch, and tests that there are; and the list of mutations is true."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from pi_referee.rules.agreed.switch_list import SWITCHES, shown

ROOT = Path(__file__).parents[2]
DOCUMENT = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
ROWS = [f"{game}{n:02}" for game, last in (("A", 39), ("L", 13), ("K", 13)) for n in range(1, last + 1)]


def test_every_rule_has_a_row() -> None:
    """Every rule of the list, A01 to A39, L01 to L13 and K01 to K13, has its row."""
    assert re.findall(r"^\| ([ALK][0-9]{2}) \|", DOCUMENT, flags=re.MULTILINE) == ROWS


@pytest.mark.parametrize("name", SWITCHES)
def test_every_switch_is_documented(name: str) -> None:
    """Every switch stands there with its default and its options."""
    switch = SWITCHES[name]
    entry = f"`{name}`: **{shown(switch.default) or 'empty'}**" + "".join(f", {shown(one)}" for one in switch.options)

    assert entry in DOCUMENT


def test_every_named_test_exists() -> None:
    """Every test that the document names is there, in the file that it names."""
    named = re.findall(r"^\|.*\| ((?:`test_\w+`(?:, )?)+) in ([\w/]+\.py) \|$", DOCUMENT, flags=re.MULTILINE)
    missing = [
        f"{test} in {file}"
        for tests, file in named
        for test in re.findall(r"test_\w+", tests)
        if f"def {test}" not in (ROOT / "tests" / "rules" / file).read_text(encoding="utf-8")
    ]

    assert len(named) > 70
    assert missing == []


def test_every_way_to_break_a_rule_is_still_there() -> None:
    """The text that scripts/mutate-rules takes away is in its file, so that the list stays true."""
    listed = tomllib.loads((ROOT / "scripts" / "mutations.toml").read_text(encoding="utf-8"))["mutation"]
    gone = [
        f"{one['rule']}: {one['find']}"
        for one in listed
        if one["find"] not in (ROOT / "pi_referee" / "rules" / one["file"]).read_text(encoding="utf-8")
    ]

    assert len(listed) > 100
    assert gone == []
