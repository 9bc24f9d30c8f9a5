"""House presets: named sets of switches that a family keeps in a file."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec

from pi_referee.errors import GameFileError, WrongNameError
from pi_referee.files.atomic_file import write_safely
from pi_referee.rules.agreed.switch_list import Value, shown
from pi_referee.rules.agreed.switches import PRESETS, Switches


class PresetFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a preset's file holds."""

    name: str
    switches: dict[str, bool | int | str | list[str]] = {}


def preset(name_or_file: str) -> Mapping[str, Value]:
    """The switches of a booklet's preset by its name, or of a house preset by its file.

    Raises WrongNameError naming the presets there are, GameFileError telling what is wrong in the file.
    """
    if name_or_file in PRESETS:
        return PRESETS[name_or_file]
    path = Path(name_or_file)
    if not path.is_file():
        raise WrongNameError(
            f"There is no preset {name_or_file!r}.",
            where="preset",
            cure=f"The presets are {', '.join(PRESETS)}; a house preset is named by its file.",
        )
    return read_preset(path)


def read_preset(path: Path) -> Mapping[str, Value]:
    """The switches of a house preset, checked; GameFileError names the file, the switch and its options."""
    try:
        found = msgspec.toml.decode(path.read_bytes(), type=PresetFile)
        return Switches().agree(found.switches).changed
    except GameFileError as error:
        raise GameFileError(error.what, where=f"{path}: {error.where}", cure=error.cure) from None
    except (OSError, msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise GameFileError(
            f"This is not a preset: {error}.", where=str(path), cure='Write name = "..." and a table [switches].'
        ) from None


def write_preset(path: Path, name: str, switches: Switches) -> None:
    """Keep a house's switches in a file, whole or not at all; read_preset reads them back. OSError if it cannot be."""
    lines = [f"name = {_quoted(name)}", "", "[switches]"]
    lines += [f'"{switch}" = {_written(value)}' for switch, value in switches.changed.items()]
    write_safely(path, ("\n".join(lines) + "\n").encode())


def _written(value: Value) -> str:
    """A switch's value in TOML, which has no word for none."""
    if isinstance(value, tuple):
        return f"[{', '.join(map(_quoted, value))}]"
    return _quoted(shown(value)) if value is None or isinstance(value, str) else shown(value)


def _quoted(text: str) -> str:
    """A text in TOML."""
    return msgspec.json.encode(text).decode()
