"""What is sent inside the first page, style and start of the scripts, and the marks by which browsers know both."""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256
from pathlib import Path

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)

_STATIC = Path(__file__).parents[1] / "static"


def tightened(style: str) -> str:
    r"""A style sheet without what only people read.

    >>> tightened("/* red */\n.a {\n  color: red;\n}\n")
    '.a {\ncolor: red;\n}'
    """
    lines = (line.strip() for line in _COMMENT.sub("", style).splitlines())
    return "\n".join(line for line in lines if line)


def marked(content: str) -> str:
    """The mark by which a browser that allows nothing else of its kind inside a page allows this."""
    return "'sha256-" + b64encode(sha256(content.encode()).digest()).decode() + "'"


STYLE = tightened((_STATIC / "style.css").read_text(encoding="utf-8"))
"""The style sheet for the first page, which is painted without asking for a second file."""

BEGIN = (_STATIC / "begin.js").read_text(encoding="utf-8")
"""The script that fetches the others once the first page is painted."""

AGAIN = (_STATIC / "again.js").read_text(encoding="utf-8")
"""The script that lets a page which is loaded again be painted as a whole."""
