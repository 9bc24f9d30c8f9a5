"""Reading a list of words whatever way it was saved: UTF-8, UTF-16, or a code page of Windows, Unix, DOS or a Mac."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

from pi_referee.gettext_mark import say
from pi_referee.lexicon.alphabets import CODE_PAGES, LETTERS, WESTERN_PAGES
from pi_referee.lexicon.list_errors import WordListError

LONGEST_LINE = 200
"""Characters; no word is longer, and a line of a megabyte must not be read into memory."""

OWN_SHARE = 0.5
"""The part of a file's other than plain letters that must be the language's own for a code page to be believed."""

MIXED_SHARE = 0.02
"""The part of such letters that look like UTF-8 from which a file is taken to be put together from two."""

_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
_SAMPLE = 1 << 18
_MOST_KEPT = 1 << 16
_NO_TEXT = re.compile(rb"[\x00-\x08\x0e-\x19\x1c-\x1f]|\x1a(?!\x1a*\s*\Z)")
_TWO_BYTES = re.compile(rb"[\xc3-\xc5\xc8\xc9][\x80-\xbf]")
_OTHER = re.compile(rb"[\x80-\xff]")
_LAST_GAP = re.compile(r"[\s,;|](?=[^\s,;|]*\Z)")
_END_OF_FILE = "\x1a"
_CURE = say("Save the list as plain text, UTF-8, one word a line.")


def encoding_of(path: Path, language: str) -> str:
    """How a file is coded, judged by all of its bytes.

    Raises WordListError if it is no text, is empty, cannot be read, or is coded in a way nobody can tell.
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


def lines_of(path: Path, encoding: str, *, whole: bool = False) -> Iterator[str]:
    """The lines of a file, without their ends; of one too long only its beginning, longer than LONGEST_LINE, or
    if the whole is wanted, piece by piece between words. Raises WordListError where the bytes do not fit the encoding.
    """  # noqa: D205  # one sentence
    try:
        with path.open(encoding=encoding, newline=None) as text:
            for line in _pieces(text) if whole else _beginnings(text):
                yield line.rstrip("\n").rstrip(_END_OF_FILE)
    except UnicodeError as error:
        raise _half_and_half(f"{path.name} ({encoding})") from error


def _beginnings(text: TextIO) -> Iterator[str]:
    """The lines, of a long one only its beginning."""
    while line := text.readline(LONGEST_LINE + 1):
        whole = line.endswith("\n") or len(line) <= LONGEST_LINE
        while not whole:
            rest = text.readline(1 << 16)
            whole = not rest or rest.endswith("\n")
        yield line


def _pieces(text: TextIO) -> Iterator[str]:
    """The lines, a long one in pieces that end between words."""
    begun = ""
    while piece := begun + text.readline(LONGEST_LINE):
        cut = None if piece.endswith("\n") else _LAST_GAP.search(piece)
        begun = piece[cut.end() :] if cut else ""
        yield piece[: cut.start()] if cut else piece


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
    letters = _odd_lines(path)
    if len(_TWO_BYTES.findall(letters)) > MIXED_SHARE * len(_OTHER.findall(letters)):
        raise _half_and_half(path.name)
    pages = CODE_PAGES.get(language, WESTERN_PAGES)
    best = max(pages, key=lambda page: _own_letters(letters, page, language))
    if _own_letters(letters, best, language) < OWN_SHARE * len(_OTHER.findall(letters)):
        cure = say("Save it as UTF-8: in a table program “CSV UTF-8”, in an editor “Save as”, coding UTF-8.")
        raise WordListError(say("Nobody can tell how the file is coded."), where=path.name, cure=cure)
    return best


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


def _odd_lines(path: Path) -> bytes:
    """The lines that have other than plain letters, from the whole file, a bounded part of each piece of it."""
    found = bytearray()
    with path.open("rb") as content:
        while piece := content.read(_SAMPLE):
            odd = [line for line in piece.splitlines(keepends=True) if not line.isascii()]
            found += b"".join(odd)[:_MOST_KEPT]
    return bytes(found)


def _own_letters(letters: bytes, page: str, language: str) -> int:
    """How many letters of a language a code page finds beyond the plain ones; what is no letter counts against it."""
    text = letters.decode(page, errors="replace").lower()
    own = LETTERS[language][26:] or LETTERS["de"][26:] + "é"
    odd = [sign for sign in text if not sign.isascii()]
    return sum(sign in own for sign in odd) - 3 * sum(not sign.isalpha() and not sign.isspace() for sign in odd)


def _half_and_half(where: str) -> WordListError:
    """A file put together from others that were coded otherwise."""
    what = say("The file is damaged: it is not coded alike throughout.")
    cure = say("It may be put together from two files. Upload each by itself, and lay one over the other.")
    return WordListError(what, where=where, cure=cure)
