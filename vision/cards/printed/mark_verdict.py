"""Which mark a card bears, 2x, 3x or none, and whether that is open."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pi_referee.rules.board.deck import MULTIPLIERS, Deck
from vision.arrays import Floats
from vision.cards.card_shares import CardShares, OpenQuestion, why_hidden
from vision.cards.card_sighting import CardWhy
from vision.cards.printed.card_values import MOST_VALUE
from vision.cards.printed.deck_marks import BARE
from vision.cards.printed.marks_told import is_value_clear, least_share


@dataclass(frozen=True, slots=True)
class MarkLimits:
    """From which shares (0 to 1) a mark, or none, is sure."""

    # Of marks: by both readers' shares together, as their geometric mean, or, where the deck's place for them is known,
    # by those of its close-ups.
    mark: float = 0.97  # the share of a mark that is sure
    # The least share of any mark over the whole card: a card below another one's 3x had 0.02; 6 of 512 marks had less.
    any_far: float = 0.1
    which_far: float = 0.5  # the least share of that mark among both, over the whole card
    # Ink that other cards have not, as a share of the card, from which it may be a mark, or something that lies over
    # one: of 659 cards without a mark of which nothing was asked 25 have more, of 52 with one that was told 48.
    inked: float = 0.001
    # The shares of any mark, over the whole card, from nearer, and both multiplied, from which there may be one. All of
    # 1,918 marks of 1,100 drawn tables have more, or such ink; so have 28 % of 7,674 cards without. A 3x on another
    # table had 0.42 over the whole card; from 0.4 to 0.5 are 11 of 505 cards without a mark that were told.
    seen: tuple[float, float, float] = (0.4, 0.8, 0.004)
    # The same where the look clearly shows another card's mark: of 471 others on such looks one has less and no such
    # ink, whose print light had lost; of 2,273 cards without a mark 641 have more, 838 have more than those above.
    seen_beside: tuple[float, float, float] = (0.4, 0.3, 0.05)
    # The share of any mark over the whole card from which there may be one off the deck's place: a 3x on two cards that
    # were found askew had 0.74 and 0.76; 6 of 1,296 cards without a mark that were told have more.
    far_off_place: float = 0.5
    # The same of a card whose paper is as bright as can be, or whose own value is not clear: a 3x in a lamp's glare had
    # 0.35, another one 0.26; of 38 and 1,121 cards without a mark that were told none and five have more.
    far_unclear: float = 0.2
    # How far off a card may be found, as its letter tells (a share of its height), lest its mark be out of sight, where
    # its value is not clear: a 2x at the edge of a card found a sixth too short was told as none, its letter 0.033 off.
    # On 1,195 drawn tables all 44 marks of cards farther off that clearly show their value are seen, and of 142 that
    # seem to bear none none does; of 148 others five do.
    off: float = 0.03
    # The same whatever its value: of 9,199 cards of 2,400 drawn tables that seemed to bear no mark 24 lay farther off,
    # and one of those, 0.24 off, clearly showed its 0 and bore a 2x below the window.
    far_off: float = 0.06
    # The share of a value of 2 or 3 that is not the card's own, from which that figure may be a mark's: two 2x without
    # a disc were read as values. Of 9,610 cards that seem to bear none 33 have as much, of which one bears a mark.
    # Beside another mark it says that this one may be misread: a 3x was told as a 2x, and its 3 read as a value.
    figure: float = 0.9
    # The share of a mark among both, from nearer, from which it is sure where the deck's cards of the letter bear no
    # other one, as far as anybody knows: pictures from which a deck is learnt may lack one. Of 1,177 marks that were
    # seen on 493 drawn tables the wrong one is likelier on 168, and has as much on 3.
    only_one: float = 0.95


LIMITS = MarkLimits()


def judge_mark(
    shares: CardShares, deck: Deck, letter: str, *, may_be_no_card: bool, is_sure: bool = True
) -> tuple[int, OpenQuestion | None]:
    """The multiplier of a card, and whether that is open.

    Two readers must agree, over the whole card and from nearer; where the deck's place for marks is known the second
    one alone tells whether there is one. letter: "" for a joker. is_sure: whether it is sure that it is that letter,
    of that deck.
    """
    both: Floats = shares.closer if shares.is_place_known else np.sqrt(shares.marks * shares.closer)
    told = both / max(float(both.sum()), 1e-9)
    order = np.argsort(-told)
    ranked = tuple((str(MULTIPLIERS[int(number)]), round(float(told[number]), 4)) for number in order)
    best = MULTIPLIERS[int(order[0])]
    if not shares.is_whole or may_be_no_card:
        return best, OpenQuestion("multiplier", ranked, why_hidden(shares))
    if best == 1 and (shares.mark_may_be_hidden or (letter and shares.is_half_seen)):
        return best, OpenQuestion("multiplier", ranked, CardWhy.COVERED)
    # A joker bears none: what looks like one is its picture, or what seems a joker is a card with a letter.
    own = deck.values.get(letter)
    # A value that is only assumed tells nothing of how well print is seen: the card may bear another one.
    is_clear = is_value_clear(shares.values, None if letter in deck.assumed else own)
    if best == 1:
        is_shown = _shows_no_mark(shares, letter, own, is_clear=is_clear)
    else:
        is_only = is_sure and deck.is_sure and deck.marks.get(letter, frozenset(MULTIPLIERS)) <= {1, best}
        is_shown = bool(letter) and _shows_mark(shares, told, best, own, is_only=is_only)
    if not is_shown or _may_be_bleached(shares, best, is_clear=is_clear):
        return best, OpenQuestion("multiplier", ranked, CardWhy.MARK)
    if not deck.may_show(letter, best):
        return best, OpenQuestion("multiplier", ranked, CardWhy.MARK_DIFFERS)
    return best, None


def _may_be_bleached(shares: CardShares, best: int, *, is_clear: bool) -> bool:
    """Whether light may have taken a mark: from this card, or where print is faint and no card shows a clear one.

    None is overlooked on a card that clearly shows its value and is not burnt out, however faint all print is: of 222
    that seemed to bear none on 62 drawn tables in such light none did. Which one a card bears is asked. is_clear:
    whether it clearly shows its value.
    """
    shows_marks = shares.is_place_known and shares.shows_marks and not shares.is_burnt_out
    shows_none = best == 1 and not shares.is_burnt_out and is_clear
    return shares.is_bleached and not (shows_marks or shows_none)


def _shows_no_mark(shares: CardShares, letter: str, own: int | None, *, is_clear: bool) -> bool:
    """Whether a card has no ink that other cards have not, shows a letter where others do, its value, and no mark.

    In the deck's place for marks, unless the whole card seems to bear one; if that is not known neither reader may see
    one anywhere, and a value that is not its own may be a mark's figure. Where light has taken the value off another
    card, or this one was found off its place, its own must be clear (is_clear): a pale 2x is lost sooner than a value,
    and what is out of sight may be both. Far off its place nothing else of it tells of its mark.
    """
    may_be_lost = shares.is_light_taking_print or shares.off > LIMITS.off
    is_lost = shares.shows_no_value or (may_be_lost and not is_clear) or shares.off > LIMITS.far_off
    if shares.strange >= LIMITS.inked or (letter and is_lost):
        return False
    far, near = float(shares.marks[1:].sum()), float(shares.closer[1:].sum())
    if shares.is_place_known:
        is_unclear = shares.is_burnt_out or (letter and not is_clear)
        most_far = LIMITS.far_unclear if is_unclear else LIMITS.far_off_place
        return far < most_far and bool(shares.closer[0] > 1 - BARE)
    most_far, most_near, most = LIMITS.seen_beside if shares.shows_marks else LIMITS.seen
    seems = far >= most_far or near >= most_near or far * near >= most
    return not seems and not _shows_other_figure(shares, own, 1)


def _shows_other_figure(shares: CardShares, own: int | None, multiplier: int) -> bool:
    """Whether a 2 or 3 is read that is neither the card's own value nor its mark's figure: it may be that of a mark."""
    if own is None or own > MOST_VALUE:
        return False
    return any(shares.values[number] >= LIMITS.figure for number in MULTIPLIERS[1:] if number not in (own, multiplier))


def _shows_mark(shares: CardShares, told: Floats, multiplier: int, own: int | None, *, is_only: bool) -> bool:
    """Whether both readers together are sure of this mark, or in the deck's place for marks its close-ups are.

    is_only: whether the deck's cards of this letter bear no other one, so that what is seen need not tell which it is.
    Neither is where another mark's figure is read.
    """
    if _shows_other_figure(shares, own, multiplier):
        return False
    number = MULTIPLIERS.index(multiplier)
    far, near = (float(seen[number] / max(seen[1:].sum(), 1e-9)) for seen in (shares.marks, shares.closer))
    if shares.is_place_known:
        is_told = 1 - shares.closer[0] >= LIMITS.mark
    else:
        is_clear = far >= LIMITS.which_far and shares.marks[1:].sum() >= LIMITS.any_far
        # A mark is ink that other cards have not: the dots of an Ä beside its value 2 were told as a 2x.
        is_mark = 1 - told[0] if is_only else told[number]
        is_told = is_mark >= LIMITS.mark and is_clear and shares.strange >= LIMITS.inked
    is_this = near >= (LIMITS.only_one if is_only else least_share(shares.values, own))
    return bool(is_told and is_this and (is_only or shares.are_marks_told) and not shares.mark_may_be_anothers)
