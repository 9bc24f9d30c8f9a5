"""Which files of a folder are played as pictures, and in which order: as people and telephones name them."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from hardware.picture_folder import FolderCamera, pictures_in
from pi_referee.errors import PictureError

ORDERS = [
    "1.jpg 2.jpg 9.jpg 10.jpg 11.jpg 100.jpg",
    "photo.jpg|photo (1).jpg|photo (2).jpg|photo (10).jpg",
    "photo.jpg|photo - Copy.jpg|photo - Copy (2).jpg|photo - Copy (10).jpg",
    "turn 9.jpg|turn 9 (1).jpg|turn 10.jpg|turn 10 (1).jpg",
    "IMG_1.jpg img_2.JPG Img_3.jpeg IMG_10.JPG",
    "a.jpg B.jpg c.jpg D.jpg",
    "IMG_20241127_203001.jpg IMG_20241127_203001_1.jpg IMG_20241127_204502.jpg IMG_20250101_000001.jpg",
    "Image 2024-10-27 at 9.05.01.jpeg|Image 2024-10-27 at 9.05.01 (1).jpeg|Image 2024-10-27 at 20.30.01.jpeg",
    "27.10.2024.jpg 3.11.2024.jpg 1.1.2025.jpg",
    "game 30-9-2024.jpg|game 1-10-2024.jpg",
    "10-27-2024.jpg 11-13-2024.jpg 1-14-2025.jpg",
    "at 9.59.01 AM.png|at 11.59.01 AM.png|at 12.01.05 PM.png|at 1.00.00 PM.png",
    "Ö.jpg ö2.jpg Ö10.jpg",
    "IMG_0001.JPG IMG_E0001.JPG IMG_0002.JPG IMG_E0010.JPG",
]
"""Names in the order in which the pictures were taken."""


def draw(path: Path, level: int = 100, *, taken: str = "", written: str = "") -> None:
    """Put a small grey picture there; taken, written: what its camera says of the times of picture and file."""
    exif = Image.Exif()
    if taken:
        exif.get_ifd(0x8769)[0x9003] = taken
    if written:
        exif[0x0132] = written
    Image.fromarray(np.full((48, 64, 3), level, np.uint8)).save(path, exif=exif)


def names(pictures: Sequence[Path]) -> list[str]:
    """The pictures' names."""
    return [picture.name for picture in pictures]


@pytest.mark.parametrize("order", ORDERS)
def test_pictures_are_played_in_the_order_in_which_people_count(tmp_path: Path, order: str) -> None:
    """Numbers, copies, capitals, dates and hours stand in the order that is meant, in whichever they were written."""
    wanted = order.split("|" if "|" in order else " ")
    for name in reversed(wanted):
        draw(tmp_path / name)

    assert names(pictures_in(tmp_path)) == wanted


def test_a_folder_as_a_camera_shows_them_in_the_same_order(tmp_path: Path) -> None:
    """`--camera folder:` plays what `replay` plays."""
    for number, level in ((10, 200), (9, 100), (11, 250)):
        draw(tmp_path / f"{number}.png", level)
    camera = FolderCamera(tmp_path)

    assert [int(camera.capture().mean()) for _ in range(3)] == [100, 200, 250]


@pytest.mark.parametrize("hidden", [".trashed-1735000000-02.jpg", "._01.jpg", ".01.jpg", ".DS_Store", ".pending-3.jpg"])
def test_a_hidden_file_is_no_press(tmp_path: Path, hidden: str, caplog: pytest.LogCaptureFixture) -> None:
    """What a telephone or another system keeps for itself is passed over, and nothing is said of it."""
    draw(tmp_path / "01.jpg")
    (tmp_path / hidden).write_bytes((tmp_path / "01.jpg").read_bytes())

    assert names(pictures_in(tmp_path)) == ["01.jpg"]
    assert caplog.text == ""


@pytest.mark.parametrize("name", ["album.jpg", "00.png", "old.HEIC"])
def test_a_folder_named_like_a_picture_is_no_press(tmp_path: Path, name: str) -> None:
    """Only files are pictures."""
    draw(tmp_path / "01.jpg")
    (tmp_path / name).mkdir()

    assert names(pictures_in(tmp_path)) == ["01.jpg"]


@pytest.mark.parametrize(
    "name", ["02.dng", "02.CR2", "clip.mp4", "clip.MOV", "02.svg", "02.jpg~", "02", "02.jpg.part", "gone.jpg"]
)
def test_what_may_be_taken_for_a_picture_and_is_left_out_is_named(
    tmp_path: Path, name: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Nobody must count presses to notice that a picture was left out."""
    draw(tmp_path / "01.jpg")
    if name == "gone.jpg":
        (tmp_path / name).symlink_to(tmp_path / "nowhere.jpg")
    else:
        (tmp_path / name).write_bytes((tmp_path / "01.jpg").read_bytes())

    assert names(pictures_in(tmp_path)) == ["01.jpg"]
    assert f"no pictures that can be read: {name}." in caplog.text


@pytest.mark.parametrize("name", ["set.json", "answers.json", "notes.txt", "README.md", "Thumbs.db", "desktop.ini"])
def test_of_what_is_no_picture_nothing_is_said(tmp_path: Path, name: str, caplog: pytest.LogCaptureFixture) -> None:
    """Notes and answers lie beside the pictures, and disturb nobody."""
    draw(tmp_path / "01.jpg")
    (tmp_path / name).write_text("{}", encoding="utf-8")

    assert names(pictures_in(tmp_path)) == ["01.jpg"]
    assert caplog.text == ""


def test_in_a_folder_without_pictures_what_cannot_be_read_is_named(tmp_path: Path) -> None:
    """A folder of raw pictures is not called empty."""
    (tmp_path / "01.dng").write_bytes(b"raw")

    with pytest.raises(PictureError, match=r"These cannot be read: 01\.dng\."):
        pictures_in(tmp_path)


@pytest.mark.parametrize(
    ("times", "told"),
    [
        ({"a.jpg": "20:02:00", "b.jpg": "20:01:00"}, "b.jpg before a.jpg"),
        ({"1.jpg": "20:01:00", "2.jpg": "20:09:00", "3.jpg": "20:05:00"}, "3.jpg before 2.jpg"),
        ({"f3a1.jpg": "20:03:00", "0c77.jpg": "20:04:00", "b012.jpg": "20:01:00"}, "b012.jpg before 0c77.jpg"),
    ],
)
def test_times_in_the_pictures_are_a_witness(
    tmp_path: Path, times: dict[str, str], told: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Where names and cameras disagree about the order, that is said; the names are followed all the same."""
    for name, time in times.items():
        draw(tmp_path / name, taken=f"2024:10:27 {time}")

    assert len(pictures_in(tmp_path)) == len(times)
    assert told in caplog.text


def test_where_a_picture_has_no_time_its_files_own_counts(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Some cameras write only when they wrote the file; the time of the picture itself comes before that."""
    draw(tmp_path / "1.jpg", taken="2024:10:27 20:02:00", written="2024:10:27 19:00:00")
    draw(tmp_path / "2.jpg", written="2024:10:27 20:01:00")

    pictures_in(tmp_path)

    assert "2.jpg before 1.jpg" in caplog.text


@pytest.mark.parametrize("times", [("", ""), ("2024:10:27 20:00:00", ""), ("2024:10:27 20:00:00",) * 2, ("ago", "0")])
def test_times_that_agree_or_are_missing_disturb_nobody(
    tmp_path: Path, times: tuple[str, str], caplog: pytest.LogCaptureFixture
) -> None:
    """Most telephones' programs take the times out of pictures that are sent; that is no disagreement."""
    for name, time in zip(("1.jpg", "2.jpg"), times, strict=True):
        draw(tmp_path / name, taken=time)

    pictures_in(tmp_path)

    assert caplog.text == ""


@pytest.mark.parametrize("bad", ["nowhere", "file.jpg", "x" * 300, "shut"])
def test_a_folder_that_cannot_be_read_is_a_sentence(tmp_path: Path, bad: str) -> None:
    """Missing, no folder, a name that no disk can have, or somebody else's."""
    draw(tmp_path / "file.jpg")
    (tmp_path / "shut").mkdir(mode=0)
    if bad == "shut" and os.access(tmp_path / "shut", os.R_OK):
        pytest.skip("this user may read everything")

    with pytest.raises(PictureError, match="Name a folder that holds pictures"):
        pictures_in(tmp_path / bad)
