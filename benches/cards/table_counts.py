"""Counts what the eye for cards told of a whole table: its words, and whatever else was taken for a card."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import cv2
import numpy as np

from benches.pictures.card_counts import CardTally, Shown, count_pattern
from benches.pictures.random_decks import USUAL
from pi_referee.rules.board.deck import Deck
from vision.card_render.card_scene import PrintedCard
from vision.card_render.card_truth import TrueCard
from vision.cards.card_sighting import CardSighting, SeenCard
from vision.sighting import NotSeen, Quad

HIDDEN = 0.5
"""The share of a card that is hidden from which it need not be found."""

_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVXYZÅÄÖ"


def deck_of(cards: Iterable[PrintedCard | None], *, is_sure: bool) -> Deck:
    """The deck that some cards are of; None: one face down.

    is_sure: whether its values are known, as far as they are shown; else they are assumed, and may be others.
    """
    shown = {card.letter: card.value for card in cards if card is not None and card.value is not None}
    letters = sorted({*_ALPHABET, *filter(None, shown)})
    if is_sure:
        return Deck({letter: shown.get(letter, 1) for letter in letters})
    return Deck({letter: USUAL[letter] for letter in letters}, assumed=frozenset(letters))


def count_table(
    tally: CardTally, name: str, seen: CardSighting | NotSeen, cards: Sequence[TrueCard], face_down: int
) -> None:
    """Count one look; cards: those that truly lie face up, face_down: how many piles and lone cards do not."""
    if isinstance(seen, NotSeen):
        tally.counts[f"refused: {seen.code}"] += 1
        return
    pattern = {
        card.cell: Shown(card.card.letter, card.card.value, card.card.multiplier, card.hidden > HIDDEN)
        for card in cards
        if card.cell is not None
    }
    count_pattern(tally, name, seen, pattern)
    asked = {doubt.cell for doubt in seen.doubts if doubt.about == "letter"}
    for card in (*seen.cards, *seen.aside):
        if card.cell not in asked and not any(_lies_on(card, true.quad) for true in cards):
            tally.fault("invented anywhere", f"{name} {card.letter or 'joker'} {card.cell}")
    tally.counts["piles right"] += seen.face_down == face_down
    tally.counts["aside"] += len(seen.aside)
    tally.counts["truly aside"] += sum(card.cell is None and card.hidden < HIDDEN for card in cards)


def _lies_on(card: SeenCard, quad: Quad) -> bool:
    middle = np.mean(card.quad.corners, axis=0)
    outline = np.array(quad.corners, np.float32)
    return cv2.pointPolygonTest(outline, (float(middle[0]), float(middle[1])), measureDist=False) >= 0


def tables_of(tally: CardTally) -> int:
    """How many tables were looked at, refused ones among them."""
    return tally.counts["pictures"] + sum(_refused(tally).values())


def asked_and_refused(tally: CardTally) -> str:
    """What was refused and what was asked, by cause, the most frequent first."""
    return f"refused {_listed(_refused(tally))}. Asked: {_listed(tally.asked)}."


def _refused(tally: CardTally) -> dict[str, int]:
    return {key.removeprefix("refused: "): count for key, count in tally.counts.items() if key.startswith("refused: ")}


def _listed(counts: Mapping[str, int]) -> str:
    most_first = sorted(counts.items(), key=lambda item: -item[1])
    return ", ".join(f"{key} {count}" for key, count in most_first) or "none"
