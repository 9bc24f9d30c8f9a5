"""Reading a list of words whatever way it was saved: UTF-8, UTF-16, Latin-1 or a Windows code page."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from pathlib import Path

from pi_referee.gettext_mark import say
from pi_referee.lexicon.alphabets import CODE_PAGES, LETTERS
from pi_referee.lexicon.list_errors import WordListError

LONGEST_LINE = 200
"""Characters; no word is longer, and a line of a megabyte must not be read into memory."""

_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
_SAMPLE = 1 << 18
_NO_TEXT = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_CURE = say("Save the list as plain text, UTF-8, one word a line.")


def encoding_of(path: Path, language: str) -> str:
    """How a file is coded, judged by all of its bytes.

    Raises WordListError if it is no text, is empty, or cannot be read.
    """
    try:
        with path.open("rb") as content:
            begin = content.read(_SAMPLE)
        if not begin.strip():
            raise WordListError(say("The file is empty."), where=path.name, cure=_CURE)
        marked = next((name for mark, name in _MARKS if begin.startswith(mark)), None)
        return marked or _unmarked_utf16(begin) or _eight_bits(path, begin, language)
    except OSError as error:
        where = f"{path} ({error.strerror})"
        raise WordListError(say("The file cannot be read."), where=where, cure=_CURE) from error


def lines_of(path: Path, encoding: str) -> Iterator[str]:
    """The lines of a file, without their ends; of one too long only its beginning, longer than LONGEST_LINE.

    Raises WordListError where the bytes do not fit the encoding.
    """
    try:
        with path.open(encoding=encoding, newline=None) as text:
            while line := text.readline(LONGEST_LINE + 1):
                whole = line.endswith("\n") or len(line) <= LONGEST_LINE
                while not whole:
                    rest = text.readline(1 << 16)
                    whole = not rest or rest.endswith("\n")
                yield line.rstrip("\n")
    except UnicodeError as error:
        what = say("The file is damaged: it is not coded alike throughout.")
        raise WordListError(what, where=f"{path.name} ({encoding})", cure=_CURE) from error


def has_more_lines(path: Path, most: int) -> bool:
    """Whether a file has more lines than that, counted by its bytes without reading a word."""
    with path.open("rb") as content:
        found = 0
        while found <= most and (piece := content.read(_SAMPLE)):
            found += piece.count(b"\n")
    return found > most


def _unmarked_utf16(begin: bytes) -> str | None:
    """UTF-16 without a mark: nearly every second byte is zero."""
    half = max(1, len(begin) // 2)
    if begin[1::2].count(0) > 0.8 * half and begin[::2].count(0) == 0:
        return "utf-16-le"
    if begin[::2].count(0) > 0.8 * half and begin[1::2].count(0) == 0:
        return "utf-16-be"
    return None


def _eight_bits(path: Path, begin: bytes, language: str) -> str:
    """UTF-8 if all of it is, else the code page in which most letters are the language's own."""
    if _NO_TEXT.search(begin):
        raise WordListError(say("This is no text file."), where=path.name, cure=_CURE)
    if _is_utf8(path):
        return "utf-8"
    pages = CODE_PAGES.get(language, ("cp1252", "latin-1"))
    return max(pages, key=lambda page: _own_letters(begin, page, language))


def _is_utf8(path: Path) -> bool:
    """Whether every byte of a file fits UTF-8."""
    decoder = codecs.getincrementaldecoder("utf-8")()
    with path.open("rb") as content:
        try:
            while piece := content.read(_SAMPLE):
                decoder.decode(piece)
            decoder.decode(b"", final=True)
        except UnicodeDecodeError:
            return False
    return True


def _own_letters(begin: bytes, page: str, language: str) -> int:
    """How many letters of a language a code page finds beyond the plain ones; what it cannot read counts against it."""
    text = begin.decode(page, errors="replace").lower()
    own = LETTERS[language][26:]
    return sum(text.count(letter) for letter in own) - 10 * text.count("\N{REPLACEMENT CHARACTER}")
