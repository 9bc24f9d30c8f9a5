"""One input of each kind: the files that are put there, and the command that is given them."""

from __future__ import annotations

import csv
import io
import json
import random
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache

import numpy as np
from PIL import Image

from benches.fuzzing.mutations import garbled, nonsense, spoilt
from pi_referee.game_log.events import Event
from pi_referee.protocol.game_record import to_record
from pi_referee.protocol.gcg import to_gcg
from pi_referee.protocol.spreadsheet import to_table
from pi_referee.rules.course.game import fold, follow
from pi_referee.rules.course.happenings import GameBegan, LeftOver, Passed, PlayLaid
from pi_referee.rules.definition.library import ruleset_names
from pi_referee.rules.plays.notation import WrittenPlay


@dataclass(frozen=True, slots=True)
class Case:
    """A command as it is typed, and the files it finds where it runs, by name."""

    arguments: tuple[str, ...]
    files: Mapping[str, bytes] = field(default_factory=dict)


def picture(chance: random.Random) -> Case:
    """A picture that is spoilt, or of an odd kind, size or shape, under an odd name."""
    content = _drawn(chance)
    content = spoilt(chance, content) if chance.random() < 0.8 else content
    suffix = chance.choice(("jpg", "png", "webp", "bmp", "tif", "gif", "heic", "avif", "jp2", "ppm", "jfif"))
    game = chance.choice(("alfapet-sv", "literaki", "kortalfapet", "scrabble-en"))
    files = {f"set/{chance.choice(('1', '1 (1)', '27.10.2024', '9.59 PM'))}.{suffix}": content}
    if chance.random() < 0.1:
        files["set/set.json"] = spoilt(chance, b'{"edition": "dark", "frames": [{"image": "1.jpg"}]}')
    if chance.random() < 0.6:
        return Case(("replay", "set", "--game", game, "--json"), files)
    name = next(iter(files))
    what = chance.choice((("read", name), ("board", name), ("learn", name, "--in-order")))
    return Case((*what, "--game", "alfapet-sv", "--json"), files)


def _drawn(chance: random.Random) -> bytes:
    """A small picture as a file of some kind; now and then one of a size that nobody meant."""
    kind = chance.choice(("JPEG", "PNG", "WEBP", "BMP", "TIFF", "GIF", "AVIF", "PPM", "JPEG2000"))
    width, height = chance.choice(((64, 48), (200, 150), (1, 1), (3, 900), (2000, 2), (320, 240)))
    if chance.random() < 0.05:
        far = (10 ** chance.randrange(1, 12), 10 ** chance.randrange(1, 9))
        return b"P%d %d %d 255\n" % (chance.choice((5, 6)), *far)
    px = np.random.default_rng(chance.randrange(2**32)).integers(0, 256, (height, width, 3), np.uint8)
    file = io.BytesIO()
    Image.fromarray(px // chance.choice((1, 1, 64))).save(file, kind)
    return file.getvalue()


_LINES = (
    "H8 > ABC", "I9 v .OVI", "#J14 K14 > HÅRD", "F12 v LÄ/T.AR", "I9 > SO\\LA", "-", "-3", "--", "?", "?Bo",
    "?A+", "@Bo", "=A:5,B:0", "@A:K,B:_", "-t", "==", "!!", "!3", "!1 H8 > ABC", "0,0 > L3UVA", "1,-1 v K.L",
    "^Bo", "0,0 > LUV{5}A", "; note", "I9 > SOLAR", "H8 > _B_", "#M9", "I9 v ./M.",
)  # fmt: skip


def scorebook(chance: random.Random) -> Case:
    """A scorebook some of whose lines are nonsense, with odd players, switches and presets."""
    lines = [chance.choice(_LINES) for _ in range(chance.randrange(1, 12))]
    if chance.random() < 0.7:
        at = chance.randrange(len(lines))
        lines[at] = garbled(chance, lines[at])
    content = "\n".join(lines).encode("utf-8", "replace")
    files = {"plays.txt": spoilt(chance, content) if chance.random() < 0.1 else content}
    arguments = ["score", "plays.txt", "--game", chance.choice(ruleset_names()), "--json"]
    arguments += ["--players", chance.choice(("A,B", "A,B,Bo", nonsense(chance)))] if chance.random() < 0.6 else []
    if chance.random() < 0.3:
        switch = chance.choice(("theme.words", "turn.seconds", "variant", "score.floor", "arrow.turns", "theme.points"))
        arguments += ["--set", f"{switch}={chance.choice(('all_four', 'enkel', nonsense(chance)))}"]
    if chance.random() < 0.1:
        files["house.toml"] = spoilt(chance, b'name = "x"\n[switches]\n"theme.words" = ["A"]\nblanks = false\n')
        arguments += ["--preset", "house.toml"]
    return Case(tuple(part.replace("\0", "") for part in arguments), files)


@cache
def _played() -> tuple[Event, ...]:
    """A small game that was played to its end."""
    game = fold([GameBegan("scrabble-en", ("Ann", "Bo"), 7)])
    happened = list(game.happenings)
    for line in ("H8 > ABC", "H8 v .RE", "-", "J8 v .AT"):
        told = Passed() if line == "-" else PlayLaid(WrittenPlay.parse(line).on(game.position))
        game = follow(game, told)
        happened.append(told)
    happened.append(LeftOver({"Ann": 3, "Bo": 0}))
    return tuple(Event(n, 1, f"2026-11-20T17:00:{n:02}+00:00", told) for n, told in enumerate(happened, start=1))


def record(chance: random.Random) -> Case:
    """A game's record, spoilt as bytes, or with odd values in whole JSON."""
    text = to_record(_played())
    if chance.random() < 0.5:
        return Case(("import", "game.json", "--json"), {"game.json": spoilt(chance, text.encode())})
    told = json.loads(text)
    _spoil_value(chance, told)
    return Case(("import", "game.json", "--json"), {"game.json": json.dumps(told).encode()})


def _spoil_value(chance: random.Random, told: object) -> None:
    """Replace a value somewhere in a tree of JSON by one that nobody expects."""
    while isinstance(told, (dict, list)) and told:
        key = chance.choice(list(told) if isinstance(told, dict) else range(len(told)))
        below = told[key]
        if not isinstance(below, (dict, list)) or not below or chance.random() < 0.15:
            told[key] = chance.choice((None, True, -1, 10**30, 1.5, [], {}, [[[[]]]], nonsense(chance)))
            return
        told = below


def table(chance: random.Random) -> Case:
    """A game's table as a careless spreadsheet leaves it."""
    lines = io.StringIO()
    separator = chance.choice((",", ";", "\t", "|"))
    rows = list(csv.reader(io.StringIO(to_table(_played()))))
    if chance.random() < 0.5:
        row = chance.choice(rows)
        row[chance.randrange(len(row))] = chance.choice((nonsense(chance), "x" * 200_000))
    csv.writer(lines, delimiter=separator, lineterminator=chance.choice(("\r\n", "\n", "\r"))).writerows(rows)
    content = lines.getvalue().encode(chance.choice(("utf-8", "utf-8-sig", "utf-16", "cp1252")), "replace")
    return Case(("import", "game.csv"), {"game.csv": spoilt(chance, content) if chance.random() < 0.6 else content})


def gcg(chance: random.Random) -> Case:
    """A game in GCG, which is only written; spoilt."""
    content = to_gcg(fold(event.happening for event in _played())).encode()
    return Case(("import", "game.gcg", "--json"), {"game.gcg": spoilt(chance, content)})


@cache
def _backup() -> bytes:
    """A backup of a home with nothing but pictures in it, as the archive alone can be spoilt."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("games.sqlite", b"SQLite format 3\0" + bytes(4080))
        archive.writestr("pictures/1.jpg", b"\xff\xd8" + bytes(900))
        archive.writestr("decks/kortalfapet.txt", "A 1\n")
    return file.getvalue()


_NAMES = ("games.sqlite", "../up.jpg", "pictures/x.jpg", "tiles/home.json", "/abs", "a\\b")


def archive(chance: random.Random) -> Case:
    """A backup that is spoilt, empty, or holds what no backup does."""
    if chance.random() < 0.7:
        content = spoilt(chance, _backup())
    else:
        file = io.BytesIO()
        with zipfile.ZipFile(file, "w", chance.choice((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED))) as packed:
            for name in chance.sample(_NAMES, 3):
                packed.writestr(name, chance.choice((b"", b"x" * 9, _backup(), chance.randbytes(50))))
        content = file.getvalue()
    return Case(("restore", "games.zip", *(() if chance.random() < 0.3 else ("--check",))), {"games.zip": content})


def word_list(chance: random.Random) -> Case:
    """A word list in some coding, with odd lines."""
    lines = [chance.choice(("katt", "hund", "ål", "# note", "två ord", "bil/AB", nonsense(chance))) for _ in range(9)]
    content = "\n".join(lines).encode(chance.choice(("utf-8", "utf-16", "latin-1", "utf-8-sig")), "replace")
    content = spoilt(chance, content) if chance.random() < 0.6 else content
    name = chance.choice(("our", nonsense(chance))).replace("\0", "")
    return Case(("lexicon", "import", "words.txt", "--name", name, "--json"), {"words.txt": content})


_COMMANDS = ("score", "import", "export", "check", "read", "replay", "board", "playing", "backup", "restore", "lexicon",
             "learn", "nothing")  # fmt: skip
_OPTIONS = (
    "--game", "--json", "--players", "--set", "--home", "--to", "--rack", "--language", "--list", "--preset",
    "--edition", "--corners", "--tiles-of", "--keep", "--check", "-h", "--version", "--tiles", "--checksum",
)  # fmt: skip
_VALUES = (
    "alfapet-sv", "kortalfapet", "A,B", "7", "small-sv", "sv", "json", "csv", "x.txt", ".", "/dev/null", "1",
    "list", "0,0 1,0 1,1 0,1", "decisions", "decide", "undo", "katt", "yes", "variant=enkel",
)  # fmt: skip


def command_line(chance: random.Random) -> Case:
    """A command with options and values at random."""
    first = chance.choice(_COMMANDS)
    others = (chance.choice((chance.choice(_OPTIONS), chance.choice(_VALUES), nonsense(chance))) for _ in range(7))
    arguments = [first, *list(others)[: chance.randrange(7)]]
    if "import" in arguments[1:] or "build" in arguments:
        arguments = arguments[:1]
    return Case(tuple(part.replace("\0", "") for part in arguments), {"x.txt": b"H8 > ABC\n"})


CASES: Mapping[str, Callable[[random.Random], Case]] = {
    "pictures": picture, "scorebooks": scorebook, "JSON": record, "CSV": table, "GCG": gcg, "zips": archive,
    "lists": word_list, "command lines": command_line,
}  # fmt: skip
"""What is drawn for each kind of input to a command."""
