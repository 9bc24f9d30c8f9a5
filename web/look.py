"""How the page looks: its one style sheet, also as it is sent inside a page, and the mark by which browsers know it."""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256
from pathlib import Path

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)

STYLE_FILE = Path(__file__).parent / "static" / "style.css"
"""The style sheet."""


def tightened(style: str) -> str:
    r"""A style sheet without what only people read.

    >>> tightened("/* red */\n.a {\n  color: red;\n}\n")
    '.a {\ncolor: red;\n}'
    """
    lines = (line.strip() for line in _COMMENT.sub("", style).splitlines())
    return "\n".join(line for line in lines if line)


STYLE = tightened(STYLE_FILE.read_text(encoding="utf-8"))
"""The style sheet for the first page, which is painted without asking for a second file."""

STYLE_MARK = "'sha256-" + b64encode(sha256(STYLE.encode()).digest()).decode() + "'"
"""By this mark a browser that allows no style inside a page allows this one."""
