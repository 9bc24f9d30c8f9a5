"""Writes docs/commands.md from the commands themselves, and docs/hall.schema.json from the messages of the hall.

With --check it only says whether both are up to date.

.venv/bin/python scripts/document.py [--check]
"""

from __future__ import annotations

import inspect
import json
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import msgspec

from pi_referee.cli import GROUPS, referee
from pi_referee.relay.hall_messages import EventMessage, ResendMessage, TableState
from pi_referee.relay.mqtt_topics import GONE, HERE, ROOT

PAGE = Path(__file__).parents[1] / "docs" / "commands.md"
SCHEMA = PAGE.with_name("hall.schema.json")

_HEAD = """# The commands

Made from the commands themselves by `scripts/document.py`; a test keeps it up to date. `pi-referee COMMAND --help`
says the same. Exit status: 0 done; 2 the command is written wrongly, or an option of it means nothing that there is
(players, a rack, a camera, a word list, a game's number); 3 the picture, folder or file it was to read is refused, or
missing; 1 anything else. With `--json` nothing but JSON is on standard output; a fault is
`{"error": {"kind", "what", "where", "cure"}}` there, with `"code"` where a look at a picture was refused. The line of a
refused picture of `replay` has a `"code"`, too. It names the cause and does not change with the sentences; what each
code stands for is in `pi_referee/rules/course/refusal.py`.

At the table nobody needs the command line: what players read is on the page, in their language. The command line itself
speaks English, its help and its faults alike, since it is for whoever keeps the machine. Only what it writes for
players follows `--language`: reasons (`check`, `score`) and protocols (`export`).
"""


def page() -> str:
    """The whole page."""
    context = click.Context(referee, info_name="pi-referee")
    names = (name for group in GROUPS.values() for name in group)
    return "\n".join([_HEAD, contents(), *(line for name in names for line in section(context, name))])


def contents() -> str:
    """What the commands are for, with links to each."""
    rows = (f"- **{heading}:** {', '.join(map(_link, names))}" for heading, names in GROUPS.items())
    return "\n".join(rows) + "\n"


def _link(name: str) -> str:
    return f"[{name}](#pi-referee-{name})"


def section(context: click.Context, name: str) -> Iterator[str]:
    """One command with its options, and those below it."""
    command = referee.get_command(context, name)
    if command is None:
        return
    yield from described(f"pi-referee {name}", command, "##")
    below = command.commands if isinstance(command, click.Group) else {}
    for other, one in sorted(below.items()):
        if not one.hidden:
            yield from described(f"pi-referee {name} {other}", one, "###")


def described(name: str, command: click.Command, heading: str) -> Iterator[str]:
    """A command under a heading: how it is written, what it does, and a table of its options where it has any."""
    yield f"{heading} {name}\n"
    if isinstance(command, click.Group):
        written = " COMMAND"
    else:
        names = ((param.name or "").upper() for param in command.params if isinstance(param, click.Argument))
        written = "".join(f" {argument}" for argument in ("[OPTIONS]", *names))
    yield f"`{name}{written}`\n"
    yield inspect.cleandoc(command.help or "") + "\n"
    options = [param for param in command.params if isinstance(param, click.Option)]
    if options:
        yield "| option | |\n|---|---|"
        yield from map(option, options)
        yield ""


def option(param: click.Option) -> str:
    """One row of the table."""
    kind = "" if param.is_flag else f" {param.metavar or choices(param)}"
    usual = f" Usually {param.default}." if param.show_default and param.default is not None else ""
    needed = " Must be given." if param.required else ""
    return f"| `{', '.join(param.opts)}{kind}` | {param.help}{usual}{needed} |"


def choices(param: click.Option) -> str:
    """What may stand after an option."""
    if isinstance(param.type, click.Choice):
        return "\\|".join(map(str, param.type.choices))
    return (param.name or "").upper()


def schema() -> str:
    """The JSON schema of every topic by which tables and hall talk; a topic's last level tells which it is."""
    kinds = {"events": EventMessage, "state": TableState, "resend": ResendMessage}
    forms, parts = msgspec.json.schema_components(kinds.values(), ref_template="#/$defs/{name}")
    told = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"What tables and hall send each other under {ROOT}/TABLE; docs/hall.md explains it",
        "properties": {**dict(zip(kinds, forms, strict=True)), "presence": {"enum": [HERE, GONE]}},
        "$defs": parts,
    }
    return json.dumps(told, indent=1, ensure_ascii=False) + "\n"


def main() -> int:
    """Write both, or check them."""
    made = {PAGE: page(), SCHEMA: schema()}
    if "--check" not in sys.argv[1:]:
        for path, text in made.items():
            path.write_text(text, encoding="utf-8")
        return 0
    old = [path for path, text in made.items() if not path.is_file() or path.read_text(encoding="utf-8") != text]
    for path in old:
        print(f"{path} is not up to date: run .venv/bin/python scripts/document.py")
    return 1 if old else 0


if __name__ == "__main__":
    sys.exit(main())
