"""What is told of a card, and what is asked, from what was read of it."""

from dataclasses import replace

import numpy as np
import pytest

from pi_referee.rules.board.deck import Deck
from vision.cards.card_shares import CardShares, in_their_light
from vision.cards.card_sighting import CardWhy
from vision.cards.card_verdict import (
    CardVerdict,
    doubted_jokers,
    is_card,
    likely_jokers,
    may_bear_mark,
    verdict_of,
)
from vision.cards.card_windows import HIGH, WIDE, is_bleached, is_pale, off_colours, small_print, unevenness
from vision.cards.printed.assumed_values import with_unread_values
from vision.cards.printed.marks_told import are_marks_told

LETTERS = ("A", "K", "L", "O", "Ö")
DECK = Deck({"A": 1, "K": 3, "L": 1, "O": 2, "Ö": 4}, jokers=4)
KNOWN = replace(DECK, marks={"K": frozenset({1, 2}), "A": frozenset({1, 2, 3})})
"""The same deck where it is known which marks K and A bear."""


def judged(
    letter: str = "K",
    second: str | None = None,
    *,
    sure: float = 0.99,
    foreign: float = 0.0,
    value: int | None = 3,
    mark: int = 1,
    mark_share: float = 0.99,
    nearer: int | None = None,
    strange: float | None = None,
    inside: float = 1.0,
    score: float = 0.9,
    deck: Deck = DECK,
) -> CardVerdict:
    """The verdict on a card that shows this; letter "" for one that shows none."""
    read = (letter, second or letter)
    first, other = (np.array([sure if name == one else 0.0 for name in LETTERS]) for one in read)
    values = np.zeros(17)
    values[16 if value is None else value] = 1.0
    marks = np.full(3, (1 - mark_share) / 2)
    marks[mark - 1] = mark_share
    closer = np.full(3, 0.002)
    closer[(nearer or mark) - 1] = 0.996
    if mark_share < 0.9:
        closer = marks
    if strange is None:
        strange = 0.02 if mark > 1 else 0.0
    told = CardShares(first, other, foreign, values, marks, closer, strange, inside=inside, score=score)
    return verdict_of(told, deck, LETTERS)


def shares_of_k(far: tuple[float, ...], near: tuple[float, ...], strange: float) -> CardShares:
    """What is read of a K with its value, by the shares of no mark, 2x and 3x over the whole card and from nearer."""
    letter, values = np.array([float(name == "K") for name in LETTERS]), np.zeros(17)
    values[3] = 1.0
    return CardShares(letter, letter, 0.0, values, np.array(far), np.array(near), strange, inside=1.0)


def marked(far: tuple[float, ...], near: tuple[float, ...], strange: float = 0.0) -> CardVerdict:
    """The verdict on that K."""
    return verdict_of(shares_of_k(far, near, strange), DECK, LETTERS)


def told_apart(*closer: tuple[float, ...]) -> bool:
    """Whether a look that shows its values tells which mark is which, by the shares from nearer of its cards."""
    values = np.zeros((len(closer), 17))
    values[:, 3] = 1.0
    return are_marks_told(np.array(closer), values)


def why(verdict: CardVerdict) -> list[tuple[str, CardWhy]]:
    """What is open about a card."""
    return [(question.about, question.why) for question in verdict.open]


def test_three_witnesses_that_agree_leave_nothing_open() -> None:
    """A letter with its value and no mark, or a mark that the deck has, is told."""
    plain, marked = judged(), judged(mark=2)

    assert (plain.letter, plain.value, plain.multiplier, plain.open) == ("K", 3, 1, ())
    assert (marked.letter, marked.multiplier, marked.open) == ("K", 2, ())


def test_readers_that_differ_raise_a_question() -> None:
    """A letter is sure only where both readers name it."""
    assert why(judged("O", "Ö", value=2)) == [("letter", CardWhy.JOKER)] or ("letter", CardWhy.LETTER) in why(
        judged("O", "Ö")
    )
    assert why(judged(sure=0.6)) != []


def test_another_value_than_the_decks_is_a_question() -> None:
    """A value that cannot be read is the deck's; one that reads otherwise is asked, and stands as printed."""
    unread, read, differs = judged(value=None), judged(), judged(value=8)
    assert (unread.value, unread.is_value_seen) == (3, False)
    assert (read.value, read.is_value_seen) == (3, True)
    assert (differs.value, why(differs)) == (8, [("value", CardWhy.VALUE_DIFFERS)])
    assert differs.open[0].choices[0][0] == "8"


def test_a_mark_that_the_deck_has_not_is_a_question() -> None:
    """K comes with 2x, never with 3x; what nobody knows of the deck is told as it is seen."""
    assert why(judged(mark=3, deck=KNOWN)) == [("multiplier", CardWhy.MARK_DIFFERS)]
    assert judged(mark=3).multiplier == 3
    assert judged(mark=3).open == ()


@pytest.mark.parametrize(
    ("letter", "deck", "near", "sure", "asked"),
    [
        ("K", KNOWN, 0.97, 0.99, []),
        ("K", KNOWN, 0.9, 0.99, [CardWhy.MARK]),
        ("K", KNOWN, 0.4, 0.99, [CardWhy.MARK]),
        ("K", KNOWN, 0.03, 0.99, [CardWhy.MARK]),
        ("K", replace(KNOWN, assumed=frozenset("A")), 0.97, 0.99, [CardWhy.MARK]),
        ("K", replace(KNOWN, values={**KNOWN.values, "K": 5}), 0.97, 0.99, [CardWhy.VALUE_DIFFERS, CardWhy.MARK]),
        ("K", KNOWN, 0.97, 0.3, [CardWhy.JOKER, CardWhy.MARK]),
        ("K", DECK, 0.97, 0.99, [CardWhy.MARK]),
        ("A", KNOWN, 0.97, 0.99, [CardWhy.MARK]),
    ],
)
@pytest.mark.parametrize("is_placed", [True, False])
def test_where_a_letters_cards_bear_one_mark_only_it_need_not_be_read(
    letter: str, deck: Deck, near: float, sure: float, asked: list[CardWhy], *, is_placed: bool
) -> None:
    """Blurred, a 2x is hardly told from a 3x, of which the deck has none on this letter.

    Letter, value and deck must be sure.
    """
    seen, read = (0.0, near, 1 - near), np.array([sure * (name == letter) for name in LETTERS])
    shares = replace(shares_of_k(seen, seen, 0.02), first=read, second=read, is_place_known=is_placed)
    shares = replace(shares, are_marks_told=letter != "K" or deck is DECK, values=np.eye(17)[DECK.values[letter]])

    verdict = verdict_of(shares, deck, LETTERS)

    assert [question.why for question in verdict.open] == asked


def test_a_mark_that_may_be_either_is_a_question() -> None:
    """2x or 3x doubles a score: what is not sure is asked, and what only one of both readers sees, too."""
    assert why(judged(mark=2, mark_share=0.6)) == [("multiplier", CardWhy.MARK)]
    assert why(judged(mark=1, nearer=2)) == why(judged(mark=2, nearer=1)) == [("multiplier", CardWhy.MARK)]
    assert why(judged(letter="A", value=1, mark=2, nearer=3)) == [("multiplier", CardWhy.MARK)]


def test_a_mark_that_both_readers_faintly_see_is_a_question() -> None:
    """A pale mark may look like none from near, and be seen over the whole card, or not: both must see none."""
    none, nearly = marked((0.96, 0.02, 0.02), (0.92, 0.05, 0.03)), marked((0.7, 0.1, 0.2), (0.99, 0.0, 0.01))
    far, near = marked((0.7, 0.2, 0.1), (0.9, 0.05, 0.05)), marked((0.9, 0.05, 0.05), (0.5, 0.4, 0.1))
    far_alone, near_alone = marked((0.45, 0.05, 0.5), (1.0, 0.0, 0.0)), marked((1.0, 0.0, 0.0), (0.1, 0.1, 0.8))

    assert [(one.multiplier, one.open) for one in (none, nearly)] == [(1, ())] * 2
    assert [why(one) for one in (far, near, far_alone, near_alone)] == [[("multiplier", CardWhy.MARK)]] * 4
    assert [may_bear_mark(one) for one in (none, far, near, judged(mark=2))] == [False, True, True, True]


@pytest.mark.parametrize(("share", "is_sure"), [(0.12, True), (0.08, False)])
def test_a_mark_that_is_hardly_seen_over_the_whole_card_is_a_question(share: float, *, is_sure: bool) -> None:
    """From near a neighbour's mark may be seen on the card below it."""
    assert (marked((1 - share, share, 0.0), (0.00001, 0.99999, 0.0), strange=0.02).open == ()) is is_sure


def test_a_mark_without_ink_is_a_question() -> None:
    """Two dots beside a value 2 look like a 2x: a mark is ink that the other cards have not."""
    inked, bare = (marked((0.0, 1.0, 0.0), (0.0, 1.0, 0.0), strange=strange) for strange in (0.02, 0.0))

    assert inked.open == ()
    assert why(bare) == [("multiplier", CardWhy.MARK)]


def test_two_half_hearted_readers_do_not_make_a_mark_sure_nor_none() -> None:
    """What both see less than clearly is asked, though each alone would let it pass, and so is a mark that may hide."""
    assert why(marked((0.81, 0.01, 0.18), (0.81, 0.02, 0.17))) == [("multiplier", CardWhy.MARK)]
    assert why(marked((0.98, 0.0, 0.02), (0.0, 0.0, 1.0))) == [("multiplier", CardWhy.MARK)]
    assert why(marked((0.16, 0.82, 0.02), (0.02, 0.97, 0.01))) == [("multiplier", CardWhy.MARK)]
    assert why(marked((0.04, 0.958, 0.002), (0.0, 0.861, 0.139))) == [("multiplier", CardWhy.MARK)]
    assert why(marked((0.067, 0.001, 0.932), (0.0, 0.086, 0.914))) == [("multiplier", CardWhy.MARK)]


@pytest.mark.parametrize(
    ("off", "value", "asked"),
    [(0.02, 0.2, []), (0.04, 0.2, [CardWhy.MARK]), (0.04, 0.9, []), (0.07, 0.9, [CardWhy.MARK])],
    ids=["in its place", "off", "off, with its value", "far off, with its value"],
)  # fmt: skip
def test_a_card_that_was_found_too_far_off_may_bear_a_mark_out_of_sight(
    off: float, value: float, asked: list[CardWhy]
) -> None:
    """A 2x at the edge of a card that was found too short was told as none; what is seen of one stands."""
    none, seen = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0)
    values = np.zeros(17)
    values[[3, 5, 16]] = value, 0.25, 0.75 - value if value < 0.5 else 0.0
    plain, marked = (replace(shares_of_k(one, one, 0.02 * one[1]), off=off, values=values) for one in (none, seen))

    assert [question.why for question in verdict_of(plain, DECK, LETTERS).open] == asked
    assert verdict_of(marked, DECK, LETTERS).open == ()


@pytest.mark.parametrize(("value", "is_asked"), [(2, True), (8, False)])
def test_a_figure_that_is_not_the_cards_value_may_be_its_marks(value: int, *, is_asked: bool) -> None:
    """A 2x without a disc was read as a value of 2, and both readers of marks saw none.

    Where it is known in which place the deck prints its marks it is none: there nothing is seen.
    """
    none = (1.0, 0.0, 0.0)
    shares = replace(shares_of_k(none, none, 0.0), values=np.eye(17)[value])

    asked, in_place = (why(verdict_of(one, DECK, LETTERS)) for one in (shares, replace(shares, is_place_known=True)))

    assert ("value", CardWhy.VALUE_DIFFERS) in asked
    assert (("multiplier", CardWhy.MARK) in asked) is is_asked
    assert "multiplier" not in dict(in_place)


@pytest.mark.parametrize(("value", "is_asked"), [(2, True), (3, False), (8, False)])
def test_a_mark_is_asked_about_where_another_marks_figure_is_read(value: int, *, is_asked: bool) -> None:
    """A 3x was told as a 2x while its figure was read as a value of 3: one of both readings is wrong."""
    seen, read = (0.0, 0.0, 1.0), np.array([float(name == "A") for name in LETTERS])
    shares = replace(shares_of_k(seen, seen, 0.02), first=read, second=read, values=np.eye(17)[value])

    asked = why(verdict_of(replace(shares, is_place_known=True), DECK, LETTERS))

    assert ("value", CardWhy.VALUE_DIFFERS) in asked
    assert (("multiplier", CardWhy.MARK) in asked) is is_asked


def test_where_most_marks_cannot_be_told_apart_none_is_believed() -> None:
    """On a table so far away that it is open of most marks which they are, one that seems clear is asked about, too."""
    clear, open_, none = (0.0, 0.99, 0.01), (0.0, 0.55, 0.45), (0.99, 0.01, 0.0)
    shares = shares_of_k(clear, clear, 0.008)

    assert not told_apart(clear, open_, open_, none)
    assert told_apart(clear, open_, none)
    assert told_apart(none, none)
    assert verdict_of(shares, DECK, LETTERS).open == ()
    assert why(verdict_of(replace(shares, are_marks_told=False), DECK, LETTERS)) == [("multiplier", CardWhy.MARK)]


@pytest.mark.parametrize(
    ("likeliest", "share", "is_sure"),
    [(0.3, 0.988, False), (0.3, 0.999, True), (0.9, 0.988, True), (0.0, 0.988, False)],
)
def test_where_a_cards_own_value_is_not_clear_its_mark_must_be_clearer(
    likeliest: float, share: float, *, is_sure: bool
) -> None:
    """The figure in a mark is as small as the value: who cannot tell a 3 from a 5, or sees none, cannot tell it."""
    clear = (0.0, share, 1 - share)
    values = np.zeros(17)
    if likeliest:
        values[[3, 5, 8]] = likeliest, (1 - likeliest) / 2, (1 - likeliest) / 2
    verdict = verdict_of(replace(shares_of_k(clear, clear, 0.02), values=values), DECK, LETTERS)

    assert verdict.multiplier == 2
    assert ("multiplier", CardWhy.MARK) not in why(verdict) if is_sure else ("multiplier", CardWhy.MARK) in why(verdict)


@pytest.mark.parametrize(
    ("dotted", "a", "value", "foreign", "is_told"),
    [
        (0.1, 0.0, 2, 0.0, True),  # an Ö is worth 4, a joker nothing
        (0.0, 0.0, None, 0.0, False),
        (0.1, 0.0, 4, 0.0, False),
        (0.0, 0.0, 2, 0.1, False),  # one upside down may be worth as much
        (0.0, 0.1, 2, 0.0, False),  # in this household so is an A
    ],
)
def test_a_letters_own_value_bears_it_out_against_what_is_worth_something_else(
    dotted: float, a: float, value: int | None, foreign: float, *, is_told: bool
) -> None:
    """An O in a lamp's glare is as if it were a joker, or an Ö, but for the 2 in its corners."""
    read = np.array([{"O": 0.6, "Ö": dotted, "A": a}.get(name, 0.0) for name in LETTERS])
    values, none = np.zeros(17), np.array([1.0, 0.0, 0.0])
    values[16 if value is None else value] = 1.0
    household = replace(DECK, values={**DECK.values, "A": 2})
    verdict = verdict_of(CardShares(read, read, foreign, values, none, none, 0.0, 1.0), household, LETTERS)

    assert verdict.letter == "O"
    assert ("letter" in dict(why(verdict))) is not is_told


def placed(
    near: tuple[float, ...],
    *,
    far: tuple[float, ...] = (0.55, 0.43, 0.02),
    strange: float = 0.0,
    is_bleached: bool = False,
    shows_marks: bool = True,
    is_burnt_out: bool = False,
    value: int = 3,
    clear: float = 1.0,
    deck: Deck = DECK,
) -> list[CardWhy]:
    """Why the mark of that K is asked about, by close-ups of the place where its deck prints marks."""
    shares = replace(
        shares_of_k(far, near, strange),
        is_place_known=True,
        is_bleached=is_bleached,
        shows_marks=shows_marks,
        is_burnt_out=is_burnt_out,
        values=clear * np.eye(17)[value] + (1 - clear) * np.eye(17)[6],
    )
    return [reason for about, reason in why(verdict_of(shares, deck, LETTERS)) if about == "multiplier"]


def test_a_value_that_is_only_assumed_does_not_tell_how_well_print_is_seen() -> None:
    """A card that clearly shows another value than the assumed one clearly shows its print: a mark would be seen."""
    far, near, assumed = (0.74, 0.13, 0.13), (0.99, 0.005, 0.005), replace(DECK, assumed=frozenset("K"))

    assert placed(near, far=far, value=5) == [CardWhy.MARK]
    assert placed(near, far=far, value=5, deck=assumed) == []
    assert placed(near, far=(0.4, 0.3, 0.3), value=5, deck=assumed) == [CardWhy.MARK]


def test_where_the_decks_place_for_marks_is_known_nothing_else_counts() -> None:
    """Ink or signs elsewhere are a stain or a value; what may stand there is asked, and so is which it is."""
    assert placed((0.96, 0.02, 0.02)) == []
    assert placed((0.94, 0.03, 0.03)) == [CardWhy.MARK]
    assert placed((0.01, 0.98, 0.01)) == []
    assert placed((0.01, 0.965, 0.025)) == [CardWhy.MARK], "a 3x was told as a 2x"
    assert placed((0.01, 0.9, 0.09)) == [CardWhy.MARK]
    assert placed((0.1, 0.89, 0.01)) == [CardWhy.MARK]
    assert placed((0.96, 0.02, 0.02), strange=0.003) == [CardWhy.MARK], "something lies there"
    assert placed((0.996, 0.002, 0.002), far=(0.26, 0.15, 0.59)) == [CardWhy.MARK], "a card found askew"
    assert placed((0.99, 0.005, 0.005), far=(0.65, 0.18, 0.17)) == []
    assert placed((0.99, 0.005, 0.005), far=(0.65, 0.18, 0.17), is_burnt_out=True) == [CardWhy.MARK], "in a glare"
    assert placed((0.99, 0.005, 0.005), far=(0.74, 0.13, 0.13), clear=0.4) == [CardWhy.MARK], "its value is not clear"
    assert placed((0.99, 0.005, 0.005), far=(0.85, 0.08, 0.07), clear=0.4) == []


def test_where_a_clear_mark_is_seen_a_faint_one_is_none() -> None:
    """What both readers see a tenth of is no mark beside a clear one; what either sees a third or half of is asked."""

    def is_none(far: float, near: float, *, beside: bool = True) -> bool:
        shares = shares_of_k((1 - far, far, 0.0), (1 - near, near, 0.0), 0.0)
        return verdict_of(replace(shares, shows_marks=beside), DECK, LETTERS).open == ()

    assert [is_none(0.1, 0.1), is_none(0.1, 0.1, beside=False)] == [True, False]
    assert [is_none(0.19, 0.25), is_none(0.21, 0.25)] == [True, False]
    assert [is_none(0.0, 0.29), is_none(0.0, 0.31)] == [True, False]
    assert [is_none(0.39, 0.0), is_none(0.41, 0.0)] == [True, False]


def test_what_bears_a_mark_in_its_place_is_no_joker_for_sure() -> None:
    """A playing card over a J hides its letter and leaves its 3x: it is asked what lies there."""
    blank = replace(shares_of_k((0.0, 0.0, 1.0), (0.0, 0.0, 1.0), 0.0), first=np.zeros(5), second=np.zeros(5))
    blank = replace(blank, values=np.eye(17)[16], is_place_known=True)

    assert ("letter", CardWhy.JOKER) in why(verdict_of(blank, DECK, LETTERS))
    assert verdict_of(replace(blank, closer=np.array([0.03, 0.0, 0.97])), DECK, LETTERS).open == (), "its picture"
    assert verdict_of(replace(blank, is_place_known=False), DECK, LETTERS).open == (), "wherever it stands"


@pytest.mark.parametrize(
    ("score", "value", "strange", "mark", "is_told"),
    [
        (0.8, None, 0.0, 0.0, True),
        (0.8, None, 0.02, 0.0, False),
        (0.8, 8, 0.02, 0.0, True),
        (0.8, None, 0.02, 0.9, True),
        (0.8, None, 0.07, 0.0, True),
        (0.7, None, 0.0, 0.0, False),
        (0.7, 3, 0.0, 0.0, True),
    ],
    ids=["a letter", "print beside it", "a value", "a mark", "a finger", "hardly found", "hardly found, its value"],
)
def test_what_lies_aside_is_a_card(
    score: float, value: int | None, strange: float, mark: float, *, is_told: bool
) -> None:
    """A letter that is surely found, or that bears its value; a headline with lines of print below it is none."""
    shares = shares_of_k((1.0, 0.0, 0.0), (1 - mark, mark, 0.0), strange)
    shares = replace(shares, score=score, values=np.eye(17)[16 if value is None else value])

    assert is_card(shares, verdict_of(shares, DECK, LETTERS), DECK) is is_told


def test_light_that_leaves_marks_in_their_place_takes_none() -> None:
    """Where other cards clearly show theirs print is not lost, but on a card that is as bright as can be."""
    assert placed((0.96, 0.02, 0.02), is_bleached=True) == []
    assert CardWhy.MARK in placed((0.96, 0.02, 0.02), is_bleached=True, shows_marks=False, value=0)
    assert placed((0.96, 0.02, 0.02), is_bleached=True, is_burnt_out=True) == [CardWhy.MARK]


@pytest.mark.parametrize(
    ("near", "value", "is_burnt_out", "asked"),
    [
        ((0.96, 0.02, 0.02), 3, False, False),
        ((0.96, 0.02, 0.02), 0, False, True),
        ((0.96, 0.02, 0.02), 3, True, True),
        ((0.0, 0.999, 0.001), 3, False, True),
    ],
    ids=["its value is seen", "another value", "burnt out", "a mark"],
)
def test_in_a_dim_room_a_card_that_shows_its_value_would_show_a_mark(
    near: tuple[float, ...], value: int, *, is_burnt_out: bool, asked: bool
) -> None:
    """However faint all print is nothing is lost where the value is read; which mark it is is not to be told so."""
    why_asked = placed(near, is_bleached=True, shows_marks=False, value=value, is_burnt_out=is_burnt_out)

    assert (CardWhy.MARK in why_asked) is asked


@pytest.mark.parametrize(
    ("letter", "value", "asked"), [(0.6, 0.4, CardWhy.COVERED), (1.0, 0.05, CardWhy.MARK)], ids=["letter", "value"]
)
def test_what_hides_half_of_a_card_may_hide_its_mark(letter: float, value: float, asked: CardWhy) -> None:
    """Of a U under a note the letter was asked about, and its 2x told as none: both are open."""
    shares = shares_of_k((1.0, 0.0, 0.0), (1.0, 0.0, 0.0), 0.0)
    values = shares.values * value
    values[-1] = 1 - value
    read = shares.first * letter
    told = verdict_of(replace(shares, first=read, second=read, values=values), DECK, LETTERS)

    assert ("multiplier", asked) in why(told)
    assert "letter" in dict(why(told))


def test_a_place_for_marks_that_may_be_hidden_is_a_question() -> None:
    """Of a card on or under another one just where the deck prints its marks none is sure; one that is seen is."""
    shares = shares_of_k((1.0, 0.0, 0.0), (1.0, 0.0, 0.0), 0.0)

    assert why(verdict_of(replace(shares, mark_may_be_hidden=True), DECK, LETTERS)) == [("multiplier", CardWhy.COVERED)]
    seen = replace(shares_of_k((0.0, 1.0, 0.0), (0.0, 1.0, 0.0), 0.02), mark_may_be_hidden=True)
    assert verdict_of(seen, DECK, LETTERS).open == ()


def test_where_light_takes_the_value_it_may_take_a_mark() -> None:
    """A card shows its letter and no value: a mark as pale would not be seen either; one that is seen is one."""
    shares = shares_of_k((1.0, 0.0, 0.0), (1.0, 0.0, 0.0), 0.0)
    lost = np.zeros(17)
    lost[16], lost[3] = 0.95, 0.05

    assert verdict_of(shares, DECK, LETTERS).open == ()
    assert ("multiplier", CardWhy.MARK) in why(verdict_of(replace(shares, values=lost), DECK, LETTERS))
    seen = shares_of_k((0.0, 1.0, 0.0), (0.0, 1.0, 0.0), 0.008)
    assert ("multiplier", CardWhy.MARK) not in why(verdict_of(replace(seen, values=lost), DECK, LETTERS))


@pytest.mark.parametrize(
    ("values", "lost", "is_told"),
    [
        ({3: 0.9}, True, True),
        ({8: 0.3, 3: 0.2}, True, False),
        ({8: 0.3, 3: 0.2}, False, True),
    ],
    ids=["its value is clear", "its value is not", "light takes nothing"],
)
def test_where_light_takes_a_value_a_mark_may_be_lost_on_the_next_card(
    values: dict[int, float], *, lost: bool, is_told: bool
) -> None:
    """At the edge of a lamp's pool, beside cards without a value, an A's 2x was told as none; its 8 was hardly seen."""
    seen = np.array([values.get(number, 0.0) for number in range(17)])
    seen[16] = 1 - seen.sum()
    shares = replace(shares_of_k((1.0, 0.0, 0.0), (1.0, 0.0, 0.0), 0.0), values=seen, is_light_taking_print=lost)

    assert ("multiplier" not in dict(why(verdict_of(shares, DECK, LETTERS)))) is is_told


@pytest.mark.parametrize(
    ("values", "is_told"), [((0.95, 0.02), True), ((0.5, 0.45), False), ((0.06, 0.05), False), ((0.04, 0.03), True)]
)
def test_where_values_are_out_of_focus_no_mark_is_told_from_the_other(
    values: tuple[float, float], *, is_told: bool
) -> None:
    """A 2 in a mark is as small as a value: where these are seen, and not which ones, it may be a 3."""
    seen = np.zeros((2, 17))
    seen[:, 2:4], seen[:, 16] = values, 1 - sum(values)

    assert are_marks_told(np.tile([0.0, 1.0, 0.0], (2, 1)), seen) is is_told


def test_a_letter_without_its_value_is_asked_about() -> None:
    """A hand over an R's leg and value leaves an F; tiles printed on a box have letters, too, and no values."""
    lost = np.zeros(17)
    lost[16], lost[3] = 0.95, 0.05
    shares = replace(shares_of_k((1.0, 0.0, 0.0), (1.0, 0.0, 0.0), 0.0), values=lost)

    assert ("letter", CardWhy.JOKER) in why(verdict_of(shares, DECK, LETTERS))
    assert "letter" not in dict(why(verdict_of(replace(shares, values=np.eye(17)[3]), DECK, LETTERS)))
    assert ("letter", CardWhy.LETTER) in why(verdict_of(shares, replace(DECK, jokers=0), LETTERS))


def test_what_seems_a_neighbours_mark_is_a_question() -> None:
    """A mark that another card seems to bear as well may be that one's: it is asked about, whatever readers see."""
    shares = shares_of_k((0.0, 1.0, 0.0), (0.0, 1.0, 0.0), 0.008)

    assert verdict_of(shares, DECK, LETTERS).open == ()
    assert why(verdict_of(replace(shares, mark_may_be_anothers=True), DECK, LETTERS)) == [("multiplier", CardWhy.MARK)]


def test_ink_that_other_cards_have_not_may_be_a_mark() -> None:
    """A mark out of focus is read as none, and so is one under a thing as large: ink of a card's own is asked about."""
    assert judged(mark=1, strange=0.0009).open == ()
    assert why(judged(mark=1, strange=0.002)) == why(judged(mark=1, strange=0.02)) == [("multiplier", CardWhy.MARK)]


def test_a_card_without_letter_and_value_is_a_joker() -> None:
    """A joker is told as one; with a value it is asked what it is."""
    joker, odd = judged("", value=None), judged("", value=3)

    assert (joker.is_joker, joker.letter, joker.open) == (True, "", ())
    assert why(odd) == [("letter", CardWhy.JOKER)]


def test_a_letter_upside_down_is_no_joker() -> None:
    """What is a letter in another alphabet, or upside down, is asked about, and so is one that is another letter so."""
    assert why(judged("", value=None, foreign=0.9)) == [("letter", CardWhy.JOKER)]
    assert "letter" in dict(why(judged("A", value=1, foreign=0.9)))


def test_where_it_is_asked_whether_a_card_is_a_joker_a_letter_is_named_too() -> None:
    """An R laid crookedly was asked about as a joker: whoever said that it is an R had laid a joker, worth nothing."""
    odd, joker = judged("", value=3), judged("", value=None)
    [playing_card] = doubted_jokers([joker], [shares_of_k((1, 0, 0), (1, 0, 0), 0.0)], DECK, np.zeros(1, bool), [True])

    assert [sign for sign, _ in odd.asked("letter")] == ["", "A"]
    assert [sign for sign, _ in playing_card.asked("letter")] == ["", "K"]
    assert joker.open == ()


def test_what_shows_no_letter_and_was_hardly_found_may_be_no_card() -> None:
    """A figure of the cloth beside the words is asked about, with nothing lying there as a choice.

    If somebody says that a card lies there, it was hardly seen: its mark is asked about, too.
    """
    odd = judged("", value=None, score=0.4)

    assert why(odd) == [("letter", CardWhy.PLACE), ("multiplier", CardWhy.COVERED)]
    assert "." in dict(odd.open[0].choices)


def test_what_is_hidden_is_asked() -> None:
    """Of a card under a hand, or cut by the picture's edge, neither letter nor mark is sure.

    Where letter and value are plain to see the hand may lie over the mark at most.
    """
    for unclear in (judged(strange=0.2, value=None), judged(strange=0.2, sure=0.97)):
        assert why(unclear) == [("letter", CardWhy.COVERED), ("multiplier", CardWhy.COVERED)]
    assert why(judged(strange=0.2)) == [("multiplier", CardWhy.COVERED)]
    assert why(judged(inside=0.7)) == [("letter", CardWhy.PICTURE_EDGE), ("multiplier", CardWhy.PICTURE_EDGE)]


def test_more_jokers_than_the_deck_holds_are_all_asked() -> None:
    """Where no letter can be read at all every card looks like a joker: four may be, five are a question."""
    joker = judged("", value=None)
    bare = shares_of_k((1.0, 0.0, 0.0), (1.0, 0.0, 0.0), 0.0)
    four = doubted_jokers([joker] * 4, [bare] * 4, DECK, np.zeros(4, bool), [False] * 4)
    five = doubted_jokers([joker] * 5 + [judged()], [bare] * 6, DECK, np.zeros(6, bool), [False] * 6)

    assert [verdict.open for verdict in four] == [()] * 4
    assert [why(verdict) for verdict in five] == [[("letter", CardWhy.JOKER)]] * 5 + [[]]


def test_likely_jokers_count_towards_the_decks() -> None:
    """Of 14 dots of a cloth in gaps between cards 13 were asked, and one was a joker for sure; three may stand."""
    joker, asked = judged("", value=None), judged("", value=None, inside=0.5)
    bare = shares_of_k((1.0, 0.0, 0.0), (1.0, 0.0, 0.0), 0.0)
    cards = [joker] + [asked] * 4

    few = doubted_jokers(cards[:4], [bare] * 4, DECK, likely_jokers(cards[:4], range(4)), [False] * 4)
    many = doubted_jokers(cards, [bare] * 5, DECK, likely_jokers(cards, range(5)), [False] * 5)
    aside = doubted_jokers(cards, [bare] * 5, DECK, likely_jokers(cards, [0]), [False] * 5)

    assert (few[0].open, aside[0].open) == ((), ())
    assert why(many[0]) == [("letter", CardWhy.JOKER)]


def test_what_may_be_a_joker_tells_how_jokers_look() -> None:
    """Whether that is sure or asked about; letters, and what lies aside, tell nothing."""
    sure, asked, letter = judged("", value=None), judged("", value=None, inside=0.5), judged()

    assert (sure.open, asked.open != ()) == ((), True)
    assert likely_jokers([sure, asked, letter, sure], [0, 1, 2]).tolist() == [True, True, False, False]


def test_a_joker_that_looks_like_no_other_is_asked() -> None:
    """All jokers of a deck bear the same picture: what has another one may be a card of another game.

    It may lie over a card with a mark: where ink is seen that others have not, the mark is asked about, too.
    """
    told, bare = [judged("", value=None), judged("", value=None), judged()], shares_of_k((1, 0, 0), (1, 0, 0), 0.0)
    plain = doubted_jokers(told, [bare] * 3, DECK, np.zeros(3, bool), [True, False, False])
    inked = doubted_jokers(told, [replace(bare, strange=0.02)] * 3, DECK, np.zeros(3, bool), [True, False, False])

    assert [why(verdict) for verdict in plain] == [[("letter", CardWhy.JOKER)], [], []]
    assert why(inked[0]) == [("letter", CardWhy.JOKER), ("multiplier", CardWhy.MARK)]


@pytest.mark.parametrize(("value", "seen"), [(16, 6), (20, 2), (20, 0)])
def test_what_is_read_of_a_value_too_large_to_be_read_is_no_witness_against_it(value: int, seen: int) -> None:
    """Of a 20 the eye may see the 2: it has the deck's value, and nothing is asked where the letter is surer."""
    shares = replace(shares_of_k((1.0, 0.0, 0.0), (1.0, 0.0, 0.0), 0.0), values=np.eye(17)[seen])
    deck = replace(DECK, values={**DECK.values, "K": value})
    told, faint = (verdict_of(one, deck, LETTERS) for one in (shares, replace(shares, first=0.99 * shares.first)))

    assert (told.value, told.open) == (value, ())
    assert "letter" in dict(why(faint))


@pytest.mark.parametrize("seen", [7, 12])
def test_a_value_that_can_be_no_part_of_a_large_one_is_asked_about(seen: int) -> None:
    """A 7 or a 12 is no part of a 20: it is offered beside the deck's, which the eye cannot have seen."""
    shares = replace(shares_of_k((1.0, 0.0, 0.0), (1.0, 0.0, 0.0), 0.0), values=np.eye(17)[seen])
    told = verdict_of(shares, replace(DECK, values={**DECK.values, "K": 20}), LETTERS)

    assert told.open[0].why is CardWhy.VALUE_DIFFERS
    assert told.open[0].choices == ((str(seen), 1.0), ("20", 0.0))


@pytest.mark.parametrize(
    ("burnt", "value", "lost"), [(True, None, True), (False, None, False), (True, 3, False)],
    ids=["burnt out without its value", "in even light", "burnt out with its value"],
)  # fmt: skip
def test_light_that_takes_a_words_value_takes_print_of_all_its_cards(
    value: int | None, *, burnt: bool, lost: bool
) -> None:
    """Not what is no card of the words: a headline in a lamp's pool has no values at all."""
    clear = shares_of_k((1.0, 0.0, 0.0), (1.0, 0.0, 0.0), 0.0)
    other = replace(clear, values=np.eye(17)[16 if value is None else value], is_burnt_out=burnt)

    assert [one.is_light_taking_print for one in in_their_light([clear, other], [0, 1])] == [lost, lost]
    assert not any(one.is_light_taking_print for one in in_their_light([clear, other], [0]))


def test_a_card_across_a_shades_edge_is_no_joker_for_sure() -> None:
    """Where one corner is much brighter than another a letter may not be seen: it is asked."""
    read = np.zeros(len(LETTERS))
    values = np.zeros(17)
    values[16] = 1.0
    bare = np.array([1.0, 0, 0])
    told = CardShares(read, read, 0.0, values, bare, bare, 0.0, inside=1.0, uneven=2.4)

    assert verdict_of(told, DECK, LETTERS).open != ()
    assert verdict_of(replace(told, uneven=1.1), DECK, LETTERS).open == ()
    assert verdict_of(replace(told, uneven=1.1, is_bleached=True), DECK, LETTERS).open != ()


def test_what_shows_no_letter_and_lies_astray_is_no_joker_for_sure() -> None:
    """A card of another game laid over two of a word shows no letter: it lies off their line, and may be none."""
    read, values, bare = np.zeros(len(LETTERS)), np.zeros(17), np.array([1.0, 0, 0])
    values[16] = 1.0
    told = CardShares(read, read, 0.0, values, bare, bare, 0.0, inside=1.0, astray=0.1)
    off = verdict_of(replace(told, astray=0.3), DECK, LETTERS)

    assert verdict_of(told, DECK, LETTERS).open == ()
    assert ("letter", CardWhy.PLACE) in why(off)
    assert "." in dict(off.open[0].choices)


@pytest.mark.parametrize(
    ("letter", "sure", "value", "is_sure"),
    [
        ("O", 0.99, 2, True),
        ("O", 0.99, 4, False),
        ("O", 0.999, 4, True),
        ("K", 0.99, 4, True),
    ],
    ids=["its value", "the value of Ö", "surely", "no dots"],
)
def test_where_its_value_is_not_seen_dots_may_be_lost(letter: str, sure: float, value: int, *, is_sure: bool) -> None:
    """An O whose own value is not seen may be an Ö in the dark, unless both readers are all but certain."""
    read = np.array([sure if name == letter else 0.0 for name in LETTERS])
    values = np.eye(17)[value]
    bare = np.array([1.0, 0.0, 0.0])
    shares = CardShares(read, read, 0.0, values, bare, bare, 0.0, inside=1.0, shows_marks=True)

    assert ("letter" not in dict(why(verdict_of(shares, DECK, LETTERS)))) is is_sure


def test_what_has_another_colour_than_the_cards_lies_over_one() -> None:
    """A letter on a book is no card's, and what shows none is a joker for sure only if its paper is the others'."""
    told = shares_of_k((1.0, 0.0, 0.0), (1.0, 0.0, 0.0), 0.0)
    blank = replace(told, first=np.zeros(5), second=np.zeros(5), values=np.eye(17)[16], score=0.9)

    assert why(verdict_of(replace(told, off_colour=0.06), DECK, LETTERS)) == []
    assert ("letter", CardWhy.COVERED) in why(verdict_of(replace(told, off_colour=0.5), DECK, LETTERS))
    assert ("multiplier", CardWhy.COVERED) in why(verdict_of(replace(told, misses_value=True), DECK, LETTERS))
    assert verdict_of(blank, DECK, LETTERS).open == ()
    assert "letter" in dict(why(verdict_of(replace(blank, off_colour=0.06), DECK, LETTERS)))


def test_colours_are_compared_whatever_the_light() -> None:
    """A card in the shade has the others' colour, a blue book has not; what is burnt out has none, as a lone card."""
    paper, book = np.array([180, 210, 225]), np.array([150, 90, 60])
    cards = np.array([paper, paper * 0.4, paper * 0.9, book, [254, 254, 254]])
    windows = np.broadcast_to(cards[:, None, None], (5, HIGH, WIDE, 3)).astype(np.uint8)
    told = off_colours(windows, range(5))

    assert (told[:3] < 0.035).all()
    assert told[3] > 0.4
    assert told[4] == 0
    assert not off_colours(windows, [3]).any()
    assert off_colours(windows, [0, 1]).tolist() == pytest.approx([*told.tolist()[:2], 0, 0, 0], abs=0.02)
    assert not off_colours(windows, []).any()


def test_unevenness_is_of_the_paper() -> None:
    """A letter in the middle changes nothing; a shade over half of the card does."""
    card = np.full((HIGH, WIDE, 3), 200, np.uint8)
    card[50:80, 40:60] = 10
    shaded = card.copy()
    shaded[70:] //= 2

    assert unevenness(card) == 1
    assert unevenness(shaded) > 1.9


def test_print_may_be_lost_where_paper_is_burnt_out() -> None:
    """White paper as bright as can be with a faint letter hides pale marks; with a dark letter it does not."""
    dark, faint, shade = (np.full((HIGH, WIDE, 3), paper, np.uint8) for paper in (255, 255, 230))
    for window, ink in ((dark, 40), (faint, 190), (shade, 150)):
        window[45:85, 35:62] = ink

    assert [is_bleached(window) for window in (dark, faint, shade)] == [False, True, False]


def test_where_small_print_is_hardly_seen_on_most_cards_marks_are_asked_about() -> None:
    """Marks are as pale as the values beside them: one card without any print tells nothing."""

    def card(ink: int) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
        window = np.full((HIGH, WIDE, 3), 240, np.uint8)
        window[45:85, 35:62] = 60
        window[18:26, 18:24] = window[-26:-18, -24:-18] = ink
        return window

    def told(*levels: int) -> bool:
        return is_pale(np.array([small_print(card(level)) for level in levels]))

    assert told(228, 228, 150)
    assert not told(150, 150, 240)
    assert not told()


ASSUMED = replace(DECK, assumed=frozenset(DECK.values))


def read_with(*values: int | None, deck: Deck = ASSUMED) -> list[list[tuple[str, CardWhy]]]:
    """What is asked of a look at as many Ks, each with a value that is plain to see, or None."""
    letter = np.array([float(name == "K") for name in LETTERS])
    shares = []
    for value in values:
        seen = np.zeros(17)
        seen[3], seen[16] = (0.3, 0.7) if value is None else (0.0, 0.0)
        if value is not None:
            seen[value] = 1.0
        none = np.array([1.0, 0.0, 0.0])
        shares.append(CardShares(letter, letter, 0.0, seen, none, none, 0.0, inside=1.0))
    verdicts = with_unread_values([verdict_of(one, deck, LETTERS) for one in shares], shares, deck)
    return [why(verdict) for verdict in verdicts]


def test_a_value_that_is_only_assumed_and_not_seen_is_asked() -> None:
    """The usual value counts in silence only where it is known, or another card of the look shows it."""
    asked = [("value", CardWhy.VALUE)]

    assert read_with(None) == [asked]
    assert read_with(None, deck=DECK) == [[]]
    assert read_with(None, 3) == [[], []]
    assert read_with(None, 5) == [asked, [("value", CardWhy.VALUE_DIFFERS)]]


@pytest.mark.parametrize(("blurred", "is_asked"), [(1, False), (4, True)])
def test_a_look_whose_values_cannot_be_read_bears_none_out(blurred: int, *, is_asked: bool) -> None:
    """Small letters above values that nobody can read: an Å worth 0 seemed a 4 for sure, and others anything."""
    letter, none = np.array([float(name == "K") for name in LETTERS]), np.array([1.0, 0.0, 0.0])
    clear, unclear = np.eye(17)[3], np.where(np.isin(np.arange(17), [3, 5, 8, 9, 16]), 0.2, 0.0)
    shares = [
        CardShares(letter, letter, 0.0, seen, none, none, 0.0, inside=1.0)
        for seen in [*[clear] * 2, *[unclear] * blurred]
    ]
    verdicts = with_unread_values([verdict_of(one, ASSUMED, LETTERS) for one in shares], shares, ASSUMED)

    assert [bool(one.asked("value")) for one in verdicts] == [is_asked] * len(shares)


def asked_of(deck: Deck, **values: int | None) -> list[list[tuple[str, CardWhy]]]:
    """What is asked of a look at a card of each letter, with a value that is plain to see, or None."""
    plain, shares = np.array([1.0, 0.0, 0.0]), []
    for letter, value in values.items():
        reads, seen = np.array([float(name == letter) for name in LETTERS]), np.zeros(17)
        seen[[16, deck.values[letter]]] = (0.7, 0.3) if value is None else (0.0, 0.0)
        if value is not None:
            seen[value] = 1.0
        shares.append(CardShares(reads, reads, 0.0, seen, plain, plain, 0.0, inside=1.0))
    verdicts = with_unread_values([verdict_of(one, deck, LETTERS) for one in shares], shares, deck)
    return [why(verdict) for verdict in verdicts]


def test_another_deck_than_the_known_one_is_not_believed() -> None:
    """Where two letters show other values than the known deck's, a third whose value is not seen is asked."""
    assert asked_of(DECK, A=11, L=6, K=None)[2] == [("value", CardWhy.VALUE)]
    assert asked_of(DECK, A=11, L=1, K=None)[2] == []


def test_another_deck_that_lay_there_before_is_remembered() -> None:
    """Guests' cards were told before in the game: a value that is not seen is asked, though none differs just now."""
    mixed = replace(DECK, mixed=frozenset(DECK.values), is_usual=False)

    assert asked_of(mixed, A=1, K=None) == [[], [("value", CardWhy.VALUE)]]
    assert asked_of(DECK, A=1, K=None) == [[], []]
    assert read_with(None, 3, deck=mixed) == [[("value", CardWhy.VALUE)], []], "the other K may be the guests'"


def test_a_letter_with_two_values_is_asked_where_none_is_seen() -> None:
    """A deck has Ks worth 3 and 5: one whose value is not seen may be either, in this look and in later ones."""
    asked, differs = [("value", CardWhy.VALUE)], [("value", CardWhy.VALUE_DIFFERS)]

    assert read_with(None, 3, 5, deck=DECK) == [asked, [], differs]
    assert read_with(None, 3, deck=replace(DECK, mixed=frozenset("K"))) == [asked, []]
    assert asked_of(replace(DECK, mixed=frozenset("A")), A=1, K=None) == [[], []], "other letters have one value"
    assert asked_of(replace(DECK, mixed=frozenset("A")), L=6, K=None)[1] == asked, "two letters tell of another deck"


def test_what_is_only_assumed_is_asked_beside_another_deck_s_values() -> None:
    """A value that seems to be the assumed one may be misread, where two letters show that it is none of that deck."""
    assert asked_of(ASSUMED, A=11, L=6, K=3)[2] == [("value", CardWhy.VALUE)]
    assert asked_of(ASSUMED, A=11, L=1, K=3)[2] == []
    assert asked_of(DECK, A=11, L=6, K=3)[2] == []


@pytest.mark.parametrize(
    ("deck", "is_asked"),
    [
        (DECK, False),
        (replace(DECK, assumed=frozenset("Ö")), True),
        (replace(DECK, is_usual=False), True),
    ],
)
@pytest.mark.parametrize("share", [0.6, 0.1])
def test_of_a_letter_in_doubt_whichever_is_told_must_be_known(deck: Deck, share: float, *, is_asked: bool) -> None:
    """O or Ö, or a joker: an answer with a letter whose value nobody knows would count as the file, or O, has it."""
    read = np.array([0.0, 0.1, 0.0, share, 0.25])
    none = np.array([1.0, 0.0, 0.0])
    shares = [CardShares(read, read, 0.0, np.eye(17)[16], none, none, 0.0, inside=1.0)]
    (verdict,) = with_unread_values([verdict_of(shares[0], deck, LETTERS)], shares, deck)

    assert verdict.asked("letter")
    assert bool(verdict.asked("value")) is is_asked
