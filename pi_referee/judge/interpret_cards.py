"""What a look at a table of cards means: against the agreed cards it becomes a play, questions, or a refusal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from pi_referee.gettext_mark import say
from pi_referee.judge.card_match import Placed, first_laid, matches
from pi_referee.judge.interpret import Laid, Meaning, Refused, TakenBack, Unchanged
from pi_referee.rules.board.position import Position
from pi_referee.rules.board.square import Square
from pi_referee.rules.board.tile import Tile
from pi_referee.rules.course.happenings import LETTER_KEY, MULTIPLIER_KEY, VALUE_KEY, Question
from pi_referee.rules.course.refusal import Refusal
from pi_referee.rules.course.scored_turns import Standing
from pi_referee.rules.definition.ruleset import Ruleset
from pi_referee.rules.plays.adjudication import adjudicate
from pi_referee.rules.plays.play import Play
from pi_referee.rules.plays.ruling import Infraction
from vision.cards.card_sighting import CardSighting, SeenCard

_KEYS = {"letter": LETTER_KEY, "value": VALUE_KEY, "multiplier": MULTIPLIER_KEY}
_NO_CARD = "."


@dataclass(frozen=True, slots=True)
class Agreed:
    """What is known to lie on a table of cards.

    position: the cards that may be built on. spent: those that play no more, and may still lie there.
    """

    position: Position
    spent: Mapping[Square, Tile]

    @classmethod
    def of(cls, standing: Standing) -> Agreed:
        """What lies there as things stand in a game."""
        return cls(standing.position, standing.spent)


@dataclass(frozen=True, slots=True)
class Before:
    """How things were before the newest play, which may still be taken back."""

    agreed: Agreed
    play: Play


def interpret_cards(
    look: CardSighting, now: Agreed, before: Before | None, ruleset: Ruleset, *, rack: int
) -> tuple[Meaning, Placed]:
    """Say what a look means, and where its cards lie in the game.

    now: what is agreed. before: how it was before the newest play, where that may still be taken back.
    """
    if not now.position.tiles:
        anew = _last_of_round(look, now, before, ruleset, rack=rack)
        return anew or _first_word(look, now, ruleset, rack=rack)
    ways = matches(look, now.position.tiles, now.spent)
    if ways and _all_there(ways[0], now.position):
        return _clearest([(_laid(way, now, ruleset, rack=rack), way) for way in ways])
    if before is not None and (taken := _after_removal(look, before, ruleset, rack=rack)):
        return taken
    way = ways[0] if ways else first_laid(look)
    return _missing_or_altered(way, now.position), way


def _first_word(look: CardSighting, now: Agreed, ruleset: Ruleset, *, rack: int) -> tuple[Meaning, Placed]:
    """The first word of a game or a round; the table must have been cleared of the round before."""
    ways = matches(look, now.spent, {})
    if ways and _all_there(ways[0], Position(now.spent)):
        return _not_cleared(), ways[0]
    way = first_laid(look)
    return _laid(way, replace(now, spent={}), ruleset, rack=rack), way


def _last_of_round(
    look: CardSighting, now: Agreed, before: Before | None, ruleset: Ruleset, *, rack: int
) -> tuple[Meaning, Placed] | None:
    """What it means that the table was not cleared, but the round's last word is gone; None if it is something else."""
    if before is None or not before.agreed.position.tiles:
        return None
    ways = matches(look, now.spent, {})
    is_whole = bool(ways) and _all_there(ways[0], Position(now.spent))
    return None if is_whole else _after_removal(look, before, ruleset, rack=rack)


def _after_removal(look: CardSighting, newest: Before, ruleset: Ruleset, *, rack: int) -> tuple[Meaning, Placed] | None:
    """What it means that cards of the newest play are gone: taken back, or laid anew; None if it is something else."""
    before = newest.agreed
    if not before.position.tiles:
        if not look.cards:
            return TakenBack(), first_laid(look)
        meaning, way = _first_word(look, before, ruleset, rack=rack)
    else:
        ways = matches(look, before.position.tiles, before.spent)
        if not ways or not _all_there(ways[0], before.position):
            return None
        meaning, way = _clearest([(_laid(way, before, ruleset, rack=rack), way) for way in ways])
    if isinstance(meaning, Unchanged):
        return TakenBack(), way
    if not isinstance(meaning, Laid):
        return None
    return replace(meaning, replaces=True, questions=(*meaning.questions, *_swapped(newest.play, meaning))), way


def _swapped(old: Play, anew: Laid) -> Iterator[Question]:
    """Questions where a play laid anew is the old one but for a card or two: was that swapped, or read wrongly?"""
    both = sorted(old.tiles.keys() & anew.play.tiles.keys())
    other = [square for square in both if old.tiles[square].letter != anew.play.tiles[square].letter]
    asked = {question.key for question in anew.questions}
    if 0 < len(other) < len(both):
        for square in other:
            key, choices = f"{LETTER_KEY}{square}", (anew.play.tiles[square].letter, old.tiles[square].letter)
            if key not in asked:
                yield Question(key, tuple((letter, 0.5) for letter in choices))


def _all_there(way: Placed, position: Position) -> bool:
    """Whether every agreed card lies where it lay, as far as can be told."""
    return all(way.may_be(square, tile) for square, tile in position.tiles.items())


def _laid(way: Placed, agreed: Agreed, ruleset: Ruleset, *, rack: int) -> Meaning:
    """The play that the new cards make, those left out that play no more and still lie there.

    Where only some of these seem to lie there, others like them may have been laid: then the rules tell which, or the
    table is asked.
    """
    left = frozenset(square for square, tile in agreed.spent.items() if way.may_be(square, tile))
    without = _play_of(way, agreed, left, ruleset, rack=rack)
    if not left or len(left) == len(agreed.spent):
        return without
    with_them = _play_of(way, agreed, frozenset(), ruleset, rack=rack)
    if not isinstance(with_them, Laid):
        return without
    if not isinstance(without, Laid):
        return with_them if isinstance(without, Refused) else without
    asked = (
        Question(f"{LETTER_KEY}{square}", ((".", 0.5), (way.cards[square].letter, 0.5))) for square in sorted(left)
    )
    return replace(with_them, questions=(*with_them.questions, *asked))


def _play_of(way: Placed, agreed: Agreed, left: frozenset[Square], ruleset: Ruleset, *, rack: int) -> Meaning:
    """The play that the new cards make, with its questions; refused if it cannot be one. left: cards left out."""
    new = [square for square in way.cards if square not in agreed.position.tiles and square not in left]
    tiles = {square: _tile(way.cards[square], ruleset) for square in new if _is_likely(way, square)}
    if not tiles:
        return Unchanged()
    play = Play(tiles)
    ruling = adjudicate(agreed.position, play, ruleset, rack=rack)
    questions = tuple(_questions(way, new))
    if not ruling.is_legal and not questions:
        return _not_a_play(sorted(tiles), sorted(left), ruling.infractions)
    return Laid(play, questions)


def _is_likely(way: Placed, square: Square) -> bool:
    """Whether a card most likely belongs to the words: what is in doubt is taken for the likeliest."""
    doubts = (doubt for where, doubt in way.doubts if where == square and doubt.about == "letter")
    return all(doubt.choices[0][0] != _NO_CARD for doubt in doubts)


def _tile(card: SeenCard, ruleset: Ruleset) -> Tile:
    """A card as it counts: its printed value is kept where it is not its letter's usual one."""
    usual = ruleset.values.get(card.letter)
    value = None if card.is_joker or card.value in {None, usual} else card.value
    return Tile("" if card.is_joker else card.letter, card.is_joker, card.multiplier, value)


def _questions(way: Placed, new: Iterable[Square]) -> Iterator[Question]:
    """What must be asked about the new cards."""
    wanted = set(new)
    for square, doubt in sorted(way.doubts, key=lambda pair: (pair[0], pair[1].about)):
        if square in wanted:
            yield Question(f"{_KEYS[doubt.about]}{square}", doubt.choices)


def _clearest(told: list[tuple[Meaning, Placed]]) -> tuple[Meaning, Placed]:
    """The one meaning of a look that fits in several places; refused where they are not alike."""
    lawful = [(meaning, way) for meaning, way in told if not isinstance(meaning, Refused)]
    if len({_gist(meaning) for meaning, _ in lawful}) > 1:
        return _ambiguous(), lawful[0][1]
    return lawful[0] if lawful else told[0]


def _gist(meaning: Meaning) -> object:
    """What of a meaning decides points, wherever it lies."""
    return tuple(sorted(meaning.play.tiles.values())) if isinstance(meaning, Laid) else type(meaning)


def _missing_or_altered(way: Placed, position: Position) -> Refused:
    """Cards that should lie there are gone, or others lie in their place."""
    gone = sorted(square for square in position.tiles if square not in way.cards)
    if gone:
        return Refused(
            say("Cards of the word that may be built on are gone."),
            say("Put them back and press again, or correct the protocol."),
            Refusal.GONE,
            tuple(gone),
        )
    other = sorted(square for square, tile in position.tiles.items() if not way.may_be(square, tile))
    return Refused(
        say("Other cards than before lie in the word that may be built on."),
        say("Put the cards back as they lay and press again, or correct the protocol."),
        Refusal.ALTERED,
        tuple(other),
    )


def _not_a_play(new: Iterable[Square], left: Iterable[Square], infractions: tuple[Infraction, ...]) -> Refused:
    """The new cards make no play."""
    cure = say("Lay them otherwise, or take them back, and press again.")
    if left:
        cure = say("Take up the cards that play no more, lay the others otherwise or take them back, and press again.")
    return Refused(say("The new cards do not make a play."), cure, Refusal.NOT_A_PLAY, tuple(new), infractions)


def _not_cleared() -> Refused:
    """The table was not cleared after a round."""
    return Refused(
        say("The cards of the last round still lie there."),
        say("Clear the table, lay the first word of the new round and press again."),
        Refusal.STILL_LYING,
    )


def _ambiguous() -> Refused:
    """The new cards fit in several places."""
    return Refused(
        say("It cannot be told which of the cards are new."),
        say("Write the play on the page, or lay the cards otherwise and press again."),
        Refusal.UNCLEAR,
    )
