"""The headwords of SAOL 14 (2015), as the package `saol` has them: one entry a line, word and word class."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

WORDS = Path("saol") / "wordlist" / "saol14.py"
"""The file of the package that has the words."""

_ENTRY = re.compile(r"\s*SaolEntry\(word=(?P<word>'[^'\\]*'|\"[^\"\\]*\"), upos='(?P<kind>\w+)'.*")
_KINDS = {"NOUN": "n", "VERB": "v", "ADJ": "adj"}


def read_saol(path: Path) -> Iterator[tuple[str, str]]:
    """Every headword of small letters only, and its kind as in Apertium (n, v, adj; "" for all others).

    Words come once for each homonym. Nothing if the file is missing or of another form.
    """
    try:
        with path.open(encoding="utf-8") as lines:
            for line in lines:
                found = _ENTRY.fullmatch(line.rstrip())
                word = ast.literal_eval(found["word"]) if found else ""
                if found and len(word) > 1 and word.isalpha() and word.islower():
                    yield word, _KINDS.get(found["kind"], "")
    except (OSError, UnicodeDecodeError):
        return
