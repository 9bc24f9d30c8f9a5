"""Reads the letters of cards as each group of them stands, and tells which of them stand on their heads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.arrays import Flags, Floats
from vision.cards.card_letters import CardLetters, LetterShares, beside, others_upside_down
from vision.letters.letter_model import Windows

_SHOWN, _NO_JOKER = 0.9, 0.99
"""The share of some letter from which a card shows one upside down, and the same of a card that shows none as it
stands: a joker's ? was a Z so at 0.98, and turning that card would not have helped."""

_LETTER_WAY = 3.0
"""How much a card says that shows a letter for sure one way up and none the other, in log shares."""

_SURELY = 9.0
"""What a group's letters must say together, lest it be read both ways up."""

LITTLE = 4.0
"""What a group's letters must say together about which way up they stand, lest its values be asked, and lest a letter
that is another one upside down be no more than a doubt."""

_OTHERWISE = 3.0
"""What is seen of a group must say together, in log shares, lest how it stood at the last look decide: first looks are
believed by as much. Of 167 looks again at drawn words of H I N O S X Z, in other light, none had more than 1.6."""

_ON_HEAD = 2.0
"""How much a card must say by its letter that it stands upside down, in log shares, to stand on its head, if it shows
another letter so: of 1,431 laid rightly on drawn tables none has more than -1.0, and 260 of 404 have as much that lay
upside down among others. 81 of these show letters that look alike both ways, or nearly: H I N O S X Z."""

_LIKELY = 0.5
"""The same of the letter alone from which it is read upside down."""


@dataclass(frozen=True, slots=True, eq=False)
class Upright:
    """The letters of k cards, read as each group's stand together.

    flipped: (k,) which cards stand the other way up than they were cut. evidence: (k,) how surely each says that it
    stands as its group does, in log shares. upside_down: (k,) which stand on their heads, though their group does not.
    """

    flipped: Flags
    evidence: Floats
    letters: LetterShares
    upside_down: Flags


@dataclass(frozen=True, slots=True, eq=False)
class UprightEvidence:
    """What tells that k cards stand as they were cut, in log shares, (k,) each.

    alone: each letter by itself. seen: all that is seen on each card. before: how it stood at the last look. lay: the
    letter that lay there then, "" a joker; None unknown.
    """

    alone: Floats
    seen: Floats
    before: Floats
    lay: Sequence[str | None]


def read_upright(reader: CardLetters, cut: Windows, evidence: UprightEvidence, alike: list[list[int]]) -> Upright:
    """Read letters (k, 48, 48) the way up that the evidence tells of each group of cards that stand alike.

    How a group stood is no witness where its letters, or its values, say otherwise: words are turned round where they
    lie. Where other cards lay it is a weak one: the next word is laid from another side of the table.
    """
    seen, stand = group_sums(evidence.seen, alike), group_sums(evidence.before, alike)
    otherwise = (np.abs(seen) > _OTHERWISE) & (seen * stand < 0)
    evidence = replace(evidence, before=np.where(otherwise, 0.0, evidence.before))
    first = _read_by(reader, cut, evidence.seen + evidence.before, evidence.alone, alike)
    weaker = _weaker(evidence, _are_others(reader.alphabet, first.letters, evidence.lay), alike)
    if (weaker != evidence.before).any():
        evidence = replace(evidence, before=weaker)
        first = _read_by(reader, cut, evidence.seen + evidence.before, evidence.alone, alike)
    stood = np.where(first.flipped, -evidence.before, evidence.before)
    belied = (first.upside_down & (stood > 0)) | (group_sums(stood, alike) < 0)
    if not belied.any():
        return first
    before = np.where(group_sums(belied, alike) > 0, 0.0, evidence.before)
    return _read_by(reader, cut, evidence.seen + before, evidence.alone, alike)


def _are_others(alphabet: Sequence[str], letters: LetterShares, lay: Sequence[str | None]) -> Flags:
    """Which cards surely show another letter than lay there, (k,)."""
    told = letters.both.argmax(axis=1).tolist()
    other = [one is not None and alphabet[number] != one for number, one in zip(told, lay, strict=True)]
    return np.asarray(letters.surely_shown & np.array(other, bool))


def _weaker(evidence: UprightEvidence, others: Flags, alike: list[list[int]]) -> Floats:
    """How cards stood, of groups that mostly show other letters than lay there no more than as of one card, (k,)."""
    known = group_sums(evidence.before != 0, alike)
    are_others = 2 * group_sums(others, alike) > known
    return np.asarray(np.where(are_others, evidence.before / np.maximum(known, 1), evidence.before), np.float64)


def _read_by(reader: CardLetters, cut: Windows, evidence: Floats, alone: Floats, alike: list[list[int]]) -> Upright:
    """Read them by all evidence together.

    Where that is little, or a card shows no letter, it counts which way up more of them show one.
    """
    sums = group_sums(evidence, alike)
    flipped = sums < 0
    told, turned = _read(reader, cut, flipped, sums, alone)
    signed = np.where(flipped, -evidence, evidence) + _LETTER_WAY * _shown_more(told, turned)
    wrong = group_sums(signed, alike) < 0
    if wrong.any():
        flipped, signed = flipped ^ wrong, np.where(wrong, -signed, signed)
        told, turned = _read(reader, cut, flipped, sums, alone)
    on_head = _stand_on_head(told, turned, np.where(flipped, -alone, alone))
    letters = beside(told, turned, on_head | (group_sums(signed, alike) < LITTLE))
    return Upright(flipped, signed, letters, on_head)


def _stand_on_head(told: LetterShares, turned: LetterShares, stands: Floats) -> Flags:
    """Which cards stand on their heads; stands: (k,) how surely the letter alone says that each does not."""
    shown, other = told.likeliest, others_upside_down(told, turned)
    least = np.where(shown < 1 - _SHOWN, _NO_JOKER, _SHOWN)
    return np.asarray((other >= least) & (stands + _LETTER_WAY * (shown - other) < -_ON_HEAD))


def _read(
    reader: CardLetters, cut: Windows, flipped: Flags, sums: Floats, alone: Floats
) -> tuple[LetterShares, LetterShares]:
    """What cards show as they stand, and upside down where that is not sure."""
    unsure = (np.abs(sums) < _SURELY) | (np.where(flipped, -alone, alone) < -_LIKELY)
    return reader.read(turned_over(cut, flipped), unsure)


def turned_over(cut: Windows, flipped: Flags) -> Windows:
    """The windows, those marked turned upside down."""
    return np.ascontiguousarray(np.where(flipped[:, None, None], cut[:, ::-1, ::-1], cut))


def _shown_more(told: LetterShares, turned: LetterShares) -> Floats:
    """How much more each card shows some letter as it stands than upside down, (k,); 0 where only one was read."""
    other = turned.likeliest
    return np.where(other > 0, told.likeliest - other, 0.0)


def group_sums(evidence: Floats | Flags, groups: list[list[int]]) -> Floats:
    """How much the letters of each card's group together say that it stands upright, (k,) in log shares."""
    sums = np.zeros(len(evidence))
    for members in groups:
        sums[members] = evidence[members].sum()
    return sums
