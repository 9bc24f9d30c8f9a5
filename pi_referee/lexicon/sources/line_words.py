"""The words of a family's file, line by line: which column has them, and what stands around a word in dictionaries."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from pi_referee.lexicon.lists.spelling import composed

SEEN_FIRST = 2_000
"""Lines by which is judged in which column the words are."""

MOST_LINES_HAVE = 0.5
"""The part of all lines that must have a sign for it to part columns; a few commas in a list of words do not."""

CELLS_OF_A_TABLE = 4
"""Words a line on the average from which a file is a table of words; two or three may be a word and what it means."""

TABLE_SHARE = 0.95
"""The part of a table's cells that must be words, and of those that must be different ones."""

_SIGNS = ("\t", ";", "|", ",", " ")
_AFTER = re.compile(r"[#/\t]")
_QUOTES = "\"'`\u00b4\u201c\u201d\u201e\u2018\u2019\u00ab\u00bb\u203a\u2039"
_AROUND = f"{_QUOTES},;:[] \t\u00a0\u202f\u2007"
_RAISED = "[\u00b9\u00b2\u00b3\u2070-\u2079]+"
_NUMBER = re.compile(rf"^(?:\d+[.)]?\s*|{_RAISED})(?=[^\W\d_])|(?:\s+\d+|[:._^]\d+|\s*\(\d+\)|{_RAISED})$")
_PERHAPS = re.compile(r"([^\W\d_]+)\(([^\W\d_]+)\)([^\W\d_]*)")
_JOINTS = str.maketrans("", "", "|\u00b7\u2027\u00ad")


@dataclass(frozen=True, slots=True)
class LineForm:
    """In which column the words are. sign: what parts the columns, "" if there is one only. every: in all of them."""

    sign: str = ""
    column: int = 0
    every: bool = False

    def words(self, line: str) -> tuple[str, ...]:
        """The words of a line: none, one, or two where letters in brackets may be left out."""
        if not line or line.startswith("#"):
            return ()
        if self.every:
            return tuple(word for cell in _cells(line, self.sign) for word in _cleaned(cell))
        cell = _cell(line, self.sign, self.column) if self.sign else line.strip()
        if cell.isascii() and cell.isalpha():
            return (cell,)
        return _cleaned(cell)


def form_of(lines: Iterable[str]) -> LineForm:
    """The form of a file, by its first lines: tabulators, semicolons, bars, commas or blanks may part its columns."""
    seen = [line.replace("\u00a0", " ").strip() for line in lines]
    seen = [line for line in seen if line and not line.startswith("#")]
    for sign in _SIGNS:
        # The number of a homonym (fot 1) makes no column of its own.
        bare = [_NUMBER.sub("", line) for line in seen] if sign == " " else seen
        if seen and sum(sign in line for line in bare) > MOST_LINES_HAVE * len(seen):
            return LineForm(sign, every=True) if _is_table(bare, sign) else LineForm(sign, _column(seen, sign))
    return LineForm()


def _is_table(lines: list[str], sign: str) -> bool:
    """Whether lines hold nothing but words, several each and hardly one twice: not a word and what is told of it."""
    cells = [cell for line in lines for cell in _cells(line, sign) if cell.strip()]
    words = [word for cell in cells for word in _cleaned(cell) if word.isalpha()]
    is_wide = len(cells) >= CELLS_OF_A_TABLE * len(lines)
    return is_wide and len(words) >= TABLE_SHARE * len(cells) and len(set(words)) >= TABLE_SHARE * len(words)


def _column(lines: list[str], sign: str) -> int:
    """The first column that has words, and hardly ever the same one twice; else the first."""
    for column in range(max(line.count(sign) for line in lines) + 1):
        cells = [words[0] for line in lines if (words := _cleaned(_cell(line, sign, column)))]
        wordy = [cell for cell in cells if cell.replace("-", "").replace(" ", "").isalpha()]
        if len(wordy) > MOST_LINES_HAVE * len(lines) and len(set(wordy)) > MOST_LINES_HAVE * len(wordy):
            return column
    return 0


def _cell(line: str, sign: str, column: int) -> str:
    """A column of a line; a line with fewer has its last."""
    cells = _cells(line, sign)
    return cells[min(column, len(cells) - 1)] if cells else ""


def _cells(line: str, sign: str) -> list[str]:
    """The columns of a line."""
    return line.replace("\u00a0", " ").split() if sign == " " else line.split(sign)


def _cleaned(cell: str) -> tuple[str, ...]:
    """A word without comment, flags, quotes, the number of a homonym and the joints of its parts."""
    word = composed(_AFTER.split(cell, maxsplit=1)[0].strip(_AROUND))
    word = _NUMBER.sub("", word).strip(_AROUND).translate(_JOINTS)
    found = _PERHAPS.fullmatch(word)
    if found is not None:
        before, perhaps, after = found.groups()
        return before + after, before + perhaps + after
    return (word,) if word else ()
