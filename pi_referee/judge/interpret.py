"""What a look at the table means: the change against the agreed position becomes a play, or questions, or a refusal.

Confidence stops here: what goes on to the rules is certain, or is a question that a person answers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace

from pi_referee.gettext_mark import say
from pi_referee.judge.board_change import Change, change_between
from pi_referee.judge.doubts.possible_plays import Possible, likeliest, possible_plays
from pi_referee.judge.meanings import (
    NOTHING,
    STOP,
    Laid,
    LaidTwo,
    Meaning,
    Refused,
    TakenBack,
    Unchanged,
    squares_of,
)
from pi_referee.rules.board.position import Position
from pi_referee.rules.board.square import Square
from pi_referee.rules.course.happenings import ALONG_KEY, ARROW_KEY, Question
from pi_referee.rules.course.refusal import Refusal
from pi_referee.rules.definition.ruleset import Ruleset
from pi_referee.rules.plays.adjudication import adjudicate, lay, lift
from pi_referee.rules.plays.play import Play
from pi_referee.rules.plays.ruling import Infraction
from vision.sighting import HALF_SEEN, SEEN_BARE, Doubt, Sighting, Why

LAY_BARE = say(
    "Take hands and other things away from the board, put the tiles straight, give it more light, and press again."
)
"""What to do about squares that cannot be seen, where nothing better is known."""
_MOST_COVERED = 2
"""More squares by the tiles that show neither board nor tile are a hand or a sleeve, and no accident of the light."""
_MOST_DOUBTS = 7
"""More squares in doubt than a rack holds tiles mean that something lies over the board."""
_NO_TILES = Play({})


def interpret(
    sighting: Sighting,
    position: Position,
    newest: Play | None,
    ruleset: Ruleset,
    *,
    rack: int,
    asked: Collection[Square] = (),
) -> Meaning:
    """Say what a look means after an agreed position whose newest play is given; asked: squares in open questions."""
    change = change_between(position, sighting, asked)
    if len(change.covered) > _MOST_COVERED:
        return _covered(change.covered)
    if _counted(change.doubts) > _MOST_DOUBTS:
        return _too_many(change.doubts)
    if change.altered:
        return _altered(change)
    if newest and _is_untold(newest, sighting):
        return _untold(squares_of(newest))
    if change.gone:
        return _after_removal(change, position, newest, ruleset, sighting, rack=rack, asked=asked)
    return _laid(change, position, ruleset, rack=rack, kept=_NO_TILES)


def _after_removal(
    change: Change,
    position: Position,
    newest: Play | None,
    ruleset: Ruleset,
    sighting: Sighting,
    *,
    rack: int,
    asked: Collection[Square],
) -> Meaning:
    """What it means that something is gone: the newest play was taken back, or laid anew; else it is refused.

    asked: squares in open questions.
    """
    squares, unseen = squares_of(newest) if newest else frozenset(), _perhaps_bare(asked, sighting)
    if newest is None or not change.gone <= squares:
        return _missing(change)
    if change.gone == squares - unseen and change.adds_nothing:
        return TakenBack()
    kept = Play(
        {square: tile for square, tile in newest.tiles.items() if square not in change.gone},
        stop=None if newest.stop in change.gone else newest.stop,
    )
    anew = _laid(change, lift(position, newest), ruleset, rack=rack, kept=kept)
    if not isinstance(anew, Laid):
        return anew
    if change.doubts and anew.is_perhaps_nothing:
        return _unclear(change)
    unsure = (doubt for doubt in sighting.doubts if doubt.square in kept.tiles and doubt.square not in asked)
    more = _gone_questions(newest, change) if change.adds_nothing else _kept_questions(kept, unsure)
    return replace(anew, replaces=True, questions=(*anew.questions, *more))


def _kept_questions(kept: Play, unsure: Iterable[Doubt]) -> Iterator[Question]:
    """What must be asked about tiles of a play laid anew that seem to lie there still: others may lie there.

    unsure: the doubts about its squares.
    """
    for doubt in unsure:
        known, likeliest = kept.tiles[doubt.square].face, doubt.choices[0][1]
        others = tuple(choice for choice in doubt.choices if choice[0] != known)
        yield Question(str(doubt.square), ((known, likeliest), *others), is_hidden=_is_unseen(doubt))


def _perhaps_bare(squares: Iterable[Square], sighting: Sighting) -> frozenset[Square]:
    """Those of some squares on which perhaps nothing lies."""
    tiles = {doubt.square for doubt in sighting.doubts if NOTHING not in dict(doubt.choices)}
    return frozenset(squares) - sighting.board.keys() - sighting.stops - tiles


def _gone_questions(newest: Play, change: Change) -> tuple[Question, ...]:
    """Part of the newest play is gone and nothing is new: was it taken back, or can it not be seen? It is asked."""
    return tuple(
        Question(str(square), ((".", 0.5), (newest.tiles[square].face if square in newest.tiles else STOP, 0.5)))
        for square in sorted(change.gone)
    )


def _laid(change: Change, position: Position, ruleset: Ruleset, *, rack: int, kept: Play) -> Meaning:
    """The play that the new tiles make, with its questions; refused if it cannot be one.

    kept: what still lies there of the newest play, which is laid anew.
    """
    stops = {*change.stops, *({kept.stop} if kept.stop else ())}
    if len(stops) > 1:
        return _not_a_play(tuple(sorted(stops)), ())
    play = likeliest(change, kept)
    if not play.tiles and play.stop is None:
        return _unclear(change) if change.doubts else Unchanged()
    plays = possible_plays(position, change, kept, ruleset, rack=rack)
    if plays:
        return Laid(plays[0].play, tuple(_questions(position, plays, change, ruleset, rack=rack)))
    if kept is _NO_TILES and change.may_be_nothing:
        return _unclear(change)
    two = _apart(position, play, ruleset, rack=rack)
    if two is not None and kept is _NO_TILES:
        return two
    faults = adjudicate(position, play, ruleset, rack=rack).infractions
    return _not_a_play(tuple(sorted(squares_of(play))), faults)


def _is_unseen(doubt: Doubt) -> bool:
    """Whether it is not seen what lies on a square, or in part, so that any letter may, whatever the choices are.

    That nothing tells which side of the board is its top does not hide the blank that is seen there. What has a tile's
    tint and is no plainer than print may be a tile that slipped, its letter at the square's rim.
    """
    seems_blank = doubt.why in SEEN_BARE - {Why.TILE_ON_PRINT}
    is_blank = seems_blank or (doubt.why is Why.WAY_UP and not doubt.likeliest)
    return doubt.why in HALF_SEEN or not (is_blank or doubt.may_be_letter)


def _questions(
    position: Position, plays: tuple[Possible, ...], change: Change, ruleset: Ruleset, *, rack: int
) -> Iterator[Question]:
    """What must be asked about a play, as any of those that it may be."""
    yield from (Question(str(doubt.square), doubt.choices, is_hidden=_is_unseen(doubt)) for doubt in change.doubts)
    corners = frozenset[Square]().union(*(one.play.arrows for one in plays))
    yield from (Question(f"{ARROW_KEY}{corner}") for corner in sorted(corners))
    # Whether a play goes on along an older word's turn, where it may be read both ways (A12).
    ways = [ruling.play.follows for one in plays for ruling in one.rulings]
    turns = frozenset[Square]().union(*ways).difference(frozenset.intersection(*ways))
    yield from (Question(f"{ALONG_KEY}{corner}") for corner in sorted(turns))
    stops = {one.play.stop for one in plays if _may_be_shadow(position, one.play, change, ruleset, rack=rack)}
    yield from (Question(str(stop), ((STOP, 0.5), (NOTHING, 0.5))) for stop in stops)
    yield from _surplus(position, plays[0].play, change, ruleset)


def _may_be_shadow(position: Position, play: Play, change: Change, ruleset: Ruleset, *, rack: int) -> bool:
    """Whether a stop tile alone makes the bonus, as a tile laid, so that a person confirms that it is one."""
    if play.stop is None or play.stop not in change.stops:
        return False
    with_it = adjudicate(position, play, ruleset, rack=rack)
    without = adjudicate(position, replace(play, stop=None), ruleset, rack=rack)
    return without.is_legal and without.score != with_it.score


def _apart(position: Position, play: Play, ruleset: Ruleset, *, rack: int) -> LaidTwo | None:
    """The new tiles as two plays, one after the other, if there is one way to take them apart; None if not."""
    ways = []
    for line in sorted({frozenset(group) for group in _lines(play)}, key=sorted):
        first = Play({square: tile for square, tile in play.tiles.items() if square in line})
        second = replace(play, tiles={square: tile for square, tile in play.tiles.items() if square not in line})
        if second.tiles and _lawful_in_turn(position, first, second, ruleset, rack=rack):
            ways.append(LaidTwo(first, second))
    kinds = {frozenset({frozenset(way.first.tiles), frozenset(way.second.tiles)}) for way in ways}
    return ways[0] if len(kinds) == 1 else None


def _lines(play: Play) -> Iterator[set[Square]]:
    """The new squares of each row and of each column that has some."""
    for axis in (0, 1):
        for line in {square[axis] for square in play.tiles}:
            yield {square for square in play.tiles if square[axis] == line}


def _lawful_in_turn(position: Position, first: Play, second: Play, ruleset: Ruleset, *, rack: int) -> bool:
    """Whether the first play may lie as it does, and the second upon it."""
    if not adjudicate(position, first, ruleset, rack=rack).is_legal:
        return False
    return adjudicate(lay(position, first), second, ruleset, rack=rack).is_legal


def _surplus(position: Position, play: Play, change: Change, ruleset: Ruleset) -> Iterator[Question]:
    """Questions about new tiles of which the box holds no more: one of them is probably misread."""
    if ruleset.counts is None:
        return
    lying = Counter(letter for letter in lay(position, play).letters().values() if letter)
    asked = {doubt.square for doubt in change.doubts}
    for square, tile in sorted(play.tiles.items()):
        if tile.letter and square not in asked and lying[tile.letter] > ruleset.counts.get(tile.letter, 0):
            yield Question(str(square), ((tile.letter, 0.5), ("", 0.25)))


def _missing(change: Change) -> Refused:
    return Refused(
        say("Tiles that lay on the board are gone: {squares}."),
        say("Put them back and press again, or correct the score sheet."),
        Refusal.GONE,
        tuple(sorted(change.gone)),
    )


def _altered(change: Change) -> Refused:
    return Refused(
        say("Other letters than before lie on {squares}."),
        say("Put the tiles back as they lay and press again, or correct the score sheet."),
        Refusal.ALTERED,
        tuple(sorted(change.altered)),
    )


def _covered(squares: Iterable[Square]) -> Refused:
    return Refused(
        say("It cannot be seen what lies on {squares}."),
        LAY_BARE,
        Refusal.UNSEEN,
        tuple(sorted(squares)),
    )


def _counted(doubts: Sequence[Doubt]) -> int:
    """How many squares are in doubt; a word that may lie elsewhere, as nothing tells the board's top, counts once."""
    elsewhere = sum(doubt.why is Why.WAY_UP and doubt.likeliest == NOTHING for doubt in doubts)
    tiles = sum(doubt.likeliest != NOTHING for doubt in doubts)
    return len(doubts) - min(elsewhere, tiles)


def _too_many(doubts: Sequence[Doubt]) -> Refused:
    """More squares in doubt than a play has: something lies over them, or nothing tells the board's top."""
    squares = tuple(doubt.square for doubt in doubts)
    if all(doubt.why is not Why.WAY_UP for doubt in doubts):
        return _covered(squares)
    return _untold(squares)


def _is_untold(newest: Play, sighting: Sighting) -> bool:
    """Whether the newest play seems to be gone in a look of which nothing tells the board's top."""
    told = [sighting.doubt_of(square) for square in squares_of(newest)]
    seems_gone = (doubt is not None and doubt.why is Why.WAY_UP and doubt.likeliest == NOTHING for doubt in told)
    return all(seems_gone)


def _untold(squares: Iterable[Square]) -> Refused:
    return Refused(
        say("It cannot be told which side of the board is its top."),
        say("Give the table more light, and see that the camera is in focus."),
        Refusal.COVERED,
        tuple(sorted(squares)),
    )


def _unclear(change: Change) -> Refused:
    return Refused(
        say("It cannot be told whether a tile lies on {squares}."),
        say("Put the tiles straight and press again."),
        Refusal.UNCLEAR,
        tuple(sorted(doubt.square for doubt in change.doubts)),
    )


def _not_a_play(squares: tuple[Square, ...], infractions: tuple[Infraction, ...]) -> Refused:
    return Refused(
        say("The new tiles on {squares} do not make a play."),
        say("Lay them differently, or take them back, and press again."),
        Refusal.NOT_A_PLAY,
        squares,
        infractions,
    )
