"""What every page of ours has, a table's and the hall's: who is let in, how much a form may have, common words."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from flask import Flask

from pi_referee import __version__
from pi_referee.locale import LANGUAGES
from web.composed_request import ComposedRequest
from web.compression import compress
from web.error_pages import add_trouble_pages
from web.live.has_camera import has_camera, keep_eye
from web.page_looks import appearance, chosen_look
from web.phrasing.language import language_in_use, speak
from web.phrasing.number_filters import add_filters
from web.security.guard import browser_token, guard
from web.security.keys import Keys
from web.security.pairing import keep_rights, may_play

LARGEST_FORM = 64 * 1024
"""Bytes a form may have; ours have a few hundred."""


@dataclass(frozen=True, slots=True)
class Frame:
    """How a page is framed.

    names: host names it is known by. keys: who may play. is_open: whether everybody may look. largest: bytes that the
    form of this request may have. condition: the file that tells how the camera is. is_hall: whether it shows a club.
    """

    names: Collection[str]
    keys: Keys
    is_open: bool = True
    largest: Callable[[], int] = lambda: LARGEST_FORM
    condition: Path | None = None
    is_hall: bool = False


def framed(app: Flask, frame: Frame) -> str:
    """Frame a page; a short name for how it looks now."""
    app.request_class = ComposedRequest
    # Files are asked for by the look of the page, so a browser may keep them.
    app.config.update(SEND_FILE_MAX_AGE_DEFAULT=7 * 24 * 3600)
    app.config.update(MAX_CONTENT_LENGTH=LARGEST_FORM, MAX_FORM_MEMORY_SIZE=LARGEST_FORM, MAX_FORM_PARTS=50)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    guard(app, frame.names, largest=frame.largest)
    keep_rights(app, frame.keys, is_open=frame.is_open)
    keep_eye(app, frame.condition)
    speak(app)
    add_filters(app)
    add_trouble_pages(app)
    compress(app)
    app.register_blueprint(appearance())
    look = look_of(app)
    _add_common_words(app, look, is_hall=frame.is_hall)
    return look


def look_of(app: Flask) -> str:
    """A short name for how the page looks now: another after an upgrade, so that no browser mixes old and new."""
    files = [path for folder in ("static", "templates") for path in (Path(app.root_path) / folder).iterdir()]
    content = b"".join(path.read_bytes() for path in sorted(files) if path.is_file())
    return f"{__version__}-{sha256(content).hexdigest()[:8]}"


def _add_common_words(app: Flask, look: str, *, is_hall: bool) -> None:
    """What every template may use; look: see look_of."""

    @app.context_processor
    def common() -> dict[str, object]:
        """The reader's language, token and rights, the page's version, and whether a camera looks at the table."""
        return {
            "language": language_in_use(),
            "languages": LANGUAGES,
            "token": browser_token(),
            "version": look,
            "back": "/",
            "may_play": may_play(),
            "has_camera": has_camera(),
            "is_hall": is_hall,
            **chosen_look(),
        }
