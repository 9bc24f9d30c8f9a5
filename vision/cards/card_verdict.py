"""What is told of one card: its letter, value and mark, and what of it is in doubt, against the deck."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from pi_referee.rules.board.deck import MULTIPLIERS, Deck
from vision.arrays import Floats
from vision.cards.card_sighting import About, CardWhy
from vision.cards.printed.card_marks import LIMITS as MARKS
from vision.cards.printed.marks_told import LIMITS as LOOK
from vision.cards.printed.small_print import MOST_VALUE

Choices = tuple[tuple[str, float], ...]
"""What something may be, likeliest first, each with its share."""


@dataclass(frozen=True, slots=True)
class VerdictLimits:
    """From which shares (0 to 1) something is told for sure."""

    # Each letter reader's share of the letter; of 193 on 24 drawn tables an Å had 0.974 as an Ä, an F 0.957 as an E.
    letter: float = 0.98
    foreign: float = 0.5  # the share of another letter, as that of one upside down, from which a letter is asked
    # The readers' share of any letter, below which it is a joker: of 123 jokers on drawn tables 87 have less, of 3,052
    # letters two, one beside its value, one hardly found.
    no_letter: float = 0.1
    uneven: float = 1.5  # how much brighter one corner is than another where a shade's edge may have hidden a letter
    joker_value: float = 0.5  # the share of no value, or 0, that a joker must have to be one for sure
    # The share of no value from which print may be lost: then a card may bear a mark, if none clearly does, and where
    # others show values its letter may be a joker's picture, or half of another. An R under a hand was told as an F
    # with 0.93, a bleached T without its 3x with 1.0; four of 1,331 sure letters among values have more.
    no_value: float = 0.9
    other_value: float = 0.9  # the share of another value from which it is asked
    # Of marks, told by both readers' shares together, as their geometric mean.
    mark: float = 0.97  # the share of a mark that is sure
    # The least share of any mark over the whole card: a card below another one's 3x had 0.02; 6 of 512 marks had less.
    any_far: float = 0.1
    which_far: float = 0.5  # the least share of that mark among both, over the whole card
    # Ink that other cards have not, as a share of the card, from which it may be a mark, or something that lies over
    # one: of 659 cards without a mark of which nothing was asked 25 have more, of 52 with one that was told 48.
    inked: float = 0.001
    # The shares of any mark, over the whole card, from nearer, and both multiplied, from which there may be one. All of
    # 1,918 marks of 1,100 drawn tables have more, or such ink; so have 28 % of 7,674 cards without.
    seen: tuple[float, float, float] = (0.5, 0.8, 0.004)
    found: float = 0.65  # the finder's score below which a card without a letter may be none; of 73 jokers 5 have less
    # How far off its neighbours' steps a card without a letter lies, as astray tells, from which on it may be none: two
    # playing cards had 0.26 and 0.84; of 271 jokers two have more, and one in a hundred 0.21.
    astray: float = 0.22
    lone_letter: float = 0.9  # both readers' share from which what lies aside shows a letter, as a card does
    lone_found: float = 0.78  # the finder's score from which that is a card; lines of a receipt had 0.76 at most
    lone_value: float = 0.3  # the share of that letter's value from which it is one, whatever the score
    inside: float = 0.97  # how much of a card must be in the picture
    shown: float = 0.01  # the least share of a choice that is offered


LIMITS = VerdictLimits()


@dataclass(frozen=True, slots=True, eq=False)
class CardShares:
    """All that was read of one card.

    first, second: (letters,) both readers' shares of the deck's letters; foreign: of another letter, or of one that
    stands upside down. values: (17,), marks and closer: (3,), strange: as Prints. has_values: whether other cards
    of the look show their values. inside: the share of the card that is in the picture. score: how surely the finder
    found it. uneven: how many times brighter its brightest corner is than its darkest. is_bleached: whether print may
    be lost in the light. mark_may_be_hidden: whether another card lies where this one may bear its mark.
    mark_may_be_anothers: whether another card seems to bear the same one. are_marks_told: whether the look shows well
    enough which mark is which. shows_marks: whether it shows a clear one on any card. astray: as the pattern tells it.
    """

    first: Floats
    second: Floats
    foreign: float
    values: Floats
    marks: Floats
    closer: Floats
    strange: float
    has_values: bool
    inside: float
    score: float = 1.0
    uneven: float = 1.0
    is_bleached: bool = False
    mark_may_be_hidden: bool = False
    mark_may_be_anothers: bool = False
    are_marks_told: bool = True
    shows_marks: bool = False
    astray: float = 0.0

    @property
    def both(self) -> Floats:
        """The readers' shares together."""
        return np.asarray(np.sqrt(self.first * self.second))

    @property
    def is_print_lost(self) -> bool:
        """Whether neither a value is seen on the card nor a clear mark on any of the look: light may have taken one."""
        return bool(self.values[-1] >= LIMITS.no_value) and not self.shows_marks

    @property
    def is_whole(self) -> bool:
        """Whether nothing lies over the card, and all of it is in the picture."""
        return self.inside > LIMITS.inside and self.strange < MARKS.covered


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """Something about a card that is not sure."""

    about: About
    choices: Choices
    why: CardWhy


@dataclass(frozen=True, slots=True)
class CardVerdict:
    """What one card most likely shows, and what of that is open."""

    letter: str
    value: int | None
    multiplier: int
    is_joker: bool
    confidence: float
    open: tuple[OpenQuestion, ...]


def verdict_of(shares: CardShares, deck: Deck, alphabet: Sequence[str]) -> CardVerdict:
    """Judge one card; alphabet: the letters that first and second stand for."""
    choices, is_sure = _letters(shares, deck, alphabet)
    letter, confidence = choices[0]
    questions = [] if is_sure else [OpenQuestion("letter", choices, _why_letter(shares, choices))]
    if _may_be_no_card(shares, letter):
        questions = [OpenQuestion("letter", (*choices, (".", round(1 - shares.score, 4))), CardWhy.PLACE)]
        is_sure = False
    if not letter and is_sure:
        return CardVerdict("", _printed(shares), 1, is_joker=True, confidence=confidence, open=())
    if not letter:
        # It may be a card with a letter after all: then its mark counts.
        multiplier, unsure = _mark(shares, deck, letter)
        questions += [unsure] if unsure is not None else []
        return CardVerdict(
            "", _printed(shares), multiplier, is_joker=True, confidence=confidence, open=tuple(questions)
        )
    value, differs = _value(shares, deck, letter)
    multiplier, unsure = _mark(shares, deck, letter)
    questions += [question for question in (differs, unsure) if question is not None]
    return CardVerdict(letter, value, multiplier, is_joker=False, confidence=confidence, open=tuple(questions))


def is_card(shares: CardShares, verdict: CardVerdict, deck: Deck) -> bool:
    """Whether what lies aside is a card of this deck: it shows a letter, and is surely found or bears its value."""
    value = deck.values.get(verdict.letter)
    bears_it = value is not None and value <= MOST_VALUE and bool(shares.values[value] >= LIMITS.lone_value)
    is_found = shares.score >= LIMITS.lone_found
    return bool(shares.both.max() > LIMITS.lone_letter) and (is_found or (shares.has_values and bears_it))


def is_doubtful(verdict: CardVerdict) -> bool:
    """Whether what was judged may be no card at all."""
    return any(question.why is CardWhy.PLACE for question in verdict.open)


def may_bear_mark(verdict: CardVerdict) -> bool:
    """Whether a card bears a mark, or it is not sure whether it does."""
    return verdict.multiplier > 1 or any(question.about == "multiplier" for question in verdict.open)


def few_jokers(verdicts: list[CardVerdict], deck: Deck) -> list[CardVerdict]:
    """The verdicts on all cards of a look; more jokers than the deck holds are asked, since most of them are none."""
    sure = [verdict.is_joker and not verdict.open for verdict in verdicts]
    if sum(sure) <= deck.jokers:
        return verdicts
    asked = (OpenQuestion("letter", (("", 1.0),), CardWhy.JOKER),)
    return [replace(one, open=asked) if is_sure else one for one, is_sure in zip(verdicts, sure, strict=True)]


def _letters(shares: CardShares, deck: Deck, alphabet: Sequence[str]) -> tuple[Choices, bool]:
    """What the letter may be, "" for a joker, and whether that is sure."""
    both = shares.both
    total = float(both.sum())
    order = np.argsort(-both)
    best = int(order[0])
    none = max(0.0, 1 - total - shares.foreign) if deck.jokers else 0.0
    named = [("", none), *((alphabet[int(number)], float(both[number])) for number in order[:6])]
    whole = max(sum(share for _, share in named), 1e-9)
    ranked = sorted(((name, round(share / whole, 4)) for name, share in named), key=lambda choice: -choice[1])
    kept = tuple(choice for choice in ranked if choice[1] >= LIMITS.shown) or tuple(ranked[:1])
    if kept[0][0] == "":
        has_no_value = shares.values[-1] + shares.values[0] > LIMITS.joker_value
        is_clear = shares.is_whole and shares.uneven < LIMITS.uneven and not shares.is_bleached
        return kept, bool(total + shares.foreign < LIMITS.no_letter and is_clear and has_no_value)
    agreed = min(shares.first[best], shares.second[best]) >= LIMITS.letter and shares.foreign < LIMITS.foreign
    if agreed and shares.has_values and shares.values[-1] >= LIMITS.no_value and shares.is_whole:
        return (*kept, ("", LIMITS.shown)) if deck.jokers else kept, False
    return kept, bool(agreed and shares.is_whole)


def _may_be_no_card(shares: CardShares, letter: str) -> bool:
    """Whether what shows no letter is hardly found, or lies otherwise than cards beside cards do."""
    return not letter and (shares.score < LIMITS.found or shares.astray > LIMITS.astray)


def _hidden(shares: CardShares) -> CardWhy:
    """Why a card is not seen whole."""
    return CardWhy.COVERED if shares.inside > LIMITS.inside else CardWhy.PICTURE_EDGE


def _why_letter(shares: CardShares, choices: Choices) -> CardWhy:
    if not shares.is_whole:
        return _hidden(shares)
    return CardWhy.JOKER if "" in dict(choices) else CardWhy.LETTER


def _printed(shares: CardShares) -> int | None:
    """The printed value, if one is seen for sure."""
    best = int(shares.values.argmax())
    return best if best <= MOST_VALUE and shares.values[best] >= LIMITS.other_value else None


def _value(shares: CardShares, deck: Deck, letter: str) -> tuple[int | None, OpenQuestion | None]:
    """The value, and whether another one than the deck's is printed."""
    expected, printed = deck.values.get(letter), _printed(shares)
    if printed is None or printed == expected or not shares.is_whole:
        return expected, None
    if expected is None:
        return printed, None
    told = ((str(printed), float(shares.values[printed])), (str(expected), float(shares.values[expected])))
    return printed, OpenQuestion("value", told, CardWhy.VALUE_DIFFERS)


def _mark(shares: CardShares, deck: Deck, letter: str) -> tuple[int, OpenQuestion | None]:
    """The multiplier, and whether that is open: two readers must agree, over the whole card and from nearer."""
    both = np.sqrt(shares.marks * shares.closer)
    told = both / max(float(both.sum()), 1e-9)
    order = np.argsort(-told)
    ranked = tuple((str(MULTIPLIERS[int(number)]), round(float(told[number]), 4)) for number in order)
    best = MULTIPLIERS[int(order[0])]
    if not shares.is_whole or _may_be_no_card(shares, letter):
        return best, OpenQuestion("multiplier", ranked, _hidden(shares))
    if best == 1 and shares.mark_may_be_hidden:
        return best, OpenQuestion("multiplier", ranked, CardWhy.COVERED)
    if (
        shares.is_bleached
        or (best == 1 and letter and shares.is_print_lost)
        or not (_shows_no_mark(shares) if best == 1 else _shows_mark(shares, told, best))
    ):
        return best, OpenQuestion("multiplier", ranked, CardWhy.MARK)
    if not deck.may_show(letter, best):
        return best, OpenQuestion("multiplier", ranked, CardWhy.MARK_DIFFERS)
    return best, None


def _shows_no_mark(shares: CardShares) -> bool:
    """Whether neither reader sees a mark, and there is no ink that other cards have not."""
    far, near = float(shares.marks[1:].sum()), float(shares.closer[1:].sum())
    most_far, most_near, most = LIMITS.seen
    return far < most_far and near < most_near and far * near < most and shares.strange < LIMITS.inked


def _shows_mark(shares: CardShares, told: Floats, multiplier: int) -> bool:
    """Whether both readers together are sure of this mark, and neither takes it for the other one."""
    number = MULTIPLIERS.index(multiplier)
    far, near = (float(seen[number] / max(seen[1:].sum(), 1e-9)) for seen in (shares.marks, shares.closer))
    is_clear = far >= LIMITS.which_far and near >= LOOK.which and shares.marks[1:].sum() >= LIMITS.any_far
    are_told = shares.are_marks_told and not shares.mark_may_be_anothers
    return bool(told[number] >= LIMITS.mark and is_clear and are_told)
