"""What may have happened on the table that nobody told: the few things that tables know, each checked by the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce

from pi_referee.judge.meanings import Laid, LaidTwo, Refused, Unchanged
from pi_referee.judge.plays_in_turn import MOST as MOST_PLAYS
from pi_referee.judge.plays_in_turn import plays_in_turn
from pi_referee.judge.untold.board_view import BoardView
from pi_referee.judge.untold.card_view import CardView
from pi_referee.judge.untold.kinds import (
    FALLEN,
    LAID_ANEW,
    MISREAD,
    PASSED,
    PLAYS,
    SHIFTED,
    SLID,
    SWAPPED,
    TAKEN_UP,
    TOLD,
    TWO_BACK,
)
from pi_referee.judge.untold.likely_plays import far_fetched, new_words
from pi_referee.judge.untold.suppositions import Supposed, suppositions
from pi_referee.judge.untold.views import Difference, View
from pi_referee.rules.board.square import Square
from pi_referee.rules.course.game import Game, follow
from pi_referee.rules.course.happenings import Explanation, Happening, PlayLaid, Question, Surprised
from pi_referee.rules.course.standing import Status, Turn
from pi_referee.rules.definition.mode import Mode
from pi_referee.rules.plays.adjudication import adjudicate
from pi_referee.rules.plays.play import Play
from vision.cards.card_sighting import CardSighting, Seen

COST: Mapping[str, float] = {
    SHIFTED: 0.5, TAKEN_UP: 0.8, PASSED: 0.9, SWAPPED: 0.9, TOLD: 0.9, PLAYS: 1.0, LAID_ANEW: 1.1, SLID: 1.3,
    FALLEN: 1.5, MISREAD: 2.0, TWO_BACK: 2.2,
}  # fmt: skip
"""How far-fetched each is, 1 the least: what happens every other evening before what happens once a year."""

_MORE_PLAYS = 1.0
"""How much more far-fetched each further play is where something else happened besides."""

_SAME_AGAIN = 0.5
"""How much more far-fetched it is that a tile was taken up and laid in its place again."""

_FAR = 1.0
"""What is this much more far-fetched than its kind is not thought to have happened beside several plays."""

MOST, MOST_ALIKE = 10, 9
"""So many explanations are put to the table at most, and so many of each that nothing on the board tells apart."""


@dataclass(frozen=True, slots=True)
class Told:
    """An explanation, how far-fetched it is, and the look as it then lies in the game.

    alike: the same for those that nothing on the board tells apart, as they have the same words in another order.
    """

    explanation: Explanation
    cost: float
    seen: View
    alike: Hashable


def view_of(game: Game, look: Seen) -> View:
    """A look as suppositions are tried on it."""
    return CardView.of(look, game) if isinstance(look, CardSighting) else BoardView(look)


def surprise(game: Game, look: Seen) -> Surprised:
    """A look that contradicts what was agreed, with what may have happened, likeliest first."""
    view = view_of(game, look)
    told = sorted(_explanations(game, view), key=lambda one: one.cost)
    number = 1 + sum(isinstance(one, Surprised) for one in game.happenings)
    unlike = tuple(_unlike(game, told))
    likely = next((one for one in told if one.explanation == unlike[0]), None) if unlike else None
    seen, after = (likely.seen, reduce(follow, likely.explanation.happened, game)) if likely else (view, game)
    tiles, spent = seen.as_seen(after), seen.left(after)
    return Surprised(number, tiles, view.stops, game.position.arrows, unlike, spent)


def _unlike(game: Game, told: Iterable[Told]) -> Iterator[Explanation]:
    """Those that come to different games, and to none in which a play may not lie as it does; alike ones together."""
    groups: dict[Hashable, list[Explanation]] = {}
    for one in told:
        groups.setdefault(one.alike, []).append(one.explanation)
    kept, wrong, shown = set[object](), _illegal(game), 0
    for group in groups.values():
        found = list[Explanation]()
        for story in group:
            after = reduce(follow, story.happened, game)
            face = outcome_of(after), story.kind == FALLEN
            if len(found) < MOST_ALIKE and face not in kept and _illegal(after) <= wrong:
                kept.add(face)
                found.append(replace(story, is_alike=bool(found)))
        yield from found
        shown += bool(found)
        if shown == MOST:
            return


def _illegal(game: Game) -> int:
    """How many plays lie as they may not."""
    return sum(turn.status is Status.ILLEGAL for turn in game.turns)


def outcome_of(game: Game) -> object:
    """What of a game people would notice: who laid what for how much, whichever of it came first."""
    standing = [turn for turn in game.turns if turn.status is not Status.WITHDRAWN]
    turns = Counter((turn.player, _squares(turn), turn.score, turn.pending) for turn in standing)
    tiles, totals = frozenset(game.position.tiles.items()), tuple(game.totals.items())
    return tiles, totals, frozenset(turns.items()), game.on_turn


def _squares(turn: Turn) -> frozenset[Square]:
    """Where a turn's play was laid."""
    return frozenset(turn.move.tiles) if isinstance(turn.move, Play) else frozenset()


def _explanations(game: Game, view: View) -> Iterator[Told]:
    """Everything that explains a look, each with the play or plays that were laid besides."""
    for supposed in suppositions(game, view):
        for happened in _laid(supposed):
            kind, squares = _named(supposed, happened)
            told = Explanation(kind, (*supposed.happened, *happened), squares)
            plays = [one.play for one in happened if isinstance(one, PlayLaid)]
            cost = COST[kind] + supposed.extra + _extra(game, supposed, plays, told)
            yield Told(told, cost, supposed.seen, (kind, squares, *_alike(supposed, plays)))


def _alike(supposed: Supposed, plays: Sequence[Play]) -> tuple[Hashable, ...]:
    """What is the same for stories that differ only by the order of their plays."""
    words = new_words(supposed.game.position.tiles, plays) if len(plays) > 1 else repr(plays)
    return words, repr(supposed.happened)


def _extra(game: Game, supposed: Supposed, plays: Sequence[Play], told: Explanation) -> float:
    """How much more far-fetched an explanation is for all that it lets happen."""
    more = _MORE_PLAYS * max(len(plays) - (1 if supposed.kind else 2), 0)
    odd = far_fetched(supposed.game.position.tiles, plays) if len(plays) > 1 else 0.0
    return more + odd + _SAME_AGAIN * _same_again(game, plays) + 0.01 * len(told.happened)


def _same_again(game: Game, plays: Sequence[Play]) -> int:
    """How many tiles would have been laid where the very same ones lay before."""
    lying = {square: tile.unnamed for square, tile in game.position.tiles.items()}
    return sum(lying.get(square) == tile for play in plays for square, tile in play.tiles.items())


def _named(supposed: Supposed, happened: tuple[Happening, ...]) -> tuple[str, tuple[Square, ...]]:
    """What a supposition is called, and where things are odd, now that it is known what was laid besides.

    Cards that the new word does not use were taken up; any other is hidden, or fell.
    """
    if supposed.kind != TAKEN_UP:
        return supposed.kind or PLAYS, supposed.squares
    hidden = tuple(square for square in supposed.squares if square in _used(supposed.game, happened))
    if happened and not hidden:
        return TAKEN_UP, ()
    return FALLEN, hidden or supposed.squares


def _used(game: Game, happened: tuple[Happening, ...]) -> frozenset[Square]:
    """The squares of the first word that was laid."""
    first = next((one.play for one in happened if isinstance(one, PlayLaid)), Play({}))
    words = adjudicate(game.position, first, game.ruleset, rack=game.rack).words
    return frozenset(letter.square for letter in words[0].letters) if words else frozenset()


def _laid(supposed: Supposed) -> Iterator[tuple[Happening, ...]]:
    """The plays that a look shows after a supposition: none, one, or several in turn; nothing if they are none."""
    meaning = supposed.look.meaning(supposed.game)
    match meaning:
        case Laid():
            yield (PlayLaid(meaning.play, meaning.questions),)
        case Unchanged() if supposed.kind:
            yield ()
        case LaidTwo() | Refused():
            change = supposed.look.difference(supposed.game)
            # Where a card was taken up, another may have been laid by the second word.
            may_lie = change.altered <= change.new.keys() if supposed.kind == TAKEN_UP else not change.altered
            if not change.gone and may_lie:
                yield from _in_turn(supposed, change)


def _in_turn(supposed: Supposed, change: Difference) -> Iterator[tuple[Happening, ...]]:
    """The new tiles as two or three plays laid one after the other."""
    game = supposed.game
    if supposed.extra >= _FAR or change.is_unsure or len(change.stops) > 1 or len(change.new) > 3 * game.rack:
        return
    stop = change.stops[0] if change.stops else None
    most = min(_turns_left(game), MOST_PLAYS if supposed.kind in {"", TAKEN_UP} else 2)
    for plays in plays_in_turn(game.position, Play(change.new, stop), game.ruleset, rack=game.rack, most=most):
        yield tuple(PlayLaid(play, _asked_of(play, change)) for play in plays)


def _turns_left(game: Game) -> int:
    """How many plays may be laid before the table is cleared, if it ever is."""
    return len(game.players) - game.script.taken if game.ruleset.mode is Mode.ROUNDS else MOST_PLAYS


def _asked_of(play: Play, change: Difference) -> tuple[Question, ...]:
    """What is to be asked about a play's tiles."""
    return tuple(question for square, question in change.questions if square in play.tiles)
