"""One look at a table of cards: takes a picture, and tells which cards lie there, and what of that is in doubt."""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter

import cv2
import numpy as np

from pi_referee.gettext_mark import say
from pi_referee.rules.board.deck import Deck
from pi_referee.rules.course.refusal import Refusal
from vision.arrays import Colour, Floats
from vision.cards.card_finder import CardFinder
from vision.cards.card_frames import Frames, quad_of
from vision.cards.card_letters import CardLetters, LetterShares
from vision.cards.card_print import PrintReader, Prints
from vision.cards.card_sighting import CardDoubt, CardSighting, CardWhy, Cell, SeenCard
from vision.cards.card_verdict import CardShares, CardVerdict, verdict_of
from vision.cards.card_windows import windows_of
from vision.cards.letter_windows import cut_letters, glyphs_of
from vision.cards.pattern import Group, aligned, from_top_left, groups_of
from vision.sighting import NotSeen

NO_CARDS = NotSeen(
    say("No cards can be seen in the picture."),
    say("See that the whole table is in the picture, with enough light on it."),
    Refusal.NO_BOARD,
)
"""What is told of a picture in which no card is found."""

_MOST_EVIDENCE = 3.0
"""How much one card may say about which way up its word lies."""


@dataclass(frozen=True, slots=True, eq=False)
class ReadCards:
    """Cards that lie face up, each as it stands, and what was read of them."""

    frames: Frames
    groups: list[Group]
    letters: LetterShares
    prints: Prints


class CardEye:
    """Sees the cards of one deck; made once a game, since loading the networks takes a moment."""

    def __init__(self, deck: Deck) -> None:
        """Prepare for a deck; RefereeError if a network is missing or damaged."""
        self._deck = deck
        self._finder, self._prints, self._letters = CardFinder(), PrintReader(), CardLetters(deck.letters)

    def see(self, picture: Colour, previous: CardSighting | None = None) -> CardSighting | NotSeen:
        """Look at a picture, (height, width, 3) uint8, blue-green-red.

        previous: what an earlier look told, which may save time and never changes what is read.
        """
        del previous
        start = perf_counter()
        found = self._finder.find(picture)
        if not len(found):
            return NO_CARDS
        located = perf_counter()
        cards = self._read(picture, found.only(~found.backs))
        read = perf_counter()
        return self._told(picture, cards, int(found.backs.sum()), (start, located, read))

    def _read(self, picture: Colour, faces: Frames) -> ReadCards:
        """Read all cards that lie face up, each group the way up that its letters tell."""
        faces = aligned(faces)
        groups, aspect = groups_of(faces), _aspect(faces)
        windows = windows_of(picture, faces.corners)
        glyphs = glyphs_of(np.array([cv2.cvtColor(window, cv2.COLOR_BGR2GRAY) for window in windows], np.uint8))
        evidence, upright, over = self._letters.evidence(cut_letters(picture, faces, glyphs, aspect))
        flipped = np.zeros(len(faces), bool)
        for group in groups:
            members = list(group.cells)
            flipped[members] = np.clip(evidence[members], -_MOST_EVIDENCE, _MOST_EVIDENCE).sum() < 0
        windows[flipped] = windows[flipped][:, ::-1, ::-1]
        frames = faces.turned(flipped)
        chosen = [
            np.where(flipped[:, None], two, one)
            for one, two in ((upright.first, over.first), (upright.second, over.second))
        ]
        return ReadCards(frames, groups_of(frames), LetterShares(*chosen), self._prints.read(windows))

    def _told(
        self, picture: Colour, cards: ReadCards, face_down: int, times: tuple[float, float, float]
    ) -> CardSighting:
        shares = [_shares_of(picture, cards, number) for number in range(len(cards.frames))]
        verdicts = [verdict_of(one, self._deck, self._letters.alphabet) for one in shares]
        is_card = [_is_card(one) for one in shares]
        pattern = next((group for group in cards.groups if len(group.cells) > 1), Group({}, frozenset()))
        cells = from_top_left(pattern.cells) if pattern.cells else {}
        inside = [_seen_card(cards.frames, number, verdicts[number], cell) for number, cell in cells.items()]
        aside = [
            _seen_card(cards.frames, number, verdicts[number], None)
            for number in range(len(verdicts)) if number not in cells and is_card[number]
        ]  # fmt: skip
        doubts = [
            doubt
            for number, cell in cells.items()
            for doubt in _doubts(verdicts[number], cell, is_unsure=number in pattern.unsure)
        ]
        done = perf_counter()
        start, located, read = times
        spent = {"locate": located - start, "cells": done - read, "letters": read - located, "total": done - start}
        return CardSighting(
            cards=tuple(sorted(inside, key=lambda card: (card.cell or (0, 0))[::-1])),
            aside=tuple(aside),
            face_down=face_down,
            doubts=tuple(sorted(doubts, key=lambda doubt: doubt.cell[::-1])),
            milliseconds={name: round(1000 * value, 1) for name, value in spent.items()},
        )


def _aspect(faces: Frames) -> float:
    """A card's width as a share of its height."""
    return (
        float(np.median(np.linalg.norm(faces.rights, axis=1) / np.linalg.norm(faces.downs, axis=1)))
        if len(faces)
        else 0.7
    )


def _shares_of(picture: Colour, cards: ReadCards, number: int) -> CardShares:
    prints, letters = cards.prints, cards.letters
    return CardShares(
        letters.first[number], letters.second[number], prints.kinds[number], prints.letters[number],
        prints.values[number], prints.marks[number], float(prints.seen[number]), _inside(picture, cards.frames.corners[number]),
    )  # fmt: skip


def _inside(picture: Colour, corners: Floats) -> float:
    """The share of a quad that is in the picture."""
    high, wide = picture.shape[:2]
    whole = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32)
    quad = corners.astype(np.float32)
    area, _shape = cv2.intersectConvexConvex(quad, whole)
    return float(area) / max(abs(float(cv2.contourArea(quad))), 1.0)


def _is_card(shares: CardShares) -> bool:
    """Whether what was found shows a card's print: a letter or a joker's sign in its place."""
    return bool(shares.kinds[3] < 0.5 or np.sqrt(shares.first * shares.second).max() > 0.9)


def _seen_card(frames: Frames, number: int, verdict: CardVerdict, cell: Cell | None) -> SeenCard:
    return SeenCard(
        quad_of(frames.corners[number]), verdict.letter, verdict.value, verdict.multiplier,
        verdict.is_joker, round(verdict.confidence, 4), cell,
    )  # fmt: skip


def _doubts(verdict: CardVerdict, cell: Cell, *, is_unsure: bool) -> list[CardDoubt]:
    doubts = [CardDoubt(cell, question.about, question.choices, question.why) for question in verdict.open]
    if is_unsure:
        doubts.append(CardDoubt(cell, "letter", ((verdict.letter, 0.5), (".", 0.5)), CardWhy.PLACE))
    return doubts
