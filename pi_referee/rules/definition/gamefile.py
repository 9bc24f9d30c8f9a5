"""A game's description in a file: read, and checked so that a mistake is named with its place and its cure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import NoReturn, TypeVar

import msgspec

from pi_referee.composing import composed
from pi_referee.errors import GameFileError
from pi_referee.rules.agreed.switches import Switches
from pi_referee.rules.board.bare_table import Table
from pi_referee.rules.board.layout import Layout, Place, draw_layout
from pi_referee.rules.definition.mode import Mode
from pi_referee.rules.definition.ruleset import Ruleset

TILE_COLOURS = ("yellow", "green", "blue", "red")
"""The colours a tile may have, where a game has coloured tiles."""

_COLOUR = re.compile(r"#[0-9a-f]{6}")
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


class BoardFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a board's file holds."""

    drawn: str
    colours: dict[str, str]
    effects: dict[str, str] = {}


class Specials(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many special tiles a game has."""

    blanks: int = 0
    stops: int = 0
    arrows: int = 0


class GameFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a game's file holds."""

    name: str
    title: str
    language: str
    rack: int
    rack_sizes: list[int]
    tiles: str
    bonus: dict[str, int]
    board: str = ""
    modes: dict[str, Mode] = {}
    specials: Specials = Specials()
    switches: dict[str, bool | int | str | list[str] | None] = {}


FileKind = TypeVar("FileKind", BoardFile, GameFile)


def read_game_file(path: Path, boards: Path) -> Ruleset:
    """Read and check a game's file; its board is looked for in boards/ beside it, then in the given folder.

    Raises GameFileError: the message names the file, the line or key, and what to do.
    """
    text = _text(path)
    game = _decoded(text, GameFile, path)
    ground = _ground(game, path, boards)
    _check_game(game, path)
    values, counts, colours = _read_tiles(game.tiles, _place(text, "tiles", path))
    return Ruleset(
        name=game.name,
        title=game.title,
        language=game.language,
        ground=ground,
        values=values,
        counts=counts,
        blanks=game.specials.blanks,
        stops=game.specials.stops,
        arrows=game.specials.arrows,
        rack_sizes=tuple(game.rack_sizes),
        rack=game.rack,
        bonuses={int(rack): points for rack, points in game.bonus.items()},
        tile_colours=colours,
        switches=_switches(game, path),
        modes=_modes(game, path),
    )


def _ground(game: GameFile, path: Path, boards: Path) -> Layout | Table:
    """What a game is played on: its board, or the bare table where it names none."""
    if not game.board:
        return Table()
    own = path.parent / "boards" / f"{game.board}.toml"
    return read_board_file(own if own.exists() else boards / f"{game.board}.toml")


def _modes(game: GameFile, path: Path) -> Mapping[int, Mode]:
    """How words live for each number of players; a board keeps everything."""
    if bool(game.modes) == bool(game.board):
        _refuse(
            "A game has either a board, or modes for each number of players.", path, "modes",
            'Write board = "alfapet", or under [modes] 2 = "stealing".',
        )  # fmt: skip
    if not all(count in {"2", "3", "4"} for count in game.modes):
        _refuse("Words live one way for 2, 3 or 4 players.", path, "modes", 'Write 2 = "stealing", 3 = "rounds".')
    return {int(count): mode for count, mode in game.modes.items()}


def read_board_file(path: Path) -> Layout:
    """Read and check a board's file; GameFileError as for a game's."""
    text = _text(path)
    board = _decoded(text, BoardFile, path)
    for code, shade in board.colours.items():
        if not _COLOUR.fullmatch(shade):
            _refuse(f"{shade!r} is not a colour.", path, f"colours.{code}", "Write it as #rrggbb, as #e4502e.")
    try:
        layout = draw_layout(
            board.drawn, effects=board.effects, colours=board.colours, place=_place(text, "drawn", path)
        )
    except GameFileError as error:
        where = error.where if error.where.startswith(str(path)) else f"{path}: {error.where}"
        raise GameFileError(error.what, where=where, cure=error.cure) from None
    _check_board(board, layout, path)
    return layout


def _text(path: Path) -> str:
    """A file's text."""
    try:
        return composed(path.read_text(encoding="utf-8"))
    except UnicodeDecodeError:
        _refuse("The file is not UTF-8 text.", path, "", "Save it as UTF-8.")
    except OSError as error:
        _refuse(f"The file cannot be read ({error.strerror}).", path, "", "Check its name and that you may read it.")


def _decoded(text: str, kind: type[FileKind], path: Path) -> FileKind:
    """A file's text as the values it should hold."""
    try:
        return msgspec.toml.decode(text, type=kind)
    except msgspec.ValidationError as error:
        what, _, key = str(error).partition(" - at ")
        _refuse(f"{what}.", path, key.strip("`").removeprefix("$."), "Compare with a game that comes with pi-referee.")
    except msgspec.DecodeError as error:
        _refuse(f"This is not TOML: {error}.", path, "", "Mend that line.")


def _place(text: str, key: str, path: Path) -> Place:
    """Names the line of the file in which a line of a drawn value stands."""
    start = re.search(rf"^{key}\s*=\s*(\"{{3}}|'{{3}})?\n?", text, flags=re.MULTILINE)
    first = text[: start.end()].count("\n") + 1 if start else 1
    return lambda number: f"{path}: line {first + number}"


def _check_board(board: BoardFile, layout: Layout, path: Path) -> None:
    """Whether drawing, effects and colours speak of the same squares, and the board has a middle."""
    drawn = {code for row in layout.printed for code in row}
    for code in sorted(drawn - set(board.colours)):
        _refuse(f"The squares marked {code!r} have no colour.", path, "colours", f'Add "{code}" = "#rrggbb".')
    for key, codes in (("colours", board.colours), ("effects", board.effects)):
        for code in sorted(set(codes) - drawn):
            _refuse(f"No square of the drawing is marked {code!r}.", path, f"{key}.{code}", "Take it out.")
    if layout.size % 2 == 0:
        _refuse(f"A board of {layout.size} squares has no middle.", path, "drawn", "Draw an odd number of rows.")


def _check_game(game: GameFile, path: Path) -> None:
    """Whether a game's numbers fit together."""
    if not _NAME.fullmatch(game.name) or game.name != path.stem:
        _refuse(
            f"The game is called {game.name!r}, its file {path.stem!r}.", path, "name",
            "Give both one name, of small letters, digits and hyphens.",
        )  # fmt: skip
    if not game.rack_sizes or min(game.rack_sizes) < 1:
        _refuse("A rack holds at least one tile.", path, "rack_sizes", "Write for example [6, 7, 8].")
    if game.rack not in game.rack_sizes:
        _refuse(f"The usual rack of {game.rack} is none of the rack sizes.", path, "rack", "Add it to rack_sizes.")
    if set(game.bonus) != {str(size) for size in game.rack_sizes}:
        _refuse("Each rack size has one bonus, and nothing else has.", path, "bonus", "Write one line for each size.")
    for name in ("blanks", "stops", "arrows"):
        if getattr(game.specials, name) < 0:
            _refuse("There cannot be fewer than no tiles.", path, f"specials.{name}", "Write 0 or more.")


def _switches(game: GameFile, path: Path) -> Switches:
    """The game's own switches; a wrong one is named with its file."""
    try:
        return Switches().agree(game.switches)
    except GameFileError as error:
        _refuse(error.what, path, error.where, error.cure)


Tiles = tuple[Mapping[str, int], Mapping[str, int] | None, Mapping[str, str]]


def _read_tiles(text: str, place: Place) -> Tiles:
    """The drawn list of tiles: letter, count or ?, value, and colour where there is one."""
    values: dict[str, int] = {}
    counts: dict[str, int] = {}
    colours: dict[str, str] = {}
    for number, line in enumerate(text.splitlines()):
        words = line.split()
        if not words:
            continue
        _check_tile(words, values, place(number))
        values[words[0]] = int(words[2])
        counts.update({words[0]: int(words[1])} if words[1] != "?" else {})
        colours.update({words[0]: words[3]} if len(words) == 4 else {})
    _check_tiles(values, counts, colours, place(0))
    return values, counts or None, colours


def _check_tile(words: list[str], known: Mapping[str, int], where: str) -> None:
    """Whether one line of the list says what a tile's line must say."""
    cure = "Write letter, count and value, as: A 9 1."
    if len(words) not in {3, 4}:
        raise GameFileError("A tile's line has three words, or four with a colour.", where=where, cure=cure)
    letter, count, value = words[:3]
    if len(letter) != 1 or not letter.isalpha() or not letter.isupper():
        raise GameFileError(f"{letter!r} is not a capital letter.", where=where, cure=cure)
    if letter in known:
        raise GameFileError(f"The letter {letter} is there twice.", where=where, cure="Take one line out.")
    if not (count == "?" or count.isdecimal()) or not value.isdecimal():
        raise GameFileError(f"{count!r} and {value!r} should be whole numbers.", where=where, cure=cure)
    if len(words) == 4 and words[3] not in TILE_COLOURS:
        raise GameFileError(
            f"{words[3]!r} is no colour of a tile.", where=where, cure=f"Choose one of {', '.join(TILE_COLOURS)}."
        )


def _check_tiles(values: Mapping[str, int], counts: Mapping[str, int], colours: Mapping[str, str], where: str) -> None:
    """Whether the list as a whole makes sense: all counts or none, all colours or none."""
    if not values:
        raise GameFileError("The game has no tiles.", where=where, cure="Write letter, count and value, as: A 9 1.")
    for what, known in (("count", counts), ("colour", colours)):
        missing = [letter for letter in values if letter not in known]
        if known and missing:
            raise GameFileError(
                f"Some letters have a {what}, but not {', '.join(missing)}.",
                where=where,
                cure=f"Give every letter its {what}, or none.",
            )


def _refuse(what: str, path: Path, key: str, cure: str) -> NoReturn:
    """Say what is wrong in a file, where, and what to do."""
    raise GameFileError(what, where=f"{path}: {key}" if key else str(path), cure=cure)
