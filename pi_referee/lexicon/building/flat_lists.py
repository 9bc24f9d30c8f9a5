"""The German, Romanian and English lists: all forms of free dictionaries, without what they are forms of."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from pi_referee.gettext_mark import say
from pi_referee.lexicon.alphabets import LETTERS, WRITES_NOUNS_SMALL
from pi_referee.lexicon.building.credits import write_credits
from pi_referee.lexicon.building.external_sort import Gathering
from pi_referee.lexicon.building.packages import Package, fetch
from pi_referee.lexicon.building.progress import Progress, silent
from pi_referee.lexicon.list_errors import WordListError
from pi_referee.lexicon.lists.list_repository import Shelf
from pi_referee.lexicon.lists.list_writer import Contents, Source, write_list
from pi_referee.lexicon.lists.spelling import composed
from pi_referee.lexicon.lists.word_store import NAME, About
from pi_referee.lexicon.sources.hunspell import read_hunspell, read_names

_DICT = Path("usr") / "share" / "dict"
_HUNSPELL = Path("usr") / "share" / "hunspell"


@dataclass(frozen=True, slots=True)
class Flat:
    """What a language's list is made of: packages, how one is read (words with their capitals), and the licence."""

    packages: tuple[str, ...]
    read: Callable[[Package], Iterator[str]]
    note: str
    together: str


def build_flat(language: str, shelf: Shelf, cache: Path, *, progress: Progress = silent) -> About:
    """Make the list of one of FLAT's languages on this machine and put it on the shelf under its code.

    Raises WordListError where a package cannot be had or is damaged; the list that was there stays in use.
    """
    flat = FLAT[language]
    packages = fetch(flat.packages, cache, progress=progress)
    with Gathering(cache / "gathered.sqlite") as gathering:
        progress(say("reading the words"))
        stamp = " ".join(package.sha256 for package in packages.values())
        has_names = language in WRITES_NOUNS_SMALL
        words = (w.lower() for w in _words(flat, packages) if w.islower() or (w.istitle() and not has_names))
        gathering.words(1, words, stamp=stamp)
        # Read again, so that a million words need not fit into memory at once.
        titles = {word.lower() for word in _words(flat, packages) if word.istitle()} if has_names else set()
        gathering.words(NAME, sorted(titles.difference(gathering.known_to(1))), stamp=stamp)
        progress(say("writing the list"))
        contents = Contents(gathering.plain_lines(), (), (Source(1, " + ".join(flat.packages), strong=True),))
        draft = shelf.draft(language)
        letters = LETTERS[language]
        write_list(draft, contents, name=language, language=language, kind="built", letters=letters, note=flat.note)
    write_credits(draft.parent, tuple(packages.values()), flat.together)
    # What was gathered is of use only while it is half done; the packages are kept.
    (cache / "gathered.sqlite").unlink()
    progress(say("looking through the list"))
    return shelf.put(language)


def _words(flat: Flat, packages: Mapping[str, Package]) -> Iterator[str]:
    """The words of all packages, with their capitals."""
    return (word for package in packages.values() for word in flat.read(package))


def _lines(package: Package, name: str) -> Iterator[str]:
    """The words of letters only in a list of lines, with their capitals."""
    path = package.folder / _DICT / name
    try:
        for line in path.read_text(encoding="utf-8").splitlines():
            word = composed(line.strip())
            if len(word) > 1 and word.isalpha():
                yield word
    except (OSError, UnicodeDecodeError) as error:
        what, cure = say("The dictionary is missing."), say("Delete the folder it lies in and build again.")
        raise WordListError(what, where=f"{path} ({error})", cure=cure) from error


def _german(package: Package) -> Iterator[str]:
    return _lines(package, "ngerman")


def _english(package: Package) -> Iterator[str]:
    return _lines(package, package.name.replace("wamerican", "american-english").replace("wbritish", "british-english"))


def _romanian(package: Package) -> Iterator[str]:
    stems, endings = (package.folder / _HUNSPELL / f"ro_RO.{end}" for end in ("dic", "aff"))
    yield from (composed(word) for word in read_hunspell(stems, endings))
    yield from (composed(word).title() for word in read_names(stems))


FLAT: Mapping[str, Flat] = MappingProxyType({
    "de": Flat(("wngerman",), _german, say("From wngerman (igerman98); see CREDITS.txt."),
               "GNU General Public License, version 2 or 3 (that of igerman98)."),
    "ro": Flat(("hunspell-ro",), _romanian, say("From hunspell-ro (Rospell); see CREDITS.txt."),
               "GPL-2, LGPL-2.1 or MPL-1.1, as you choose (that of Rospell)."),
    "en": Flat(("wamerican-huge", "wbritish-huge"), _english, say("From SCOWL, American and British; see CREDITS.txt."),
               "as SCOWL: to be used and passed on freely, with its copyright notice."),
})  # fmt: skip
"""Language -> what its list is made of."""
