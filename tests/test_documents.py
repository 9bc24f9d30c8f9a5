"""The words for people: every command is documented, every example runs, every link leads somewhere."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from pi_referee import __version__
from vision.stages import BY_ONE_LIGHT, STAGES

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").glob("*.md"))]


def examples(page: Path) -> list[tuple[str, str]]:
    """Every command of a page's console examples, with what it prints."""
    blocks = re.findall(r"^```console\n(.*?)^```", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    return [
        (command, printed)
        for block in blocks
        for command, printed in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)
    ]


def bash(command: str) -> subprocess.CompletedProcess[str]:
    """Run a line as a reader of the page would, from the project's folder."""
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    return subprocess.run(
        ["bash", "-c", command], cwd=ROOT, env={**os.environ, "PATH": path}, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize(("command", "printed"), [example for page in PAGES for example in examples(page)])
def test_every_example_prints_what_the_page_says(command: str, printed: str) -> None:
    """An example in the documents gives exactly the lines shown below it."""
    assert bash(command).stdout == printed


def test_every_command_and_option_is_documented() -> None:
    """docs/commands.md says what the commands themselves say."""
    checked = bash("python scripts/document.py --check")

    assert checked.returncode == 0, checked.stdout


def test_options_in_the_readme_exist() -> None:
    """Every option that the README names is an option of some command."""
    named = set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", (ROOT / "README.md").read_text(encoding="utf-8")))
    known = set(re.findall(r"--[a-z][a-z-]+", (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")))

    assert named <= known


def test_the_readme_tells_a_family_what_it_needs() -> None:
    """What to buy, how long it takes, which of two ways, who may play, disputes, and a board that is not found."""
    page = (ROOT / "README.md").read_text(encoding="utf-8")
    heads = re.findall(r"^## (.*)$", page, flags=re.MULTILINE)
    wanted = [
        "What to buy",
        "On your own table",
        "Who may play",
        "Word lists and disputes",
        "It does not find my board",
    ]

    assert [head for head in heads if head in wanted] == wanted
    for word in (
        "64-bit",
        "standard lens",
        "It does not find my board",
        "mount",
        "How long it takes",
        "exclude each other",
        "paired",
    ):
        assert word in page


def test_what_the_readme_calls_by_name_is_on_the_page() -> None:
    """A name in quotation marks that begins with a capital is what a button or a page is called."""
    with (ROOT / "pi_referee" / "locale" / "en" / "LC_MESSAGES" / "messages.po").open("rb") as file:
        said = {str(message.id) for message in read_po(file)}
    named = re.findall(r'"([A-Z][^".]*)"', (ROOT / "README.md").read_text(encoding="utf-8").replace("\n", " "))

    assert len(named) > 6
    assert [name for name in named if name not in said and not name.startswith("Raspberry")] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    """Every file that a page links to or shows is there."""
    linked = re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text(encoding="utf-8"))

    assert [link for link in linked if not (page.parent / link).exists()] == []


@pytest.mark.parametrize("script", ["scripts/demo", "scripts/hall-demo", "scripts/test", "scripts/setup", ".ci/run"])
def test_scripts_are_ready_to_run(script: str) -> None:
    """The scripts of the README may be run, and bash understands them."""
    assert os.access(ROOT / script, os.X_OK)
    assert bash(f"bash -n {script}").stderr == ""


def test_the_stages_of_a_look_stand_there_in_their_order() -> None:
    """docs/eye.md has a row for each stage, in order, with what it may do."""
    page = (ROOT / "docs" / "eye.md").read_text(encoding="utf-8")
    rows = re.findall(
        r"^\| ([a-z ]+) \| ([a-z, ]+) \| (yes|) *\|", page.partition("<!-- stages -->")[2], flags=re.MULTILINE
    )

    assert rows == [
        (
            stage.name,
            ", ".join(act.value.split()[0] for act in stage.acts),
            "yes" if stage in BY_ONE_LIGHT else "",
        )
        for stage in STAGES
    ]


def test_what_is_new_is_said_shortly() -> None:
    """An entry of the CHANGELOG has 25 words at most: it is read by people at a table."""
    entries = re.findall(r"^- ((?:.|\n  )+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), flags=re.MULTILINE)

    assert len(entries) > 40
    assert [entry for entry in entries if len(entry.split()) > 25] == []


def test_releases_come_newest_first() -> None:
    """What is not released yet, if anything, stands first, then each release with its day, the newest the project's."""
    said = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    heads = re.findall(r"^## (.*)$", said, flags=re.MULTILINE)
    told = heads[1:] if heads[0] == "Unreleased" else heads
    releases = [re.fullmatch(r"(\d+)\.(\d+)\.(\d+) - (\d{4}-\d\d-\d\d)", head) for head in told]
    numbers = [tuple(map(int, release.group(1, 2, 3))) for release in releases if release]
    days = [release.group(4) for release in releases if release]

    assert len(numbers) == len(releases) > 0
    assert numbers == sorted(set(numbers), reverse=True)
    assert days == sorted(days, reverse=True)
    assert ".".join(map(str, numbers[0])) == __version__


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_modules_that_a_page_names_exist(page: Path) -> None:
    """A module that a document names, by its path or by its file's name, is one of the project."""
    tracked = subprocess.run(["git", "ls-files", "*.py"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    files = {Path(name) for name in tracked.split()}
    named = re.findall(r"`((?:[a-z_]+/)*[a-z_]+\.py)`", page.read_text(encoding="utf-8"))

    assert [name for name in named if not any(file.match(name) for file in files)] == []
