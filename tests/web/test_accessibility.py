"""Nobody is shut out: axe finds nothing on any page, in light and dark."""

from __future__ import annotations

import subprocess
import tarfile
import tempfile
from pathlib import Path
from shutil import which
from typing import TYPE_CHECKING, Any

import pytest
from PIL import Image

from pi_referee.lexicon.work import Order, State, Step, Work
from pi_referee.lexicon.workshop import Workshop
from pi_referee.rules.happenings import Corrected, Question
from pi_referee.rules.notation import WrittenPlay
from pi_referee.rules.position import EMPTY

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.web.conftest import Opened, Writer

pytestmark = pytest.mark.browser

AXE = "axe-core@4.10.3"
"""Deque's own checker; a tool of this test only, fetched by npm and never shipped."""

PAGES = (
    "/",
    "/look",
    "/games",
    "/games/new",
    "/games/new/alfapet-sv",
    "/games/1",
    "/games/1/end",
    "/games/1/laying",
    "/games/1/question",
    "/games/1/turns/1",
    "/games/1/turns/1/correct",
    "/games/1/changes/3",
    "/games/2/draw",
    "/lists",
    "/pair",
    "/invite",
    "/camera",
    "/nowhere",
)
NOON = "2026-11-20T12:00:00+00:00"

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


@pytest.fixture(scope="session")
def axe() -> str:
    """The checker's script, kept between test runs."""
    kept = Path(tempfile.gettempdir()) / "pi-referee-axe" / AXE
    script = kept / "package" / "axe.min.js"
    if not script.is_file():
        npm = which("npm")
        if npm is None:
            pytest.skip("npm is not installed, so axe-core cannot be fetched (apt install npm)")
        kept.mkdir(parents=True, exist_ok=True)
        fetched = subprocess.run([npm, "pack", AXE], cwd=kept, capture_output=True, text=True, check=False, timeout=60)
        if fetched.returncode != 0:
            pytest.skip(f"axe-core cannot be fetched: {fetched.stderr[-200:]}")
        with tarfile.open(next(kept.glob("*.tgz"))) as package:
            package.extractall(kept, filter="data")
    return script.read_text(encoding="utf-8")


def violations(page: Page, axe: str, only: list[str]) -> list[str]:
    """What axe has to say against a page, by these rules or groups of rules."""
    page.evaluate(axe)
    found: dict[str, Any] = page.evaluate("rules => axe.run({ runOnly: rules })", only)
    return [f"{one['id']}: {node['html'][:160]}" for one in found["violations"] for node in one["nodes"]]


@pytest.mark.parametrize(("scheme", "rules"), [("light", RULES), ("dark", ["color-contrast"])])
def test_axe_finds_nothing(opened: Opened, writer: Writer, home: Path, axe: str, scheme: str, rules: list[str]) -> None:
    """No page has a fault that axe knows of: contrast, names, order, landmarks, sizes; in the dark the contrast."""
    Image.new("RGB", (340, 340), "#cdbc9b").save(home / "pictures" / "turn.jpg")
    writer.begin()
    writer.lay("I9 > LOTA", Question("J9", (("O", 0.6), ("Ö", 0.4))), picture="turn.jpg")
    writer.tell(Corrected(1, WrittenPlay.parse("I9 > L_TA").on(EMPTY)))
    writer.lay("M9 > R", Question("M9", (("R", 0.6), ("P", 0.4))), picture="turn.jpg")
    page = opened(scheme=scheme)
    root = page.url.rstrip("/")
    page.emulate_media(reduced_motion="reduce")
    found = {}
    steps = (Step("fetching", "wswedish", 0.1), Step("writing the list", "", 2.0))
    with Workshop(home).alone():
        Workshop(home).note(Work(Order("sv", "sv"), State.RUNNING, NOON, steps))
        for path in PAGES:
            if path == "/games/2/draw":
                writer.begin("Cilla", "David")
            page.goto(f"{root}{path}")
            found[path] = violations(page, axe, rules)

    assert {path: told for path, told in found.items() if told} == {}


def test_every_page_fits_a_phone(opened: Opened, writer: Writer, home: Path) -> None:
    """Nothing on any page is cut off sideways on a phone, and every target is big enough for a finger."""
    trouble = ("The package could not be fetched.", "wswedish (E: " + "x" * 200 + ")", "Begin again.")
    with Workshop(home).alone():
        Workshop(home).note(Work(Order("sv", "sv"), State.FAILED, NOON, trouble=trouble))
    writer.begin("Anna", "Björn", "Karl-Oskar af Ugglas", "ÅÄÖ")
    writer.lay("I9 > LOTA")
    writer.tell(Corrected(1, WrittenPlay.parse("I9 > LÅTA").on(EMPTY)))
    page = opened((390, 844))
    root = page.url.rstrip("/")
    narrow, small = {}, {}
    for path in PAGES[:-1]:
        if path == "/games/2/draw":
            writer.begin("Cilla", "David")
        page.goto(f"{root}{path}")
        needed = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        narrow.update({path: needed} if needed > 0 else {})
        told = page.evaluate(
            "[...document.querySelectorAll('button, summary, a.quiet, a.button, .pick, input[type=text], select')]"
            ".filter((b) => b.checkVisibility() && (b.offsetWidth < 44 || b.offsetHeight < 44))"
            ".map((b) => b.textContent || b.name)"
        )
        small.update({path: told} if told else {})

    assert (narrow, small) == ({}, {})
