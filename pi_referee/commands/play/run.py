"""`pi-referee run`: the eye and the page together, on one machine."""

from __future__ import annotations

from pathlib import Path

import click

from pi_referee.commands._options import option_port, options_of_the_page, options_of_the_table
from pi_referee.commands.play._agreed import agreed
from pi_referee.files.paths import Home, usual_home
from pi_referee.process.supervisor import Company, Program


@click.command("run")
@options_of_the_table
@option_port
@options_of_the_page
def command(
    home: Path | None,
    port: int,
    host: str,
    names: tuple[str, ...],
    behind_proxy: tuple[str, ...],
    game: str,
    edition: str | None,
    players: str,
    rack: int | None,
    *,
    new: bool,
    **things: object,
) -> int:
    """Referee a game: watch the table and serve the page, until Ctrl-C."""
    agreed(game, edition, players, rack)  # what cannot be played is told before anything is started
    table = {"game": game, "edition": edition, "players": players, "rack": rack, **things}
    place = Home(home or usual_home()).prepare()
    where = ("--home", str(place.folder))
    begin = ("--new",) if new else ()
    eye = Program("the eye", ("watch", *where, *_as_arguments(table)), begin)
    reached = (*_each("--name", names), *_each("--behind-proxy", behind_proxy))
    page = Program("the page", ("serve", *where, "--host", host, "--port", str(port), *reached))
    with Company([page, eye]) as company:
        fallen = company.stay()
    if fallen is None:
        return 0
    program, status = fallen
    click.echo(f"pi-referee: {program.name} has stopped, so the other was ended too.", err=True)
    return status


def _each(option: str, values: tuple[str, ...]) -> tuple[str, ...]:
    """An option that may be repeated, as it is typed."""
    return tuple(part for value in values for part in (option, value))


def _as_arguments(table: dict[str, object]) -> list[str]:
    """The options of the table as they were given, for the process that watches."""
    given = {f"--{name.replace('_', '-')}": value for name, value in table.items() if value is not None}
    return [part for name, value in given.items() for part in (name, str(value))]
