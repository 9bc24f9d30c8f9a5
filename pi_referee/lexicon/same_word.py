"""Whether two words are one word in two forms, as KortAlfapet wants to know: same, different, or ask the table."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from pi_referee.lexicon.lists.word_store import HIDDEN
from pi_referee.lexicon.verdict import Reading
from pi_referee.lexicon.word_validity import BROKEN, Lexicon


class Kin(enum.Enum):
    """What two words are to each other."""

    SAME = "same"
    DIFFERENT = "different"
    ASK = "ask"


@dataclass(frozen=True, slots=True)
class Kinship:
    """Two words in capitals, what they are to each other, and how each can be read."""

    first: str
    second: str
    kin: Kin
    readings: tuple[tuple[Reading, ...], tuple[Reading, ...]]


@dataclass(frozen=True, slots=True)
class _Meanings:
    """What a word can mean: its lexemes, and whether it may have a meaning beyond them."""

    readings: tuple[Reading, ...] = ()
    lexemes: frozenset[int] = frozenset()
    is_hidden: bool = True
    is_several: bool = False


def kinship(lexicon: Lexicon, first: str, second: str) -> Kinship:
    """Whether two words are one (KATT, KATTER), two (KATT, BESKATTA), or a matter of what was meant (KÖR, KÖRA).

    It goes by their lexemes: the same if both can only be forms of the one, different if they share none. All else is
    for the table: several readings, a lemma behind which several words hide, a word the list does not know, or one
    that only the weaker sources know, no list at all. Forms the agreement forbids are no readings (RULES.md K04).
    """
    try:
        one, two = _meanings(lexicon, first), _meanings(lexicon, second)
    except BROKEN:
        one = two = _Meanings()
    kin = Kin.SAME if first.upper() == second.upper() else _kin(one, two)
    return Kinship(first.upper(), second.upper(), kin, (one.readings, two.readings))


def _kin(one: _Meanings, two: _Meanings) -> Kin:
    """What the lexemes of two different words say."""
    if not one.lexemes or not two.lexemes:
        return Kin.ASK
    if one.lexemes.isdisjoint(two.lexemes):
        return Kin.ASK if one.is_hidden and two.is_hidden else Kin.DIFFERENT
    doubtful = one.is_hidden or two.is_hidden or one.is_several or len(one.lexemes) > 1
    return Kin.SAME if one.lexemes == two.lexemes and not doubtful else Kin.ASK


def _meanings(lexicon: Lexicon, word: str) -> _Meanings:
    """What a word can mean, as far as the agreement allows."""
    entry = lexicon.entry(word)
    if entry is None or lexicon.store is None:
        return _Meanings()
    pairs = lexicon.agreed(entry)
    lexemes = frozenset(number for number, _ in pairs)
    several = any(lexicon.store.lexeme(number).several for number in lexemes)
    return _Meanings(lexicon.told(pairs), lexemes, bool(entry.sources & HIDDEN), several)
