"""Making lists from packages: small dictionaries written by hand in the packages' own forms."""

from __future__ import annotations

import gzip
import json
import zipfile
from collections.abc import Iterable, Sequence
from itertools import zip_longest
from pathlib import Path

import pytest

from pi_referee.lexicon.building import polish, swedish
from pi_referee.lexicon.building.external_sort import Gathering
from pi_referee.lexicon.building.packages import Package, checksum, fetch, run_program
from pi_referee.lexicon.building.wheels import fetch_wheel
from pi_referee.lexicon.forms import Form
from pi_referee.lexicon.list_errors import WordListError
from pi_referee.lexicon.lists.list_repository import Shelf
from pi_referee.lexicon.lists.word_store import ABBREVIATION, NAME
from pi_referee.lexicon.policy import Policy
from pi_referee.lexicon.same_word import Kin, kinship
from pi_referee.lexicon.sources.apertium import DICTIONARY, PHRASE, read_apertium
from pi_referee.lexicon.sources.hunspell import read_endings, read_hunspell, words_of
from pi_referee.lexicon.sources.saol import WORDS, read_saol
from pi_referee.lexicon.sources.transducer import read_transducer
from pi_referee.lexicon.verdict import Answer, Why
from pi_referee.lexicon.verdict_texts import say
from pi_referee.lexicon.word_validity import Lexicon

APERTIUM = """
katt<n><ut><sg><ind> katt
katt<n><ut><pl><ind> katter
katt<n><ut><sg><def><gen> kattens
bok¹<n><ut><sg><ind> bok
köra<vblex><inf><actv> köra
köra<vblex><pres><actv> kör
köra<vblex><past><pasv> kördes
köra<adj><pp><ut><sg><ind> körd
kör<n><ut><sg><ind> kör
hoppas<vblex><pres><pasv> hoppas
hoppas<vblex><past><pasv> hoppades
röd<adj><pst><nt><sg><ind> rött
röd<adj><pst><ut><sg><ind><gen> röds
röd<adj><pst><fn><sg><def><gen> rödas
bank<n><ut><sg><ind> bank
bank<n><ut><pl><ind> banker
gå<vblex><inf><actv> gå
gå<vblex><pres><actv> går
igår<adv> i går
idé<n><ut><sg><ind> idé
Anna<np><ant><f> Anna
anna<np><ant><f> anna
el<n><ut><sg><ind><cmp> el-
cd<n><acr> cd
b<n><nt><sg><ind><gen> bs
"""
"""Analyses and words, as lt-print shows a dictionary's paths."""

AFF = """SET UTF-8
FORBIDDENWORD %
NEEDAFFIX ¤
ONLYINCOMPOUND Z
COMPOUNDBEGIN X

SFX A Y 3
SFX A 0 en [^ae]
SFX A a an a
SFX A 0 0/WXZ .

SFX B Y 2
SFX B a or a
SFX B 0 ar [^a]

PFX P Y 1
PFX P 0 o .
"""

DIC = """9
hus/A
bank/B
flicka/AB
stam/¤A
dålig/%A
halv/ZA
sund/P
Anna/A
kd
kd.
bit-
"""


SAOL = """words = [
  SaolEntry(word='däka', upos='NOUN', conj='+n däkor'),
  SaolEntry(word='katt', upos='NOUN', conj='+en +er'),
  SaolEntry(word='sund', upos='ADJ', conj='+t +a'),
  SaolEntry(word='A-aktie', upos='NOUN', conj='+n +r'),
  SaolEntry(word="rock'n'roll", upos='NOUN', conj='+en'),
  SaolEntry(word='nej', upos='X', conj='(null)'),
]
"""
"""A few lines of SAOL's package."""

WIKDICT = (
    "hus /h\u02c8\u028as/ <n, neut>\nHaus\n",
    "snabba <v>\neilen\n",
    "Anna <pn>\nAnna\n",
    "-bar /b/ <affix>\n",
    "i går <adv>\n",
)
"""Entries of a dictionary of WikDict; the first line of each has its headword."""

DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


def index_of(entries: Iterable[str]) -> str:
    """Where each entry begins and how long it is, as dictd writes it."""
    lines, at = [], 0
    for entry in entries:
        size = len(entry.encode())
        lines.append("\t".join((entry.split()[0].lower(), in_digits(at), in_digits(size))))
        at += size
    return "\n".join(lines) + "\n"


def in_digits(value: int) -> str:
    """A number to the base of sixty-four."""
    return (in_digits(value // 64) if value > 63 else "") + DIGITS[value % 64]


def symbols(analysis: str) -> list[str]:
    """An analysis as letters and tags: katt<n> is k, a, t, t, <n>."""
    found: list[str] = []
    for letter in analysis:
        if found and found[-1].startswith("<") and not found[-1].endswith(">"):
            found[-1] += letter
        else:
            found.append(letter)
    return found


def number(value: int) -> bytes:
    """A number as lttoolbox writes it: its first two bits say how many bytes follow."""
    for more, limit in enumerate((1 << 6, 1 << 14, 1 << 22, 1 << 30)):
        if value < limit:
            return (value | more << (6 + 8 * more)).to_bytes(more + 1, "big")
    raise ValueError(value)


def text(value: str) -> bytes:
    """A text as lttoolbox writes it."""
    return number(len(value)) + b"".join(number(ord(letter)) for letter in value)


Pair = tuple[str, str]
"""What stands on an arc: on the side of the analysis, and of the word."""


def compiled(rows: Iterable[Pair], *, circle: bool = False) -> bytes:
    """A dictionary as lttoolbox compiles it, one way for each row; circle: with an arc that leads back."""
    ways = [way_of(*row) for row in rows]
    tags = sorted({left for way in ways for left, _ in way if left.startswith("<")})
    pairs = sorted({pair for way in ways for pair in way})
    arcs, finals = states_of(ways)
    if circle:
        arcs[1].append((ways[0][0], 0))
    content = b"LTTB" + bytes(8) + text("abc") + number(len(tags)) + b"".join(text(tag[1:-1]) for tag in tags)
    codes = b"".join(number(code(left, tags)) + number(code(right, tags)) for left, right in pairs)
    content += number(len(pairs)) + codes + number(1) + text("main@standard") + b"LTTD" + bytes(8)
    content += number(0) + number(len(finals)) + b"".join(number(step) for step in steps(finals))
    return content + number(len(arcs)) + b"".join(packed(here, row, pairs, len(arcs)) for here, row in enumerate(arcs))


def way_of(analysis: str, word: str) -> list[Pair]:
    """An analysis and its word side by side, the shorter one filled up with nothing."""
    return list(zip_longest(symbols(analysis), word, fillvalue=""))


def states_of(ways: list[list[Pair]]) -> tuple[list[list[tuple[Pair, int]]], list[int]]:
    """The arcs that leave each state, and the states where words end; every way has states of its own."""
    arcs: list[list[tuple[Pair, int]]] = [[]]
    finals = []
    for way in ways:
        here = 0
        for pair in way:
            arcs[here].append((pair, len(arcs)))
            here = len(arcs)
            arcs.append([])
        finals.append(here)
    return arcs, finals


def packed(here: int, row: list[tuple[Pair, int]], pairs: list[Pair], size: int) -> bytes:
    """The arcs that leave a state, pair and target as differences."""
    told = sorted((pairs.index(pair), target) for pair, target in row)
    moves = zip(steps([pair for pair, _ in told]), told, strict=True)
    return number(len(row)) + b"".join(number(step) + number((target - here) % size) for step, (_, target) in moves)


def steps(numbers: list[int]) -> list[int]:
    """Rising numbers as differences from one to the next."""
    return [after - before for before, after in zip([0, *numbers], numbers, strict=False)]


def code(symbol: str, tags: list[str]) -> int:
    """A symbol's number, moved up so that no tag is below 0."""
    return len(tags) + (-tags.index(symbol) - 1 if symbol.startswith("<") else ord(symbol) if symbol else 0)


ROWS = [(analysis, word) for analysis, _, word in (line.partition(" ") for line in APERTIUM.strip().splitlines())]


@pytest.fixture
def packages(tmp_path: Path) -> dict[str, Package]:
    """The Swedish packages, unpacked, each with a few words."""
    files = {
        ("apertium-swe-nor", DICTIONARY): compiled(ROWS),
        ("hunspell-sv", "usr/share/hunspell/sv_SE.aff"): AFF.encode(),
        ("hunspell-sv", "usr/share/hunspell/sv_SE.dic"): DIC.encode(),
        ("wswedish", "usr/share/dict/swedish"): "katt\nål\nhus\nAnna\nsnömos\nx\n".encode("latin-1"),
        (swedish.WIKDICT, "usr/share/dictd/freedict-swe-deu.dict.dz"): gzip.compress("".join(WIKDICT).encode()),
        (swedish.WIKDICT, "usr/share/dictd/freedict-swe-deu.index"): index_of(WIKDICT).encode(),
    }
    for (package, name), content in files.items():
        path = tmp_path / package / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    names = dict.fromkeys(package for package, _ in files)
    return {name: Package(name, "1", name, tmp_path / name) for name in names}


def saol_beside(cache: Path) -> None:
    """SAOL's package lies in a cache already, so that nothing is fetched."""
    cache.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(cache / "saol-0.2.0-py3-none-any.whl", "w") as wheel:
        wheel.writestr(str(WORDS), SAOL)


class TestTransducer:
    """The compiled dictionaries of Apertium."""

    def test_every_way_through_is_walked(self, tmp_path: Path) -> None:
        """What was compiled comes out again."""
        (tmp_path / "x.bin").write_bytes(compiled(ROWS))

        assert sorted(read_transducer(tmp_path / "x.bin").walk(lambda *_: True)) == sorted(ROWS)

    def test_a_circle_ends(self, tmp_path: Path) -> None:
        """An arc that leads back into its own way is not followed for ever."""
        (tmp_path / "x.bin").write_bytes(compiled(ROWS, circle=True))

        assert sorted(read_transducer(tmp_path / "x.bin").walk(lambda *_: True)) == sorted(ROWS)

    @pytest.mark.parametrize("length", [0, 5, 40, 200])
    def test_a_dictionary_cut_short_is_said(self, tmp_path: Path, length: int) -> None:
        """Half a file is no dictionary."""
        (tmp_path / "x.bin").write_bytes(compiled(ROWS)[:length])

        with pytest.raises(WordListError, match="damaged"):
            read_transducer(tmp_path / "x.bin")

    def test_a_missing_dictionary_is_said(self, tmp_path: Path) -> None:
        """A file that is not there is named."""
        with pytest.raises(WordListError, match="missing"):
            read_transducer(tmp_path / "x.bin")


class TestApertium:
    """Lemma and form of every word."""

    @pytest.fixture
    def found(self, packages: dict[str, Package]) -> dict[tuple[str, str], tuple[str, Form]]:
        """(word, lemma) -> kind and form."""
        read = read_apertium(packages["apertium-swe-nor"].folder / DICTIONARY)
        return {(one.word, one.lemma): (one.kind, one.form) for one in read}

    @pytest.mark.parametrize(
        ("word", "lemma", "kind", "form"),
        [
            ("katt", "katt", "n-ut", Form.BASE),
            ("katter", "katt", "n-ut", Form.PLURAL),
            ("kattens", "katt", "n-ut", Form.DEFINITE | Form.GENITIVE),
            ("köra", "köra", "v", Form.BASE),
            ("kördes", "köra", "v", Form.PAST | Form.PASSIVE),
            ("körd", "köra", "v", Form.PAST_PARTICIPLE),
            ("hoppas", "hoppas", "v", Form.BASE),
            ("hoppades", "hoppas", "v", Form.PAST),
            ("rött", "röd", "adj", Form.AGREEMENT),
            ("rödas", "röd", "adj", Form.AGREEMENT | Form.GENITIVE),
            ("cd", "cd", "n-acr", Form.ABBREVIATION),
        ],
    )
    def test_a_word_is_read(
        self, found: dict[tuple[str, str], tuple[str, Form]], word: str, lemma: str, kind: str, form: Form
    ) -> None:
        """Tags become forms; a word that is its own lemma is a base form."""
        assert found[word, lemma] == (kind, form)

    def test_names_halves_and_letters_are_left_out(self, found: dict[tuple[str, str], tuple[str, Form]]) -> None:
        """No names, no halves of compounds, no letters' genitives, no genitives of adjectives nobody uses."""
        assert {"anna", "Anna", "el-", "bs", "röds"} & {word for word, _ in found} == set()

    def test_expressions_come_as_such(self, packages: dict[str, Package]) -> None:
        """I GÅR is an expression of two words."""
        read = read_apertium(packages["apertium-swe-nor"].folder / DICTIONARY)

        assert [one.word for one in read if one.kind == PHRASE] == ["i går"]


class TestHunspell:
    """Endings put on."""

    @pytest.mark.parametrize(
        ("entry", "words"),
        [
            ("hus/A", ["hus", "husen"]),
            ("flicka/AB", ["flicka", "flickan", "flickor"]),
            ("stam/¤A", ["stamen"]),
            ("dålig/%A", []),
            ("halv/ZA", []),
            ("sund/P", ["sund", "osund"]),
            ("Anna/A", []),
            ("bit-", []),
            ("x", []),
        ],
    )
    def test_an_entry_gives_its_words(self, entry: str, words: list[str]) -> None:
        """Endings that fit, none for what is forbidden or stands only in compounds, and small letters only."""
        assert list(words_of(entry, read_endings(AFF))) == words

    def test_damaged_files_are_said(self, tmp_path: Path) -> None:
        """A dictionary that is not UTF-8, or is not there, is named."""
        (tmp_path / "sv.aff").write_bytes(b"SET UTF-8\n\xe5\n")

        with pytest.raises(WordListError, match="missing or damaged"):
            list(read_hunspell(tmp_path / "sv.dic", tmp_path / "sv.aff"))


class TestGathering:
    """Words of several sources, merged."""

    def test_a_word_has_all_its_sources(self, tmp_path: Path, packages: dict[str, Package]) -> None:
        """KATT is known to Apertium and wswedish, ÅL to wswedish alone."""
        with Gathering(tmp_path / "gathered.sqlite") as gathering:
            swedish.gather(gathering, packages)
            sources = {line.word: line.sources for line in gathering.lines()}

        assert (sources["katt"], sources["ål"], sources["hus"], sources["husen"]) == (5, 4, 2 | 4 | 8 | 16, 2 | 16)

    def test_a_weak_sources_headword_has_its_base_form(self, tmp_path: Path, packages: dict[str, Package]) -> None:
        """SNABBA is in Wiktionary as a verb, so it is a base form there; ANNA has only ever a capital, KD a point."""
        with Gathering(tmp_path / "gathered.sqlite") as gathering:
            swedish.gather(gathering, packages)
            lines = {line.word: line for line in gathering.lines()}
            lexemes = dict(gathering.lexemes(frozenset()))

        ((number, form),) = lines["snabba"].readings
        assert (lexemes[number].lemma, lexemes[number].kind, form) == ("snabba", "v", Form.BASE)
        assert (lines["anna"].sources, lines["kd"].sources & ABBREVIATION) == (NAME, ABBREVIATION)

    def test_what_is_gathered_is_not_gathered_again(self, tmp_path: Path) -> None:
        """An interrupted build goes on; a source that is complete is not read a second time."""
        for words in (["katt"], ["hund"]):
            with Gathering(tmp_path / "gathered.sqlite") as gathering:
                gathering.words(1, words, stamp="one")
                assert [line.word for line in gathering.lines()] == ["katt"]

    def test_a_newer_edition_replaces_the_older(self, tmp_path: Path) -> None:
        """A package that was renewed is read anew."""
        for stamp, word in (("one", "katt"), ("two", "hund")):
            with Gathering(tmp_path / "gathered.sqlite") as gathering:
                gathering.words(1, [word], stamp=stamp)
                assert [line.word for line in gathering.lines()] == [word]

    def test_an_interrupted_source_leaves_nothing(self, tmp_path: Path) -> None:
        """Half a source is not taken for a whole one."""

        def broken() -> Iterable[str]:
            yield "katt"
            raise KeyboardInterrupt

        with Gathering(tmp_path / "gathered.sqlite") as gathering:
            with pytest.raises(KeyboardInterrupt):
                gathering.words(1, broken(), stamp="one")
            assert list(gathering.lines()) == []

    def test_a_damaged_file_is_begun_anew(self, tmp_path: Path) -> None:
        """What is only half done may be thrown away."""
        (tmp_path / "gathered.sqlite").write_bytes(b"rubbish" * 1000)

        with Gathering(tmp_path / "gathered.sqlite") as gathering:
            assert list(gathering.lines()) == []


class Apt:
    """An apt that gives packages made in a folder, and can fail: a shipped program's place is taken by a plain one."""

    def __init__(self, made: Path, *, broken: str = "") -> None:
        """An apt over a folder of packages; broken: the one that cannot be had."""
        self.asked: list[str] = []
        self._made = made
        self._broken = broken

    def __call__(self, command: Sequence[str], folder: Path) -> str:
        """Do what the real programs would do with a package of the same name."""
        name = command[-1]
        if command[0] == "apt-get":
            self.asked.append(name)
            if name == self._broken:
                return "E: Unable to locate package " + name
            (folder / f"{name}_1%3a2.0-1_all.deb").write_bytes(name.encode())
            return ""
        (folder / name).mkdir()
        for path in (self._made / name).rglob("*"):
            if path.is_file():
                target = folder / name / path.relative_to(self._made / name)
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(path.read_bytes())
        return ""


class TestPackages:
    """Fetching and unpacking."""

    def test_a_package_is_fetched_once(self, tmp_path: Path, packages: dict[str, Package]) -> None:
        """What is there is not fetched again."""
        apt = Apt(tmp_path)
        for _ in range(2):
            found = fetch(["wswedish"], tmp_path / "cache", run=apt)

        assert (apt.asked, found["wswedish"].version) == (["wswedish"], "1:2.0-1")

    def test_a_package_cut_short_is_fetched_again(self, tmp_path: Path, packages: dict[str, Package]) -> None:
        """A file that is not what was unpacked is not believed."""
        apt = Apt(tmp_path)
        (path,) = (fetch(["wswedish"], tmp_path / "cache", run=apt)["wswedish"].folder.parent).glob("*.deb")
        path.write_bytes(b"")
        again = fetch(["wswedish"], tmp_path / "cache", run=apt)["wswedish"]

        assert (len(apt.asked), again.sha256) == (2, checksum(path))

    def test_an_interrupted_fetch_goes_on(self, tmp_path: Path, packages: dict[str, Package]) -> None:
        """What came before the network broke is kept."""
        with pytest.raises(WordListError, match=r"hunspell-sv.*could not be fetched.*network"):
            fetch(swedish.PACKAGES, tmp_path / "cache", run=Apt(tmp_path, broken="hunspell-sv"))

        apt = Apt(tmp_path)
        fetch(swedish.PACKAGES, tmp_path / "cache", run=apt)
        assert apt.asked == ["hunspell-sv", "wswedish", swedish.WIKDICT]

    def test_a_machine_without_apt_is_told_so(self, tmp_path: Path) -> None:
        """A program that is not there is a sentence."""
        assert "no program" in run_program(("there-is-no-such-program",), tmp_path)

    def test_a_program_that_fails_says_why(self, tmp_path: Path) -> None:
        """What a program says on standard error is passed on."""
        assert "nowhere" in run_program(("ls", "nowhere"), tmp_path)
        assert run_program(("true",), tmp_path) == ""


class TestSwedish:
    """The whole of it, on a few words."""

    @pytest.fixture
    def shelf(self, tmp_path: Path, packages: dict[str, Package]) -> Shelf:
        """A shelf with the list that these packages give."""
        cache = tmp_path / "cache"
        fetch(swedish.PACKAGES, cache, run=Apt(tmp_path))
        saol_beside(cache)
        shelf = Shelf(tmp_path / "lists")
        swedish.build_swedish(shelf, cache)
        return shelf

    def test_verdicts_of_the_built_list(self, shelf: Shelf) -> None:
        """Words with forms, words of one weak source and of two, words of none."""
        with shelf.open("sv") as store:
            lexicon = Lexicon(store, Policy.agreed({"words.genitive": False}))
            words = ("KATT", "KATTENS", "HUSEN", "HUS", "IDE", "ANNA", "DÄKA", "SUND")
            said = {word: lexicon.verdict(word).why for word in words}
            sentence = say(lexicon.verdict("KATTENS"))
            free = Lexicon(store, Policy()).verdict("HUS").answer

        assert said == {
            "KATT": Why.LISTED,
            "KATTENS": Why.FORM_OFF,
            "HUSEN": Why.AGREED_ON,
            "HUS": Why.LISTED,
            "IDE": Why.LISTED,
            "ANNA": Why.NAME,
            "DÄKA": Why.LISTED,
            "SUND": Why.LISTED,
        }
        assert (sentence, free) == ("KATTENS: genitive of KATT; genitives are off.", Answer.YES)

    @pytest.mark.parametrize(
        ("first", "second", "kin"),
        [
            ("KATT", "KATTER", Kin.SAME),
            ("KÖR", "KÖRA", Kin.ASK),
            ("KÖRA", "KÖRD", Kin.SAME),
            ("BANK", "BANKER", Kin.ASK),
            ("GÅ", "GÅR", Kin.ASK),
            ("BOK", "BANK", Kin.DIFFERENT),
        ],
    )
    def test_kinship_of_the_built_list(self, shelf: Shelf, first: str, second: str, kin: Kin) -> None:
        """Hidden meanings count: BANKAR, which only hunspell knows, and I GÅR."""
        with shelf.open("sv") as store:
            assert kinship(Lexicon(store, Policy()), first, second).kin is kin

    def test_credits_lie_beside_it(self, shelf: Shelf) -> None:
        """Where the words come from and under which licences is written beside the list."""
        folder = shelf.folder / "sv"
        credit = (folder / "CREDITS.txt").read_text(encoding="utf-8")
        kept = json.loads((folder / "packages.json").read_text(encoding="utf-8"))

        assert [name for name in swedish.PACKAGES if name not in credit] == []
        assert "GNU General Public License, version 3" in credit
        assert {package["name"] for package in kept} == {*swedish.PACKAGES, swedish.SAOL}

    def test_a_failed_build_leaves_the_list(self, shelf: Shelf, tmp_path: Path) -> None:
        """A damaged dictionary is said; the list that was there stays."""
        before = shelf.path("sv")
        cache = tmp_path / "cache"
        (cache / "apertium-swe-nor" / DICTIONARY).write_bytes(b"LTTB")

        with pytest.raises(WordListError, match="damaged"):
            swedish.build_swedish(shelf, cache)
        assert shelf.path("sv") == before

    def test_only_the_packages_are_kept(self, shelf: Shelf, tmp_path: Path) -> None:
        """What was half done is removed when all is done."""
        assert list((tmp_path / "cache").glob("gathered*")) == []

    def test_its_steps_are_told(self, tmp_path: Path, packages: dict[str, Package]) -> None:
        """Whoever waits sees what is done."""
        steps: list[str] = []
        fetch(swedish.PACKAGES, tmp_path / "cache", run=Apt(tmp_path))
        saol_beside(tmp_path / "cache")
        swedish.build_swedish(
            Shelf(tmp_path / "lists"), tmp_path / "cache", progress=lambda step, _about="", /: steps.append(step)
        )

        assert len(steps) >= 5


def test_saols_headwords(tmp_path: Path) -> None:
    """Words of small letters with their kind; a file that is none, or is missing, has no words."""
    (tmp_path / "saol14.py").write_text(SAOL, encoding="utf-8")
    assert list(read_saol(tmp_path / "saol14.py")) == [("däka", "n"), ("katt", "n"), ("sund", "adj"), ("nej", "")]
    (tmp_path / "saol14.py").write_bytes(b"\xff")
    assert not list(read_saol(tmp_path / "saol14.py"))
    assert not list(read_saol(tmp_path / "gone.py"))


def test_a_wheel_that_cannot_be_had_is_done_without(tmp_path: Path) -> None:
    """Without a network there is none; a damaged one is thrown away; one that is there is not fetched again."""
    asked: list[Sequence[str]] = []

    def run(command: Sequence[str], _folder: Path) -> str:
        asked.append(command)
        return "no network"

    assert fetch_wheel("saol", tmp_path, run=run) is None
    (tmp_path / "saol-1-py3-none-any.whl").write_bytes(b"half")
    assert fetch_wheel("saol", tmp_path, run=run) is None
    saol_beside(tmp_path)
    found = fetch_wheel("saol", tmp_path, run=run)
    assert found is not None
    assert (found.version, len(asked)) == ("0.2.0", 1)


def test_polish_words_that_fit_on_a_board(tmp_path: Path) -> None:
    """Names, foreign letters and words longer than a board are left out."""
    path = tmp_path / "polish"
    path.write_text("żółw\nAnna\nquiz\nkoń\nkonstantynopolitańczykowianeczka\na\nczerwono-biały\n", encoding="utf-8")

    assert list(polish.read_wpolish(path)) == ["żółw", "koń"]


def test_a_missing_polish_list_is_said(tmp_path: Path) -> None:
    """A file that is not there is named."""
    with pytest.raises(WordListError, match="wpolish"):
        list(polish.read_wpolish(tmp_path / "polish"))


def test_a_missing_swedish_list_is_said(tmp_path: Path) -> None:
    """A file that is not there is named."""
    with pytest.raises(WordListError, match="wswedish"):
        list(swedish.read_wswedish(tmp_path / "swedish"))
