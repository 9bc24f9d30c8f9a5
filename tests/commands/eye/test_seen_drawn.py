"""`--picture` draws what was seen, and the text says the same."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import pytest
from PIL import Image

from hardware.picture_file import read_picture
from pi_referee.cli import main
from pi_referee.tile_sets.learning import read_names

AMBER, GREEN = (194, 65, 12), (21, 128, 61)


def colours(path: Path) -> set[tuple[int, ...]]:
    """The colours of a drawing."""
    with Image.open(path) as drawing:
        found = drawing.convert("RGB").getcolors(drawing.width * drawing.height) or []
    return {colour for _, colour in found if isinstance(colour, tuple)}


@pytest.fixture(scope="module", name="soft")
def _soft(photographed: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A picture of which the right half is so far out of focus that letters there are in doubt."""
    path = tmp_path_factory.mktemp("soft") / "soft.png"
    picture = read_picture(photographed / "02.jpg")
    half = picture.shape[1] // 2
    picture[:, half:] = cv2.GaussianBlur(picture, (0, 0), 2.5)[:, half:]
    cv2.imwrite(str(path), picture)
    return path


def test_read_draws_letters_and_doubts(soft: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Letters stand in green, squares in doubt are framed, and the text spells out what they may be."""
    assert main(["read", str(soft), "--game", "alfapet-sv", "--picture", str(tmp_path / "seen.png")]) == 0
    lines = capsys.readouterr().out.splitlines()

    assert {AMBER, GREEN} <= colours(tmp_path / "seen.png")
    assert lines[0] == "   A B C D E F G H I J K L M N O P Q"
    assert any(" may be " in line and "%" in line for line in lines[18:])
    assert read_names("\n".join(line for line in lines if "focus" not in line)) is not None


def test_a_wrong_edition_is_said(photographed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever names the other edition is told what the tiles look like."""
    options = ["--game", "alfapet-sv", "--edition", "dark", "--json"]
    assert main(["read", str(photographed / "02.jpg"), *options]) == 0
    out, err = capsys.readouterr()

    assert (json.loads(out)["edition"], "--edition dark was named, but the tiles look light" in err) == ("light", True)


def test_what_was_not_seen_is_drawn(tmp_path: Path) -> None:
    """Where no board is found the picture itself is kept with the reason beneath it."""
    Image.new("RGB", (500, 400), "gray").save(tmp_path / "table.png")
    status = main(["read", str(tmp_path / "table.png"), "--game", "literaki", "--picture", str(tmp_path / "seen.jpg")])

    with Image.open(tmp_path / "seen.jpg") as drawing:
        assert (status, drawing.width, drawing.height > 400) == (3, 500, True)


def test_board_and_learn_draw_too(photographed: Path, tmp_path: Path) -> None:
    """`board` frames what lies there, and `learn` draws what it sees even where nothing can be learnt."""
    image, game = str(photographed / "01.jpg"), ("--game", "alfapet-sv")
    board, learn = tmp_path / "board.png", tmp_path / "learn.png"

    assert main(["board", image, *game, "--picture", str(board)]) == 0
    assert main(["learn", image, *game, "--in-order", "--home", str(tmp_path), "--picture", str(learn)]) == 3
    assert (AMBER in colours(board), GREEN in colours(learn)) == (True, True)


def test_a_picture_of_no_kind_is_refused(photographed: Path, tmp_path: Path) -> None:
    """A name without a picture's ending is refused with those there are."""
    image = str(photographed / "01.jpg")
    assert main(["read", image, "--game", "alfapet-sv", "--picture", str(tmp_path / "seen")]) == 2
