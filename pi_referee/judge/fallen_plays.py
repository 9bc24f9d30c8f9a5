"""Plays that fell: whether their tiles lie on the table still, so that they are no new play."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from pi_referee.judge.cards.card_match import NO_CARD, Placed, matches, placed
from pi_referee.judge.doubts.seeming_tiles import seeming
from pi_referee.judge.doubts.settled_doubts import surely
from pi_referee.judge.meaning_in_game import meaning_in_game, meaning_of_cards
from pi_referee.judge.meanings import BLANK, NOTHING, STOP, Laid, LaidTwo, Meaning
from pi_referee.judge.surprises import is_surprising
from pi_referee.rules.board.square import Square
from pi_referee.rules.board.tile import Tile
from pi_referee.rules.course.game import Game
from pi_referee.rules.course.script import Entry, Fate
from pi_referee.rules.plays.play import Play
from vision.cards.card_sighting import CardSighting, Seen
from vision.sighting import Sighting

Shown = Callable[[Square], frozenset[str]]
"""Tells what a look may show on a square, "." for nothing; no choice where it cannot be seen."""


@dataclass(frozen=True, slots=True)
class Fallen:
    """A play that fell: whose it was, its tiles as they were told, and all that may lie on its squares of it.

    is_cleared: whether the table was to be cleared since, as a round ended with it. unread: squares on which something
    lay of which no letter was seen: any may, if the rest lies there.
    """

    player: str
    tiles: Mapping[Square, Tile]
    choices: Mapping[Square, frozenset[str]]
    is_cleared: bool
    unread: frozenset[Square] = frozenset()

    def lying(self, shown: Shown) -> frozenset[Square]:
        """The squares on which something of it seems to lie."""
        lying = frozenset(square for square, things in self.choices.items() if shown(square) & things - {NOTHING})
        return lying | {one for one in self.unread if shown(one) - {NOTHING}} if self.may_all_lie(shown) else lying

    def may_all_lie(self, shown: Shown) -> bool:
        """Whether all of it may lie there."""
        squares = self.choices.keys() - self.unread
        return all(not shown(square) or shown(square) & self.choices[square] for square in squares)


def fallen_still_lying(game: Game, look: Seen, meaning: Meaning) -> tuple[Square, ...]:
    """The squares of a play that fell and still lies there; none if none does, or it may be laid upon.

    Who laid it may carry it on, or take some of it off; the next player's word has other tiles, but on a table that was
    cleared, where any word may have its letters. Once a press has shown that those that fell are off, any may be laid.
    """
    if not isinstance(meaning, Laid | LaidTwo) and not is_surprising(meaning):
        return ()
    for fallen in _fallen(game):
        if fallen.choices.keys() <= game.noticed.taken_off:
            continue
        shown, rows, columns = _shown(game, look, fallen, is_odd=is_surprising(meaning))
        lying, all_lie = fallen.lying(shown), fallen.may_all_lie(shown)
        new = meaning.surely_new if isinstance(meaning, Laid) else frozenset()
        is_it = isinstance(meaning, Laid) and {square.moved(rows, columns) for square in new} <= lying
        is_anew = isinstance(meaning, Laid) and (fallen.is_cleared or game.on_turn == fallen.player)
        if lying and ((all_lie and is_it) if is_anew else (all_lie or is_it)):
            return tuple(sorted(lying))
    return ()


def surely_off(game: Game, look: Seen) -> tuple[Square, ...]:
    """The squares of plays that fell on which a look surely shows nothing; none where a thing may hide a card."""
    if isinstance(look, CardSighting) and look.may_hide:
        return ()
    is_odd = is_surprising(meaning_in_game(game, look))
    shown = ((_shown(game, look, fallen, is_odd=is_odd)[0], fallen.choices) for fallen in _fallen(game))
    return tuple(sorted({one for seen, squares in shown for one in squares if seen(one) == {NOTHING}}))


def _fallen(game: Game) -> Iterator[Fallen]:
    """The plays that fell since the newest that stands."""
    for entry in reversed(game.script.entries):
        if entry.is_standing_play:
            return
        if entry.fate is Fate.FELL and isinstance(entry.done, Play):
            is_cleared = entry.round < game.script.round
            choices = _choices(entry, entry.done)
            yield Fallen(entry.player, entry.done.tiles, choices, is_cleared, _unread(entry, choices))


def _unread(entry: Entry, choices: Mapping[Square, frozenset[str]]) -> frozenset[Square]:
    """The squares of a play on which something lay of which no letter was seen; none if that was all of it."""
    unread = frozenset(
        square for square, things in seeming(entry).items() if BLANK in things and not any(map(str.isalpha, things))
    )
    return unread if unread < choices.keys() else frozenset()


def _choices(entry: Entry, play: Play) -> Mapping[Square, frozenset[str]]:
    """What may lie on the squares of a play, or seem to: what it laid, and what was asked about and is not settled.

    Where a letter was in doubt it may be a blank or joker in any case.
    """
    sure = {square: frozenset({tile.face}) for square, tile in play.tiles.items()}
    known = sure if play.stop is None else {**sure, play.stop: frozenset({STOP})}
    asked = {square: things | known.get(square, frozenset()) | {BLANK} for square, things in seeming(entry).items()}
    return {**known, **asked}


def _shown(game: Game, look: Seen, fallen: Fallen, *, is_odd: bool) -> tuple[Shown, int, int]:
    """What a look shows where a play fell, and the rows and columns from where its own new tiles are told to lie.

    Upon a bare table cells are counted from the first card, which may be another one now; and where agreed cards are
    gone (is_odd), those that fell may be all that tells where they lay.
    """
    if isinstance(look, Sighting):
        return lambda square: _on_board(look, square), 0, 0
    shift, agreed = meaning_of_cards(game, look)[1].shift, game.position.tiles
    ways = matches(look, {**agreed, **fallen.tiles}, {}, fallen.choices) if is_odd or not agreed else ()
    way = ways[0] if ways else placed(look, shift)
    return lambda square: _on_table(way, square), way.shift[0] - shift[0], way.shift[1] - shift[1]


def _on_board(look: Sighting, square: Square) -> frozenset[str]:
    """What a square of a board may show."""
    if doubt := look.doubt_of(square):
        return frozenset(dict(doubt.choices))
    seen = surely(look, square)
    return frozenset() if seen is None else frozenset({seen})


def _on_table(way: Placed, square: Square) -> frozenset[str]:
    """What a cell of a table of cards may show."""
    return way.choices(square) if square in way.cards else frozenset({NO_CARD})
