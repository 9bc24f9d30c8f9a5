"""What two looks at a table of cards tell together: what was laid or taken away between them is in doubt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import replace

import numpy as np

from vision.cards.card_sighting import CardDoubt, CardSighting, CardWhy, Cell, SeenCard

NOTHING = "."
_NEAR = 0.5
"""How far apart, in widths of a card, two looks may tell the same card to lie."""
_ENOUGH = 2
"""So many cards in the same place tell that the words were not pushed: one may be another of the same letter."""


def as_before(first: CardSighting, later: CardSighting, known: Collection[Cell]) -> CardSighting:
    """A later look, as far as an earlier one does not deny it.

    A cell of which both are sure, and not of the same, is in doubt: a card was laid or taken away in between. known:
    cells of the later look of which it is believed all the same. Where the cards were pushed nothing is compared.
    """
    shift = _shift(first, later)
    if shift is None:
        return later
    before = _moved(first, shift)
    cells = (_cells(before) | _cells(later)).difference(known, _unseen(before, later), _unseen(later, before))
    told = {cell: (_sure(before, cell), _sure(later, cell)) for cell in sorted(cells)}
    denied = {cell for cell, (one, other) in told.items() if None not in {one, other} and one != other}
    gone = tuple(card for card in before.cards if card.cell in denied - _cells(later))
    doubts = [_doubt(cell, {str(sign) for sign in told[cell]}) for cell in denied]
    # What was not seen well on a card that is gone must be asked as before: it may be the play's.
    doubts += [doubt for doubt in before.doubts if doubt.cell in denied - _cells(later)]
    return replace(
        later,
        cards=tuple(sorted((*later.cards, *gone), key=lambda card: (card.cell or (0, 0))[::-1])),
        doubts=tuple(sorted((*later.doubts, *doubts), key=lambda doubt: doubt.cell[::-1])),
    )


def _doubt(cell: Cell, signs: Collection[str]) -> CardDoubt:
    """A cell of which looks are sure of different things; nothing is named last."""
    ordered = sorted(signs, key=lambda sign: (sign == NOTHING, sign))
    return CardDoubt(cell, "letter", tuple((sign, 1 / len(ordered)) for sign in ordered), CardWhy.PLACE)


def _shift(first: CardSighting, later: CardSighting) -> Cell | None:
    """How many columns and rows lie between the cells of two looks; None unless most cards show the same letters."""
    pairs = [(one, other) for one in _surely(first) for other in _at(one, _surely(later))]
    same = Counter(_less(other.cell, one.cell) for one, other in pairs if one.letter == other.letter)
    [(shift, count)] = same.most_common(1) or [((0, 0), 0)]
    return shift if count >= _ENOUGH and 2 * count > len(pairs) else None


def _surely(look: CardSighting) -> list[SeenCard]:
    """The cards of the words of which a look is sure."""
    return [card for card in look.cards if card.cell is not None and _sure(look, card.cell) is not None]


def _at(card: SeenCard, others: Iterable[SeenCard]) -> list[SeenCard]:
    """Those of other cards that lie where a card does."""
    corners = np.array(card.quad.corners)
    reach = _NEAR * float(np.linalg.norm(corners[1] - corners[0]))
    return [one for one in others if np.linalg.norm(np.mean(one.quad.corners, axis=0) - corners.mean(axis=0)) < reach]


def _less(one: Cell | None, other: Cell | None) -> Cell:
    """How far a cell is from another one."""
    (column, row), (left, top) = one or (0, 0), other or (0, 0)
    return column - left, row - top


def _moved(look: CardSighting, shift: Cell) -> CardSighting:
    """A look with its cells counted from elsewhere."""

    def moved(cell: Cell) -> Cell:
        return cell[0] + shift[0], cell[1] + shift[1]

    return replace(
        look,
        cards=tuple(replace(card, cell=card.cell and moved(card.cell)) for card in look.cards),
        doubts=tuple(replace(doubt, cell=moved(doubt.cell)) for doubt in look.doubts),
        may_hide=tuple(map(moved, look.may_hide)),
    )


def _cells(look: CardSighting) -> set[Cell]:
    """The cells in which a look tells a card."""
    return {card.cell for card in look.cards if card.cell is not None}


def _sure(look: CardSighting, cell: Cell) -> str | None:
    """The letter that a look is sure of in a cell, "" a joker, "." nothing; None if it is in doubt."""
    if any(doubt.cell == cell and doubt.about == "letter" for doubt in look.doubts):
        return None
    return next((card.letter for card in look.cards if card.cell == cell), NOTHING)


def _unseen(look: CardSighting, other: CardSighting) -> set[Cell]:
    """Cells with cards of another look that this one may not have seen, or not as cards of the words.

    A thing that may hide a card beside the words may hide those that lie on from it, too.
    """
    more = {card.cell: card for card in other.cards if card.cell is not None and card.cell not in _cells(look)}
    aside = {cell for cell, card in more.items() if _at(card, look.aside)}
    reached = {*look.may_hide}
    while on := {cell for cell in more.keys() - reached if not reached.isdisjoint(_beside(cell))}:
        reached |= on
    return reached | aside


def _beside(cell: Cell) -> set[Cell]:
    column, row = cell
    return {(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)}
