"""The Polish dictionary of Morfologik (PoliMorf): which kinds of words a spelling is, abbreviations among them.

It is an automaton in the format CFSA2: nodes of arcs; an arc has a byte of flags, its label, and where it leads.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from pathlib import Path

from pi_referee.gettext_mark import say
from pi_referee.lexicon.list_errors import WordListError

JAR = "usr/share/java/morfologik-polish.jar"
_DICTIONARY = "morfologik/stemming/polish/polish.dict"
_MAGIC = b"\\fsa\xc6"
_LABELS_AT = 8
_TARGET_NEXT, _LAST, _FINAL, _LABEL = 0x80, 0x40, 0x20, 0x1F

Arc = tuple[int, int, bool, int, bool]
"""A label, where the arc ends, whether a word may end there, the node it leads to, whether it is the node's last."""


class Morfologik:
    """The dictionary, asked about one spelling at a time."""

    def __init__(self, folder: Path) -> None:
        """Open it in the folder of its unpacked package; raises WordListError if it is missing or of another kind."""
        try:
            with zipfile.ZipFile(folder / JAR) as jar:
                self._data = jar.read(_DICTIONARY)
        except (OSError, KeyError, zipfile.BadZipFile) as error:
            raise self._missing(folder) from error
        if not self._data.startswith(_MAGIC):
            raise self._missing(folder)
        size = self._data[_LABELS_AT - 1]
        self._labels = self._data[_LABELS_AT : _LABELS_AT + size]
        self._begin = _LABELS_AT + size
        self._root = next(self._arcs(0))[3]

    def kinds(self, word: str) -> frozenset[str]:
        """What a spelling can be: subst, verb, brev (an abbreviation) …; empty if it is not there."""
        node = self._walk(self._root, f"{word};".encode())
        if node is None:
            return frozenset()
        tags = (tail.split(b";", 1)[-1] for tail in self._tails(node))
        return frozenset(part.split(b":")[0].decode() for tag in tags for part in tag.split(b"+"))

    def _walk(self, node: int, path: bytes) -> int | None:
        """The node at the end of a path; None if there is no such path."""
        for label in path:
            found = next((arc for arc in self._arcs(node) if arc[0] == label), None)
            if found is None or not found[3]:
                return None
            node = found[3]
        return node

    def _tails(self, node: int) -> Iterator[bytes]:
        """All that may follow a node; some tails are longer than Python's calls go deep."""
        waiting = [(node, b"")]
        while waiting:
            at, before = waiting.pop()
            for label, _, is_final, target, _ in self._arcs(at):
                tail = before + bytes((label,))
                if is_final:
                    yield tail
                if target:
                    waiting.append((target, tail))

    def _arcs(self, node: int) -> Iterator[Arc]:
        """The arcs of a node."""
        arc = self._arc(self._begin + node)
        yield self._led(arc)
        while not arc[4]:
            arc = self._arc(arc[1])
            yield self._led(arc)

    def _led(self, arc: Arc) -> Arc:
        """An arc with its target, which may be the node that follows the last arc beside it."""
        label, end, is_final, target, is_last = arc
        if target >= 0:
            return arc
        other = arc
        while not other[4]:
            other = self._arc(other[1])
        return label, end, is_final, other[1] - self._begin, is_last

    def _arc(self, at: int) -> Arc:
        """The arc that is written at a place; its target is -1 if it is the node that follows."""
        flags = self._data[at]
        label = self._labels[flags & _LABEL] if flags & _LABEL else self._data[at + 1]
        at += 1 if flags & _LABEL else 2
        target = -1
        if not flags & _TARGET_NEXT:
            target, at = self._integer(at)
        return label, at, bool(flags & _FINAL), target, bool(flags & _LAST)

    def _integer(self, at: int) -> tuple[int, int]:
        """A number of seven bits a byte, the lowest first, and where it ends."""
        number = shift = 0
        while self._data[at] & 0x80:
            number |= (self._data[at] & 0x7F) << shift
            at, shift = at + 1, shift + 7
        return number | self._data[at] << shift, at + 1

    def _missing(self, folder: Path) -> WordListError:
        """It is not there, or not as it was."""
        cure = say("Delete the folder it lies in and build again.")
        return WordListError(say("The dictionary is missing."), where=str(folder / JAR), cure=cure)
