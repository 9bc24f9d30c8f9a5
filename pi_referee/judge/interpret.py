"""What a look at the table means: the change against the agreed position becomes a play, or questions, or a refusal.

Confidence stops here: what goes on to the rules is certain, or is a question that a person answers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from itertools import combinations

from pi_referee.gettext_mark import say
from pi_referee.judge.board_change import Change, change_between
from pi_referee.judge.meanings import NOTHING, STOP, Laid, LaidTwo, Meaning, Refused, TakenBack, Unchanged, squares_of
from pi_referee.rules.board.position import Position
from pi_referee.rules.board.square import Square
from pi_referee.rules.board.tile import Tile
from pi_referee.rules.course.happenings import ALONG_KEY, ARROW_KEY, Question
from pi_referee.rules.course.refusal import Refusal
from pi_referee.rules.definition.ruleset import Ruleset
from pi_referee.rules.plays.adjudication import adjudicate, lay, lift
from pi_referee.rules.plays.ambiguous_plays import readings
from pi_referee.rules.plays.play import Play
from pi_referee.rules.plays.ruling import Fault, Infraction, Ruling
from vision.sighting import Sighting

LAY_BARE = say("Take hands and other things away from the board, give it more light, and press again.")
"""What to do about squares that cannot be seen, where nothing better is known."""
_MOST_COVERED = 2
"""More squares that show neither board nor tile are a hand or a sleeve, and no accident of the light."""
_MOST_DOUBTS = 7
"""More squares in doubt than a rack holds tiles mean that something lies over the board."""
_MOST_TURNS = 2
"""A play with more corners than this is asked about by nobody: its tiles are refused with their faults."""
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
    if len(sighting.covered) > _MOST_COVERED:
        return _covered(sighting.covered)
    if len(change.doubts) > _MOST_DOUBTS:
        return _covered(doubt.square for doubt in change.doubts)
    if change.altered:
        return _altered(change)
    if change.gone:
        return _after_removal(change, position, newest, ruleset, rack=rack, asked=frozenset(asked))
    return _laid(change, position, ruleset, rack=rack, kept=_NO_TILES)


def _after_removal(
    change: Change,
    position: Position,
    newest: Play | None,
    ruleset: Ruleset,
    *,
    rack: int,
    asked: frozenset[Square],
) -> Meaning:
    """What it means that something is gone: the newest play was taken back, or laid anew; else it is refused."""
    squares = squares_of(newest) if newest else frozenset()
    if newest is None or not change.gone <= squares:
        return _missing(change)
    if change.gone == squares - asked and change.adds_nothing:
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
    gone = _gone_questions(newest, change) if change.adds_nothing else ()
    return replace(anew, replaces=True, questions=(*anew.questions, *gone))


def _gone_questions(newest: Play, change: Change) -> tuple[Question, ...]:
    """Part of the newest play is gone and nothing is new: was it taken back, or can it not be seen? It is asked."""
    return tuple(
        Question(str(square), ((".", 0.5), (str(newest.tiles[square]) if square in newest.tiles else STOP, 0.5)))
        for square in sorted(change.gone)
    )


def _laid(change: Change, position: Position, ruleset: Ruleset, *, rack: int, kept: Play) -> Meaning:
    """The play that the new tiles make, with its questions; refused if it cannot be one.

    kept: what still lies there of the newest play, which is laid anew.
    """
    stops = {*change.stops, *({kept.stop} if kept.stop else ())}
    if len(stops) > 1:
        return _not_a_play(tuple(sorted(stops)), ())
    play = _likeliest(change, kept)
    if not play.tiles and play.stop is None:
        return _unclear(change) if change.doubts else Unchanged()
    corners = _corners(position, play, ruleset, rack=rack)
    lawful = readings(position, replace(play, arrows=frozenset(corners)), ruleset, rack=rack)
    play = lawful[0].play if lawful else replace(play, arrows=frozenset(corners))
    questions = [
        *(Question(str(doubt.square), doubt.choices) for doubt in change.doubts),
        *(Question(f"{ARROW_KEY}{corner}") for corner in corners),
        *_ways(lawful),
        *_stop_question(position, play, change, ruleset, rack=rack),
        *_surplus(position, play, change, ruleset),
    ]
    if not lawful and not questions:
        two = _apart(position, play, ruleset, rack=rack)
        if two is not None and kept is _NO_TILES:
            return two
        faults = adjudicate(position, play, ruleset, rack=rack).infractions
        return _not_a_play(tuple(sorted(squares_of(play))), faults)
    return Laid(play, tuple(questions))


def _stop_question(
    position: Position, play: Play, change: Change, ruleset: Ruleset, *, rack: int
) -> Iterator[Question]:
    """A stop tile counts as a tile laid, so where it alone makes the bonus a person confirms that it is one."""
    if play.stop is None or play.stop not in change.stops:
        return
    with_it = adjudicate(position, play, ruleset, rack=rack)
    without = adjudicate(position, replace(play, stop=None), ruleset, rack=rack)
    if without.is_legal and without.score != with_it.score:
        yield Question(str(play.stop), (("#", 0.5), (".", 0.5)))


def _ways(lawful: tuple[Ruling, ...]) -> list[Question]:
    """Whether a play goes on along an older word's turn, where it may be read both ways (A12)."""
    corners = frozenset().union(*(ruling.play.follows for ruling in lawful[1:]))
    return [Question(f"{ALONG_KEY}{corner}") for corner in sorted(corners)]


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


def _likeliest(change: Change, kept: Play) -> Play:
    """The play as it was read, each doubt taken for its likeliest choice."""
    letters = {**change.placed, **{doubt.square: doubt.choices[0][0] for doubt in change.doubts}}
    stops = [*change.stops, *(square for square, letter in letters.items() if letter == STOP)]
    tiles = {
        square: Tile(letter, is_blank=not letter) for square, letter in letters.items() if letter not in {NOTHING, STOP}
    }
    return Play({**kept.tiles, **tiles}, stop=stops[0] if stops else kept.stop)


def _corners(position: Position, play: Play, ruleset: Ruleset, *, rack: int) -> tuple[Square, ...]:
    """The corners that make a play legal which does not lie straight: where arrows must lie; none if none do."""
    faults = {infraction.fault for infraction in adjudicate(position, play, ruleset, rack=rack).infractions}
    if Fault.OFF_LINE not in faults or Fault.TOO_MANY_TILES in faults:
        return ()
    for corners in _corner_sets(play, min(_MOST_TURNS, ruleset.arrows - len(position.arrows))):
        bent = replace(play, arrows=frozenset(corners))
        if adjudicate(position, bent, ruleset, rack=rack).is_legal:
            return corners
    return ()


def _corner_sets(play: Play, most: int) -> Iterator[tuple[Square, ...]]:
    """Sets of new squares at which the play may turn, the smallest first."""
    for count in range(1, most + 1):
        yield from combinations(sorted(play.tiles), count)


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
