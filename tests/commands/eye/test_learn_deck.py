"""`pi-referee learn --deck`: a household's cards from a picture of them laid out in rows."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from pi_referee.cli import main
from pi_referee.decks.deck_file import read_deck
from pi_referee.decks.house_deck import Source
from pi_referee.rules.definition.library import ruleset
from vision.card_render import (
    CardScene,
    DeckStyle,
    Laying,
    PrintedCard,
    draw_card_table,
    lay_pattern,
    pattern_origin,
)
from vision.render.view import Light, Shot

RULES = ruleset("kortalfapet")
GAME = ("--game", "kortalfapet", "--deck")
PRINTED = {letter: value + (letter == "E") for letter, value in RULES.values.items()}
"""What this household's cards show: its E is worth one more."""

FACES = [PrintedCard(letter, value) for letter, value in PRINTED.items()] + [PrintedCard("L", PRINTED["L"], 3)]

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture(scope="module", name="sheet")
def _sheet(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A picture of one card of each letter, and another L with a mark, in rows of eight."""
    pattern = {(number % 8, number // 8): face for number, face in enumerate(FACES)}
    style, laying = DeckStyle(), Laying(gap=(12, 12), crooked=1.5)
    cards = lay_pattern(pattern, style, laying, pattern_origin(pattern, style, laying, (0, 0)), 1)
    shot = Shot(width=3000, height=2250, light=Light(gradient=0.2), seed=1)
    path = tmp_path_factory.mktemp("pictures") / "deck.png"
    cv2.imwrite(str(path), draw_card_table(CardScene(cards, style, reach=900.0), shot)[0])
    return path


@pytest.fixture(name="run")
def _run(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    """Run a command with a home of its own: its status, what it printed and what it said."""

    def run(*arguments: str | Path) -> tuple[int, str, str]:
        capsys.readouterr()
        status = main([*map(str, arguments), "--home", str(tmp_path)])
        return (status, *capsys.readouterr())

    return run


def test_what_is_learnt_is_what_is_printed(run: Run, sheet: Path, tmp_path: Path) -> None:
    """Nothing is learnt wrong: a letter has its printed value, or it is named as not known and has the usual one."""
    status, out, _ = run("learn", sheet, *GAME, "--json")
    told = json.loads(out)
    deck = read_deck(tmp_path / "decks" / "kortalfapet.txt", RULES)
    learnt = {letter for letter, card in deck.cards.items() if card.source is Source.PICTURES}

    assert (status, len(learnt) > len(PRINTED) / 2) == (0, True)
    assert {letter: deck.cards[letter].value for letter in learnt} == {letter: PRINTED[letter] for letter in learnt}
    assert learnt == set(RULES.alphabet) - set(told["missing"]) - set(told["unsure"])
    assert told["deck"] == {letter: card.value for letter, card in deck.cards.items()}
    assert sum(count for *_, count in told["cards"]) + told["unread"] <= len(FACES)


def test_what_is_learnt_is_told(run: Run, sheet: Path, tmp_path: Path) -> None:
    """A person reads the deck as its file has it, and where it is kept."""
    status, out, _ = run("learn", sheet, *GAME)
    path = tmp_path / "decks" / "kortalfapet.txt"

    assert status == 0
    assert out.startswith(path.read_text(encoding="utf-8"))
    assert f"Kept in {path}; correct it there, or on the page." in out


def test_what_was_known_before_stays(run: Run, sheet: Path, tmp_path: Path) -> None:
    """What was written by hand stays, as do letters that are not clear; the file before is put aside, over no other."""
    path, told = written(tmp_path, "L 7 1\nÖ 9 ? pictures\n"), written(tmp_path, "", "old").read_bytes()
    before = path.read_bytes()
    _, out, _ = run("learn", sheet, *GAME)
    deck = read_deck(path, RULES)

    assert (deck.cards["L"].value, deck.cards["L"].source) == (7, Source.HAND)
    assert "Written by hand, so they stay, although the pictures show something else: L (1, 3x)." in out
    assert deck.cards["Ö"].source is Source.PICTURES
    assert (path.with_suffix(".old2").read_bytes(), path.with_suffix(".old").read_bytes()) == (before, told)


@pytest.mark.parametrize("kind", ["text", "folder", "link"])
def test_a_damaged_deck_is_not_written_over(run: Run, sheet: Path, tmp_path: Path, kind: str) -> None:
    """It is told, and stays as it is; so does what is no file at all."""
    path = tmp_path / "decks" / "kortalfapet.txt"
    path.parent.mkdir()
    if kind == "text":
        path.write_text("A one\n", encoding="utf-8")
    elif kind == "folder":
        path.mkdir()
    else:
        path.symlink_to(tmp_path / "nowhere")
    status, _, said = run("learn", sheet, *GAME)

    assert (status, str(path) in said) == (3, True)
    assert ("'one' is no value of a card" if kind == "text" else "a folder, or a link that leads nowhere") in said
    assert [one.name for one in path.parent.iterdir()] == [path.name]


@pytest.mark.parametrize("option", [("--undo",), ("--in-order",), ("--picture", "seen.png"), ("--set", "summer")])
def test_what_is_for_tiles_alone_is_refused(run: Run, sheet: Path, tmp_path: Path, option: tuple[str, ...]) -> None:
    """It would do nothing; it is wrong usage, and nothing is learnt."""
    status, _, said = run("learn", sheet, *GAME, *option)

    assert (status, f"{option[0]}: this is for tiles." in said) == (2, True)
    assert not (tmp_path / "decks").exists()


def written(home: Path, text: str, ending: str = "txt") -> Path:
    """A deck's file in a home: as usual, but for the letters of a text."""
    lines = {line.split()[0]: line for line in text.splitlines()}
    path = home / "decks" / f"kortalfapet.{ending}"
    path.parent.mkdir(exist_ok=True)
    rows = (lines.get(letter, f"{letter} {value} ? assumed") for letter, value in RULES.values.items())
    path.write_text("\n".join(rows), encoding="utf-8")
    return path


def test_where_nothing_can_be_learnt_nothing_is_kept(run: Run, tmp_path: Path) -> None:
    """A picture without cards is refused with what to do; so is a game that has none."""
    cv2.imwrite(str(tmp_path / "bare.png"), np.full((480, 640, 3), 90, np.uint8))
    status, _, said = run("learn", tmp_path / "bare.png", *GAME)

    assert status == 3
    assert "bare.png: No card can be read. Lay all cards in rows" in said
    status, _, said = run("learn", tmp_path / "bare.png", "--game", "alfapet-sv", "--deck")
    assert status == 2
    assert "is played with tiles, not with cards." in said
    assert not (tmp_path / "decks").exists()
