"""`pi-referee learn --deck`: the household's own cards, from pictures of all of them laid out in rows."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import click

from hardware.picture_file import read_picture
from pi_referee.decks.deck_file import deck_text, write_deck
from pi_referee.decks.house_deck import HouseDeck, assumed_cards
from pi_referee.decks.known_deck import deck_path
from pi_referee.errors import PictureError, RefereeError
from pi_referee.files.paths import Home
from pi_referee.looking.deck_pictures import Shown, deck_from_pictures
from pi_referee.rules.definition.ruleset import Ruleset


def learn_cards(images: Sequence[Path], rules: Ruleset, place: Home, *, as_json: bool) -> None:
    """Learn a deck, keep it in the home and tell what is known; raises RefereeError where nothing can be learnt."""
    if rules.has_board:
        cure = "Leave --deck out, or name a game with cards: --game kortalfapet."
        raise RefereeError(f"{rules.title} is played with tiles, not with cards.", where="--deck", cure=cure)
    try:
        shown = deck_from_pictures(map(read_picture, images), rules, assumed_cards(rules))
    except PictureError as error:
        where = error.where or ", ".join(map(str, images))
        raise PictureError(error.what, where=where, cure=error.cure, code=error.code) from error
    path = deck_path(place.decks, rules.name)
    _keep(path, shown.deck, rules)
    missing = [letter for letter in rules.alphabet if letter not in shown.seen]
    if as_json:
        click.echo(json.dumps(_row(shown, missing, path), ensure_ascii=False))
        return
    click.echo(deck_text(shown.deck, rules.title), nl=False)
    click.echo(f"Kept in {path}; correct it there, or on the page. {_told(shown, missing)}".strip())


def _keep(path: Path, deck: HouseDeck, rules: Ruleset) -> None:
    try:
        write_deck(path, deck, rules.title)
    except OSError as error:
        cure = "Free some space, or name another folder with --home."
        raise RefereeError(f"The deck cannot be kept ({error.strerror}).", where=str(path), cure=cure) from error


def _told(shown: Shown, missing: Sequence[str]) -> str:
    """What is not known, in sentences."""
    told = [f"Not seen, so the usual value stands: {', '.join(missing)}."] if missing else []
    unsure = sorted(shown.learnt.unsure - set(missing))
    told += [f"Not clear, so the usual value stands: {', '.join(unsure)}."] if unsure else []
    told += [f"{shown.learnt.unread} cards could not be read."] if shown.learnt.unread else []
    return " ".join(told)


def _row(shown: Shown, missing: Sequence[str], path: Path) -> dict[str, object]:
    """What was learnt, for programs."""
    learnt, deck = shown.learnt, shown.deck.deck
    cards = [[letter, value, mark, count] for (letter, value, mark), count in sorted(learnt.counts.items(), key=str)]
    return {
        "deck": dict(deck.values),
        "marks": {letter: sorted(marks) for letter, marks in deck.marks.items()},
        "cards": cards,
        "missing": list(missing),
        "unsure": sorted(learnt.unsure),
        "unread": learnt.unread,
        "file": str(path),
    }
