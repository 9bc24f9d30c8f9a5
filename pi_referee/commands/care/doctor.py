"""`pi-referee doctor`: what works on this machine, and how to mend what does not."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import click

from pi_referee.checkup.checks import everything, verdict
from pi_referee.checkup.finding import Finding, Health
from pi_referee.commands._options import option_game
from pi_referee.files.paths import Home, usual_home, usual_live


@click.command("doctor")
@click.option(
    "--home", type=click.Path(path_type=Path, file_okay=False, resolve_path=True), help="The folder of the games."
)
@click.option("--port", type=click.IntRange(1, 65535), default=8000, show_default=True, help="The page's port.")
@click.option("--camera", help="Look through pi, webcam, webcam:1 or folder:PATH; else through the one found.")
@option_game
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object, for programs.")
def command(home: Path | None, port: int, camera: str | None, game: str, *, as_json: bool) -> int:
    """Tell what works on this machine and how to mend what does not.

    It looks through the camera, too, for the board of --game. Ends with 1 if something is broken without which nothing
    goes; what is missing can be done without.
    """
    findings = everything(Home(home or usual_home(), usual_live()), port, datetime.now(UTC), camera=camera, game=game)
    is_well = all(finding.health is not Health.BROKEN for finding in findings)
    shown = (
        _as_json(findings, is_well=is_well) if as_json else "\n".join([*map(_line, findings), "", verdict(findings)])
    )
    click.echo(shown)
    return 0 if is_well else 1


def _as_json(findings: tuple[Finding, ...], *, is_well: bool) -> str:
    """All findings as one JSON object."""
    parts = [
        {"part": f.part, "health": f.health.value, "needed": f.health is Health.BROKEN, "seen": f.seen, "cure": f.cure}
        for f in findings
    ]
    return json.dumps({"ok": is_well, "verdict": verdict(findings), "parts": parts}, ensure_ascii=False)


def _line(finding: Finding) -> str:
    """One finding as a line, with what to do below it."""
    line = f"{_WORDS[finding.health]:8} {finding.part}: {finding.seen}"
    return f"{line}\n         -> {finding.cure}" if finding.cure else line


_WORDS = {Health.WELL: "ok", Health.LACKING: "optional", Health.BROKEN: "NEEDED"}
"""How a part is told to people."""
