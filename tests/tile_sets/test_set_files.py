"""The file of a set of tiles: what was learnt comes back, lesson by lesson, or a sentence says why not."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pi_referee.errors import RefereeError
from pi_referee.tile_sets.set_files import ENOUGH, Lesson, TileSet, TileSets
from vision.letters.household_tiles import LearntTile
from vision.letters.letter_model import SIDE


def lesson(letters: str, at: str = "2026-11-20T12:00:00+00:00", grey: int = 0) -> Lesson:
    """A lesson of tiles, each with a grain of its own."""
    grain = np.random.default_rng(grey)
    windows = [grain.integers(0, 255, (SIDE, SIDE)).astype(np.uint8) for _ in letters]
    tiles = tuple(LearntTile(letter, window) for letter, window in zip(letters, windows, strict=True))
    return Lesson(at, "table.jpg", "alfapet-sv", "light", tiles)


@pytest.fixture(name="sets")
def _sets(tmp_path: Path) -> TileSets:
    return TileSets(tmp_path / "tiles")


def test_what_was_learnt_comes_back(sets: TileSets) -> None:
    """Letters, pictures px for px, when and from what: all is as it was kept."""
    sets.keep(TileSet("home").after(lesson("AÖ")))

    [found] = sets.open("home").lessons
    kept = lesson("AÖ")
    assert (found.at, found.source, found.game, found.edition) == (kept.at, kept.source, kept.game, kept.edition)
    assert [tile.letter for tile in found.tiles] == ["A", "Ö"]
    assert all((a.window == b.window).all() for a, b in zip(found.tiles, kept.tiles, strict=True))


def test_lessons_are_taken_back_one_by_one(sets: TileSets) -> None:
    """The newest goes first; when none is left, that is said."""
    tile_set = TileSet("home").after(lesson("A")).after(lesson("B"))

    assert [tile.letter for tile in tile_set.before_last().tiles] == ["A"]
    with pytest.raises(RefereeError, match="Nothing is learnt"):
        TileSet("home").before_last()


def test_the_newest_tiles_of_a_letter_count() -> None:
    """Of each letter a few are kept in mind, the newest; all stay in the file for undoing."""
    tile_set = TileSet("home")
    for number in range(ENOUGH + 2):
        tile_set = tile_set.after(lesson("A", grey=number))

    assert len(tile_set.lessons) == ENOUGH + 2
    assert len(tile_set.tiles) == ENOUGH
    assert (tile_set.tiles[0].window == lesson("A", grey=ENOUGH + 1).tiles[0].window).all()


def test_sets_are_apart(sets: TileSets) -> None:
    """Each set has a file of its own; forgetting one leaves the others, and an unknown one is empty."""
    sets.keep(TileSet("wooden").after(lesson("A")))
    sets.keep(TileSet("old").after(lesson("B")))

    assert sets.names() == ["old", "wooden"]
    assert sets.forget("old")
    assert not sets.forget("old")
    assert (sets.names(), sets.open("old").tiles) == (["wooden"], ())


@pytest.mark.parametrize("name", ["", "../games", "a b", "x" * 41])
def test_names_that_are_none(sets: TileSets, name: str) -> None:
    """A set's name is a file's name: nothing leads out of the folder."""
    with pytest.raises(RefereeError, match="cannot be a set's name"):
        sets.open(name)


@given(place=st.integers(0, 3000), bit=st.integers(0, 7), cut=st.booleans())
@settings(max_examples=60, deadline=None)
def test_a_damaged_file_is_told_of(tmp_path_factory: pytest.TempPathFactory, place: int, bit: int, cut: bool) -> None:
    """A bit that fell over, or an end that is missing, never gives other tiles: a sentence says what to do."""
    folder = tmp_path_factory.mktemp("tiles")
    TileSets(folder).keep(TileSet("home").after(lesson("A")))
    path = folder / "home.json"
    content = bytearray(path.read_bytes())
    place %= len(content)
    content[place] ^= 1 << bit
    path.write_bytes(bytes(content[:place] if cut else content))

    with pytest.raises(RefereeError, match=r"home.json: What was learnt .* cannot be read: .*--forget --set home"):
        TileSets(folder).open("home")


def test_a_file_of_a_later_form(sets: TileSets, tmp_path: Path) -> None:
    """A file that a newer program wrote is not guessed at."""
    sets.keep(TileSet("home").after(lesson("A")))
    path = tmp_path / "tiles" / "home.json"
    path.write_bytes(path.read_bytes().replace(b'"form":1', b'"form":2'))

    with pytest.raises(RefereeError, match="form 2"):
        sets.open("home")
