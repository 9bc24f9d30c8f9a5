"""What is told of one card: its letter, value and mark, and what of it is in doubt, against the deck."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

import numpy as np

from pi_referee.rules.board.deck import Deck
from vision.arrays import Flags
from vision.cards.card_letters import SURELY
from vision.cards.card_shares import CardShares, OpenQuestion, why_hidden
from vision.cards.card_sighting import About, CardWhy
from vision.cards.printed.card_marks import LIMITS as MARKS
from vision.cards.printed.card_values import MOST_VALUE
from vision.cards.printed.mark_verdict import judge_mark
from vision.letters.letter_marks import unmarked
from vision.sighting import Choices


@dataclass(frozen=True, slots=True)
class VerdictLimits:
    """From which shares (0 to 1) something is told for sure."""

    # Each letter reader's share of the letter; of 193 on 24 drawn tables an Å had 0.974 as an Ä, an F 0.957 as an E.
    letter: float = 0.98
    # The same where the letter's own value is not seen, and another letter of the deck has other dots: in the dark an Ä
    # was an A at 0.983, and an Å at 0.983 with an unclear value. 23 of 4,657 cards are asked for the latter.
    dotted: float = 0.995
    # The same where the card's value bears the letter out against all others: none of 634 whole cards on 2,662 drawn
    # tables that are told by this shows another letter, 51 of them with less than 0.8; one does of all 16,992 that show
    # the value of their likeliest letter. In a lamp's glare an O that may have been a joker had 0.43.
    with_value: float = 0.4
    likely_value: float = 0.5  # the share from which a value is rather seen than none, or another one
    misread: float = 0.02  # how often a value is read that is not the card's: 50 of 3,868 on those tables
    own_value: float = 0.05  # the share from which the letter's own value may be seen
    foreign: float = 0.5  # the share of another letter, as that of one upside down, from which a letter is asked
    # The readers' share of any letter, below which it is a joker: of 123 jokers on drawn tables 87 have less, of 3,052
    # letters two, one beside its value, one hardly found.
    no_letter: float = 0.1
    uneven: float = 1.5  # how much brighter one corner is than another where a shade's edge may have hidden a letter
    joker_value: float = 0.5  # the share of no value, or 0, that a joker must have to be one for sure
    # How far a joker's paper may be from the other cards' colour: two playing cards on words had 0.056 and 0.033; three
    # of 168 sure jokers have more.
    joker_colour: float = 0.025
    other_value: float = 0.9  # the share of another value from which it is asked
    found: float = 0.65  # the finder's score below which a card without a letter may be none; of 73 jokers 5 have less
    # How far off its neighbours' steps a card without a letter lies, as astray tells, from which on it may be none: two
    # playing cards had 0.26 and 0.84; of 271 jokers two have more, and one in a hundred 0.21.
    astray: float = 0.22
    lone_found: float = 0.78  # the finder's score from which that is a card; lines of a receipt had 0.76 at most
    lone_value: float = 0.3  # the share of that letter's value from which it is one, whatever the score
    # The ink that other cards have not (strange) from which what lies aside is print on other paper, if neither value
    # nor mark is seen: two headlines' letters had 0.019 and 0.022, of 395 cards that lay aside nine have more. What has
    # as much as a card that something covers may be one.
    lone_ink: float = 0.01
    shown: float = 0.01  # the least share of a choice that is offered


LIMITS = VerdictLimits()


@dataclass(frozen=True, slots=True)
class CardVerdict:
    """What one card most likely shows, and what of that is open; is_value_seen: whether its value is read there."""

    letter: str
    value: int | None
    multiplier: int
    is_joker: bool
    confidence: float
    open: tuple[OpenQuestion, ...]
    is_value_seen: bool = True

    def asked(self, about: About) -> Choices:
        """What may be answered about the card's letter, value or multiplier, likeliest first; nothing if it is sure."""
        return next((question.choices for question in self.open if question.about == about), ())


def verdict_of(shares: CardShares, deck: Deck, alphabet: Sequence[str]) -> CardVerdict:
    """Judge one card; alphabet: the letters that first and second stand for."""
    choices, is_sure = _letters(shares, deck, alphabet)
    letter, confidence = choices[0]
    questions = [] if is_sure else [OpenQuestion("letter", choices, _why_letter(shares, choices))]
    may_be_none = _may_be_no_card(shares, letter)
    if may_be_none:
        questions = [OpenQuestion("letter", (*choices, (".", round(1 - shares.score, 4))), CardWhy.PLACE)]
        is_sure = False
    printed = _printed(shares)
    value, differs = _value(shares, deck, letter) if letter else (printed, None)
    multiplier, unsure = 1, None
    # What is no joker for sure may be a card with a letter after all: then its mark counts.
    if letter or not is_sure:
        is_decks = is_sure and differs is None
        multiplier, unsure = judge_mark(shares, deck, letter, may_be_no_card=may_be_none, is_sure=is_decks)
    questions += [question for question in (differs, unsure) if question is not None]
    return CardVerdict(
        letter, value, multiplier, is_joker=not letter, confidence=confidence, open=tuple(questions),
        is_value_seen=printed == value,
    )  # fmt: skip


def is_card(shares: CardShares, verdict: CardVerdict, deck: Deck) -> bool:
    """Whether what lies aside is a card of this deck: it shows a letter, and is surely found or bears its value."""
    value = deck.values.get(verdict.letter)
    bears_it = value is not None and value <= MOST_VALUE and bool(shares.values[value] >= LIMITS.lone_value)
    is_found = shares.score >= LIMITS.lone_found and not _is_other_print(shares)
    return bool(shares.both.max() > SURELY) and (is_found or bears_it)


def _is_other_print(shares: CardShares) -> bool:
    """Whether there is print beside a letter that is neither a value nor a mark, as below a headline."""
    is_printed_on = LIMITS.lone_ink <= shares.strange < MARKS.covered
    return is_printed_on and shares.shows_no_value and not shares.may_show_mark


def is_doubtful(verdict: CardVerdict) -> bool:
    """Whether what was judged may be no card at all."""
    return any(question.why is CardWhy.PLACE for question in verdict.open)


def may_bear_mark(verdict: CardVerdict) -> bool:
    """Whether a card bears a mark, or it is not sure whether it does."""
    return verdict.multiplier > 1 or bool(verdict.asked("multiplier"))


def sure_joker(verdict: CardVerdict) -> bool:
    """Whether a card is a joker for sure."""
    return verdict.is_joker and not verdict.open


def likely_jokers(verdicts: Sequence[CardVerdict], words: Collection[int]) -> Flags:
    """(k,) which cards of the words, of these numbers, are likeliest jokers.

    Those that are asked about, too: a playing card beside the deck's joker was one for sure, for that one was not.
    """
    return np.array([number in words and one.is_joker for number, one in enumerate(verdicts)], bool)


def doubted_jokers(
    verdicts: list[CardVerdict], shares: Sequence[CardShares], deck: Deck, likely: Flags, unlike: Sequence[bool]
) -> list[CardVerdict]:
    """The verdicts on all cards of a look; what seems a joker for sure is asked where that cannot be right.

    Where there are more than the deck holds most of them are none, be they sure or likely (k,): in gaps between cards
    a cloth's dots are, and of 14 one was sure. unlike: whether each looks like no other joker.
    """
    sure = np.array([sure_joker(verdict) for verdict in verdicts], bool)
    are_many = np.count_nonzero(sure | likely) > deck.jokers
    return [
        _doubted(one, seen, deck) if sure_joker(one) and (are_many or is_unlike) else one
        for one, seen, is_unlike in zip(verdicts, shares, unlike, strict=True)
    ]


def _doubted(joker: CardVerdict, shares: CardShares, deck: Deck) -> CardVerdict:
    """A joker that may be something else: a playing card lay over a T and its 2x."""
    _, unsure = judge_mark(shares, deck, "", may_be_no_card=False)
    asked = OpenQuestion("letter", _or_letter(deck.letters[int(shares.both.argmax())]), CardWhy.JOKER)
    return replace(joker, open=(asked,) if unsure is None else (asked, unsure))


def _or_letter(likeliest: str) -> Choices:
    """What seems a joker and may be another card: were no letter named, whoever tells one would name a joker."""
    return ("", 1 - LIMITS.shown), (likeliest, LIMITS.shown)


def _letters(shares: CardShares, deck: Deck, alphabet: Sequence[str]) -> tuple[Choices, bool]:
    """What the letter may be, "" for a joker, and whether that is sure."""
    both = shares.both
    none = max(0.0, 1 - float(both.sum()) - shares.foreign) if deck.jokers else 0.0
    named = (("", none), *((alphabet[number], float(both[number])) for number in np.argsort(-both)[:6].tolist()))
    whole = max(sum(share for _, share in named), 1e-9)
    ranked = sorted(((name, round(share / whole, 4)) for name, share in named), key=lambda choice: -choice[1])
    kept = tuple(choice for choice in ranked if choice[1] >= LIMITS.shown) or tuple(ranked[:1])
    if kept[0][0] == "":
        is_sure = _is_sure_joker(shares)
        return kept if is_sure or kept[1:] else _or_letter(named[1][0]), is_sure
    is_agreed = _are_agreed(shares, deck, alphabet, named)
    # Letters on a box, or half a letter, show none.
    if is_agreed and shares.shows_no_value and shares.is_whole:
        return (*kept, ("", LIMITS.shown)) if deck.jokers else kept, False
    return kept, is_agreed and (shares.is_whole or (shares.is_in_view and _is_plain(shares, deck, named[1][0])))


def _is_sure_joker(shares: CardShares) -> bool:
    """Whether what is likeliest a joker is one: no letter is seen at all, nor what may hide one, nor a value."""
    has_no_value = shares.values[-1] + shares.values[0] > LIMITS.joker_value
    is_clear = shares.is_whole and shares.uneven < LIMITS.uneven and not shares.is_bleached
    # What bears a mark where the deck prints them is a card with a letter: something lies over that.
    is_clear &= shares.off_colour < LIMITS.joker_colour and not (shares.is_place_known and shares.shows_mark)
    return bool(float(shares.both.sum()) + shares.foreign < LIMITS.no_letter and is_clear and has_no_value)


def _are_agreed(shares: CardShares, deck: Deck, alphabet: Sequence[str], named: Choices) -> bool:
    """Whether both readers are sure enough of the likeliest letter; named: a joker first, then the likeliest ones."""
    is_own = shares.foreign < LIMITS.foreign
    return is_own and _share_of_likeliest(shares) >= _least_share(shares, deck, alphabet, named)


def _share_of_likeliest(shares: CardShares) -> float:
    """The lesser of both readers' shares of the likeliest letter."""
    best = int(shares.both.argmax())
    return float(min(shares.first[best], shares.second[best]))


def _is_plain(shares: CardShares, deck: Deck, letter: str) -> bool:
    """Whether the likeliest letter is as plain as its value: then what lies over the card leaves its letter.

    None of 186 such cards on 2,005 drawn tables shows another one.
    """
    is_own_value = _printed(shares) == deck.values.get(letter, MOST_VALUE + 1)
    return is_own_value and _share_of_likeliest(shares) >= LIMITS.letter


def _least_share(shares: CardShares, deck: Deck, alphabet: Sequence[str], named: Choices) -> float:
    """The share that both readers must have of the likeliest letter; named: a joker first, then the likeliest ones."""
    letter = named[1][0]
    if _is_borne_out(shares, deck, letter, named):
        return LIMITS.with_value
    is_dotted = _has_rivals(letter, alphabet) and not _shows_own_value(shares, deck, letter)
    # Where no picture tells the letter's value it is no witness for the letter.
    alone = deck.values.get(letter, 0) > MOST_VALUE
    return LIMITS.dotted if is_dotted or alone else LIMITS.letter


def _is_borne_out(shares: CardShares, deck: Deck, letter: str, named: Choices) -> bool:
    """Whether a letter's own value is seen, and nothing that may bear the same comes near it; a joker bears none."""
    value = deck.values.get(letter, MOST_VALUE + 1)
    if value > MOST_VALUE or shares.values[value] < LIMITS.likely_value:
        return False
    others = sum(share * _fit(shares, deck, name) for name, share in named if name != letter)
    own = float(shares.values[value])
    borne = dict(named)[letter] * own
    return borne >= LIMITS.letter * (borne + others + shares.foreign * own)


def _fit(shares: CardShares, deck: Deck, letter: str) -> float:
    """How well what is seen of a value fits a letter, or a joker, "": 1 where that letter's is not known."""
    if not letter:
        return max(float(shares.values[-1] + shares.values[0]), LIMITS.misread)
    value = deck.values.get(letter, MOST_VALUE + 1)
    return max(float(shares.values[value]), LIMITS.misread) if value <= MOST_VALUE else 1.0


def _shows_own_value(shares: CardShares, deck: Deck, letter: str) -> bool:
    """Whether the value that the deck has for a letter may be seen."""
    value = deck.values.get(letter)
    if value is None:
        return not shares.shows_no_value
    return value <= MOST_VALUE and bool(shares.values[value] >= LIMITS.own_value)


def _has_rivals(letter: str, alphabet: Sequence[str]) -> bool:
    """Whether the deck has this letter with other dots or a ring, or without."""
    return sum(unmarked(other) == unmarked(letter) for other in alphabet) > 1


def _may_be_no_card(shares: CardShares, letter: str) -> bool:
    """Whether what shows no letter is hardly found, or lies otherwise than cards beside cards do."""
    return not letter and (shares.score < LIMITS.found or shares.astray > LIMITS.astray)


def _why_letter(shares: CardShares, choices: Choices) -> CardWhy:
    if not shares.is_whole:
        return why_hidden(shares)
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
    if expected > MOST_VALUE and str(printed) in str(expected):
        # What is read is a part of it. Nobody assumes such a value: somebody wrote it, or answered.
        return expected, None
    seen = float(shares.values[expected]) if expected <= MOST_VALUE else 0.0
    told = ((str(printed), float(shares.values[printed])), (str(expected), seen))
    return printed, OpenQuestion("value", told, CardWhy.VALUE_DIFFERS)
