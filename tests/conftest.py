"""What tests of several parts share: a look written by hand, and a small game photographed picture by picture."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import pytest
from hypothesis import HealthCheck, settings

from benches.hall.mosquitto import Mosquitto
from pi_referee.errors import RefereeError
from pi_referee.files.paths import usual_home
from pi_referee.lexicon.lists.list_repository import Shelf
from pi_referee.lexicon.open_list import lists_folder
from pi_referee.rules.board.board_text import draw_position
from pi_referee.rules.board.square import Square
from pi_referee.rules.definition.library import ruleset
from tests.programs import BROWSER, ENGINE, PATIENCE, QUIETLY, free_port
from vision.render import View, render
from vision.sighting import Doubt, Quad, Reading, Sighting, Why

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Playwright

ROOT = Path(__file__).parents[1]

# What has passed here passes there, too: examples are the same in every run. Others are tried by
# pytest --hypothesis-profile=default. How long an example takes says more of the machine's other work than of the
# program, so no time is a fault.
settings.register_profile("the same", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("the same")

Choices = tuple[tuple[str, float], ...]

FROM_ABOVE = View(width=960, height=760, blur=0.4, grain=1.5, jitter=0.04, crooked=1.0, seed=5)
"""A good camera straight above the table, so that no test of the game hangs on a hard picture."""

TURNS = {
    "01.jpg": "K A B E L",
    "02.jpg": "K A B E L\n. L . . .\n. M . . .",
    "03.jpg": "K A B E L\n. L . . .\n. M . . .",
    "04.jpg": "K A B E L\n. L . . .\n. M . . .\n. . . _ .\n. N . T .",
    "05.jpg": "K A B E L\n. L . . .\n. M . . .",
}
"""A game from square H9 on: two plays, a pass, tiles that are no play, and what was before once more."""

_BEFORE = "K A B E L {}\n. L . . .\n. M . . .\n. /T R E ."
TURNED = {
    "01.jpg": "K A B E L",
    "02.jpg": _BEFORE.format("."),
    "03.jpg": _BEFORE.format("."),
    "04.jpg": _BEFORE.format("_"),
}
"""A game from square H9 on: a play, a word that turns at I12, a pass, and a blank."""


@pytest.fixture(scope="session")
def built_folder() -> Callable[[str], Path | None]:
    """Finds where a list was really built: in PI_REFEREE_LISTS, in the user's home, or in build/home of the project."""
    named = os.environ.get("PI_REFEREE_LISTS")
    folders = [Path(named)] if named else [lists_folder(usual_home()), lists_folder(ROOT / "build" / "home")]

    def find(name: str) -> Path | None:
        return next((folder for folder in folders if name in Shelf(folder).names()), None)

    return find


@pytest.fixture(scope="session")
def swedish_folder(built_folder: Callable[[str], Path | None]) -> Path:
    """The shelf on which the really built Swedish list stands; only to be looked at."""
    folder = built_folder("sv")
    if folder is None:
        pytest.skip("no built Swedish list here: pi-referee lexicon build sv (needs apt and a network)")
    return folder


@pytest.fixture(scope="session")
def driven() -> Iterator[Playwright]:
    """What drives browsers: one for all tests of a process, since no second one can be started beside it."""
    api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    if not ENGINE:
        pytest.skip("there is no Chromium here (apt install chromium)")
    api.expect.set_options(timeout=1000 * PATIENCE)
    with api.sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def engine(driven: Playwright) -> Iterator[Browser]:
    """A real Chromium's engine, without a window."""
    with driven.chromium.launch(executable_path=ENGINE, args=list(QUIETLY)) as browser:
        yield browser


@pytest.fixture(scope="session")
def whole_browser(driven: Playwright) -> Iterator[Browser]:
    """A real Chromium, as people have it."""
    if not BROWSER:
        pytest.skip("the whole Chromium is not here (apt install chromium)")
    with driven.chromium.launch(executable_path=BROWSER, args=list(QUIETLY)) as browser:
        yield browser


@pytest.fixture
def seen() -> Callable[..., Sighting]:
    """A look at a board drawn as text, sure of every tile but on the squares named with their choices."""

    def look(
        board: str, *, at: str = "H9", doubts: Mapping[str, Choices] | None = None, why: Why = Why.LETTER
    ) -> Sighting:
        lying = draw_position(board, at=Square.parse(at))
        doubted = {Square.parse(name): choices for name, choices in (doubts or {}).items()}
        sure = {square: Reading(letter, 0.99) for square, letter in lying.letters().items() if square not in doubted}
        return Sighting(
            Quad(((0, 0), (1, 0), (1, 1), (0, 1))),
            sure,
            lying.stops - doubted.keys(),
            doubts=tuple(Doubt(square, choices, why) for square, choices in sorted(doubted.items())),
        )

    return look


@pytest.fixture(scope="session")
def photographed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a small Alfapet game's pictures; only to be looked at."""
    return photograph(TURNS, tmp_path_factory.mktemp("game"))


@pytest.fixture(scope="session")
def turned(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a small Alfapet game with a word that turns and a blank; only to be looked at."""
    return photograph(TURNED, tmp_path_factory.mktemp("turned"))


def photograph(turns: Mapping[str, str], folder: Path) -> Path:
    """Photograph a board after each turn."""
    for name, board in turns.items():
        position = draw_position(board, at=Square.parse("H9"))
        cv2.imwrite(str(folder / name), render(position, ruleset("alfapet-sv"), FROM_ABOVE))
    return folder


@pytest.fixture(scope="session")
def mosquitto(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mosquitto]:
    """A real broker with the installer's settings: users hall, house and table-1 to table-30, each its own password."""
    users = {name: f"{name} lets me in" for name in ("hall", "house", *(f"table-{n}" for n in range(1, 31)))}
    try:
        broker = Mosquitto(tmp_path_factory.mktemp("broker"), users, free_port())
    except RefereeError as missing:
        pytest.skip(str(missing))
    with broker:
        yield broker


@pytest.fixture(scope="session")
def table_names() -> Iterator[str]:
    """Tables of that broker at which nobody has played yet."""
    return (f"table-{number}" for number in range(1, 31))
