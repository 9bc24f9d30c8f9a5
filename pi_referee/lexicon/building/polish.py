"""The Polish list: the words of wpolish, which are those of SJP.PL, in all their forms."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from pathlib import Path

from pi_referee.gettext_mark import say
from pi_referee.lexicon.alphabets import LETTERS
from pi_referee.lexicon.building.credits import write_credits
from pi_referee.lexicon.building.external_sort import Gathering
from pi_referee.lexicon.building.packages import Package, fetch
from pi_referee.lexicon.building.progress import Progress, silent
from pi_referee.lexicon.list_errors import WordListError
from pi_referee.lexicon.lists.list_repository import Shelf
from pi_referee.lexicon.lists.list_writer import Contents, Source, write_list
from pi_referee.lexicon.lists.word_store import ABBREVIATION, NAME, About
from pi_referee.lexicon.sources.hunspell import read_endless
from pi_referee.lexicon.sources.marked_words import abbreviations
from pi_referee.lexicon.sources.morfologik import Morfologik

PACKAGES = ("wpolish", "libmorfologik-stemming2-java", "hunspell-pl")
SOURCES = (Source(1, "SJP.PL", strong=True), Source(2, "wpolish", strong=False))

LONGEST_ABBREVIATION = 5
"""Letters; a longer one of Morfologik's would be looked for among three million words."""

LONGEST_DOUBTFUL = 7
"""Letters. Of such words that no ending goes on to and Morfologik lacks, one in thirteen is in SGJP, most are
abbreviations and parts of foreign phrases; of longer ones most are forms of rare verbs. Measured in docs/lexicon.md."""

LONGEST = 15
"""Letters that go on a board of Literaki or Scrabble, whose words never turn."""

_ENTRIES, _ENCODING = Path("usr") / "share" / "hunspell" / "pl_PL.dic", "iso-8859-2"

_NATIVE = frozenset(LETTERS["pl"]) - set("qvx")
"""The thirty-two letters Polish words are spelled with."""


def build_polish(shelf: Shelf, cache: Path, *, progress: Progress = silent) -> About:
    """Make the Polish list on this machine and put it on the shelf as "pl".

    Names begin with a capital in wpolish; abbreviations are told by Morfologik, and by taking no endings in hunspell,
    which is of the same origin as wpolish. Raises WordListError where a package cannot be had.
    """
    packages = fetch(PACKAGES, cache, progress=progress)
    with Gathering(cache / "gathered.sqlite") as gathering:
        _gather(gathering, packages, progress)
        progress(say("writing the list"))
        contents = Contents(gathering.plain_lines(), (), SOURCES)
        draft = shelf.draft("pl")
        note = say("From wpolish (SJP.PL) and Morfologik; see CREDITS.txt.")
        write_list(draft, contents, name="pl", language="pl", kind="built", letters=LETTERS["pl"], note=note)
    together = "as wpolish, whichever of its licences you choose, and BSD for the marks of abbreviations."
    write_credits(draft.parent, tuple(packages.values()), together)
    # What was gathered is of use only while it is half done; the packages are kept.
    (cache / "gathered.sqlite").unlink()
    progress(say("looking through the list"))
    return shelf.put("pl")


def _gather(gathering: Gathering, packages: Mapping[str, Package], progress: Progress) -> None:
    """Gather the words, and what marks them."""
    wpolish, morfologik, hunspell = (packages[name] for name in PACKAGES)
    words = wpolish.folder / "usr" / "share" / "dict" / "polish"
    progress(say("looking for abbreviations"))
    told = Morfologik(morfologik.folder)
    endless = frozenset(read_endless(hunspell.folder / _ENTRIES, _ENCODING))
    short = [word for word in read_wpolish(words) if len(word) <= LONGEST_DOUBTFUL]
    doubtful = frozenset(word for word in short if is_doubtful(word, told, endless))
    marked = {word for word in short if len(word) <= LONGEST_ABBREVIATION and told.kinds(word) == {"brev"}}
    progress(say("reading wpolish, four million forms"))
    stamp = f"{wpolish.sha256} {morfologik.sha256} {hunspell.sha256}"
    gathering.words(1, (word for word in read_wpolish(words) if word not in doubtful), stamp=stamp)
    gathering.words(NAME, read_names(words), stamp=stamp)
    gathering.words(2, sorted(doubtful), stamp=stamp)
    gathering.words(ABBREVIATION, sorted(marked | abbreviations("pl")), stamp=stamp)


def is_doubtful(word: str, told: Morfologik, endless: Container[str]) -> bool:
    """Whether a word of wpolish may be none: Morfologik has it at most as an abbreviation, and it is of two letters
    (no list for play has so many of them), or short and in endless, the entries of hunspell to which no ending goes.
    """  # noqa: D205  # one sentence
    is_looked_at = len(word) == 2 or (len(word) <= LONGEST_DOUBTFUL and word in endless)
    return is_looked_at and not told.kinds(word) - {"brev"}


def read_names(path: Path) -> Iterator[str]:
    """The words with a capital letter that fit on a board, in small letters."""
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            word = line.strip()
            if 2 <= len(word) <= LONGEST and word.istitle() and _NATIVE.issuperset(word.lower()):
                yield word.lower()


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
