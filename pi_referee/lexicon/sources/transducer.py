"""Reading a compiled dictionary of lttoolbox (the .bin files of Apertium) and walking through all its words.

The format is that of lttoolbox 3.6 to 3.8 (transducer.cc, compression.cc): numbers of one to four bytes, letters and
tags by numbers, pairs of them on the arcs. Read here directly, so that lt-print, which comes in another package for
every kind of machine, is not needed; the tests and docs/lexicon.md compare with what lt-print gives.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from pi_referee.gettext_mark import say
from pi_referee.lexicon.list_errors import WordListError

Arc = tuple[str, str, int]
"""What stands on the side of the analysis, what on the side of the word, and the state it leads to."""

Wanted = Callable[[str, str], bool]
"""Whether an arc with these two symbols may belong to a word that is wanted."""


@dataclass(frozen=True, slots=True)
class Transducer:
    """A dictionary: from state to state, by arcs with a symbol of the analysis and one of the word."""

    initial: int
    finals: frozenset[int]
    arcs: list[list[Arc]]

    def walk(self, wanted: Wanted) -> Iterator[tuple[str, str]]:
        """Every (analysis, word) all whose arcs are wanted. Arcs that lead back into their own way are left out."""
        arcs = _acyclic(self._useful(wanted), self.initial)
        stack = [(self.initial, "", "")]
        while stack:
            state, analysis, word = stack.pop()
            if state in self.finals:
                yield analysis, word
            stack.extend((target, analysis + left, word + right) for left, right, target in arcs[state])

    def _useful(self, wanted: Wanted) -> list[list[Arc]]:
        """The arcs that are wanted and from which an end can be reached."""
        kept = [[arc for arc in row if wanted(arc[0], arc[1])] for row in self.arcs]
        before: list[list[int]] = [[] for _ in kept]
        for state, row in enumerate(kept):
            for arc in row:
                before[arc[2]].append(state)
        ends = set(self.finals)
        queue = list(ends)
        while queue:
            fresh = [state for state in before[queue.pop()] if state not in ends]
            ends.update(fresh)
            queue.extend(fresh)
        return [[arc for arc in row if arc[2] in ends] for row in kept]


def read_transducer(path: Path) -> Transducer:
    """The standard section of a compiled dictionary; raises WordListError if the file is none, or is cut short."""
    try:
        reader = _Reader(path.read_bytes())
        return reader.sections()["main@standard"]
    except FileNotFoundError as error:
        raise _trouble(path, say("The dictionary is missing.")) from error
    except (IndexError, ValueError, KeyError, OverflowError) as error:
        raise _trouble(path, say("The dictionary is damaged, or of a form not known here.")) from error


def _trouble(path: Path, what: str) -> WordListError:
    """An error that names the file."""
    cure = say(
        "Delete the folder it lies in and build again; if that does not help, the package has changed: report it."
    )
    return WordListError(what, where=str(path), cure=cure)


class _Reader:
    """Goes through the bytes of a compiled dictionary."""

    def __init__(self, content: bytes) -> None:
        self._content = content
        self._at = 0

    def sections(self) -> dict[str, Transducer]:
        """All sections by their names."""
        self._header(b"LTTB")
        self._text()
        tags = [f"<{self._text()}>" for _ in range(self._number())]
        codes = [(self._number(), self._number()) for _ in range(self._number())]
        symbols = [(_symbol(left, tags), _symbol(right, tags)) for left, right in codes]
        return {self._text(): self._transducer(symbols) for _ in range(self._number())}

    def _transducer(self, symbols: list[tuple[str, str]]) -> Transducer:
        """One section."""
        weighted = bool(self._header(b"LTTD") & 1)
        initial = self._number()
        finals = []
        state = 0
        for _ in range(self._number()):
            state += self._number()
            finals.append(state)
            self._weight(weighted=weighted)
        size = self._number()
        arcs = [self._arcs(state, size, symbols, weighted=weighted) for state in range(size)]
        return Transducer(initial, frozenset(finals), arcs)

    def _arcs(self, state: int, size: int, symbols: list[tuple[str, str]], *, weighted: bool) -> list[Arc]:
        """The arcs that leave a state; pair and target are told as differences."""
        row = []
        pair = 0
        for _ in range(self._number()):
            pair += self._number()
            target = (state + self._number()) % size
            self._weight(weighted=weighted)
            row.append((*symbols[pair], target))
        return row

    def _header(self, magic: bytes) -> int:
        """Step over a header, if there is one; answer the features it names."""
        if self._content[self._at : self._at + 4] != magic:
            return 0
        features = int.from_bytes(self._content[self._at + 4 : self._at + 12], "little")
        self._at += 12
        return features

    def _weight(self, *, weighted: bool) -> None:
        """Step over a weight, two numbers of which nothing is wanted here."""
        if weighted:
            self._number()
            self._number()

    def _number(self) -> int:
        """A number: its first two bits say how many bytes follow."""
        first = self._content[self._at]
        end = self._at + 1 + (first >> 6)
        number = first & 0x3F
        for byte in self._content[self._at + 1 : end]:
            number = number << 8 | byte
        self._at = end
        return number

    def _text(self) -> str:
        """A text: how many letters, and each as a number."""
        return "".join(chr(self._number()) for _ in range(self._number()))


def _symbol(code: int, tags: list[str]) -> str:
    """A letter, a tag, or nothing: codes are moved up by the number of tags, so that none is below 0."""
    number = code - len(tags)
    return "" if number == 0 else chr(number) if number > 0 else tags[-number - 1]


def _acyclic(arcs: list[list[Arc]], initial: int) -> list[list[Arc]]:
    """The arcs without those that close a circle on the way from the beginning."""
    on_way, done = 1, 2
    colour = [0] * len(arcs)
    kept: list[list[Arc]] = [[] for _ in arcs]
    colour[initial] = on_way
    stack = [(initial, iter(arcs[initial]))]
    while stack:
        state, rest = stack[-1]
        arc = next(rest, None)
        if arc is None:
            colour[state] = done
            stack.pop()
        elif colour[arc[2]] != on_way:
            kept[state].append(arc)
            if not colour[arc[2]]:
                colour[arc[2]] = on_way
                stack.append((arc[2], iter(arcs[arc[2]])))
    return kept
