"""`pi-referee doctor`: what works on this machine, and how to mend what does not."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import click

from pi_referee.checkup.checks import everything
from pi_referee.checkup.finding import Finding, Health
from pi_referee.files.paths import Home, usual_home, usual_live


@click.command("doctor")
@click.option(
    "--home", type=click.Path(path_type=Path, file_okay=False, resolve_path=True), help="The folder of the games."
)
@click.option("--port", type=click.IntRange(1, 65535), default=8000, show_default=True, help="The page's port.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object, for programs.")
def command(home: Path | None, port: int, *, as_json: bool) -> int:
    """Tell what works on this machine and how to mend what does not.

    Ends with 1 if something is broken without which nothing goes.
    """
    findings = everything(Home(home or usual_home(), usual_live()), port, datetime.now(UTC))
    is_well = all(finding.health is not Health.BROKEN for finding in findings)
    click.echo(_as_json(findings, is_well=is_well) if as_json else "\n".join(map(_line, findings)))
    return 0 if is_well else 1


def _as_json(findings: tuple[Finding, ...], *, is_well: bool) -> str:
    """All findings as one JSON object."""
    parts = [{"part": f.part, "health": f.health.value, "seen": f.seen, "cure": f.cure} for f in findings]
    return json.dumps({"ok": is_well, "parts": parts}, ensure_ascii=False)


def _line(finding: Finding) -> str:
    """One finding as a line, with what to do below it."""
    line = f"{finding.health.value:8} {finding.part}: {finding.seen}"
    return f"{line}\n         -> {finding.cure}" if finding.cure else line
