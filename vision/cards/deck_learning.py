"""Learns a deck from pictures of its cards laid out in rows: each letter's value, its marks, and how many there are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from pi_referee.rules.board.deck import Deck
from vision.arrays import Colour
from vision.cards.card_eye import shares_in
from vision.cards.card_frames import LEAST_HEIGHT
from vision.cards.card_shares import CardShares
from vision.cards.card_verdict import LIMITS as VERDICTS
from vision.cards.card_verdict import verdict_of
from vision.cards.printed.deck_values import values_learnt
from vision.cards.read_cards import CardsReader

PrintedFace = tuple[str, int | None, int]
"""What a card shows: its letter, "" for a joker, its value, None where none could be read, and its multiplier."""

_Face = tuple[str, int]
"""A card's letter, "" for a joker, and its multiplier."""


_SEEMS = 0.5
"""The share of a letter from which a card that is not read seems to bear it."""


@dataclass(frozen=True, slots=True)
class LearntDeck:
    """What pictures told of a deck.

    counts: how many cards of each face were seen. unsure: letters whose value is not clear, or that are only on cards
    that were not read. unread: how many cards were seen whose letter or mark is not sure; they count nowhere. at_odds:
    letters of which cards clearly show different values. bare: how many of the unread show a letter and no value.
    small: how many more were too small to be read.
    """

    deck: Deck
    counts: Counter[PrintedFace]
    unsure: frozenset[str]
    unread: int
    at_odds: frozenset[str] = frozenset()
    bare: int = 0
    small: int = 0


def learn_deck(pictures: Iterable[Colour], usual: Mapping[str, int]) -> LearntDeck:
    """Learn a deck from pictures of all its cards, laid out face up the same way; each card in one picture only.

    usual: the letters that it may have, with their usual values.
    """
    reader = CardsReader(tuple(usual))
    cards = [card for picture in pictures for card in _cards_in(picture, reader)]
    large = [card for card, is_small in cards if not is_small]
    faces = [_face(card, reader.alphabet) for card in large]
    unread = [card for card, face in zip(large, faces, strict=True) if face is None]
    learnt = _learnt([(face, card) for card, face in zip(large, faces, strict=True) if face is not None], usual)
    seem = {_seeming(card, reader.alphabet) for card in (*unread, *(card for card, is_small in cards if is_small))}
    return replace(
        learnt,
        unsure=learnt.unsure | (seem - learnt.deck.values.keys() - {""}),
        unread=len(unread),
        bare=sum(map(_is_bare, unread)),
        small=sum(is_small and bool(_seeming(card, reader.alphabet)) for card, is_small in cards),
    )


def _cards_in(picture: Colour, reader: CardsReader) -> Iterator[tuple[CardShares, bool]]:
    """What was read of each card of a picture, and whether it is so small that a look would not read it, either."""
    read = reader.read(picture, in_rows=True)
    for shares, height in zip(shares_in(picture, read), read.frames.heights.tolist(), strict=True):
        yield shares, height < LEAST_HEIGHT


def _face(shares: CardShares, alphabet: Sequence[str]) -> _Face | None:
    """A card's letter and multiplier, if both are sure."""
    verdict = verdict_of(shares, Deck({}), alphabet)
    asked = {question.about for question in verdict.open}
    return None if asked & {"letter", "multiplier"} else (verdict.letter, verdict.multiplier)


def _seeming(shares: CardShares, alphabet: Sequence[str]) -> str:
    """The letter that a card seems to bear; "" for none."""
    best = int(shares.both.argmax())
    return alphabet[best] if shares.both[best] >= _SEEMS else ""


def _is_bare(shares: CardShares) -> bool:
    """Whether a card clearly shows its letter, and no value."""
    return bool(shares.both.max() >= VERDICTS.letter) and shares.shows_no_value


def _learnt(shown: Sequence[tuple[_Face, CardShares]], usual: Mapping[str, int]) -> LearntDeck:
    """The deck that these cards are of."""
    seen = Counter(face for face, _ in shown)
    letters = sorted({letter for letter, _ in seen if letter})
    values = values_learnt({one: [card.values for face, card in shown if face[0] == one] for one in letters}, usual)
    marks = {letter: frozenset(mark for (name, mark) in seen if name == letter) for letter in letters}
    counts: Counter[PrintedFace] = Counter()
    for (letter, mark), count in seen.items():
        counts[letter, values.likeliest.get(letter), mark] += count
    return LearntDeck(Deck(values.likeliest, marks, seen["", 1]), counts, values.unsure, 0, values.at_odds)
