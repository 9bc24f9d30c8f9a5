"""The Finnish list: Voikko's dictionary and library, which know what a word is a form of without listing all forms."""

from __future__ import annotations

import shutil
from pathlib import Path

from pi_referee.gettext_mark import say
from pi_referee.lexicon.alphabets import LETTERS
from pi_referee.lexicon.building.credits import write_credits
from pi_referee.lexicon.building.packages import Package, checksum, fetch
from pi_referee.lexicon.building.progress import Progress, silent
from pi_referee.lexicon.list_errors import WordListError
from pi_referee.lexicon.lists.list_repository import Shelf
from pi_referee.lexicon.lists.list_writer import Contents, Source, write_list
from pi_referee.lexicon.lists.voikko import DICTIONARY, Voikko, find_library, folder_of
from pi_referee.lexicon.lists.word_store import About

_LIBRARY = ("libvoikko1", "libhfstospell11")


def build_finnish(shelf: Shelf, cache: Path, *, progress: Progress = silent) -> About:
    """Put Voikko's Finnish dictionary on the shelf as "fi", with the library that reads it.

    The library is the system's if it has one, else it is fetched; nothing is installed. Raises WordListError where a
    package cannot be had, or the library does not run here.
    """
    dictionary = fetch(("voikko-fi",), cache, progress=progress)["voikko-fi"]
    packages = [dictionary]
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
    contents = Contents((), (), (Source(1, "Voikko", strong=True),), seal=checksum(morphology))
    note = say("Voikko with voikko-fi; it knows words by their parts and endings, so it has no number of words.")
    write_list(draft, contents, name="fi", language="fi", kind="voikko", letters=LETTERS["fi"], note=note)
    _lay_beside(draft, packages)
    progress(say("trying it"))
    _try(draft)
    write_credits(draft.parent, packages, "GNU General Public License, version 2 or later (that of voikko-fi).")
    beside = folder_of(draft)
    about = shelf.put("fi")
    shutil.rmtree(folder_of(shelf.path("fi")), ignore_errors=True)
    beside.rename(folder_of(shelf.path("fi")))
    return about


def _lay_beside(draft: Path, packages: list[Package]) -> None:
    """Copy dictionary and libraries into the folder beside the list's file."""
    folder = folder_of(draft)
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(packages[0].folder / "usr" / "lib" / "voikko", folder)
    for package in packages[1:]:
        for library in package.folder.glob("usr/lib/*/lib*.so.*"):
            shutil.copy(library, folder / library.name)


def _try(draft: Path) -> None:
    """Ask the new list for a word every Finn knows."""
    voikko = Voikko(folder_of(draft))
    if not voikko.analyses("kissa"):
        raise WordListError(say("Voikko runs, but knows no words."), where=str(draft.parent), cure=say("Report it."))
    voikko.close()
