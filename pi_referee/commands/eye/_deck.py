"""`pi-referee learn --deck`: the household's own cards, from pictures of all of them laid out in rows."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import click

from hardware.picture_file import read_picture
from pi_referee.decks.deck_file import deck_text
from pi_referee.decks.known_deck import deck_path
from pi_referee.errors import PictureError, RefereeError
from pi_referee.files.paths import Home
from pi_referee.looking.deck_pictures import Shown, learnt_from_pictures
from pi_referee.rules.definition.ruleset import Ruleset
from pi_referee.table_link.lesson_remarks import remarks_on


def learn_cards(images: Sequence[Path], rules: Ruleset, place: Home, *, as_json: bool) -> None:
    """Learn a deck, keep it in the home and tell what is known; raises RefereeError where nothing can be learnt."""
    path = deck_path(place.decks, rules.name)
    try:
        shown, aside = learnt_from_pictures(map(read_picture, images), rules, place.decks)
    except PictureError as error:
        where = error.where or ", ".join(map(str, images))
        raise PictureError(error.what, where=where, cure=error.cure, code=error.code) from error
    except OSError as error:
        cure = "See that there is space and that you may write there, or name another folder with --home."
        raise RefereeError(f"The deck cannot be kept ({error.strerror}).", where=str(path), cure=cure) from error
    if as_json:
        click.echo(json.dumps(_row(shown, path, aside), ensure_ascii=False))
        return
    click.echo(deck_text(shown.deck, rules.title), nl=False)
    kept = f"The deck before is in {aside}." if aside else ""
    told = (f"Kept in {path}; correct it there, or on the page.", kept, *map(str, remarks_on(shown.taught)))
    click.echo(" ".join(filter(None, told)))


def _row(shown: Shown, path: Path, aside: Path | None) -> dict[str, object]:
    """What was learnt, for programs."""
    learnt, deck, taught = shown.learnt, shown.deck.deck, shown.taught
    cards = [[letter, value, mark, count] for (letter, value, mark), count in sorted(learnt.counts.items(), key=str)]
    return {
        "deck": dict(deck.values),
        "marks": {letter: sorted(marks) for letter, marks in deck.marks.items()},
        "cards": cards,
        "learnt": taught.learnt,
        "changed": taught.changed,
        "by_hand": taught.by_hand,
        "at_odds": taught.at_odds,
        "missing": taught.missing,
        "unsure": taught.unsure,
        "unread": taught.unread,
        "small": taught.small,
        "file": str(path),
        "before": str(aside) if aside else None,
    }
