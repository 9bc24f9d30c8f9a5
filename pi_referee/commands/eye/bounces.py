"""`pi-referee bounces`: writes down how a real button bounces, for the bench that counts presses."""

from __future__ import annotations

from pathlib import Path

import click

from hardware.contact_recording import Recorder, written
from hardware.pins import find_pins


@click.command("bounces")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option(
    "--pin", default=17, show_default=True, type=click.IntRange(0, 27), help="The button's pin, as in GPIO17."
)
@click.option("--count", default=40, show_default=True, type=click.IntRange(1), help="End after so many lines.")
def command(file: Path, pin: int, count: int) -> None:
    """Write into FILE how the button at a pin bounces: a line for each finger that comes or goes.

    Press, stay for half a second, let go, wait for half a second, and again. Ctrl-C ends it sooner; what was written
    stays. No referee may hold the pin meanwhile.
    """
    recorder = Recorder(pin, find_pins())
    try:
        with file.open("a", encoding="utf-8") as lines:
            click.echo(f"Press the button at GPIO{pin} now; {count} lines are written to {file}.")
            while count:
                change = recorder.next(1.0)
                if change is not None:
                    count -= 1
                    click.echo(written(change))
                    lines.write(written(change) + "\n")
                    lines.flush()
    finally:
        recorder.close()
