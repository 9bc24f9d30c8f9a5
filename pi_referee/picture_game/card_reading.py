"""One look at a table of cards as JSON; its form is part of the project's contract with other programs."""

from __future__ import annotations

from typing import Any

from pi_referee.rules.board.path import run
from pi_referee.rules.board.square import Axis, Cell, Square
from vision.cards.card_sighting import CardDoubt, CardSighting, SeenCard

Row = dict[str, Any]


def card_reading(game: str, look: CardSighting) -> Row:
    """A look at a table of cards: cards, cards aside, backs, doubts, words, cells that may hide a card, and times."""
    return {
        "game": game,
        "cards": [{"cell": list(card.cell or ()), **_card(card)} for card in look.cards],
        "aside": [_card(card) for card in look.aside],
        "face_down": look.face_down,
        "doubts": [_doubt(doubt) for doubt in look.doubts],
        "words": list(words_of(look)),
        "may_hide": [list(cell) for cell in look.may_hide],
        "ms": dict(look.milliseconds),
    }


def _card(card: SeenCard) -> Row:
    return {
        "letter": card.letter,
        "value": card.value,
        "multiplier": card.multiplier,
        "joker": card.is_joker,
        "confidence": round(card.confidence, 4),
        "quad": [[round(x, 2), round(y, 2)] for x, y in card.quad.corners],
    }


def _doubt(doubt: CardDoubt) -> Row:
    """A doubt; what it is about names its choices, those of a letter are called choices."""
    numbers = doubt.about != "letter"
    choices = [[int(sign) if numbers and sign.isdecimal() else sign, share] for sign, share in doubt.choices]
    return {
        "cell": list(doubt.cell),
        "choices" if doubt.about == "letter" else doubt.about: choices,
        "why": doubt.why.name.lower(),
    }


def words_of(look: CardSighting) -> tuple[str, ...]:
    """The words that lie there, across first, a joker in them as "_"."""
    letters = {Cell(card.cell[1], card.cell[0]): card.letter or "_" for card in look.cards if card.cell is not None}
    places: frozenset[Square] = frozenset(letters)
    rows = (run(places, square, axis) for axis in (Axis.ACROSS, Axis.DOWN) for square in sorted(places))
    found = dict.fromkeys(squares for squares in rows if len(squares) > 1)
    return tuple("".join(letters[Cell(*square)] for square in squares) for squares in found)


def drawn(look: CardSighting) -> str:
    """The cards of the words drawn as text: "_" a joker, "?" a card in doubt."""
    doubted = {doubt.cell for doubt in look.doubts}
    signs = {card.cell: "?" if card.cell in doubted else card.letter or "_" for card in look.cards if card.cell}
    wide = 1 + max((column for column, _ in signs), default=-1)
    tall = 1 + max((row for _, row in signs), default=-1)
    lines = (" ".join(signs.get((column, row), ".") for column in range(wide)) for row in range(tall))
    return "\n".join([*lines, f"aside: {len(look.aside)}, face down: {look.face_down}"])
