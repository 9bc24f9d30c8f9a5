"""All words of a hunspell dictionary, its endings put on; names, abbreviations in capitals and halves are left out.

unmunch of hunspell is no help: it takes no notice of which entries are forbidden or stand only inside compounds.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from pi_referee.gettext_mark import say
from pi_referee.lexicon.list_errors import WordListError

_SPECIAL = ("FORBIDDENWORD", "NEEDAFFIX", "ONLYINCOMPOUND")


@dataclass(frozen=True, slots=True)
class Ending:
    """One rule: take `strip` off, put `add` on, if the word's end (or beginning, for a prefix) fits."""

    strip: str
    add: str
    fits: re.Pattern[str]
    flags: str
    is_prefix: bool

    def on(self, stem: str) -> str | None:
        """The word with the ending; None if it does not fit."""
        if not self.fits.search(stem):
            return None
        if self.is_prefix:
            return self.add + stem.removeprefix(self.strip)
        return (stem[: -len(self.strip)] if self.strip else stem) + self.add


@dataclass(frozen=True, slots=True)
class Endings:
    """What an .aff file says: rules by flag, and the flags of entries that are no words by themselves."""

    rules: dict[str, list[Ending]]
    special: dict[str, str] = field(default_factory=dict)

    def forbids(self, flags: str) -> bool:
        """Whether an entry or ending with these flags is no word and makes none."""
        return any(self.special.get(name, "\0") in flags for name in ("FORBIDDENWORD", "ONLYINCOMPOUND"))

    def is_bare(self, flags: str) -> bool:
        """Whether the entry itself is a word, without any ending."""
        return self.special.get("NEEDAFFIX", "\0") not in flags


def read_hunspell(dictionary: Path, endings: Path, stems: Container[str] | None = None) -> Iterator[str]:
    """Every word of small letters; words may come more than once. stems: only what is made of these.

    Raises WordListError if a file is missing or is not what hunspell writes.
    """
    try:
        told = read_endings(endings.read_bytes().decode("utf-8"))
        for entry in _entries(dictionary):
            if stems is None or entry.partition("/")[0] in stems:
                yield from words_of(entry, told)
    except (OSError, re.error, IndexError, ValueError) as error:
        raise _trouble(dictionary, error) from error


def read_stems(dictionary: Path) -> Iterator[str]:
    """What the entries' endings are put on."""
    return (entry.partition("/")[0] for entry in _entries(dictionary))


def read_names(dictionary: Path) -> Iterator[str]:
    """The entries that begin with a capital letter and go on small, in small letters."""
    for entry in _entries(dictionary):
        stem = entry.partition("/")[0]
        if len(stem) > 1 and stem.isalpha() and stem.istitle():
            yield stem.lower()


def read_abbreviations(dictionary: Path) -> Iterator[str]:
    """The entries of small letters that end in a point, without it."""
    for entry in _entries(dictionary):
        stem = entry.partition("/")[0]
        if stem.endswith(".") and _is_word(stem[:-1]):
            yield stem[:-1]


def read_endless(dictionary: Path, encoding: str) -> Iterator[str]:
    """The entries of small letters to which no ending goes; raises WordListError if the file is missing or damaged."""
    try:
        yield from (entry for entry in _entries(dictionary, encoding) if _is_word(entry))
    except (OSError, ValueError) as error:
        raise _trouble(dictionary, error) from error


def _entries(dictionary: Path, encoding: str = "utf-8") -> Iterator[str]:
    """The lines of a .dic file but the first, which has their number."""
    with dictionary.open(encoding=encoding) as lines:
        if not next(lines, ""):
            raise ValueError("it is empty")
        yield from (line.strip() for line in lines)


def read_endings(text: str) -> Endings:
    """The rules of an .aff file."""
    found = Endings({})
    for line in text.splitlines():
        parts = line.split()
        if len(parts) == 2 and parts[0] in _SPECIAL:
            found.special[parts[0]] = parts[1]
        elif len(parts) > 4 and parts[0] in {"SFX", "PFX"}:  # with four it is the head of the rules that follow
            found.rules.setdefault(parts[1], []).append(_ending(parts))
    return found


def words_of(entry: str, endings: Endings) -> Iterator[str]:
    """The words of small letters that an entry of the .dic file stands for."""
    stem, _, flags = entry.partition("/")
    flags = flags.partition("\t")[0].partition(" ")[0]
    if not stem or endings.forbids(flags):
        return
    if endings.is_bare(flags) and _is_word(stem):
        yield stem
    for flag in flags:
        for rule in endings.rules.get(flag, ()):
            word = None if endings.forbids(rule.flags) else rule.on(stem)
            if word is not None and _is_word(word):
                yield word


def _trouble(dictionary: Path, error: Exception) -> WordListError:
    """An error that names the file."""
    cure = say("Delete the folder it lies in and build again.")
    return WordListError(
        say("The hunspell dictionary is missing or damaged."), where=f"{dictionary} ({error})", cure=cure
    )


def _is_word(text: str) -> bool:
    """Whether a text is two or more small letters and nothing else."""
    return len(text) > 1 and text.isalpha() and text.islower()


def _ending(parts: list[str]) -> Ending:
    """A rule from its line: SFX flag strip add/flags condition."""
    kind, _, strip, rest, condition = parts[:5]
    add, _, flags = rest.partition("/")
    is_prefix = kind == "PFX"
    fits = re.compile(f"^{condition}" if is_prefix else f"{condition}$")
    return Ending(strip.replace("0", ""), add.replace("0", ""), fits, flags, is_prefix)
