"""The headwords of a dictionary of WikDict, which come from Wiktionary, as FreeDict packs them for dictd."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pi_referee.gettext_mark import say
from pi_referee.lexicon.list_errors import WordListError
from pi_referee.lexicon.lists.spelling import composed

_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_HEAD = re.compile(r"(?P<word>[^/<(\[]+?)(?: /.*/)?(?: <(?P<kind>[^>]*)>)?")
_NO_WORDS = ("affix", "prefix", "suffix", "abbrev", "proverb", "phrase", "symbol", "letter")
_KINDS = {"n, ut": "n-ut", "n, neut": "n-nt", "n": "n", "v": "v", "adj": "adj", "adv": "adj", "pn": "np"}


@dataclass(frozen=True, slots=True)
class Headword:
    """A headword as it is written there, and its kind as in Apertium: n-ut, n-nt, n, v, adj; "" for all others."""

    word: str
    kind: str

    @property
    def is_name(self) -> bool:
        """Whether it is a name, by its capital letter."""
        return self.word[:1].isupper()


def read_wikdict(folder: Path, pair: str) -> Iterator[Headword]:
    """Every headword of letters only, of a package unpacked in a folder; pair: its languages, as "swe-deu".

    Raises WordListError if the dictionary is missing or damaged.
    """
    stem = folder / "usr" / "share" / "dictd" / f"freedict-{pair}"
    try:
        text = gzip.decompress(stem.with_suffix(".dict.dz").read_bytes())
        for line in stem.with_suffix(".index").read_text(encoding="utf-8").splitlines():
            _, offset, length = line.split("\t")[:3]
            begin = _number(offset)
            entry = text[begin : begin + _number(length)].decode()
            yield from _headword(entry.partition("\n")[0])
    except (OSError, ValueError, EOFError) as error:
        what, cure = say("The dictionary is missing."), say("Delete the folder it lies in and build again.")
        raise WordListError(what, where=f"{stem} ({error})", cure=cure) from error


def _headword(line: str) -> Iterator[Headword]:
    """The headword that an entry begins with, if it is one word."""
    found = _HEAD.fullmatch(line.strip())
    if found is None:
        return
    word, kind = composed(found["word"].strip()), found["kind"] or ""
    if len(word) > 1 and word.isalpha() and not kind.startswith(_NO_WORDS):
        yield Headword(word, _KINDS.get(kind, ""))


def _number(digits: str) -> int:
    """A number as dictd writes it, to the base of sixty-four."""
    number = 0
    for digit in digits:
        number = number * 64 + _DIGITS.index(digit)
    return number
