"""`pi-referee replay` for people: a line a picture with what is asked, and a game that is kept or written down."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PIL import Image

from pi_referee.cli import main
from pi_referee.game_log.event_store import Ledger
from pi_referee.rules.course.game import fold

GAME = ("--game", "alfapet-sv", "--players", "Ann,Bo")


@pytest.fixture(scope="module", name="home")
def _home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for games."""
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="module", name="kept")
def _kept(photographed: Path, home: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small game played once, kept in the home, written down and drawn; the folder of what came of it."""
    place = tmp_path_factory.mktemp("out")
    to = ("--keep", "--home", str(home), "--to", str(place / "game.json"), "--picture", str(place / "seen"))
    assert main(["replay", str(photographed), *GAME, *to, "--edition", "dark"]) == 0
    return place


def test_the_game_is_in_the_home(home: Path, kept: Path) -> None:
    """--keep writes the game with a photograph a press, and --to the same game into a file."""
    record = json.loads((kept / "game.json").read_text(encoding="utf-8"))
    with Ledger(home / "games.sqlite") as ledger:
        events = ledger.since(0, game=1)
    game = fold(event.happening for event in events)

    assert dict(game.totals) == record["protocol"]["totals"]
    assert [turn["play"] for turn in record["protocol"]["turns"]][:2] == ["H9 > KABEL", "I9 v .LM"]
    assert all((home / "pictures" / event.picture).is_file() for event in events[1:])
    assert all(event.picture for event in events[1:])


def test_the_pictures_tell_the_edition(home: Path, kept: Path) -> None:
    """A wrong --edition is not believed: the game is kept with the edition that was seen."""
    assert kept.is_dir()
    with Ledger(home / "games.sqlite") as ledger:
        assert fold(event.happening for event in ledger.since(0, game=1)).began.edition == "light"


def test_a_game_is_kept_although_its_file_cannot_be_written(tmp_path: Path) -> None:
    """The disk of --to is full: that is said, and the game that was replayed is not lost."""
    (tmp_path / "game").mkdir()
    (tmp_path / "game" / "1.jpg").touch()
    (tmp_path / "game.json").symlink_to("/dev/full")
    to = ("--keep", "--home", str(tmp_path), "--to", str(tmp_path / "game.json"))

    assert main(["replay", str(tmp_path / "game"), *GAME, *to]) == 1
    with Ledger(tmp_path / "games.sqlite") as ledger:
        assert ledger.newest_game() == 1


@pytest.mark.parametrize(
    "command",
    [
        ("replay", "{folder}", *GAME, "--to", "{folder}/no/game.pdf"),
        ("replay", "{folder}", *GAME, "--picture", "{folder}/no/last.png"),
        ("replay", "{folder}", *GAME, "--picture", "{folder}/1.jpg/seen"),
        ("read", "{folder}/1.jpg", "--game", "alfapet-sv", "--picture", "{folder}/no/seen.png"),
        ("board", "{folder}/1.jpg", "--game", "alfapet-sv", "--picture", "{folder}/no/seen.png"),
        ("export", "9", "{folder}/no/game.mp4", "--home", "{folder}"),
    ],
)
def test_where_nothing_can_be_written_nothing_is_done(
    command: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A place that will not do is told before a picture is looked at, although that one cannot be read either."""
    (tmp_path / "1.jpg").touch()

    assert main([part.format(folder=tmp_path) for part in command]) == 1
    told = capsys.readouterr()
    assert (told.out, "cannot be written" in told.err or "cannot be made" in told.err) == ("", True)
    assert [path.name for path in tmp_path.iterdir()] == ["1.jpg"]


def test_every_press_is_drawn(kept: Path) -> None:
    """Each picture has its drawing; the refused squares of the fourth are framed in red."""
    drawn = sorted((kept / "seen").iterdir())
    red = {name: _reds(kept / "seen" / name) for name in ("02.png", "04.png")}

    assert [path.name for path in drawn] == [f"0{number}.png" for number in range(1, 6)]
    assert red["04.png"] > red["02.png"] + 200


def _reds(path: Path) -> int:
    """How many px of a drawing have the colour of a refused square's frame."""
    with Image.open(path) as drawing:
        counts = drawing.convert("RGB").getcolors(drawing.width * drawing.height) or []
    return sum(count for count, colour in counts if colour == (185, 28, 28))


def test_lines_for_people(turned: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each line says which picture of how many and who was on turn; questions stand beneath, and a summary last."""
    assert main(["replay", str(turned), *GAME]) == 0
    out, _ = capsys.readouterr()
    lines = out.splitlines()

    assert lines[0].startswith("1/4  01.jpg  Ann  ruled")
    assert next(line for line in lines if "02.jpg" in line).startswith("2/4  02.jpg  Bo   asked")
    assert any(line.strip().startswith("? arrow:I12: does the word turn at I12") for line in lines)
    assert any(line.startswith("4 pictures: ") for line in lines)


def test_the_form_follows_the_name(
    photographed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """--to html alone writes a page called as the folder, and says where; a name that says no form is wrong usage."""
    monkeypatch.chdir(tmp_path)
    assert main(["replay", str(photographed), *GAME, "--to", "html"]) == 0
    assert "<html" in (tmp_path / f"{photographed.name}.html").read_text(encoding="utf-8")
    assert str(tmp_path) in capsys.readouterr().err
    assert main(["replay", str(photographed), *GAME, "--to", "protocol"]) == 2
