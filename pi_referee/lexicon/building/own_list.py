"""The family's own list: read whatever way it was saved, with a report of what was taken, what was not, and why."""

from __future__ import annotations

import enum
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from pi_referee.gettext_mark import say
from pi_referee.lexicon.alphabets import LETTERS, WRITES_NOUNS_SMALL, is_letter_of
from pi_referee.lexicon.building.external_sort import Gathering
from pi_referee.lexicon.building.progress import Progress, silent
from pi_referee.lexicon.list_errors import WordListError
from pi_referee.lexicon.lists.bundled_list import NAME as SMALL
from pi_referee.lexicon.lists.decoding import encoding_of, has_more_lines, lines_of
from pi_referee.lexicon.lists.list_repository import Shelf
from pi_referee.lexicon.lists.list_writer import Contents, Source, write_list
from pi_referee.lexicon.lists.own_list_roles import Role
from pi_referee.lexicon.sources.line_words import SEEN_FIRST, LineForm, form_of

IMPORTED = "Imported from "
"""How the note of a family's own list begins; its file's name follows."""

MOST_LINES = 5_000_000
"""The whole of Polish has four million forms; what is longer is no list of words."""

KINDS = ("forms", "headwords")
"""What a list decides: these forms and no others, or these headwords in the agreed forms."""

LONGEST_WORD = 60
"""Letters; the longest in any of the built lists has forty-five."""

FEWEST_SMALL = 0.1
"""Small words beside each with a capital, in a German list that is not all capitals; the built one has 0.7."""

_EXAMPLES = 5


class Refusal(enum.Enum):
    """Why a line was not taken."""

    NAME = enum.auto()
    ABBREVIATION = enum.auto()
    SIGNS = enum.auto()
    FOREIGN = enum.auto()
    TOO_SHORT = enum.auto()
    TOO_LONG = enum.auto()
    TWICE = enum.auto()


@dataclass(frozen=True, slots=True)
class Report:
    """What became of a family's list: how it was coded, how many lines it had, how many words were taken.

    refused: why -> how many lines. examples: why -> the first few of them.
    """

    name: str
    kind: str
    encoding: str
    lines: int
    taken: int
    refused: Mapping[Refusal, int]
    examples: Mapping[Refusal, tuple[str, ...]]
    checksum: str


def import_list(
    path: Path,
    shelf: Shelf,
    *,
    name: str,
    language: str = "sv",
    kind: str = "forms",
    over: tuple[str, Role] | None = None,
    progress: Progress = silent,
) -> Report:
    """Read a family's list and put it on the shelf under a name.

    kind: one of KINDS. over: the list it is laid over, whose language it then has, and what it does there. Raises
    WordListError if the file is no list of words of this language, or there is no list beneath; the list that had the
    name stays in use then.
    """
    language = _language_of(shelf, over[0]) if over is not None else language
    _check(kind, language)
    draft = shelf.draft(name)
    progress(say("looking how the file is coded"))
    encoding = encoding_of(path, language)
    if has_more_lines(path, MOST_LINES):
        raise _too_many(path)
    first = list(islice(lines_of(path, encoding), SEEN_FIRST))
    form = _decided(form_of(first), kind, path)
    words = (word for line in first for word in form.words(line))
    sieve = _Sieve(language, names_have_capitals=_is_mixed(words, language))
    with tempfile.TemporaryDirectory(dir=draft.parent) as folder, Gathering(Path(folder) / "gathered.sqlite") as found:
        progress(say("reading the words"))
        found.words(1, sieve.words(_counted(path, encoding, form), form), stamp="")
        _check_taken(sieve, path)
        progress(say("writing the list"))
        source = Source(1, name, strong=True)
        note = f"{IMPORTED}{path.name}."
        contents = Contents(found.plain_lines(), (), (source,))
        write_list(draft, contents, name=name, language=language, kind=kind, letters=LETTERS[language], note=note)
    about = shelf.put(name)
    if over is not None:
        shelf.lay_over(over[0], name, over[1].value)
    twice = sieve.taken - about.words
    refused = dict(sieve.refused) | ({Refusal.TWICE: twice} if twice else {})
    examples = {why: tuple(words) for why, words in sieve.examples.items()}
    return Report(name, kind, encoding, sieve.lines, about.words, refused, examples, about.checksum)


class _Sieve:
    """Lets words through and keeps count of what it holds back."""

    def __init__(self, language: str, *, names_have_capitals: bool) -> None:
        self.lines = self.taken = 0
        self.refused: Counter[Refusal] = Counter()
        self.examples: dict[Refusal, list[str]] = {}
        self._language = language
        self._plain = frozenset(LETTERS[language])
        self._names_have_capitals = names_have_capitals

    def words(self, lines: Iterable[str], form: LineForm) -> Iterator[str]:
        """The words of some lines, small."""
        for line in lines:
            self.lines += 1
            for word in form.words(line):
                # Nearly every word is small and plain: one look, and no more, in a list of a million.
                is_plain = 1 < len(word) <= LONGEST_WORD and self._plain.issuperset(word)
                refusal = None if is_plain else self._why(word)
                if refusal is None:
                    self.taken += 1
                    yield word.lower()
                else:
                    self._refuse(refusal, word)

    def _why(self, word: str) -> Refusal | None:
        """Why a word is not taken; None if it is."""
        if len(word) > LONGEST_WORD:
            return Refusal.TOO_LONG
        if not word.isalpha():
            return Refusal.SIGNS
        if not all(is_letter_of(letter, self._language) for letter in word.lower()):
            return Refusal.FOREIGN
        if len(word) < 2:
            return Refusal.TOO_SHORT
        return self._capitals(word) if self._names_have_capitals and not word.islower() else None

    def _capitals(self, word: str) -> Refusal | None:
        """What a capital means in a list that has small letters too."""
        if word.isupper():
            return Refusal.ABBREVIATION
        if not word.istitle():
            return Refusal.SIGNS
        return Refusal.NAME if self._language in WRITES_NOUNS_SMALL else None

    def _refuse(self, why: Refusal, word: str) -> None:
        """Count a line that was not taken, and keep the first few."""
        self.refused[why] += 1
        examples = self.examples.setdefault(why, [])
        if len(examples) < _EXAMPLES:
            examples.append(word[:40])


def _language_of(shelf: Shelf, name: str) -> str:
    """The language of a list, which what is laid over it has as well; WordListError if there is no such list."""
    if name == SMALL:
        return "sv"
    with shelf.open(name) as beneath:
        return beneath.about.language


def _check(kind: str, language: str) -> None:
    """Whether kind and language are known."""
    if kind not in KINDS:
        raise WordListError(f"There is no kind {kind!r} of list.", where="kind", cure=f"Choose {' or '.join(KINDS)}.")
    if language not in LETTERS:
        cure = f"The languages are {', '.join(LETTERS)}."
        raise WordListError(f"No alphabet is known for {language!r}.", where="language", cure=cure)


def _decided(form: LineForm, kind: str, path: Path) -> LineForm:
    """How the lines are read for a kind of list: of a headword's row of forms in columns the first is the headword."""
    if kind == "forms" or not form.every:
        return form
    if form.sign in " ,":
        what = say("Several words stand on each line.")
        cure = say("Put each headword on a line of its own, or say that the list has every form that counts.")
        raise WordListError(what, where=path.name, cure=cure)
    return LineForm(form.sign)


def _counted(path: Path, encoding: str, form: LineForm) -> Iterator[str]:
    """The lines of a file, up to the most there may be."""
    for number, line in enumerate(lines_of(path, encoding, whole=form.every)):
        if number == MOST_LINES:
            raise _too_many(path)
        yield line


def _too_many(path: Path) -> WordListError:
    """A file longer than any list of words."""
    what = say("The file has more lines than any language has words.")
    cure = say("Is it the right file? If so, split it, upload the parts one by one, and lay them over each other.")
    return WordListError(what, where=f"{path.name}, more than {MOST_LINES} lines", cure=cure)


def _is_mixed(words: Iterable[str], language: str) -> bool:
    """Whether a list has small words enough for a capital to mean something; judged by its first lines."""
    small = capital = 0
    for word in words:
        small += word[:1].islower()
        capital += word[:1].isupper()
    return small > capital * (1 if language in WRITES_NOUNS_SMALL else FEWEST_SMALL)


def _check_taken(sieve: _Sieve, path: Path) -> None:
    """A file of which hardly anything was taken is no list of words of this language."""
    if sieve.taken and sieve.refused[Refusal.FOREIGN] <= sieve.taken:
        return
    foreign = sieve.refused[Refusal.FOREIGN]
    what = say("Too many lines are in letters of another alphabet.") if foreign else say("No line holds a word.")
    example = next((words[0] for words in sieve.examples.values()), "")
    where = f"{path.name} ({foreign}/{sieve.lines})" if foreign else path.name
    where += f": “{example}”" if example else ""  # no word of ours: a page shows it in any language
    raise WordListError(what, where=where, cure=say("Give a list with one word a line, and tell its language."))
