"""The Polish list: the words of wpolish, which are those of SJP.PL, in all their forms."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pi_referee.gettext_mark import say
from pi_referee.lexicon.alphabets import LETTERS
from pi_referee.lexicon.building.credits import write_credits
from pi_referee.lexicon.building.external_sort import Gathering
from pi_referee.lexicon.building.packages import fetch
from pi_referee.lexicon.building.progress import Progress, silent
from pi_referee.lexicon.list_errors import WordListError
from pi_referee.lexicon.lists.list_repository import Shelf
from pi_referee.lexicon.lists.list_writer import Contents, Source, write_list
from pi_referee.lexicon.lists.word_store import About

LONGEST = 15
"""Letters that go on a board of Literaki or Scrabble, whose words never turn."""

_NATIVE = frozenset(LETTERS["pl"]) - set("qvx")
"""The thirty-two letters Polish words are spelled with."""


def build_polish(shelf: Shelf, cache: Path, *, progress: Progress = silent) -> About:
    """Make the Polish list on this machine and put it on the shelf as "pl".

    Names begin with a capital in wpolish and are left out; abbreviations cannot be told from words there, but most
    have no vowel, and such words are asked about. Raises WordListError where the package cannot be had.
    """
    package = fetch(("wpolish",), cache, progress=progress)["wpolish"]
    words = package.folder / "usr" / "share" / "dict" / "polish"
    with Gathering(cache / "gathered.sqlite") as gathering:
        progress(say("reading wpolish, four million forms"))
        gathering.words(1, read_wpolish(words), stamp=package.sha256)
        progress(say("writing the list"))
        contents = Contents(gathering.plain_lines(), (), (Source(1, "SJP.PL", strong=True),))
        draft = shelf.draft("pl")
        note = say("From wpolish (SJP.PL); see CREDITS.txt.")
        write_list(draft, contents, name="pl", language="pl", kind="built", letters=LETTERS["pl"], note=note)
    write_credits(draft.parent, (package,), "as wpolish, whichever of its licences you choose.")
    # What was gathered is of use only while it is half done; the packages are kept.
    (cache / "gathered.sqlite").unlink()
    progress(say("looking through the list"))
    return shelf.put("pl")


def read_wpolish(path: Path) -> Iterator[str]:
    """The words of small Polish letters that fit on a board; raises WordListError if the file is gone or damaged."""
    try:
        with path.open(encoding="utf-8") as lines:
            for line in lines:
                word = line.strip()
                if 2 <= len(word) <= LONGEST and _NATIVE.issuperset(word):
                    yield word
    except (OSError, UnicodeDecodeError) as error:
        cure = say("Delete the folder it lies in and build again.")
        raise WordListError(say("The word list wpolish is missing or damaged."), where=str(path), cure=cure) from error
