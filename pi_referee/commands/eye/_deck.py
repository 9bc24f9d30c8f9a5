"""`pi-referee learn --deck`: the household's own cards, from pictures of all of them laid out in rows."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import click

from hardware.camera import read_picture
from pi_referee.decks.deck_file import deck_text, write_deck
from pi_referee.decks.known_deck import deck_path
from pi_referee.errors import PictureError, RefereeError
from pi_referee.files.paths import Home
from pi_referee.rules.board.deck import Deck
from pi_referee.rules.definition.ruleset import Ruleset
from vision.cards.deck_learning import LearntDeck, learn_deck


def learn_cards(images: Sequence[Path], rules: Ruleset, place: Home, *, as_json: bool) -> None:
    """Learn a deck, keep it in the home and tell what is known; raises RefereeError where nothing can be learnt."""
    if rules.has_board:
        cure = "Leave --deck out, or name a game with cards: --game kortalfapet."
        raise RefereeError(f"{rules.title} is played with tiles, not with cards.", where="--deck", cure=cure)
    learnt = learn_deck(map(read_picture, images), rules.alphabet)
    seen = {letter for letter, _, _ in learnt.counts if letter}
    if not seen:
        raise PictureError(
            "No card can be read.",
            where=", ".join(map(str, images)),
            cure="Lay all cards in rows, face up, the same way, a finger apart, and take the picture from above.",
        )
    deck = completed(learnt, rules)
    path = deck_path(place.decks, rules.name)
    _keep(path, deck, rules)
    missing = [letter for letter in rules.alphabet if letter not in seen]
    if as_json:
        click.echo(json.dumps(_row(learnt, deck, missing, path), ensure_ascii=False))
        return
    click.echo(deck_text(deck, rules.title), nl=False)
    click.echo(f"Kept in {path}; correct it there, or on the page. {_told(learnt, missing)}".strip())


def completed(learnt: LearntDeck, rules: Ruleset) -> Deck:
    """What was learnt, with the usual value where a letter was not seen or its value is not clear."""
    known = {letter: value for letter, value in learnt.deck.values.items() if letter not in learnt.unsure}
    values = {letter: known.get(letter, value) for letter, value in rules.values.items()}
    return Deck(values, learnt.deck.marks, rules.blanks, is_sure=not learnt.unsure)


def _keep(path: Path, deck: Deck, rules: Ruleset) -> None:
    try:
        write_deck(path, deck, rules.title)
    except OSError as error:
        cure = "Free some space, or name another folder with --home."
        raise RefereeError(f"The deck cannot be kept ({error.strerror}).", where=str(path), cure=cure) from error


def _told(learnt: LearntDeck, missing: Sequence[str]) -> str:
    """What is not known, in sentences."""
    told = [f"Not seen, so the usual value stands: {', '.join(missing)}."] if missing else []
    unsure = sorted(learnt.unsure - set(missing))
    told += [f"Not clear, so the usual value stands: {', '.join(unsure)}."] if unsure else []
    told += [f"{learnt.unread} cards could not be read."] if learnt.unread else []
    return " ".join(told)


def _row(learnt: LearntDeck, deck: Deck, missing: Sequence[str], path: Path) -> dict[str, object]:
    """What was learnt, for programs."""
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
