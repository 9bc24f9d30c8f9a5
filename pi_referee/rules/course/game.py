"""A game: what all its happenings add up to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, reduce
from itertools import takewhile

from pi_referee.errors import GameFileError, NotationError
from pi_referee.rules.board.position import Position
from pi_referee.rules.board.square import Square
from pi_referee.rules.board.tile import Tile
from pi_referee.rules.course.asides import Clock, EditionSeen, Mark, edition_in_doubt, edition_of
from pi_referee.rules.course.explained import happenings_explained
from pi_referee.rules.course.final_score import accepted, deductions, ended_by, overtime, settled_turns, winners
from pi_referee.rules.course.happenings import (
    EXPLAIN_KEY,
    Answered,
    GameBegan,
    Happening,
    LookRefused,
    Question,
    Undone,
)
from pi_referee.rules.course.rounds import is_opening, opened
from pi_referee.rules.course.scored_turns import Scorer
from pi_referee.rules.course.script import Script
from pi_referee.rules.course.standing import Noticed, Standing, Step, Turn
from pi_referee.rules.course.turn_order import record
from pi_referee.rules.definition.editions import edition_switches
from pi_referee.rules.definition.library import ruleset
from pi_referee.rules.definition.ruleset import Ruleset

Find = Callable[[str], Ruleset]
"""Gives a game's rules by its name."""


@dataclass(frozen=True)
class Game:
    """A game as it stands: never changed, each happening makes a new one.

    happenings: all that counts of what happened, the beginning first; what was undone is not among them.
    script: the turns as written down. steps: the turns as scored, kept so that only what changes is scored anew.
    editions: what was told of how the tiles look; no step, so that undoing passes over it. noticed: what presses were
    told of squares since the newest turn.
    """

    began: GameBegan
    happenings: tuple[Happening, ...]
    script: Script
    steps: tuple[Step, ...] = field(compare=False, repr=False, default=())
    editions: tuple[EditionSeen, ...] = ()
    noticed: Noticed = field(compare=False, default=Noticed())

    @property
    def ruleset(self) -> Ruleset:
        """The rules, with what the players agreed on."""
        return self.script.ruleset

    @property
    def players(self) -> tuple[str, ...]:
        """The players, clockwise."""
        return self.script.players

    @property
    def rack(self) -> int:
        """How many tiles a rack holds."""
        return self.began.rack

    @property
    def edition(self) -> str:
        """How the tiles look, "light" or "dark": as somebody said, else as the newest picture showed it."""
        return edition_of(self.began.edition, self.editions)

    @property
    def edition_in_doubt(self) -> str:
        """How the tiles look in the pictures, if somebody said otherwise and has not been asked yet; else ""."""
        return edition_in_doubt(self.began.edition, self.editions)

    @cached_property
    def turns(self) -> tuple[Turn, ...]:
        """The rows of the protocol, oldest first; nothing is ever dropped from it but by undoing."""
        return accepted(settled_turns(self.steps, is_over=bool(self.ended)), self.script)

    @property
    def standing(self) -> Standing:
        """Board, bag and racks as they are now."""
        return self.steps[-1].after if self.steps else _scorer(self).start()

    @property
    def position(self) -> Position:
        """What lies on the board, or on the table as far as it may be built on."""
        return self.position_before(len(self.steps) + 1)

    @property
    def spent(self) -> Mapping[Square, Tile]:
        """Cards that play no more and should have been taken up, though they may still lie there."""
        return self.standing_before(len(self.steps) + 1).spent

    def position_before(self, number: int) -> Position:
        """What lay there before a turn, counted from 1."""
        return self.standing_before(number).position

    def standing_before(self, number: int) -> Standing:
        """How things were before a turn, counted from 1; the table is cleared where a round begins with it."""
        before = self.steps[number - 2].after if 1 < number <= len(self.steps) + 1 else _scorer(self).start()
        entries = self.script.entries
        return before.cleared(entries[number - 1].round if number <= len(entries) else self.script.round)

    @property
    def on_turn(self) -> str:
        """Whose turn it is, "" once the game is over."""
        return "" if self.ended else self.script.on_turn

    @property
    def ended(self) -> str:
        """How the game ended: "tiles", "bag", "passes" or "agreement"; "" while it goes on."""
        return ended_by(self.script, self.standing)

    @cached_property
    def totals(self) -> Mapping[str, int]:
        """Each player's points, open scores left out; less overtime, and what was left on the racks once known."""
        sums = self.points_before
        for turn in self.turns:
            sums[turn.player] += turn.score or 0
        off, over = self.deductions, self.overtime
        return {player: points - off.get(player, 0) - over.get(player, 0) for player, points in sums.items()}

    @property
    def points_before(self) -> dict[str, int]:
        """What each player brought along as the game began: nothing unless it began in the middle."""
        return {player: self.script.points_before.get(player, 0) for player in self.players}

    @cached_property
    def deductions(self) -> Mapping[str, int]:
        """What each player loses for the last tiles; negative for who gets what the others lose (A33, L06)."""
        return deductions(self.script, self.standing)

    @property
    def overtime(self) -> Mapping[str, int]:
        """What each player loses for minutes beyond the agreed time; nobody who kept to it is named."""
        return overtime(self.script)

    @property
    def is_counted(self) -> bool:
        """Whether the game is over and it was told what was left, so that nothing is to be taken off any more."""
        return bool(self.ended) and self.script.left_over is not None

    @property
    def won_by(self) -> tuple[str, ...]:
        """Who has won for good, as what was left is counted; nobody before."""
        return self.winners if self.is_counted else ()

    @property
    def winners(self) -> tuple[str, ...]:
        """Who won, several if they have the same points; nobody while the game goes on, or a score waits."""
        return winners(self.turns, self.totals) if self.ended else ()

    @property
    def open_questions(self) -> tuple[tuple[int, Question], ...]:
        """What people have yet to answer, with the number of the turn."""
        return tuple((turn.number, question) for turn in self.turns for question in turn.questions)

    @property
    def newest_play(self) -> Turn | None:
        """The newest play that lies on the board."""
        number = self.script.newest_play()
        return None if number is None else self.turns[number - 1]

    @property
    def must_draw(self) -> tuple[str, ...]:
        """Who must draw a tile again because they drew alike (A28)."""
        return self.script.contenders


def begin(began: GameBegan, find: Find = ruleset) -> Game:
    """A new game.

    Raises GameFileError for an unknown game, switch or rack size, and unless one to four players differ in name.
    """
    rules = find(began.game).agree({**edition_switches(began.edition), **began.switches})
    if began.rack not in rules.rack_sizes:
        sizes = ", ".join(map(str, rules.rack_sizes))
        raise GameFileError(f"A rack of {began.rack} is not played.", where="rack", cure=f"Choose {sizes}.")
    players = seated(began, rules)
    if not 1 <= len(players) <= 4 or len(set(players)) < len(players) or not all(players):
        raise GameFileError(
            f"{len(players)} players called {', '.join(players)} cannot play.",
            where="players",
            cure="One to four can, each with a name of their own.",
        )
    return Game(began, (began,), Script(rules.for_players(len(players)), players))


def seated(began: GameBegan, rules: Ruleset) -> tuple[str, ...]:
    """The players as a game begins; one who plays two racks is two."""
    players = began.players
    is_two = len(players) == 1 and rules.switches["solo.racks"] == 2
    return (f"{players[0]} 1", f"{players[0]} 2") if is_two else players


def follow(game: Game, happening: Happening) -> Game:
    """The game after something more has happened; turns that stay as they were are not scored again.

    Raises NotationError for a turn, a player or a square that the game does not have.
    """
    after = _followed(game, happening)
    return replace(after, noticed=game.noticed.after(happening))


def _followed(game: Game, happening: Happening) -> Game:
    """The same, whatever was noticed."""
    if isinstance(happening, EditionSeen):
        return replace(game, editions=(*game.editions, happening))
    if isinstance(happening, (Mark, GameBegan, LookRefused)):
        return game
    if isinstance(happening, Undone):
        return _replayed(game, _without_newest(game.happenings))
    kept = (*game.happenings, happening)
    if isinstance(happening, Answered) and happening.question.startswith(EXPLAIN_KEY):
        return _replayed(game, kept)
    return _scored(replace(game, happenings=kept, script=record(game.script, happening)))


def fold(happenings: Iterable[Happening], find: Find = ruleset) -> Game:
    """The game that some happenings add up to; the first one is its beginning.

    The same as following each in turn, but every turn is scored once. Raises as begin and follow do.
    """
    kept: list[Happening] = []
    editions: list[EditionSeen] = []
    noticed = Noticed()
    for happening in happenings:
        noticed = noticed.after(happening)
        if kept and isinstance(happening, EditionSeen):
            editions.append(happening)
        elif isinstance(happening, Undone):
            kept = list(_without_newest(kept))
        elif not kept or not isinstance(happening, (LookRefused, Mark, GameBegan)):
            kept.append(happening)
    if not kept or not isinstance(kept[0], GameBegan):
        raise NotationError("A game must begin before anything can happen in it.", cure="Begin a game first.")
    return replace(_replayed(begin(kept[0], find), tuple(kept)), editions=tuple(editions), noticed=noticed)


def _replayed(game: Game, happenings: tuple[Happening, ...]) -> Game:
    """A fresh game with everything written down, scored once at the end, and where a round must know who begins it."""
    fresh = replace(fresh_game(game), happenings=happenings)
    told = happenings_explained(happenings, lambda some: turns_of(game, some))
    return _scored(_with_known_steps(reduce(written_down, told[1:], fresh), game))


def fresh_game(game: Game) -> Game:
    """A game before anything happened in it, with the players as they were called then."""
    return replace(game, script=Script(game.script.ruleset, seated(game.began, game.script.ruleset)), steps=())


def written_down(game: Game, happening: Happening) -> Game:
    """The game once something more is written down, scored only where a round must know who begins it."""
    after = replace(game, script=record(game.script, happening))
    return _scored(after) if is_opening(after.script) else after


def turns_of(game: Game, happened: Iterable[Happening]) -> int:
    """How many turns a game has after some happenings, its beginning left out."""
    return len(reduce(written_down, happened, fresh_game(game)).script.entries)


def _with_known_steps(fresh: Game, game: Game) -> Game:
    """A replayed game with the turns it shares with another already scored: as many as begin both alike.

    Nothing is shared where other players began, or on another board.
    """
    old, new = game.script, fresh.script
    if fresh.steps or (old.players, old.before) != (new.players, new.before):
        return fresh
    alike = len(tuple(takewhile(lambda pair: pair[0] == pair[1], zip(old.entries, new.entries, strict=False))))
    entries = (*old.entries[:alike], *new.entries[alike:])
    return replace(fresh, script=replace(new, entries=entries), steps=game.steps[:alike])


def _without_newest(happenings: Sequence[Happening]) -> tuple[Happening, ...]:
    """What happened but for the newest step; the beginning stays, and what was told of the clock."""
    steps = (place for place in range(len(happenings) - 1, 0, -1) if not isinstance(happenings[place], Clock))
    newest = next(steps, len(happenings))
    return (*happenings[:newest], *happenings[newest + 1 :])


def _scorer(game: Game) -> Scorer:
    """What scores this game's turns."""
    return Scorer(game.script.ruleset, game.began.rack, game.script.players, game.script.before)


def _scored(game: Game) -> Game:
    """The game with its turns scored, as far as they changed."""
    scorer = _scorer(game)
    steps = scorer.score_all(game.script.entries, game.steps)
    script = opened(game.script, steps)
    return replace(game, steps=scorer.score_all(script.entries, steps), script=script)
