"""`python -m benches.lexicons --home FOLDER`: what the built lists say of words they were not made of."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from time import perf_counter

import click

from benches.lexicons.samples import SIZE, samples
from benches.lexicons.sources import Sources
from pi_referee.lexicon.lists.list_repository import Shelf
from pi_referee.lexicon.open_list import lists_folder, open_lexicon
from pi_referee.lexicon.policy import Policy
from pi_referee.lexicon.word_validity import Lexicon


@click.command()
@click.option("--home", type=click.Path(path_type=Path), required=True, help="The home whose built lists are judged.")
@click.option("--sources", type=click.Path(path_type=Path), required=True, help="Where the sources are fetched to.")
@click.option("--half", type=click.IntRange(0, 1), default=1, help="0: the half to tune on, 1: the one to report.")
@click.option("--seed", default=1)
@click.option("--show", default=0, help="So many words of each answer are shown.")
@click.option("--language", "languages", multiple=True, default=("sv", "fi", "pl"))
def main(home: Path, sources: Path, half: int, seed: int, show: int, languages: tuple[str, ...]) -> None:
    """Judge a sample of each kind and print the part of yes, ask and no."""
    fetched = Sources.fetched(sources)
    for language in languages:
        with open_lexicon(Shelf(lists_folder(home)), language, Policy()) as lexicon:
            rows = samples(fetched, language, _listed(fetched, lexicon, language), half=half, seed=seed)
            for name, words in rows.items():
                _row(lexicon, f"{language} {name}", words, show)


def _listed(sources: Sources, lexicon: Lexicon, language: str) -> list[str]:
    """Frequent words that the list has."""
    return [word for word in sources.frequent(language, 8 * SIZE) if lexicon.entry(word) is not None]


def _row(lexicon: Lexicon, name: str, words: list[str], show: int) -> None:
    """Judge some words and print their answers."""
    began = perf_counter()
    verdicts = [lexicon.verdict(word) for word in words]
    rate = len(words) / max(perf_counter() - began, 1e-9)
    found = Counter(one.answer.value for one in verdicts)
    parts = "  ".join(f"{answer} {100 * found[answer] / max(1, len(words)):6.2f} %" for answer in ("yes", "ask", "no"))
    click.echo(f"{name:32} {len(words):6}  {parts}  {rate:9,.0f}/s")
    for answer in ("yes", "ask", "no") if show else ():
        click.echo(
            f"    {answer}: "
            + ", ".join(one.word.lower() for one in verdicts if one.answer.value == answer)[: 12 * show]
        )


if __name__ == "__main__":
    main()
