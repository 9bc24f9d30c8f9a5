"""`pi-referee lexicon`: the word lists on this machine, and what the house decided about words."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from time import monotonic

import click

from pi_referee.commands._options import WholeSummaries, option_home
from pi_referee.errors import RefereeError, WrongNameError
from pi_referee.files.paths import Home, usual_home
from pi_referee.lexicon.building.build_job import State
from pi_referee.lexicon.building.build_queue import Workshop
from pi_referee.lexicon.building.own_list import KINDS, Report, import_list
from pi_referee.lexicon.building.progress import Progress
from pi_referee.lexicon.building.worker import BUILDERS, do_order, take_a_back_seat
from pi_referee.lexicon.lists.bundled_list import open_small
from pi_referee.lexicon.lists.list_repository import Shelf
from pi_referee.lexicon.lists.own_list_roles import Role
from pi_referee.lexicon.lists.word_decisions import House, as_kept
from pi_referee.lexicon.lists.word_store import About
from pi_referee.lexicon.open_list import house_book, lists_folder
from pi_referee.lexicon.verdict_texts import REFUSALS

_LANGUAGE = click.Choice(["sv", "fi", "pl", "de", "ro", "en"])


@click.group("lexicon", cls=WholeSummaries)
def command() -> None:
    """Build, import and list word lists, and keep what the house decided.

    build sv|fi|pl|de|ro|en makes a list here from packages of Debian or Raspberry Pi OS; import FILE --name NAME takes
    a list of your own, with --over sv it is laid over another, and off takes it off again; list tells what there is;
    decide WORD yes|no remembers a word, undo WORD forgets it, decisions tells all of them.
    """


@command.command("build")
@click.argument("language", type=_LANGUAGE)
@option_home
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object, for programs.")
def build(language: str, home: Path | None, *, as_json: bool) -> None:
    """Make the list of a language on this machine; interrupted, it goes on where it was."""
    shelf = _shelf(home)
    cache = shelf.folder.parent / "cache" / f"lexicon-{language}"
    with _workshop(home).alone():
        about = BUILDERS[language](shelf, cache, _telling())
    if as_json:
        _print(_row(language, about))
        return
    folder = shelf.folder / language
    click.echo(f"{language}: {about.words} words, checksum {about.checksum[:16]}. {about.note}")
    click.echo(f"It lies in {folder}, with its credits. What was fetched for it, {cache}, may be removed.")


@command.command("import")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--name", default="", help="What the list is to be called; with --over as the file, if nothing is said.")
@click.option("--language", type=_LANGUAGE, default="sv", show_default=True, help="Its language.")
@click.option(
    "--kind",
    type=click.Choice(KINDS),
    default="forms",
    show_default=True,
    help="forms: these and no others; headwords: in all forms.",
)
@click.option("--over", default="", help="The list it is laid over, such as sv; without, it is a list by itself.")
@click.option(
    "--role",
    default="adds",
    show_default=True,
    type=click.Choice([role.value for role in Role]),
    help="What it does there: adds words, decides alone, or removes words.",
)
@option_home
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object, for programs.")
def import_(
    file: Path, name: str, language: str, kind: str, over: str, role: str, home: Path | None, *, as_json: bool
) -> None:
    """Take a list of your own: one word a line or in a column, in any usual coding; # begins a comment."""
    if not name and not over:
        raise click.UsageError("Say what the list is to be called: --name NAME, or which it is laid over: --over sv.")
    name = name or "".join(sign if sign.isalnum() else "_" for sign in file.stem)[:40]
    laid = (over, Role(role)) if over else None
    with _workshop(home).alone():
        report = import_list(
            file, _shelf(home), name=name, language=language, kind=kind, over=laid, progress=_telling()
        )
    if as_json:
        _print(_report_row(report))
    else:
        _tell(report)


@command.command("off")
@click.argument("name")
@click.option("--over", required=True, help="The list it lies over.")
@option_home
def off(name: str, over: str, home: Path | None) -> None:
    """Take the list NAME off the one it lies over; it stays a list by itself."""
    shelf = _shelf(home)
    there = name in dict(shelf.over(over))
    shelf.lay_over(over, name, "")
    click.echo(f"{name} no longer lies over {over}." if there else f"{name} did not lie over {over}.")


@command.command("work", hidden=True)
@option_home
@click.option("--lock", type=int, required=True, help="The file descriptor of the workshop's lock, which is kept.")
def work(home: Path | None, lock: int) -> None:  # noqa: ARG001  # to hold the lock is all there is to do with it
    """Make the list that was ordered on the page; started by the page itself, and by nobody else."""
    workshop = _workshop(home)
    ordered = workshop.noted()
    if ordered is not None and ordered.state is State.RUNNING:
        take_a_back_seat()
        do_order(workshop, ordered)


@command.command("list")
@option_home
@click.option("--json", "as_json", is_flag=True, help="Print one JSON list, for programs.")
def list_(home: Path | None, *, as_json: bool) -> None:
    """Tell which lists there are, how large, and what is wrong with them."""
    shelf = _shelf(home)
    with open_small() as small:
        found = [("small-sv", small.about), *shelf.lists()]
    if as_json:
        rows = [
            {"name": n, "error": str(a)} if isinstance(a, RefereeError) else _row(n, a, shelf.over(n)) for n, a in found
        ]
        _print(rows)
        return
    for name, about in found:
        if isinstance(about, RefereeError):
            click.echo(f"{name:12} cannot be used: {about}")
        else:
            click.echo(f"{name:12} {about.language}  {about.words:>9} words  {about.checksum[:16]}  {about.note}")
            for over, role in shelf.over(name):
                click.echo(f"{'':12} over it {over}, which {role}")


@command.command("decide")
@click.argument("word")
@click.argument("answer", type=click.Choice(["yes", "no"]))
@click.option("--language", type=_LANGUAGE, default="sv", show_default=True, help="The language of the word.")
@option_home
def decide(word: str, answer: str, language: str, home: Path | None) -> None:
    """Remember for this house whether a doubtful WORD counts."""
    if not as_kept(word).isalpha():
        cure = "Name a single word of letters, as it would be laid."
        raise WrongNameError(f"{word!r} is no word that could be laid.", cure=cure)
    with _house(home, language) as house:
        house.decide(word, counts=answer == "yes", at=_now())
    click.echo(f"{as_kept(word)}: {answer}, in this house, wherever the list leaves it to the table.")


@command.command("undo")
@click.argument("word")
@click.option("--language", type=_LANGUAGE, default="sv", show_default=True, help="The language of the word.")
@option_home
def undo(word: str, language: str, home: Path | None) -> None:
    """Take the house's decision on a WORD back: the table is asked again."""
    with _house(home, language) as house:
        undone = house.undo(word, at=_now())
    told = as_kept(word)
    click.echo(f"{told} is asked about again." if undone else f"Nothing was decided about {told}.")


@command.command("decisions")
@click.option("--language", type=_LANGUAGE, default="sv", show_default=True, help="The language of the words.")
@option_home
def decisions(language: str, home: Path | None) -> None:
    """Tell every word this house decided."""
    with _house(home, language) as house:
        for decision in house.decisions():
            click.echo(f"{decision.word:16} {decision.answer.value:4} {decision.day}")


def _shelf(home: Path | None) -> Shelf:
    """The shelf of lists."""
    return Shelf(lists_folder(Home(home or usual_home()).prepare().folder))


def _workshop(home: Path | None) -> Workshop:
    """Where lists are made, one at a time."""
    return Workshop(Home(home or usual_home()).prepare().folder)


def _house(home: Path | None, language: str) -> House:
    """The house's book."""
    return House(house_book(Home(home or usual_home()).prepare().folder), language)


def _now() -> str:
    """The time, as it is kept."""
    return datetime.now().astimezone().isoformat(timespec="seconds")


def _telling() -> Progress:
    """Tells each step with the seconds since the beginning, on standard error."""
    began = monotonic()

    def tell(step: str, about: str = "", /) -> None:
        click.echo(f"{monotonic() - began:5.0f} s  {step} {about}".rstrip(), err=True)

    return tell


def _row(name: str, about: About, above: tuple[tuple[str, str], ...] = ()) -> Mapping[str, object]:
    """A list for programs."""
    return {
        "name": name,
        "language": about.language,
        "kind": about.kind,
        "words": about.words,
        "checksum": about.checksum,
        "note": about.note,
        "over": [{"name": over, "role": role} for over, role in above],
    }


def _report_row(report: Report) -> Mapping[str, object]:
    """What became of an imported list, for programs."""
    return {
        "name": report.name,
        "kind": report.kind,
        "encoding": report.encoding,
        "lines": report.lines,
        "taken": report.taken,
        "refused": {why.name.lower(): count for why, count in report.refused.items()},
        "examples": {why.name.lower(): list(words) for why, words in report.examples.items()},
        "checksum": report.checksum,
    }


def _tell(report: Report) -> None:
    """What became of an imported list, for people."""
    click.echo(f"{report.name}: {report.taken} words of {report.lines} lines ({report.encoding}), {report.kind}.")
    for why, count in report.refused.items():
        examples = ", ".join(report.examples.get(why, ()))
        click.echo(f"  {count} {REFUSALS[why]}" + (f": {examples}" if examples else ""))


def _print(rows: object) -> None:
    """Print JSON."""
    click.echo(json.dumps(rows, ensure_ascii=False))
