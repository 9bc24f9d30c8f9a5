"""Counts what the eye for cards told of pictures whose truth is known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, field

from vision.cards.card_sighting import About, CardSighting, Cell, SeenCard

ABOUT = ("letter", "value", "multiplier")


@dataclass(frozen=True, slots=True)
class Shown:
    """What a card truly shows: letter "" for a joker, value None where none is printed, multiplier 1 to 3."""

    letter: str
    value: int | None
    multiplier: int
    is_hidden: bool = False
    """Whether so much of the card is hidden that nobody need find it."""


@dataclass(slots=True)
class CardTally:
    """What was counted, each wrong or missed thing by name, how long each look took in ms, and why it was asked."""

    counts: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    milliseconds: list[float] = field(default_factory=list)
    asked: Counter[str] = field(default_factory=Counter)

    def fault(self, kind: str, text: str) -> None:
        """Count a fault and name it."""
        self.counts[kind] += 1
        self.faults.append(f"{kind}: {text}")

    def share(self, part: str, whole: str) -> float:
        """One count as a percentage of another."""
        return 100 * self.counts[part] / self.counts[whole] if self.counts[whole] else 100.0


def count_pattern(tally: CardTally, name: str, seen: CardSighting, truth: Mapping[Cell, Shown]) -> None:
    """Count one look's pattern; truth: cells counted from anywhere."""
    told = {card.cell: card for card in seen.cards if card.cell is not None}
    shift = best_shift(told, truth)
    placed = {(column + shift[0], row + shift[1]): card for (column, row), card in told.items()}
    asked = {((doubt.cell[0] + shift[0], doubt.cell[1] + shift[1]), doubt.about): doubt for doubt in seen.doubts}
    tally.milliseconds.append(seen.milliseconds["total"])
    tally.counts["pictures"] += 1
    for doubt in seen.doubts:
        tally.asked[f"{doubt.about}: {doubt.why.name}"] += 1
    for cell, card in placed.items():
        if cell not in truth and (cell, "letter") not in asked:
            tally.fault("invented", f"{name} {cell} {card.letter or 'joker'}")
    under = {(column + shift[0], row + shift[1]) for column, row in seen.may_hide}
    under |= _beyond(truth.keys() - under, under, placed.keys())
    for cell, shown in truth.items():
        if cell in under:
            tally.counts["told that it may be hidden"] += 1
        elif not shown.is_hidden or cell in placed:
            _count_card(tally, f"{name} {cell}", placed.get(cell), shown, {about for at, about in asked if at == cell})
        else:
            tally.counts["hidden and not found"] += 1


def _beyond(cells: Set[Cell], under: Set[Cell], placed: Set[Cell]) -> set[Cell]:
    """The cells of cards that hang together with those told only by cells told hidden: nothing of them is seen.

    Whoever lays a word to such a cell is told that a card may lie there, and takes away what hides it.
    """
    left, found = set(cells), set[Cell]()
    while left:
        queue, part, beside = [left.pop()], set[Cell](), set[Cell]()
        while queue:
            x, y = cell = queue.pop()
            part.add(cell)
            near = {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)}
            beside |= near
            queue += near & left
            left -= near
        found |= part if beside & under and not part & placed else set()
    return found


def _count_card(tally: CardTally, name: str, card: SeenCard | None, shown: Shown, asked: set[About]) -> None:
    """Count a card that should have been found; asked: what of it is in doubt."""
    tally.counts["cards"] += 1
    if card is None:
        tally.fault("missed", f"{name} {shown.letter or 'joker'}")
        return
    tally.counts["found"] += 1
    tally.counts["letters"] += bool(shown.letter)
    tally.counts["letters asked"] += bool(shown.letter) and "letter" in asked
    for about, right, text in _compared(card, shown):
        # Whoever says which letter it is says its value, too.
        if about != "value" or "letter" not in asked:
            _count(tally, f"{name} {text}", about, right=right, is_asked=about in asked)


def _compared(card: SeenCard, shown: Shown) -> Iterator[tuple[About, bool, str]]:
    """For each witness, whether it was read right, and what was read for what."""
    yield "letter", card.letter == shown.letter, f"{shown.letter or 'joker'}>{card.letter or 'joker'}"
    if not shown.letter:
        return
    if shown.value is not None:
        yield "value", card.value == shown.value, f"{shown.letter} value {shown.value}>{card.value}"
    yield "multiplier", card.multiplier == shown.multiplier, f"{shown.letter} mark {shown.multiplier}>{card.multiplier}"


def _count(tally: CardTally, text: str, about: str, *, right: bool, is_asked: bool) -> None:
    tally.counts[about] += 1
    tally.counts[f"{about} asked"] += is_asked
    tally.counts[f"{about} right or asked"] += right or is_asked
    if not right and not is_asked:
        tally.fault(f"{about} wrong for sure", text)


def best_shift(told: Mapping[Cell, SeenCard], truth: Mapping[Cell, Shown]) -> Cell:
    """The step that brings most of the told cells onto true ones that show the same."""
    votes = Counter(
        (there[0] - here[0], there[1] - here[1])
        for here, card in told.items()
        for there, shown in truth.items()
        if card.letter == shown.letter
    )
    return votes.most_common(1)[0][0] if votes else (0, 0)


COLUMNS = (
    "set", "pictures", "cards", "found %", "invented", "letters %", "values %", "marks %", "wrong for sure",
    "asked: letters %", "values %", "marks %", "ms median",
)  # fmt: skip


def row_of(name: str, tally: CardTally) -> list[str]:
    """One set's row of the table; a share "right" counts what is right or asked."""
    counts = tally.counts
    times = sorted(tally.milliseconds) or [float("nan")]
    wrong = sum(counts[f"{about} wrong for sure"] for about in ABOUT)
    right = (f"{tally.share(f'{about} right or asked', about):.2f}" for about in ABOUT)
    asked = (
        f"{tally.share('letters asked', 'letters'):.2f}",
        *(f"{tally.share(f'{about} asked', about):.2f}" for about in ABOUT[1:]),
    )
    return [
        name, str(counts["pictures"]), str(counts["cards"]), f"{tally.share('found', 'cards'):.2f}",
        str(counts["invented"]),
        *right, str(wrong), *asked, f"{times[len(times) // 2]:.0f}",
    ]  # fmt: skip
