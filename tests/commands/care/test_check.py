"""`pi-referee check` and `pi-referee lexicon`, as somebody types them."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]

Ended = subprocess.CompletedProcess[str]
Run = Callable[..., Ended]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Runs a command of pi-referee with a home of its own."""

    def started(*arguments: str) -> Ended:
        return subprocess.run(
            [sys.executable, "-m", "pi_referee", *arguments, "--home", str(tmp_path / "home")],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )

    return started


def test_a_verdict_has_the_shape_of_the_contract(run: Run) -> None:
    """word, verdict, reason, readings, list and policy, one object a word."""
    ended = run("check", "--list", "small-sv", "--set", "words.genitive=false", "--json", "kattens", "katt")

    assert json.loads(ended.stdout) == [
        {
            "word": "KATTENS",
            "verdict": "no",
            "reason": "KATTENS: genitive of KATT; genitives are off.",
            "readings": [{"lemma": "KATT", "form": "genitive"}],
            "list": "small-sv",
            "policy": "all, words.genitive=false",
        },
        {
            "word": "KATT",
            "verdict": "yes",
            "reason": "KATT: base form of KATT.",
            "readings": [{"lemma": "KATT", "form": "base form"}],
            "list": "small-sv",
            "policy": "all, words.genitive=false",
        },
    ]


def test_it_says_whom_it_is_for_and_that_the_list_is_small(run: Run) -> None:
    """Checking is for the keeper of the list; the small list says that it is small."""
    ended = run("check", "--list", "small-sv", "katt")

    assert ended.stdout.split(None, 2)[:2] == ["KATT", "yes"]
    assert "keeper of the list" in ended.stderr
    assert "small" in ended.stderr


def test_reasons_come_in_the_players_language(run: Run) -> None:
    """--language sv says it in Swedish."""
    ended = run("check", "--list", "small-sv", "--language", "sv", "katthus")

    assert "KATT + HUS. Spelarna avgör." in ended.stdout


def test_a_games_tiles_can_be_minded(run: Run) -> None:
    """Alfapet has no Ü; where a blank may not stand for it, MÜSLI does not count."""
    never = "words.letters_without_tile=never"
    ended = run("check", "--list", "small-sv", "--game", "alfapet-sv", "--set", never, "--json", "müsli")

    assert json.loads(ended.stdout)[0]["verdict"] == "no"


@pytest.mark.parametrize(
    ("arguments", "status", "told"),
    [
        (("check", "--list", "sv", "katt"), 2, "lexicon build sv"),
        (("check", "katt"), 2, "--list"),
        (("check", "--list", "small-sv"), 2, "WORDS"),
        (("check", "--list", "small-sv", "--set", "words.cats=1", "katt"), 2, "words.genitive"),
        (("check", "--list", "small-sv", "--set", "words.plural=maybe", "katt"), 2, "true or false"),
        (("check", "--list", "small-sv", "--set", "plural", "katt"), 2, "SWITCH=VALUE"),
        (("check", "--list", "small-sv", "--game", "chess", "katt"), 2, "alfapet-sv"),
        (("check", "--list", "small-sv", "--language", "xx", "katt"), 2, "sv"),
        (("check", "--list", "../sv", "katt"), 2, "cannot be a list's name"),
        (("check", "--list", "small-sv", "--checksum", "zz", "katt"), 2, "is gone"),
        (("lexicon", "build", "tlh"), 2, "sv"),
        (("lexicon", "import", "there-is-no.txt", "--name", "own"), 3, "cannot be read"),
        (("lexicon", "decide", "glytt", "yes", "--language", "tlh"), 2, "sv"),
        (("lexicon", "decide", " ", "yes"), 2, "no word that could be laid"),
        (("lexicon", "decide", "två ord", "yes"), 2, "no word that could be laid"),
    ],
)
def test_what_is_wrong_is_said(run: Run, arguments: tuple[str, ...], status: int, told: str) -> None:
    """A list, switch, game or language nobody knows is answered with those there are."""
    ended = run(*arguments)

    assert (ended.returncode, told in ended.stderr) == (status, True), ended.stderr
    assert "Traceback" not in ended.stderr


def test_a_familys_list_is_imported_and_used(run: Run, tmp_path: Path) -> None:
    """Import with a report, then it is among the lists, and decides."""
    (tmp_path / "saol.txt").write_bytes("# ours\r\nåk\r\nula\r\nAnna\r\n".encode("cp1252"))
    report = json.loads(run("lexicon", "import", str(tmp_path / "saol.txt"), "--name", "saol", "--json").stdout)
    lists = json.loads(run("lexicon", "list", "--json").stdout)
    (verdict,) = json.loads(run("check", "--list", "saol", "ula", "--json").stdout)

    assert (report["taken"], report["encoding"], report["refused"]) == (2, "cp1252", {"name": 1})
    assert [(row["name"], row["words"]) for row in lists][1:] == [("saol", 2)]
    assert (verdict["verdict"], verdict["reason"]) == ("yes", "ULA is in the list saol.")


def test_a_report_is_told_to_people_too(run: Run, tmp_path: Path) -> None:
    """What was not taken is said with examples."""
    (tmp_path / "own.txt").write_text("katt\nko\nhund\nAnna\nkatt-hus\n", encoding="utf-8")
    ended = run("lexicon", "import", str(tmp_path / "own.txt"), "--name", "own")

    assert ended.stdout.splitlines() == [
        "own: 3 words of 5 lines (utf-8), forms.",
        "  1 begin with a capital letter, as names do: Anna",
        "  1 have hyphens, digits, inner capitals or other signs: katt-hus",
    ]


def test_a_binary_file_is_refused(run: Run, tmp_path: Path) -> None:
    """No list, a clear sentence, status 3, and with --json the reason as JSON."""
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n\x00\x00")
    ended = run("lexicon", "import", str(tmp_path / "picture.png"), "--name", "own", "--json")

    assert (ended.returncode, json.loads(ended.stdout)["error"]["what"]) == (3, "This is no text file.")


def test_the_house_decides_and_may_change_its_mind(run: Run) -> None:
    """A decision is used by check, told among the decisions, and undone."""

    def verdict() -> str:
        return str(json.loads(run("check", "--list", "small-sv", "glytt", "--json").stdout)[0]["verdict"])

    assert verdict() == "ask"
    run("lexicon", "decide", "glytt", "yes")
    assert verdict() == "yes"
    assert run("lexicon", "decisions").stdout.split()[:2] == ["GLYTT", "yes"]
    assert run("lexicon", "undo", "glytt").stdout == "GLYTT is asked about again.\n"
    assert (verdict(), run("lexicon", "undo", "glytt").stdout) == ("ask", "Nothing was decided about GLYTT.\n")


def test_a_list_is_laid_over_another_and_taken_off_again(run: Run, tmp_path: Path) -> None:
    """Missing words laid over a list count there, the verdict names whose they are, and off undoes it."""
    (tmp_path / "missing.txt").write_text("ula 1\nula 2\n", encoding="cp850")
    laid = run("lexicon", "import", str(tmp_path / "missing.txt"), "--over", "small-sv", "--json")
    said = [run("check", "--list", "small-sv", "--json", "ula").stdout]
    taken_off = run("lexicon", "off", "missing", "--over", "small-sv")
    said.append(run("check", "--list", "small-sv", "--json", "ula").stdout)

    assert (json.loads(laid.stdout)["taken"], taken_off.stdout) == (1, "missing no longer lies over small-sv.\n")
    assert [json.loads(one)[0]["verdict"] for one in said] == ["yes", "ask"]
    assert json.loads(said[0])[0]["reason"] == "ULA is in the list missing."


def test_a_list_by_itself_needs_a_name(run: Run, tmp_path: Path) -> None:
    """Neither a name nor a list beneath is wrong usage, and both ways are named."""
    (tmp_path / "own.txt").write_text("katt\n", encoding="utf-8")
    ended = run("lexicon", "import", str(tmp_path / "own.txt"))

    assert (ended.returncode, "--over sv" in ended.stderr) == (2, True)


def test_lists_tell_what_lies_over_them(run: Run, tmp_path: Path) -> None:
    """Lexicon list names the lists that lie over each, and what they do."""
    for name, more in (("base", ["--name", "base"]), ("top", ["--over", "base", "--role", "removes"])):
        (tmp_path / f"{name}.txt").write_text("katt\nhund\n", encoding="utf-8")
        assert run("lexicon", "import", str(tmp_path / f"{name}.txt"), *more).returncode == 0

    assert "over it top, which removes" in run("lexicon", "list").stdout
    rows = {row["name"]: row for row in json.loads(run("lexicon", "list", "--json").stdout)}
    assert rows["base"]["over"] == [{"name": "top", "role": "removes"}]
