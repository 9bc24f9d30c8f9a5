"""One picture from its file, of any usual kind; what is damaged, no picture or far too large is refused."""

from __future__ import annotations

import io
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from hardware.camera import Picture
from pi_referee.errors import PictureError
from pi_referee.files.bounded_read import read_at_most

if TYPE_CHECKING:
    from PIL.Image import Image


@dataclass(frozen=True, slots=True)
class PictureLimits:
    """How large a picture may be; a small file can decode into all the memory there is."""

    # Px of the whole picture: telephones take 12 to 24 million. Decoding 50 million took 350 MB as JPEG, 730 as HEIC,
    # and 26 million 210 and 350; the eye as an appliance may have 350 in all.
    px: int = 26_000_000
    # Px of a JPEG, which can be decoded at half its width and height without its whole ever being in memory.
    jpeg_px: int = 52_000_000
    # Px of its longest side: panoramas of telephones have up to 16,000.
    side: int = 32_000
    # Bytes of its file: 26 million px without any compression are 78 million.
    file: int = 100 * 1024**2


LIMITS = PictureLimits()

_KINDS = ("JPEG", "PNG", "WEBP", "BMP", "DIB", "TIFF", "JPEG2000", "GIF", "PPM", "AVIF")
"""The kinds of picture that are read, as Pillow calls them; and HEIF, by a decoder of its own."""

_BY_PILLOW = frozenset({"GIF", "AVIF", "HEIF"})
"""Kinds that not every OpenCV reads, or reads upright."""

_EXIF, _TAKEN, _TAKEN_PART, _WRITTEN = 0x8769, 0x9003, 0x9291, 0x0132
"""Where a camera writes when it took a picture: the block, the second, its fraction; and when it wrote the file."""

_TIME = re.compile(r"\d{4}:\d\d:\d\d \d\d:\d\d:\d\d")


def read_picture(path: Path) -> Picture:
    """Read a picture from its file, upright; a JPEG larger than LIMITS.px at half its width and height.

    Raises PictureError if it is missing, empty, damaged or too large.
    """
    content = _content(path)
    try:
        opened = _opened(content)
        _check_size(opened, path)
        picture = _decoded(opened, content)
    except PictureError:
        raise
    except MemoryError as error:
        raise _too_large(path, "more than this machine has memory for") from error
    except Exception as error:  # a decoder that is fed with a damaged file raises anything
        if type(error).__name__.startswith("DecompressionBomb"):  # Pillow's own limit, which is higher than ours
            raise _too_large(path, "too many px") from error
        raise _damaged(path) from error
    if picture is None:
        raise _damaged(path)
    return np.asarray(picture, dtype=np.uint8)


def taken_at(path: Path) -> str:
    """When a camera says that it took a picture, YYYY:MM:DD HH:MM:SS and a fraction; "" if it does not say."""
    try:
        exif = _opened(_content(path)).getexif()
        told = exif.get_ifd(_EXIF)
        second, part = str(told.get(_TAKEN) or exif.get(_WRITTEN, "")), str(told.get(_TAKEN_PART, "")).strip("\0 ")
    except Exception:  # noqa: BLE001  # what is damaged is told when the picture is read
        return ""
    return f"{second.strip()}.{part}" if _TIME.match(second) else ""


def _content(path: Path) -> bytes:
    """What is in the file; raises PictureError if it cannot be opened, or is larger than any picture."""
    try:
        content = read_at_most(path, LIMITS.file)
    except (OSError, ValueError) as error:
        raise PictureError(
            f"The picture cannot be opened ({getattr(error, 'strerror', '') or error}).",
            where=str(path),
            cure="See that the name is right and that this user may read the file.",
        ) from error
    if content is None:
        raise _too_large(path, f"more than {LIMITS.file // 1024**2} MB")
    return content


def _opened(content: bytes) -> Image:
    """The picture with its size and what its camera told, not yet decoded; raises what Pillow raises."""
    from PIL import Image  # noqa: PLC0415  # only for who reads files

    kinds: tuple[str, ...] = _KINDS
    if content[4:8] == b"ftyp":
        import pi_heif  # noqa: PLC0415  # only for pictures of this kind

        pi_heif.register_heif_opener()
        kinds = (*_KINDS, "HEIF")
    return Image.open(io.BytesIO(content), formats=kinds)


def _decoded(opened: Image, content: bytes) -> Picture | None:
    """All px of a picture, blue-green-red; None for one that is damaged. Raises what the decoders raise.

    The parts of a PNG are looked through first: where a checksum is wrong OpenCV may take 2 GB of memory.
    """
    import cv2  # noqa: PLC0415  # heavy, and a camera that takes its own pictures does not need it
    from PIL import ImageOps  # noqa: PLC0415  # only for who reads files

    picture = None
    if opened.format == "PNG":
        _opened(content).verify()
    if opened.format not in _BY_PILLOW:
        how = cv2.IMREAD_COLOR if _px(opened) <= LIMITS.px else cv2.IMREAD_REDUCED_COLOR_2
        picture = cv2.imdecode(np.frombuffer(content, dtype=np.uint8), how)
    if picture is None:
        ImageOps.exif_transpose(opened, in_place=True)
        upright = np.asarray(opened if opened.mode == "RGB" else opened.convert("RGB"))
        opened.close()
        picture = cv2.cvtColor(upright, cv2.COLOR_RGB2BGR)
    return np.asarray(picture, dtype=np.uint8)


def _check_size(opened: Image, path: Path) -> None:
    """Raise PictureError if a picture says that it is larger than any that is needed."""
    most = LIMITS.jpeg_px if opened.format in {"JPEG", "MPO"} else LIMITS.px
    if max(opened.size) > LIMITS.side or _px(opened) > most:
        raise _too_large(path, f"{opened.width} x {opened.height} px")


def _px(picture: Image) -> int:
    """How many px a picture says it has."""
    return picture.width * picture.height


def _damaged(path: Path) -> PictureError:
    """That nobody can read the file as a picture."""
    return PictureError(
        "The file is empty, damaged or no picture.", where=str(path), cure="Take it again, as JPEG or PNG."
    )


def _too_large(path: Path, size: str) -> PictureError:
    """That the picture is larger than any that is needed."""
    return PictureError(
        f"The picture is too large ({size}).",
        where=str(path),
        cure=f"Take it with at most {LIMITS.px // 1_000_000} million px, or make it smaller.",
    )
