"""What a look at a table of cards means: against the agreed cards it becomes a play, questions, or a refusal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from pi_referee.judge.cards.agreed_cards import Agreed, Before
from pi_referee.judge.cards.card_match import MOST_WAYS, NO_CARD, Placed, first_laid, matches, ranked
from pi_referee.judge.cards.near_cards import unsettled
from pi_referee.judge.cards.new_cards import card_tile, is_likely, questions_of
from pi_referee.judge.cards.refused_cards import (
    ambiguous,
    missing_or_altered,
    not_a_play,
    not_cleared,
    perhaps_new,
    unclear,
)
from pi_referee.judge.meanings import Laid, Meaning, Refused, TakenBack, Unchanged
from pi_referee.rules.board.path import run
from pi_referee.rules.board.square import Axis, Square
from pi_referee.rules.board.tile import Tile
from pi_referee.rules.course.happenings import LETTER_KEY, MULTIPLIER_KEY, VALUE_KEY, Question
from pi_referee.rules.course.refusal import Refusal
from pi_referee.rules.definition.mode import Mode
from pi_referee.rules.definition.ruleset import Ruleset
from pi_referee.rules.plays.adjudication import adjudicate
from pi_referee.rules.plays.play import Play
from pi_referee.rules.plays.scoring import printed_value
from vision.cards.card_sighting import CardSighting

_MOST_PERHAPS = 5
"""More cards than this that may be none of the words are not left out by turns."""


def interpret_cards(
    look: CardSighting, now: Agreed, before: Before | None, ruleset: Ruleset, *, rack: int
) -> tuple[Meaning, Placed]:
    """Say what a look means, and where its cards lie in the game.

    now: what is agreed. before: how it was before the newest play, where that may still be taken back.
    """
    meaning, way = _interpreted(look, now, before, ruleset, rack=rack)
    base = before.agreed if before is not None and isinstance(meaning, Laid) and meaning.replaces else now
    return unsettled(look, meaning, way, is_first=not base.position.tiles) or meaning, way


def _interpreted(
    look: CardSighting, now: Agreed, before: Before | None, ruleset: Ruleset, *, rack: int
) -> tuple[Meaning, Placed]:
    """The same by the cards of the words alone."""
    if not now.position.tiles:
        anew = _last_of_round(look, now, before, ruleset, rack=rack)
        return anew or _first_word(look, now, ruleset, rack=rack)
    ways = matches(look, now.position.tiles, now.spent, now.asked)
    if ways and now.is_there(ways[0], ruleset):
        meaning, way = _clearest([(_laid(way, now, ruleset, rack=rack), way) for way in ways])
        is_unsure = isinstance(meaning, Laid) and _may_be_taken_back(look, way, before, ruleset, rack=rack)
        return (unclear(), way) if is_unsure else (meaning, way)
    taken = _after_removal(look, before, ruleset, rack=rack) if before is not None else None
    if (
        taken
        and before
        and not (isinstance(taken[0], Laid) and _may_be_otherwise(look, ways, now, before, ruleset, rack=rack))
    ):
        return taken
    way = ways[0] if ways else first_laid(look)
    return missing_or_altered(way, now, ruleset), way


def meaning_at(way: Placed, now: Agreed, ruleset: Ruleset, *, rack: int) -> Meaning:
    """What a look means that lies so in the game, if nothing is taken back."""
    if not now.position.tiles:
        if now.spent and now.is_uncleared(way):
            return not_cleared()
        now = now.cleared
    elif not now.is_there(way, ruleset):
        return missing_or_altered(way, now, ruleset)
    return _laid(way, now, ruleset, rack=rack)


def _may_be_otherwise(
    look: CardSighting, ways: Sequence[Placed], now: Agreed, before: Before, ruleset: Ruleset, *, rack: int
) -> bool:
    """Whether something else may have happened than that a word was laid anew in the newest one's place."""
    odd = len(now.gone(ways[0]) | now.altered(ways[0], ruleset)) if ways else len(now.position.tiles)
    is_cleared = ruleset.mode is Mode.ROUNDS and not before.agreed.position.tiles and 2 * odd > len(now.position.tiles)
    perhaps = [
        way for way, (known, _) in ranked(look, now.position.tiles, now.spent, now.asked)[:MOST_WAYS] if known >= 0
    ]
    return is_cleared or _makes_sense(perhaps, now, ruleset, rack=rack)


def _may_be_taken_back(look: CardSighting, way: Placed, before: Before | None, ruleset: Ruleset, *, rack: int) -> bool:
    """Whether all lies elsewhere as it did before the newest play, if what may be no card of the words is none."""
    none = {doubt.cell for doubt in look.doubts if NO_CARD in dict(doubt.choices)}
    if before is None or not none:
        return False
    sure = replace(look, cards=tuple(card for card in look.cards if card.cell not in none))
    taken = _after_removal(sure, before, ruleset, rack=rack)
    return taken is not None and isinstance(taken[0], TakenBack) and taken[1].shift != way.shift


def _makes_sense(ways: Iterable[Placed], now: Agreed, ruleset: Ruleset, *, rack: int) -> bool:
    """Whether what is seen is a play, or none, if all agreed cards count that are hidden, taken up or were misread."""
    for way in ways:
        gone, altered = now.gone(way), now.altered(way, ruleset)
        meaning = meaning_at(
            way.showing({square: now.position.tiles[square] for square in gone | altered}), now, ruleset, rack=rack
        )
        if isinstance(meaning, Laid) and not (gone and altered):
            return True
        if isinstance(meaning, Unchanged) and gone and not altered:
            return True
    return False


def _first_word(look: CardSighting, now: Agreed, ruleset: Ruleset, *, rack: int) -> tuple[Meaning, Placed]:
    """The first word of a game or a round; the table must have been cleared of the round before."""
    ways = matches(look, now.spent, {}, now.asked)
    if ways and now.is_uncleared(ways[0]):
        return not_cleared(), ways[0]
    way = first_laid(look)
    return _laid(way, now.cleared, ruleset, rack=rack), way


def _last_of_round(
    look: CardSighting, now: Agreed, before: Before | None, ruleset: Ruleset, *, rack: int
) -> tuple[Meaning, Placed] | None:
    """What it means that the table was not cleared, but the round's last word is gone; None if it is something else."""
    if before is None or not before.agreed.position.tiles:
        return None
    lying, ways = now.uncleared, matches(look, now.spent, {}, now.asked)
    if ways and lying.seems_there(ways[0]):
        return None
    taken = _after_removal(look, before, ruleset, rack=rack)
    if taken and isinstance(taken[0], Laid) and _makes_sense(ways, lying, ruleset, rack=rack):
        return not_cleared(), ways[0]
    return taken or _read_otherwise(look, before.agreed, ruleset)


def _read_otherwise(look: CardSighting, agreed: Agreed, ruleset: Ruleset) -> tuple[Meaning, Placed] | None:
    """A refusal where agreed cards lie there but for a mark or value: other words would have other letters, too."""
    ways = matches(look, agreed.position.tiles, agreed.spent, agreed.asked)
    if not ways or not agreed.seems_there(ways[0]):
        return None
    return missing_or_altered(ways[0], agreed, ruleset), ways[0]


def _after_removal(look: CardSighting, newest: Before, ruleset: Ruleset, *, rack: int) -> tuple[Meaning, Placed] | None:
    """What it means that cards of the newest play are gone: taken back, or laid anew; None if it is something else."""
    before = newest.agreed
    if not before.position.tiles:
        if not look.cards:
            return TakenBack(), first_laid(look)
        meaning, way = _first_word(look, before, ruleset, rack=rack)
    else:
        ways = matches(look, before.position.tiles, before.spent, before.asked)
        if not ways or not before.is_there(ways[0], ruleset):
            return None
        meaning, way = _clearest([(_laid(way, before, ruleset, rack=rack), way) for way in ways])
    if isinstance(meaning, Unchanged):
        return TakenBack(), way
    if not isinstance(meaning, Laid):
        return (meaning, way) if _is_unclear(meaning) else None
    if meaning.is_perhaps_nothing or newest.seems_to_lie(way, meaning.play):
        return unclear(), way
    asked = {question.key for question in meaning.questions}
    swapped = (one for one in _swapped(way, newest.play, meaning.play, ruleset) if one.key not in asked)
    return replace(meaning, replaces=True, questions=(*meaning.questions, *swapped)), way


def _swapped(way: Placed, old: Play, anew: Play, ruleset: Ruleset) -> Iterator[Question]:
    """Questions where a play laid anew is the old one but for a card or two: was that swapped, or read wrongly?"""
    both = {
        square: (_as_printed(anew.tiles[square], ruleset), _as_printed(old.tiles[square], ruleset))
        for square in sorted(old.tiles.keys() & anew.tiles.keys())
    }
    if all(now[LETTER_KEY] != was[LETTER_KEY] for now, was in both.values()):
        return
    for square, (now, was) in both.items():
        other = [key for key in now if now[key] != was[key] and (key != VALUE_KEY or way.cards[square].is_value_seen)]
        # Of another letter's card, mark and value are its own.
        for key in other[:1] if LETTER_KEY in other else other:
            yield Question(f"{key}{square}", ((now[key], 0.5), (was[key], 0.5)))


def _as_printed(tile: Tile, ruleset: Ruleset) -> Mapping[str, str]:
    """What is printed on a card by the kind of question about it: letter, "" of a joker, mark and value."""
    return {LETTER_KEY: tile.face, MULTIPLIER_KEY: str(tile.multiplier), VALUE_KEY: str(printed_value(tile, ruleset))}


def _laid(way: Placed, agreed: Agreed, ruleset: Ruleset, *, rack: int) -> Meaning:
    """The play that the new cards make, those left out that play no more and still lie there.

    Where only some of these seem to lie there, others like them may have been laid: then the rules tell which, or the
    table is asked. So may one like a card that was let go alone, where it lies in line with what is new.
    """
    left = agreed.left(way)
    without, perhaps = _play_of(way, agreed, left, ruleset, rack=rack), agreed.perhaps_new(way, left, ruleset)
    if isinstance(without, Unchanged):
        lots = [perhaps, *({square} for square in sorted(perhaps))] if perhaps else []
        tried = (_play_of(way, agreed, left.difference(lot), ruleset, rack=rack) for lot in lots)
        return perhaps_new(perhaps) if any(isinstance(one, Laid) for one in tried) else without
    maybe = perhaps | agreed.lone(left)
    tried_lots = (
        (lot, _play_of(way, agreed, left - lot, ruleset, rack=rack)) for lot in _in_line(way, agreed, left, maybe)
    )
    with_them = [(lot, laid) for lot, laid in tried_lots if isinstance(laid, Laid)]
    if not with_them:
        return without
    # What may be nothing does not show that a card was laid where one like it lay before.
    if _is_unclear(without):
        return without
    if len(with_them) > 1:
        return perhaps_new(maybe)
    [(beside, laid)] = with_them
    if not isinstance(without, Laid):
        return laid
    is_more = without.play.tiles.keys() <= laid.play.tiles.keys()
    return _asked_whether_new(way, laid, beside) if is_more else perhaps_new(beside)


def _asked_whether_new(way: Placed, laid: Laid, squares: Iterable[Square]) -> Laid:
    """A play with the question whether some of its cards are new, or such as play no more."""
    known = {question.key for question in laid.questions}
    asked = (
        Question(f"{LETTER_KEY}{square}", ((NO_CARD, 0.5), (way.cards[square].letter, 0.5)))
        for square in sorted(squares)
    )
    return replace(laid, questions=(*laid.questions, *(question for question in asked if question.key not in known)))


def _is_unclear(meaning: Meaning) -> bool:
    """Whether it cannot be told whether anything was laid."""
    return isinstance(meaning, Refused) and meaning.code is Refusal.UNCLEAR


def _in_line(
    way: Placed, agreed: Agreed, left: frozenset[Square], perhaps: frozenset[Square]
) -> set[frozenset[Square]]:
    """What may be new of the cards left lying, row by row and column by column with the cards that surely are."""
    new = way.cards.keys() - agreed.position.tiles.keys() - left
    lines = (frozenset(square for start in new for square in run(way.cards, start, axis)) for axis in Axis)
    return {perhaps & line for line in lines if perhaps & line}


def _play_of(way: Placed, agreed: Agreed, left: frozenset[Square], ruleset: Ruleset, *, rack: int) -> Meaning:
    """The play that the new cards make, with its questions; refused if it cannot be one. left: cards left out."""
    known = {*agreed.position.tiles, *(agreed.let_be(way) - agreed.spent.keys()), *left}
    new = [square for square in way.cards if square not in known]
    tiles = {square: card_tile(way, square, ruleset) for square in new if is_likely(way, square)}
    if not tiles:
        return unclear() if new else Unchanged()
    perhaps = [square for square in new if NO_CARD in way.choices(square)]
    lawful = list(_lawful(way, agreed, new, perhaps, ruleset, rack=rack))
    if not lawful and len(perhaps) == len(new):
        return unclear()
    if not lawful:
        ruling = adjudicate(agreed.position, Play(tiles), ruleset, rack=rack)
        return not_a_play(sorted(tiles), sorted(left), ruling.infractions)
    play = next((one for one in lawful if one.tiles == tiles), lawful[0])
    # Whoever is asked about a card may say that none lies there: then what else was seen is the play.
    unsure = [*perhaps, *(one for one in new if one not in perhaps and not way.is_sure(one))]
    others = _lawful(way, agreed, new, unsure, ruleset, rack=rack) if len(unsure) > len(perhaps) else ()
    reached = frozenset[Square]().union(*(one.tiles for one in (*lawful, *others)))
    asked = questions_of(way, new, play, ruleset)
    return Laid(play, tuple(question for square, question in asked if square in reached))


def _lawful(
    way: Placed, agreed: Agreed, new: Sequence[Square], perhaps: Sequence[Square], ruleset: Ruleset, *, rack: int
) -> Iterator[Play]:
    """The plays that new cards make, with all of those that may be none of the words, or without some."""
    few = perhaps[:_MOST_PERHAPS]
    for count in range(1 + len(few)):
        for none in combinations(few, count):
            play = Play({square: card_tile(way, square, ruleset) for square in new if square not in none})
            if play.tiles and adjudicate(agreed.position, play, ruleset, rack=rack).is_legal:
                yield play


def _clearest(told: list[tuple[Meaning, Placed]]) -> tuple[Meaning, Placed]:
    """The one meaning of a look that fits in several places; refused where they are not alike."""
    lawful = [(meaning, way) for meaning, way in told if not isinstance(meaning, Refused)]
    if any(_gist(meaning) != _gist(lawful[0][0]) for meaning, _ in lawful[1:]):
        return ambiguous(), lawful[0][1]
    return lawful[0] if lawful else told[0]


def _gist(meaning: Meaning) -> object:
    """What of a meaning decides points, wherever it lies."""
    return Counter(meaning.play.tiles.values()) if isinstance(meaning, Laid) else type(meaning)
