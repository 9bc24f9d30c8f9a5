"""Morfologik's automaton, written by hand in its own format, and what the Polish list makes of it."""

from __future__ import annotations

import zipfile
from collections.abc import Iterable
from pathlib import Path

import pytest

from pi_referee.lexicon.building.polish import is_doubtful
from pi_referee.lexicon.list_errors import WordListError
from pi_referee.lexicon.sources.hunspell import read_endless
from pi_referee.lexicon.sources.marked_words import abbreviations, homonyms, strong_forms
from pi_referee.lexicon.sources.morfologik import JAR, Morfologik

LINES = ("kot;;subst:sg:nom:m2", "kotem;ex;subst:sg:inst:m2", "itd;;brev:pun", "ok;;brev:pun+interj", "al;;brev:pun")
"""Spelling, how its lemma is made of it, and its tags, as the dictionary has them."""

ARC = 5
"""Bytes of an arc here: flags, label, and a target of three bytes."""

LAST, FINAL = 0x40, 0x20

Node = dict[int, "Node"]


def automaton(lines: Iterable[str]) -> bytes:
    """The lines as an automaton that shares nothing but beginnings."""
    root: Node = {}
    for line in lines:
        node = root
        for letter in line.encode():
            node = node.setdefault(letter, {})
    nodes = [{0: root}]
    for node in nodes:
        nodes.extend(child for child in node.values() if child)
    starts, at = {}, 0
    for node in nodes:
        starts[id(node)], at = at, at + ARC * len(node)
    arcs = b"".join(arc(node, label, starts) for node in nodes for label in node)
    return b"\\fsa\xc6\x00\x07\x00" + arcs


def arc(node: Node, label: int, starts: dict[int, int]) -> bytes:
    """An arc of a node: where it leads is 0 at the end of a line."""
    child = node[label]
    flags = (LAST if label == list(node)[-1] else 0) | (0 if child else FINAL)
    target = starts[id(child)] if child else 0
    return bytes((flags, label, target & 0x7F | 0x80, target >> 7 & 0x7F | 0x80, target >> 14))


def jar(folder: Path, content: bytes) -> Path:
    """A package unpacked in a folder, with this dictionary."""
    path = folder / JAR
    path.parent.mkdir(parents=True)
    with zipfile.ZipFile(path, "w") as packed:
        packed.writestr("morfologik/stemming/polish/polish.dict", content)
    return folder


@pytest.fixture
def morfologik(tmp_path: Path) -> Morfologik:
    """The dictionary of these lines."""
    return Morfologik(jar(tmp_path, automaton(LINES)))


@pytest.mark.parametrize(
    ("word", "kinds"),
    [
        ("kot", {"subst"}),
        ("kotem", {"subst"}),
        ("itd", {"brev"}),
        ("ok", {"brev", "interj"}),
        ("ko", set()),
        ("kota", set()),
        ("żółw", set()),
    ],
)
def test_a_spelling_has_its_kinds(morfologik: Morfologik, word: str, kinds: set[str]) -> None:
    """A whole spelling has the kinds of all its lines; half of one, or more than one, has none."""
    assert morfologik.kinds(word) == kinds


@pytest.mark.parametrize(
    ("word", "doubtful"),
    [("al", True), ("zz", True), ("ok", False), ("itd", True), ("kot", False), ("norw", True), ("nowy", False)],
)
def test_short_words_need_more_than_an_abbreviation(morfologik: Morfologik, word: str, *, doubtful: bool) -> None:
    """A word that Morfologik has at most as an abbreviation is doubtful if it has two letters, or takes no ending."""
    assert is_doubtful(word, morfologik, {"itd", "kot", "norw", "norweski"}) is doubtful


def test_entries_without_endings(tmp_path: Path) -> None:
    """Of hunspell's entries those of small letters to which no ending goes; an empty file is said to be damaged."""
    path = tmp_path / "pl_PL.dic"
    path.write_text("5\nżółw/NOsT\nśród\nŁódź\nitd.\nnorw\n", encoding="iso-8859-2")
    assert list(read_endless(path, "iso-8859-2")) == ["śród", "norw"]
    path.write_bytes(b"")
    with pytest.raises(WordListError, match="damaged"):
        list(read_endless(path, "iso-8859-2"))


@pytest.mark.parametrize("content", [b"", b"\\fsa\x05", b"PK rubbish"])
def test_another_file_is_no_dictionary(tmp_path: Path, content: bytes) -> None:
    """What is not of that format is said to be missing, with what to do."""
    with pytest.raises(WordListError, match="missing"):
        Morfologik(jar(tmp_path, content))


def test_a_missing_package_is_said(tmp_path: Path) -> None:
    """Without its file there is no dictionary."""
    with pytest.raises(WordListError, match="missing"):
        Morfologik(tmp_path)


def test_what_was_written_by_hand_is_in_order() -> None:
    """Every file of marked words can be read, in small letters, and holds no word twice."""
    for language in ("sv", "fi", "pl"):
        assert all(word.islower() and word.isalpha() for word in abbreviations(language))
    assert {"osv", "tex"} <= abbreviations("sv")
    assert ("frysa", "frös") in {(verb, word) for verb, word, _ in strong_forms()}
    assert "bank" in homonyms()
