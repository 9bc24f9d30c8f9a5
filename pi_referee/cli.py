"""The command line: finds the command that was named, and turns whatever goes wrong into one clear sentence."""

from __future__ import annotations

import ast
import importlib
import importlib.util
import json
import logging
import os
import pkgutil
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from pi_referee import __version__, commands
from pi_referee.composing import composed
from pi_referee.errors import (
    BackupError,
    GameFileError,
    NotationError,
    PictureError,
    RefereeError,
    WrongNameError,
    shortened,
)
from pi_referee.process.supervisor import leave_with_whoever_started_us

DONE, FAILED, WRONG_USAGE, REFUSED = 0, 1, 2, 3
"""Exit statuses: all went well, something went wrong, the command was written wrongly, the input is refused."""

_REFUSALS = (PictureError, NotationError, GameFileError, BackupError)


def _modules() -> dict[str, str]:
    """Each command's module, in whichever folder of the commands it lies, by the command's name."""
    found = (part.name for part in pkgutil.walk_packages(commands.__path__, f"{commands.__name__}.") if not part.ispkg)
    return {name.rpartition(".")[2]: name for name in found if not name.rpartition(".")[2].startswith("_")}


def _first_sentence(module: str) -> str:
    """The first line of what a command's module says that it does, read without loading it."""
    spec = importlib.util.find_spec(module)
    tree = ast.parse(Path(str(spec and spec.origin)).read_text(encoding="utf-8"))
    found = (node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == "command")
    return (ast.get_docstring(next(found)) or "").split("\n")[0]


GROUPS: Mapping[str, tuple[str, ...]] = {
    "Play": ("demo", "run", "score"),
    "Pictures": ("read", "replay", "board", "learn"),
    "Words": ("check", "lexicon"),
    "Records": ("export", "import", "backup", "restore"),
    "Club": ("hall", "relay"),
    "Appliance": ("doctor", "report", "watch", "serve", "playing", "bounces"),
}
"""What the commands are for, in the order in which a household comes to need them."""


class Commands(click.Group):
    """The commands by name, each loaded only when it is wanted."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Every command there is, in the order of the alphabet."""
        del ctx
        return sorted(_modules())

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands by what they are for, with the first sentence of each, without loading any."""
        del ctx
        modules = _modules()
        for heading, names in GROUPS.items():
            with formatter.section(heading):
                formatter.write_dl([(name, _first_sentence(modules[name])) for name in names])

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load one command; None if there is none of this name."""
        del ctx
        module = _modules().get(cmd_name)
        if module is None:
            return None
        command = importlib.import_module(module).command
        if not isinstance(command, click.Command):
            raise TypeError(cmd_name)
        _compose(command)
        return command


class Text(click.types.StringParamType):
    """A text that was typed, its letters composed; names of files are not: a disk tells them apart as they are."""

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The text as it is kept."""
        return composed(str(super().convert(value, param, ctx)))


def _compose(command: click.Command) -> None:
    """Have every text that a command is given composed, and every default told; also of the commands below it."""
    for param in command.params:
        if param.type is click.STRING:
            param.type = Text()
        if isinstance(param, click.Option) and not param.is_flag and isinstance(param.default, int | float | str):
            param.show_default = param.default != ""
    for below in command.commands.values() if isinstance(command, click.Group) else ():
        _compose(below)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="pi-referee", message="%(prog)s %(version)s")
def referee() -> None:
    """Referees word games on a real board: looks, scores, keeps the protocol and never guesses."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and give its exit status; a person never sees a traceback unless PI_REFEREE_DEBUG is set.

    arguments: what follows the program's name; by default those the program was started with.
    """
    given = list(sys.argv[1:] if arguments is None else arguments)
    leave_with_whoever_started_us()
    logging.basicConfig(format="%(levelname)s: %(message)s", level=logging.INFO, stream=sys.stderr)
    try:
        return _run(given or ["--help"])
    except (KeyboardInterrupt, click.Abort):
        return FAILED
    except BrokenPipeError:
        _leave_the_pipe()
        return DONE
    except Exception as error:  # noqa: BLE001  # the program's top: nobody at the table can read a traceback
        return _explain(given, error)


def _run(given: list[str]) -> int:
    """Run the command; its own answer is the exit status, if it gives one."""
    status = referee.main(given, prog_name="pi-referee", standalone_mode=False)
    return status if isinstance(status, int) else DONE


def _explain(given: list[str], error: Exception) -> int:
    """Say what went wrong in the words that fit the kind of error; answer the exit status."""
    match error:
        case RefereeError():
            return _refuse(given, error)
        case click.UsageError():
            return _explain_usage(given, error)
        case click.ClickException():
            return _say(given, FAILED, {"kind": "failed", "what": error.format_message()})
        case _:
            return _stumble(given, error)


def _refuse(given: list[str], error: RefereeError) -> int:
    """Say what the referee cannot do, where, and what to do about it."""
    _show_traceback()
    parts = {"kind": _kind(error), "what": error.what, "where": error.where, "cure": error.cure}
    if isinstance(error, PictureError) and error.code:
        parts["code"] = error.code
    return _say(given, _status(error), parts, str(error))


def _kind(error: RefereeError) -> str:
    """What kind of error it is, for programs."""
    if isinstance(error, WrongNameError):
        return "usage"
    name = "".join(f"_{sign.lower()}" if sign.isupper() else sign for sign in type(error).__name__)
    return name.strip("_").removesuffix("_error")


def _status(error: RefereeError) -> int:
    """The exit status by which an error ends."""
    if isinstance(error, WrongNameError):
        return WRONG_USAGE
    return REFUSED if isinstance(error, _REFUSALS) else FAILED


def _explain_usage(given: list[str], error: click.UsageError) -> int:
    """Say what is wrong with the command as it was written, and where its help is."""
    where = error.ctx.command_path if error.ctx else "pi-referee"
    cure = f"See: {where} --help"
    # The longest of ours, with every switch in it, has 1,400 signs.
    what = shortened(error.format_message(), 2000)
    parts = {"kind": "usage", "what": what, "where": where, "cure": cure}
    return _say(given, WRONG_USAGE, parts, f"{what}\n{cure}")


def _stumble(given: list[str], error: Exception) -> int:
    """Own up to a fault that nobody foresaw, in one sentence."""
    _show_traceback()
    reason = error.strerror if isinstance(error, OSError) and error.strerror else f"{error} ({type(error).__name__})"
    where = str(error.filename) if isinstance(error, OSError) and error.filename else ""
    cure = "Run it again with PI_REFEREE_DEBUG=1 to see where, and report it if it happens again."
    parts = {"kind": "unforeseen", "what": f"This was not foreseen: {reason}.", "where": where, "cure": cure}
    return _say(given, FAILED, parts, str(RefereeError(parts["what"], where=where, cure=cure)))


def _say(given: list[str], status: int, parts: dict[str, str], sentence: str = "") -> int:
    """Print the sentence for people and, where --json was asked for, the same for programs; answer the status."""
    if "--json" in given:
        click.echo(json.dumps({"error": parts}, ensure_ascii=False))
    click.echo(f"pi-referee: {sentence or parts['what']}", err=True)
    return status


def _show_traceback() -> None:
    """Let builders see where it happened."""
    if os.environ.get("PI_REFEREE_DEBUG"):
        import traceback  # noqa: PLC0415  # only for builders

        traceback.print_exc()


def _leave_the_pipe() -> None:
    """Whoever read our output has left (as `| head` does): let nothing be said about it when the program ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
