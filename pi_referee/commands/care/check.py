"""`pi-referee check`: the verdict on words, for the keeper of the list."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from pi_referee.commands._options import known_game, option_home
from pi_referee.errors import GameFileError
from pi_referee.files.paths import usual_home
from pi_referee.gettext_mark import say
from pi_referee.lexicon.lists.list_repository import Shelf
from pi_referee.lexicon.lists.word_decisions import House
from pi_referee.lexicon.open_list import house_book, lists_folder, open_lexicon
from pi_referee.lexicon.policy import Policy, switch_named
from pi_referee.lexicon.verdict import Verdict
from pi_referee.lexicon.verdict_texts import Translate, form_name
from pi_referee.lexicon.verdict_texts import say as verdict_text
from pi_referee.lexicon.word_validity import Lexicon
from pi_referee.locale import FAULT_LANGUAGES, translations
from pi_referee.rules.definition.library import ruleset


@click.command("check")
@click.argument("words", nargs=-1, required=True)
@click.option("--list", "name", required=True, help="Which list: sv, fi, pl, de, ro, en, one of your own, or small-sv.")
@click.option("--set", "settings", multiple=True, metavar="SWITCH=VALUE", help="What was agreed; see docs/lexicon.md.")
@click.option("--game", callback=known_game, help="Whose tiles there are.")
@click.option("--checksum", default="", help="An older edition of the list, by its checksum.")
@click.option("--language", default="en", show_default=True, help="In which language the reasons are.")
@option_home
@click.option("--json", "as_json", is_flag=True, help="Print one JSON list, for programs.")
def command(
    words: tuple[str, ...],
    name: str,
    settings: tuple[str, ...],
    game: str | None,
    checksum: str,
    language: str,
    home: Path | None,
    *,
    as_json: bool,
) -> None:
    """Say of each of the WORDS whether it counts, and why.

    This is for the keeper of the list, to see what it holds and what a switch does. At the table nobody asks it for
    ideas: there the referee answers only for words that lie on the board.
    """
    folder = home or usual_home()
    translate = _translator(language)
    with open_lexicon(Shelf(lists_folder(folder)), name, _policy(settings, game), checksum=checksum) as lexicon:
        verdicts = _as_decided(lexicon, folder).verdicts(words)
    if as_json:
        click.echo(_json([_row(verdict, translate) for verdict in verdicts]))
        return
    click.echo(f"{lexicon.title} ({lexicon.policy.short}); for the keeper of the list, not for ideas.", err=True)
    for verdict in verdicts:
        click.echo(_shown(verdict, translate))


def _as_decided(lexicon: Lexicon, home: Path) -> Lexicon:
    """The lexicon with what the house decided until now, if it ever decided anything."""
    book = house_book(home)
    if not book.is_file():
        return lexicon
    with House(book, lexicon.language) as house:
        decisions = {decision.word: (decision.answer, decision.day) for decision in house.decisions()}
    return lexicon.with_house(decisions.get)


def _policy(settings: tuple[str, ...], game: str | None) -> Policy:
    """What was agreed, each switch checked, so that a wrong one is wrong usage."""
    wishes = dict(_pair(setting) for setting in settings)
    try:
        for name in wishes:
            switch_named(name)
        return Policy.agreed(wishes, ruleset(game).alphabet if game else ())
    except GameFileError as error:
        raise click.UsageError(f"{error.what} {error.cure}") from error


def _pair(setting: str) -> tuple[str, str]:
    """The two sides of SWITCH=VALUE."""
    name, equals, value = setting.partition("=")
    if not equals:
        raise click.UsageError(f"{setting!r} sets nothing; write --set SWITCH=VALUE.")
    return name.strip(), value


def _translator(language: str) -> Translate:
    """What gives a sentence in a language."""
    if language == "en":
        return say
    if language not in FAULT_LANGUAGES:
        raise click.UsageError(f"There is no language {language!r}; the languages are {', '.join(FAULT_LANGUAGES)}.")
    return translations(language).ugettext


def _row(verdict: Verdict, translate: Translate) -> Mapping[str, Any]:
    """A verdict for programs, as CONTRACT.md has it."""
    return {
        "word": verdict.word,
        "verdict": verdict.answer.value,
        "reason": verdict_text(verdict, translate),
        "readings": [{"lemma": r.lemma, "form": form_name(r.form, translate)} for r in verdict.readings],
        "list": verdict.list,
        "policy": verdict.policy,
    }


def _json(rows: list[Mapping[str, Any]]) -> str:
    """The rows as JSON."""
    return json.dumps(rows, ensure_ascii=False)


def _shown(verdict: Verdict, translate: Translate) -> str:
    """A verdict for people."""
    return f"{verdict.word:16} {verdict.answer.value:4} {verdict_text(verdict, translate)}"
