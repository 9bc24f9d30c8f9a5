"""Finnish words by Voikko: its library is asked about each word, since Finnish has more forms than a file can hold."""

from __future__ import annotations

import ctypes
import ctypes.util
import re
import threading
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from pi_referee.lexicon.forms import Form
from pi_referee.lexicon.list_errors import WordListError
from pi_referee.lexicon.lists.word_store import MARKS, NAME, Entry, Lexeme, WordStore

DICTIONARY = Path("5") / "mor-standard" / "mor.vfst"
"""The morphology, in a folder of Voikko's."""

T = TypeVar("T")

_NAMES = {"etunimi", "sukunimi", "paikannimi", "nimi"}
VOIKKO = 1
"""The bit of Voikko among a word's sources."""

_COMPOUNDED, _ADVERB = "[Bc]", "[Ssti]"
"""In Voikko's own writing: where its rules join two words, and an adverb in -sti."""

_PART = re.compile(r"\+[^+(]*\((?!\+)[^)]*\)")
"""One word in WORDBASES: "+enkeli(enkeli)+kello(kello)" has two; "+t+u(+u)" are endings."""

_CASES = {"nimento": Form.BASE, "omanto": Form.GENITIVE}
_TENSES = {"past_imperfective": Form.PAST, "present_simple": Form.PRESENT}
_COMPARISONS = {"comparative": Form.COMPARATIVE, "superlative": Form.SUPERLATIVE}

Analysis = Mapping[str, str]
"""What Voikko says of one way to read a word: BASEFORM, CLASS, SIJAMUOTO (case), NUMBER …"""


def folder_of(path: Path) -> Path:
    """The folder with dictionary and library that belongs to a list's file."""
    return path.with_suffix(".voikko")


def find_library(folders: Iterable[Path]) -> ctypes.CDLL | None:
    """Voikko's library: from one of these folders with what it needs, or the system's; None if there is none."""
    for folder in folders:
        # What it needs first; a name that is not there is the system's own then.
        for needed in sorted(folder.glob("lib*.so.*")):
            if "voikko" not in needed.name:
                _loaded(str(needed))
        for library in sorted(folder.glob("libvoikko.so.*")):
            found = _loaded(str(library))
            if found is not None:
                return found
    return _loaded(ctypes.util.find_library("voikko") or "libvoikko.so.1")


def _loaded(name: str) -> ctypes.CDLL | None:
    """A library, if it runs here."""
    try:
        return ctypes.CDLL(name, mode=ctypes.RTLD_GLOBAL)
    except OSError:
        return None


class Voikko:
    """Voikko's library with a dictionary. Safe to share between threads: one asks at a time."""

    def __init__(self, folder: Path) -> None:
        """Open the dictionary in a folder; raises WordListError if it or the library is missing or does not run."""
        library = find_library((folder,))
        if library is None:
            cure = "Install it (sudo apt-get install libvoikko1), or build the list again: pi-referee lexicon build fi"
            raise WordListError("Voikko's library does not run here.", where=str(folder), cure=cure)
        self._library = _typed(library)
        self._lock = threading.Lock()
        error = ctypes.c_char_p()
        self._handle = library.voikkoInit(ctypes.byref(error), b"fi", str(folder).encode())
        if not self._handle:
            told = (error.value or b"").decode(errors="replace")
            cure = "Build the list again: pi-referee lexicon build fi"
            raise WordListError(f"Voikko cannot use its dictionary ({told}).", where=str(folder), cure=cure)

    def analyses(self, word: str) -> tuple[Analysis, ...]:
        """Every way to read a word in small letters; () if it is none."""
        with self._lock:
            found = self._library.voikkoAnalyzeWordCstr(self._handle, word.encode())
            if not found:
                return ()
            told = tuple(self._told(one) for one in _until_null(found))
            self._library.voikko_free_mor_analysis(found)
        return told

    def close(self) -> None:
        """Let go of the dictionary."""
        self._library.voikkoTerminate(self._handle)

    def _told(self, analysis: int) -> Analysis:
        """One analysis, by its keys."""
        keys = _until_null(self._library.voikko_mor_analysis_keys(analysis))
        return {key.decode(): self._value(analysis, key) for key in keys}

    def _value(self, analysis: int, key: bytes) -> str:
        """What an analysis says under a key."""
        text = self._library.voikko_mor_analysis_value_cstr(analysis, key)
        value = ctypes.string_at(text).decode()
        self._library.voikko_free_mor_analysis_value_cstr(text)
        return value


class VoikkoList:
    """Voikko as a word list: it gives each word its readings when asked.

    beside: the list's file, with the words and compounds that a dictionary has, which Voikko cannot tell from others.
    """

    def __init__(self, beside: WordStore, voikko: Voikko) -> None:
        """A list over an opened dictionary."""
        self.about = beside.about
        self.alphabet = beside.alphabet
        self.sources: Mapping[int, str] = beside.sources
        self.strong = beside.strong
        self._beside = beside
        self._forms: list[Form] = []
        self.forms: Sequence[Form] = self._forms
        self._form_numbers: dict[Form, int] = {}
        self._voikko = voikko
        self._lexemes: list[Lexeme] = []
        self._lexeme_numbers: dict[Lexeme, int] = {}

    def find(self, word: str) -> Entry | None:
        """What Voikko and the dictionary beside it know of a word; None if neither does."""
        told = self._voikko.analyses(word)
        listed = self._beside.find(word)
        named = any(one.get("CLASS") in _NAMES for one in told)
        found = [reading for one in told if (reading := self._reading(word, one, is_named=named)) is not None]
        sources = (listed.sources if listed else 0) | (VOIKKO if found else 0)
        is_known = any(Form.COMPOUND not in self._forms[form] for _, form in found)
        if listed is not None and listed.sources & ~MARKS and not is_known:
            found = [self._numbers(Lexeme(word, "", several=False), Form.BASE)]
        sources |= NAME if named and all(one.get("CLASS") in _NAMES for one in told) else 0
        return Entry(sources, tuple(dict.fromkeys(found))) if sources else None

    def find_accented(self, laid: str) -> list[tuple[str, Entry]]:
        """Nothing: Finnish has no accents to leave off."""
        del laid
        return []

    def lexeme(self, number: int) -> Lexeme:
        """A lexeme by the number this list gave it."""
        return self._lexemes[number]

    def sure_of(self, words: Sequence[str]) -> frozenset[str]:
        """None: Voikko takes apart by itself what it knows the parts of."""
        del words
        return frozenset()

    def parts(self, word: str) -> tuple[str, ...]:
        """The words Voikko takes a compound to be made of; of several ways the one with the fewest."""
        told = [_PART.findall(one.get("WORDBASES", "")) for one in self._voikko.analyses(word)]
        best = min((parts for parts in told if len(parts) > 1), key=len, default=[])
        return tuple(part.partition("(")[0].strip("+") for part in best)

    def close(self) -> None:
        """Let go of the dictionary."""
        self._voikko.close()
        self._beside.close()

    def _reading(self, word: str, told: Analysis, *, is_named: bool) -> tuple[int, int] | None:
        """A reading by its numbers; None for names, Roman numbers, and what a name may be that no dictionary has."""
        kind, lemma, built = told.get("CLASS", ""), told.get("BASEFORM", word), told.get("FSTOUTPUT", "")
        if kind in _NAMES or built.startswith("[Lur]"):
            return None
        is_made_up = (is_named or _COMPOUNDED in built) and not self._lists(lemma)
        if is_made_up and _COMPOUNDED not in built:
            return None
        return self._numbers(Lexeme(lemma, kind, several=False), form_of(word, told, is_compound=is_made_up))

    def _lists(self, lemma: str) -> bool:
        """Whether the dictionary beside has a word."""
        entry = self._beside.find(lemma)
        return entry is not None and bool(entry.sources & ~MARKS)

    def _numbers(self, lexeme: Lexeme, form: Form) -> tuple[int, int]:
        """A reading by its numbers, which grow by what is new."""
        return _number(self._lexemes, self._lexeme_numbers, lexeme), _number(self._forms, self._form_numbers, form)


def form_of(word: str, told: Analysis, *, is_compound: bool = False) -> Form:
    """The form that an analysis names; a word that is its own base form is nothing else.

    is_compound: whether it is one that only Voikko's rules made, so that the table is asked.
    """
    form = Form.COMPOUND if is_compound else Form.BASE
    if told.get("CLASS") == "lyhenne":
        return form | Form.ABBREVIATION
    is_base = told.get("BASEFORM") == word or _ADVERB in told.get("FSTOUTPUT", "")
    return form if is_base else form | _inflection(told)


def _inflection(told: Analysis) -> Form:
    """What was done to the base form."""
    form = _CASES.get(told.get("SIJAMUOTO", "nimento"), Form.CASE) | _verb(told)
    form |= _COMPARISONS.get(told.get("COMPARISON", ""), Form.BASE)
    if told.get("NUMBER") == "plural" and "MOOD" not in told:
        form |= Form.PLURAL
    if "POSSESSIVE" in told:
        form |= Form.POSSESSIVE
    if "FOCUS" in told or "KYSYMYSLIITE" in told:
        form |= Form.CLITIC
    if "PARTICIPLE" in told:
        form |= Form.PAST_PARTICIPLE if told["PARTICIPLE"].startswith("past") else Form.PRESENT_PARTICIPLE
    return form


def _verb(told: Analysis) -> Form:
    """What was done to a verb."""
    if "MOOD" not in told:
        return Form.BASE
    if told["MOOD"] == "imperative":
        return Form.IMPERATIVE
    passive = Form.PASSIVE if told.get("PERSON") == "4" else Form.BASE
    return passive | (_TENSES.get(told.get("TENSE", ""), Form.PERSON) if told["MOOD"] == "indicative" else Form.PERSON)


def _number(known: list[T], numbers: dict[T, int], wanted: T) -> int:
    """A thing's number in a list that grows by what is new."""
    number = numbers.setdefault(wanted, len(known))
    if number == len(known):
        known.append(wanted)
    return number


def _until_null(pointer: Sequence[T]) -> list[T]:
    """What a C array holds, up to the null at its end."""
    found = []
    at = 0
    while pointer[at]:
        found.append(pointer[at])
        at += 1
    return found


def _typed(library: ctypes.CDLL) -> ctypes.CDLL:
    """The library with the types of what is called in it (voikko.h)."""
    library.voikkoInit.restype = ctypes.c_void_p
    library.voikkoInit.argtypes = [ctypes.POINTER(ctypes.c_char_p), ctypes.c_char_p, ctypes.c_char_p]
    library.voikkoTerminate.argtypes = [ctypes.c_void_p]
    library.voikkoAnalyzeWordCstr.restype = ctypes.POINTER(ctypes.c_void_p)
    library.voikkoAnalyzeWordCstr.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
    library.voikko_free_mor_analysis.argtypes = [ctypes.POINTER(ctypes.c_void_p)]
    library.voikko_mor_analysis_keys.restype = ctypes.POINTER(ctypes.c_char_p)
    library.voikko_mor_analysis_keys.argtypes = [ctypes.c_void_p]
    library.voikko_mor_analysis_value_cstr.restype = ctypes.c_void_p
    library.voikko_mor_analysis_value_cstr.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
    library.voikko_free_mor_analysis_value_cstr.argtypes = [ctypes.c_void_p]
    return library
