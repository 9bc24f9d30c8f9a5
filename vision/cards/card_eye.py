"""One look at a table of cards: takes a picture, and tells which cards lie there, and what of that is in doubt."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import replace
from time import perf_counter

import cv2
import numpy as np

from pi_referee.rules.board.deck import Deck
from vision.arrays import Colour, Floats
from vision.cards.again.lying_cards import NO_CARDS
from vision.cards.card_frames import Frames, quad_of
from vision.cards.card_refusals import refused
from vision.cards.card_shares import CardShares, in_their_light
from vision.cards.card_sighting import CardDoubt, CardSighting, CardWhy, Cell, SeenCard
from vision.cards.card_verdict import (
    CardVerdict,
    doubted_jokers,
    is_card,
    is_doubtful,
    likely_jokers,
    may_bear_mark,
    verdict_of,
)
from vision.cards.card_windows import is_burnt_out, off_colours
from vision.cards.pattern import Group, askew, astray, between, from_top_left, hanging, loose, parted
from vision.cards.printed.assumed_values import with_unread_values
from vision.cards.printed.hidden_marks import may_be_anothers, may_be_hidden, may_lie_under, under_things
from vision.cards.printed.joker_faces import unlike
from vision.cards.printed.marks_told import are_marks_told, clear_marks
from vision.cards.printed.small_print import Place
from vision.cards.read_cards import CardsReader, ReadCards
from vision.sighting import NotSeen


class CardEye:
    """Sees the cards of one deck; made once a game, since loading the networks takes a moment.

    It remembers the cards that it read, so that later looks read only those that are new or have changed. deck: may be
    set anew as more of its cards is known, with the same letters.
    """

    def __init__(self, deck: Deck) -> None:
        """Prepare for a deck; RefereeError if a network is missing or damaged."""
        self.deck, self._reader, self._last = deck, CardsReader(deck.letters), NO_CARDS
        self._marks_at: Place | None = None

    def see(self, picture: Colour, previous: CardSighting | None = None) -> CardSighting | NotSeen:
        """Look at a picture, (height, width, 3) uint8, blue-green-red.

        previous: what an earlier look told: cards that lie there still tell which way up they stand, and what this eye
        last read of them, letter and value without a question, is not read again while they look the same. None for a
        look that takes over nothing.
        """
        start = perf_counter()
        if previous is None:
            self._last, self._marks_at = NO_CARDS, None
        before = () if previous is None else previous.cards
        last, self._last = self._last, NO_CARDS
        cards = self._reader.read(picture, before, last, self._marks_at)
        refusal = refused(picture, cards)
        if refusal is not None:
            return refusal
        return self._told(picture, cards, start)

    def _told(self, picture: Colour, cards: ReadCards, start: float) -> CardSighting:
        """What was read, judged by the deck."""
        pattern = next((group for group in cards.groups if len(group.cells) > 1), Group({}, frozenset()))
        apart = parted(cards.frames, cards.groups)
        cells = from_top_left(pattern.cells | apart) if pattern.cells else {}
        off, colours = astray(cards.frames, cells).tolist(), off_colours(cards.lying.windows, list(cells)).tolist()
        shares = [
            replace(one, astray=far, off_colour=apart)
            for one, far, apart in zip(shares_in(picture, cards), off, colours, strict=True)
        ]
        shares = in_their_light(with_hidden_marks(shares, cards, pattern), list(cells))
        told = [verdict_of(one, self.deck, self._reader.alphabet) for one in shares]
        jokers = likely_jokers(told, cells)
        alone = unlike(cards.lying.windows, jokers).tolist()
        verdicts = with_unread_values(doubted_jokers(told, shares, self.deck, jokers, alone), shares, self.deck)
        unsure = pattern.unsure | apart.keys() | hanging(cells, {one for one in cells if is_doubtful(verdicts[one])})
        unsure |= loose(cards.frames, cells)
        marked = np.array([may_bear_mark(verdict) for verdict in verdicts], bool)
        # What was hard to read, or to place, may be clear in the next picture.
        clear = np.array([not (_is_unread(one) or number in unsure) for number, one in enumerate(verdicts)], bool)
        self._marks_at = cards.prints.place
        self._last = replace(cards.lying, marked=marked).only(clear)
        inside = [_seen_card(cards.frames, number, verdicts[number], cell) for number, cell in cells.items()]
        aside = [
            _seen_card(cards.frames, number, verdict, None)
            for number, verdict in enumerate(verdicts)
            if number not in cells and is_card(shares[number], verdict, self.deck)
        ]
        doubts = [
            doubt
            for number, cell in cells.items()
            for doubt in _doubts(verdicts[number], cell, is_unsure=number in unsure)
        ]
        hide = _may_hide(cards, pattern, apart)
        return CardSighting(
            cards=tuple(sorted(inside, key=lambda card: (card.cell or (0, 0))[::-1])),
            aside=tuple(aside),
            face_down=len(cards.backs),
            doubts=tuple(sorted(doubts, key=lambda doubt: doubt.cell[::-1])),
            milliseconds=_milliseconds(*cards.seconds, perf_counter() - start),
            may_hide=_from_top_left(hide, pattern.cells | apart),
        )


def with_hidden_marks(shares: list[CardShares], cards: ReadCards, words: Group) -> list[CardShares]:
    """The shares, with whether something may lie over a mark of the words: over its place, or in the next cell.

    Where the deck's place for marks is known so may what lies over the next card.
    """
    place = cards.prints.place
    over = {cell for number, cell in words.cells.items() if shares[number].is_partly_hidden}
    hidden = cards.hidden if place is None else cards.hidden | over
    under = may_lie_under(len(shares), words.cells, hidden, place)
    if place is not None:
        under |= under_things(cards.frames, cards.things, place)
    return [
        replace(one, mark_may_be_hidden=True) if is_under else one
        for one, is_under in zip(shares, under.tolist(), strict=True)
    ]


def _may_hide(cards: ReadCards, pattern: Group, apart: Mapping[int, Cell]) -> Set[Cell]:
    """The free cells in which a card of the words may lie unseen, or crookedly, or between them and those parted."""
    crooked = askew(cards.frames, cards.groups)
    return (cards.hidden | crooked) - set(apart.values()) | between(pattern.cells.values(), apart.values())


def _milliseconds(locate: float, letters: float, total: float) -> dict[str, float]:
    """The time that each part of a look took, ms, of the seconds spent."""
    spent = {"locate": locate, "cells": total - locate - letters, "letters": letters, "total": total}
    return {name: round(1000 * value, 1) for name, value in spent.items()}


def _from_top_left(hidden: Set[Cell], cells: dict[int, Cell]) -> tuple[Cell, ...]:
    """Free cells beside the words, counted as the cells of their cards are."""
    left, top = (min((cell[axis] for cell in cells.values()), default=0) for axis in (0, 1))
    return tuple(sorted((column - left, row - top) for column, row in hidden))


def shares_in(picture: Colour, cards: ReadCards) -> list[CardShares]:
    """All that was read of each card, and what the others tell of its mark; nothing of where it lies among them."""
    prints = cards.prints
    hidden, anothers = may_be_hidden(cards.frames, prints), may_be_anothers(cards.frames, prints)
    is_placed = prints.place is not None
    are_shown = bool(clear_marks(prints).any())
    are_told = (is_placed and are_shown) or are_marks_told(prints.closer, prints.values)
    return [
        replace(
            _shares_of(picture, cards, number),
            mark_may_be_hidden=bool(hidden[number]),
            mark_may_be_anothers=bool(anothers[number]),
            are_marks_told=are_told,
            shows_marks=are_shown,
            is_place_known=is_placed,
            misses_value=bool(prints.misses_value[number]),
            is_burnt_out=is_burnt_out(cards.lying.windows[number]),
        )
        for number in range(len(cards.frames))
    ]


def _shares_of(picture: Colour, cards: ReadCards, number: int) -> CardShares:
    """All that was read of one card."""
    prints, letters = cards.prints, cards.letters
    return CardShares(
        letters.first[number], letters.second[number], float(letters.foreign[number]), prints.values[number],
        prints.marks[number], prints.closer[number], float(prints.strange[number]),
        _inside(picture, cards.frames.corners[number]), float(cards.frames.scores[number]),
        float(cards.uneven[number]), bool(cards.bleached[number]), off=float(cards.off[number]),
    )  # fmt: skip


def _is_unread(verdict: CardVerdict) -> bool:
    """Whether it is open which letter a card shows, or which value."""
    return any(question.about != "multiplier" for question in verdict.open)


def _inside(picture: Colour, corners: Floats) -> float:
    """The share of a quad that is in the picture."""
    high, wide = picture.shape[:2]
    whole = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32)
    quad = corners.astype(np.float32)
    area, _ = cv2.intersectConvexConvex(quad, whole)
    return float(area) / max(abs(float(cv2.contourArea(quad))), 1.0)


def _seen_card(frames: Frames, number: int, verdict: CardVerdict, cell: Cell | None) -> SeenCard:
    return SeenCard(
        quad_of(frames.corners[number]), verdict.letter, verdict.value, verdict.multiplier,
        verdict.is_joker, round(verdict.confidence, 4), cell, verdict.is_value_seen,
    )  # fmt: skip


def _doubts(verdict: CardVerdict, cell: Cell, *, is_unsure: bool) -> list[CardDoubt]:
    """What is open about a card of the words; is_unsure: its neighbours do not agree where it lies."""
    doubts = [CardDoubt(cell, question.about, question.choices, question.why) for question in verdict.open]
    if is_unsure:
        doubts.append(CardDoubt(cell, "letter", ((verdict.letter, 0.5), (".", 0.5)), CardWhy.PLACE))
    return doubts
