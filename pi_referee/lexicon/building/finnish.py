"""The Finnish list: Voikko's dictionary and library, which know what a word is a form of without listing all forms."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

from pi_referee.gettext_mark import say
from pi_referee.lexicon.alphabets import LETTERS
from pi_referee.lexicon.building.credits import write_credits
from pi_referee.lexicon.building.packages import Package, checksum, fetch
from pi_referee.lexicon.building.progress import Progress, silent
from pi_referee.lexicon.list_errors import WordListError
from pi_referee.lexicon.lists.list_repository import Shelf
from pi_referee.lexicon.lists.list_writer import Contents, Line, Source, write_list
from pi_referee.lexicon.lists.voikko import DICTIONARY, VOIKKO, Voikko, find_library, folder_of
from pi_referee.lexicon.lists.word_store import ABBREVIATION, NAME, About
from pi_referee.lexicon.sources.marked_words import abbreviations, booklet_words
from pi_referee.lexicon.sources.wikdict import read_wikdict

WIKDICT = tuple(f"dict-freedict-fin-{other}" for other in ("eng", "swe", "deu", "fra", "ita", "nor"))
"""Finnish headwords of Wiktionary: which compounds a dictionary has, Voikko's rules cannot tell."""

_WIKTIONARY, _BOOKLET = 2, 4
SOURCES = (
    Source(VOIKKO, "Voikko", strong=True),
    Source(_WIKTIONARY, "Wiktionary", strong=False),
    Source(_BOOKLET, "the booklet", strong=True),
)

TOGETHER = (
    "GNU General Public License, version 2 or later (that of voikko-fi), but for what Wiktionary told: its "
    "CC-BY-SA-3.0 cannot be put under that, so the list is not to be passed on as a whole."
)

_LIBRARY = ("libvoikko1", "libhfstospell11")


def build_finnish(shelf: Shelf, cache: Path, *, progress: Progress = silent) -> About:
    """Put Voikko's Finnish dictionary on the shelf as "fi", with the library that reads it.

    The library is the system's if it has one, else it is fetched; nothing is installed. Raises WordListError where a
    package cannot be had, or the library does not run here.
    """
    fetched = fetch(("voikko-fi", *WIKDICT), cache, progress=progress)
    dictionary = fetched["voikko-fi"]
    packages = list(fetched.values())
    if find_library(()) is None:
        packages += fetch(_LIBRARY, cache, progress=progress).values()
    progress(say("writing the list"))
    draft = shelf.draft("fi")
    morphology = dictionary.folder / "usr" / "lib" / "voikko" / DICTIONARY
    if not morphology.is_file():
        raise WordListError(
            say("The dictionary is missing."),
            where=str(morphology),
            cure=say("Delete the folder it lies in and build again."),
        )
    contents = Contents(_beside(packages), (), SOURCES, seal=checksum(morphology))
    note = say("Voikko, which knows words by their parts and endings; beside it the compounds that Wiktionary has.")
    write_list(draft, contents, name="fi", language="fi", kind="voikko", letters=LETTERS["fi"], note=note)
    _lay_beside(draft, packages)
    progress(say("trying it"))
    _try(draft)
    write_credits(draft.parent, packages, TOGETHER)
    beside = folder_of(draft)
    about = shelf.put("fi")
    shutil.rmtree(folder_of(shelf.path("fi")), ignore_errors=True)
    beside.rename(folder_of(shelf.path("fi")))
    return about


def _beside(packages: list[Package]) -> Iterator[Line]:
    """The words that a dictionary has, its names and what was marked by hand, each once and in order."""
    found: dict[str, int] = {}
    for package in packages:
        if package.name in WIKDICT:
            for head in read_wikdict(package.folder, package.name.removeprefix("dict-freedict-")):
                bit = NAME if head.is_name else _WIKTIONARY if head.word.islower() else 0
                found[head.word.lower()] = found.get(head.word.lower(), 0) | bit
    for word in booklet_words("fi"):
        found[word] = found.get(word, 0) | _BOOKLET
    for word in abbreviations("fi"):
        found[word] = found.get(word, 0) | ABBREVIATION
    return (Line(word, found[word]) for word in sorted(found, key=str.encode) if found[word])


def _lay_beside(draft: Path, packages: list[Package]) -> None:
    """Copy dictionary and libraries into the folder beside the list's file."""
    folder = folder_of(draft)
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(packages[0].folder / "usr" / "lib" / "voikko", folder)
    for package in packages:
        for library in package.folder.glob("usr/lib/*/lib*.so.*"):
            shutil.copy(library, folder / library.name)


def _try(draft: Path) -> None:
    """Ask the new list for a word every Finn knows."""
    voikko = Voikko(folder_of(draft))
    if not voikko.analyses("kissa"):
        raise WordListError(say("Voikko runs, but knows no words."), where=str(draft.parent), cure=say("Report it."))
    voikko.close()
