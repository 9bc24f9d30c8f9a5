"""Pictures from files: every usual kind is read, upright; what is too large is refused before it is decoded."""

from __future__ import annotations

import io
import struct
import tracemalloc
import zlib
from pathlib import Path

import numpy as np
import pillow_heif
import pytest
from PIL import Image

from hardware.picture_file import LIMITS, read_picture
from pi_referee.errors import PictureError

KINDS = ["heic", "heif", "hif", "avif", "jfif", "jpe", "jpg", "jp2", "j2k", "gif", "ppm", "png", "webp", "bmp", "tif"]


def scene() -> Image.Image:
    """A picture of which one sees what is up: bright and reddish above, dark below; 64 x 48 px."""
    px = np.full((48, 64, 3), 20, np.uint8)
    px[:24] = (220, 160, 150)
    return Image.fromarray(px)


def written(kind: str, picture: Image.Image) -> bytes:
    """The picture as a file of a kind."""
    pillow_heif.register_heif_opener()
    formats = {"heic": "HEIF", "heif": "HEIF", "hif": "HEIF", "avif": "AVIF", "jp2": "JPEG2000", "j2k": "JPEG2000"}
    formats |= {"jfif": "JPEG", "jpe": "JPEG", "jpg": "JPEG", "tif": "TIFF"}
    file = io.BytesIO()
    picture.save(file, formats.get(kind, kind.upper()))
    return file.getvalue()


def png_of(width: int, height: int) -> bytes:
    """A PNG file that says it is so large, and holds black px as far as a few bytes reach."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(bytes(1000))) + chunk(b"IEND", b"")


def told_or_seen(path: Path) -> object:
    """The size of the picture that was read, or that it is damaged."""
    try:
        return read_picture(path).shape
    except PictureError as error:
        return "damaged" if "damaged" in error.what else error.what


@pytest.mark.parametrize("device", ["/dev/zero", "/dev/full"])
def test_a_device_without_an_end_is_no_picture(device: str) -> None:
    """It says nothing of its size, so that only reading shows that it is larger than any picture."""
    with pytest.raises(PictureError, match="too large"):
        read_picture(Path(device))


@pytest.mark.parametrize("kind", KINDS)
def test_pictures_of_every_usual_kind_are_read(tmp_path: Path, kind: str) -> None:
    """What telephones and cameras write is read, with its colours where they belong."""
    path = tmp_path / f"01.{kind}"
    path.write_bytes(written(kind, scene()))

    seen = read_picture(path)

    assert seen.shape == (48, 64, 3)
    assert np.abs(seen[:20].reshape(-1, 3).mean(axis=0) - (150, 160, 220)).max() < 12
    assert seen[28:].mean() < 40


@pytest.mark.parametrize("kind", ["avif", "jpg", "png", "webp", "tif"])
def test_pictures_taken_with_the_telephone_turned_stand_upright(tmp_path: Path, kind: str) -> None:
    """Cameras write the px as they lie in the chip, and beside them how the telephone was held."""
    path = tmp_path / f"01.{kind}"
    exif = Image.Exif()
    exif[0x0112] = 6  # turned by a quarter: upright once it is turned back, clockwise
    formats = {"jpg": "JPEG", "tif": "TIFF"}
    scene().rotate(90, expand=True).save(path, formats.get(kind, kind.upper()), exif=exif)

    seen = read_picture(path)

    assert seen.shape == (48, 64, 3)
    assert seen[:20].mean() > 120
    assert seen[28:].mean() < 60


@pytest.mark.parametrize(
    ("width", "height"), [(30_000, 30_000), (40_000, 40_000), (12_000, 9_000), (LIMITS.side + 1, 3), (3, 200_000)]
)
def test_a_picture_that_is_too_large_is_refused_before_it_is_decoded(tmp_path: Path, width: int, height: int) -> None:
    """A file of a kilobyte must not take a gigabyte of memory, nor end anything."""
    path = tmp_path / "01.png"
    path.write_bytes(png_of(width, height))
    tracemalloc.start()

    with pytest.raises(PictureError, match="too large"):
        read_picture(path)

    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 5_000_000


def test_a_large_jpeg_of_a_telephone_is_read_at_half_its_size(tmp_path: Path) -> None:
    """Fifty million px are more than the memory of a small Pi holds beside everything else, and four times too many."""
    path = tmp_path / "01.jpg"
    scene().resize((8160, 6120)).save(path, "JPEG")

    seen = read_picture(path)

    assert seen.shape == (3060, 4080, 3)
    assert seen[:1000].mean() > 120
    assert seen[2000:].mean() < 60


def test_a_file_that_is_too_large_is_not_even_read(tmp_path: Path) -> None:
    """A file with holes takes no room on the disk, and would fill the memory."""
    path = tmp_path / "01.bmp"
    with path.open("wb") as file:
        file.truncate(20 * 1024**3)

    with pytest.raises(PictureError, match="too large"):
        read_picture(path)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("share", [0.0, 0.02, 0.3, 0.6])
def test_a_file_that_was_cut_off_is_a_sentence_or_what_is_left(tmp_path: Path, kind: str, share: float) -> None:
    """A picture whose sending was broken off ends nothing."""
    whole = written(kind, Image.fromarray(np.random.default_rng(4).integers(0, 256, (48, 64, 3), np.uint8)))
    path = tmp_path / f"01.{kind}"
    path.write_bytes(whole[: int(share * len(whole))])

    assert told_or_seen(path) in {"damaged", (48, 64, 3)}


def test_a_png_with_a_spoilt_part_is_damaged(tmp_path: Path) -> None:
    """OpenCV takes 2 GB of memory to find its way in a PNG one of whose checksums is wrong: it is told before."""
    path = tmp_path / "picture.png"
    whole = written("PNG", Image.new("RGB", (1, 1)))
    end = whole.index(b"IEND") - 5
    path.write_bytes(whole[:end] + bytes([whole[end] ^ 8]) + whole[end + 1 :])

    with pytest.raises(PictureError, match="damaged"):
        read_picture(path)


@pytest.mark.parametrize("name", ["nowhere.jpg", "x" * 300 + ".jpg", "folder.jpg", "nul\0.jpg"])
def test_a_file_that_cannot_be_opened_is_a_sentence(tmp_path: Path, name: str) -> None:
    """Missing, a name that no disk can have, a folder."""
    (tmp_path / "folder.jpg").mkdir()

    with pytest.raises(PictureError, match="cannot be opened"):
        read_picture(tmp_path / name)
