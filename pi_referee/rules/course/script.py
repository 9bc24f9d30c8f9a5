"""The order of a game's turns: who did what, what became of it, and who is next; nothing is scored here."""

from __future__ import annotations

import enum
from collections import Counter
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace

from pi_referee.errors import NotationError
from pi_referee.rules.board.position import EMPTY, Position
from pi_referee.rules.course.answered_doubts import Answer, answered_play, is_moot
from pi_referee.rules.course.happenings import Question
from pi_referee.rules.definition.mode import Mode
from pi_referee.rules.definition.ruleset import Ruleset
from pi_referee.rules.plays.play import Move, Pass, Play, Unexplained

LOST = Pass()


class Fate(enum.Enum):
    """What became of a turn."""

    STANDS = "stands"
    WITHDRAWN = "withdrawn"
    FELL = "fell"
    TIMED_OUT = "timed_out"
    LOST = "lost"
    ADJUSTED = "adjusted"


UNTAKEN = frozenset({Fate.LOST, Fate.WITHDRAWN, Fate.ADJUSTED})
"""Turns that were not taken, or will be taken again, and points that are no turn at all."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One turn as it was written down.

    move: what was done, before any answers. doubts, answers: what was asked about it and what was said.
    penalty: points it costs because its word did not count. round: in which round, counted from 1; always the first
    where the table is never cleared. taken: how many turns of the round were taken before it. changed: how many cards
    were changed before it (K08). seen: questions that a look answered -> the turn of that look. was: how it stood
    before somebody corrected it.
    """

    player: str
    move: Move
    doubts: tuple[Question, ...] = ()
    answers: tuple[Answer, ...] = ()
    fate: Fate = Fate.STANDS
    penalty: int = 0
    round: int = 1
    taken: int = 0
    changed: int = 0
    seen: Mapping[str, int] = field(default_factory=dict)
    was: Entry | None = None

    @property
    def done(self) -> Move:
        """What was done, as far as it was answered; a play of which nothing lay there, as all is told, is a pass."""
        if not isinstance(self.move, Play) or not self.answers:
            return self.move
        play, told = answered_play(self.move, self.doubts, self.answers), {key for key, _ in self.answers}
        is_told = all(doubt.key in told or is_moot(play, doubt) for doubt in self.doubts)
        return Pass() if self.doubts and is_told and not play.tiles and play.stop is None else play

    @property
    def is_standing_play(self) -> bool:
        """Whether its tiles lie on the board."""
        return self.fate is Fate.STANDS and isinstance(self.done, Play)


@dataclass(frozen=True, slots=True)
class Script:
    """All turns of a game so far, and who is next.

    next: index of the player on turn. owed: how many coming turns each player has lost; waits: whether whose turn that
    is waits until it is known who begins a round. contenders: who must draw again to see who begins. bag_empty, out,
    agreed_end, left_over: what the players said about the end.
    round: which round is played, and taken: how many turns of it were taken; where the table is cleared after each.
    lot: who must draw lots to begin this round; drawn: rounds they were drawn for -> who won them.
    told_start: the rounds of which somebody told who begins.
    changed: how many cards whoever is on turn has changed. before: what lay there as the game began, and
    points_before: what players brought along. ticks: whether the chess clock was set going, or stopped; None as long as
    nobody said, and rests: for how many turns it does not run by itself. given: player -> seconds more, and
    over: -> minutes beyond the time.
    """

    ruleset: Ruleset
    players: tuple[str, ...]
    entries: tuple[Entry, ...] = ()
    next: int = 0
    owed: Mapping[str, int] = field(default_factory=dict)
    waits: bool = False
    contenders: tuple[str, ...] = ()
    bag_empty: bool = False
    out: str = ""
    agreed_end: bool = False
    left_over: Mapping[str, int] | None = None
    round: int = 1
    taken: int = 0
    lot: tuple[str, ...] = ()
    drawn: Mapping[int, str] = field(default_factory=dict)
    told_start: frozenset[int] = frozenset()
    changed: int = 0
    before: Position = EMPTY
    points_before: Mapping[str, int] = field(default_factory=dict)
    ticks: bool | None = None
    rests: int = 0
    given: Mapping[str, int] = field(default_factory=dict)
    over: Mapping[str, int] = field(default_factory=dict)

    @property
    def on_turn(self) -> str:
        """The player whose turn it is."""
        return self.players[self.next]

    def seat(self, player: str) -> int:
        """Where a player sits, counted from 0 clockwise; NotationError for a stranger."""
        if player not in self.players:
            raise NotationError(
                f"Nobody called {player!r} plays here.", cure=f"The players are {', '.join(self.players)}."
            )
        return self.players.index(player)

    def entry(self, turn: int) -> Entry:
        """A turn by its number, counted from 1; NotationError if there is none."""
        if not 1 <= turn <= len(self.entries):
            raise NotationError(f"There is no turn {turn}.", cure=f"The turns so far are 1 to {len(self.entries)}.")
        return self.entries[turn - 1]

    @property
    def coming(self) -> Entry:
        """The turn that is next, as long as it is none."""
        return Entry(self.on_turn, LOST, round=self.round, taken=self.taken)

    def with_entry(self, turn: int, entry: Entry) -> Script:
        """The script with one turn written anew."""
        self.entry(turn)
        return replace(self, entries=(*self.entries[: turn - 1], entry, *self.entries[turn:]))

    def newest_play(self) -> int | None:
        """The number of the newest turn whose tiles lie on the board."""
        numbers = range(len(self.entries), 0, -1)
        return next((number for number in numbers if self.entries[number - 1].is_standing_play), None)

    def questionable(self) -> int | None:
        """The number of the play that may be questioned: the newest turn, if its tiles lie on the board."""
        last = self._last_turn()
        return last if last is not None and self.entries[last - 1].is_standing_play else None

    def _last_turn(self) -> int | None:
        """The number of the newest turn that somebody took: a lost one nobody did, a withdrawn one is taken again."""
        return self._newest_but(UNTAKEN)

    def _newest_but(self, fates: AbstractSet[Fate]) -> int | None:
        """The number of the newest turn of which something else became."""
        numbers = range(len(self.entries), 0, -1)
        return next((number for number in numbers if self.entries[number - 1].fate not in fates), None)

    def take_turn(self, entry: Entry) -> Script:
        """A turn is over, and the next player is on turn; players who owe a turn are passed over."""
        entry = replace(entry, round=self.round, taken=self.taken, changed=self.changed)
        done = replace(self, entries=(*self.entries, entry), next=(self.next + 1) % len(self.players), changed=0)
        return done.counted(may_end=not isinstance(entry.move, Unexplained)).past_those_who_had_theirs().settle_debt()

    def past_those_who_had_theirs(self) -> Script:
        """In a round everybody has one turn: where somebody laid out of turn, whoever had one is passed over (K06)."""
        again = self.again - {Fate.LOST}
        had = {one.player for one in self.entries if one.round == self.round and one.fate not in again}
        if self.ruleset.mode is not Mode.ROUNDS or self.taken == 0 or had.issuperset(self.players):
            return self
        seats = ((self.next + ahead) % len(self.players) for ahead in range(len(self.players)))
        return replace(self, next=next(seat for seat in seats if self.players[seat] not in had))

    def counted(self, *, may_end: bool = True) -> Script:
        """One more turn of a round was taken; once all have had theirs, the next round begins (K06).

        may_end: what nobody can explain ends no round: what lies there is still to be built on.
        """
        if self.ruleset.mode is not Mode.ROUNDS:
            return self
        taken = self.taken + 1 if may_end else min(self.taken + 1, len(self.players) - 1)
        is_over = taken == len(self.players)
        return replace(self, round=self.round + is_over, taken=0 if is_over else taken, lot=())

    def on_turn_again(self, entry: Entry) -> Script:
        """Whoever took the newest turn is on turn again, as it was before: in its round, with its cards changed.

        Who begins a round after it is no longer known, whatever was told or drawn.
        """
        told = frozenset(number for number in self.told_start if number <= entry.round)
        drawn = {number: player for number, player in self.drawn.items() if number <= entry.round}
        before = replace(self, round=entry.round, taken=entry.taken, changed=entry.changed, told_start=told)
        return replace(before, next=self.seat(entry.player), lot=(), drawn=drawn)

    def once_told(self, turn: int, was: Entry) -> Script:
        """Whoever sits next is next, once the newest turn, which nobody had explained, is told to be one play.

        Till then the likeliest explanation said so, which may have had several plays. In rounds it still says so:
        whether one was over is not known from a play.
        """
        is_newest = turn == len(self.entries) and isinstance(was.move, Unexplained)
        if not is_newest or self.ruleset.mode is Mode.ROUNDS:
            return self
        seat = self.seat(self.entry(turn).player) + 1
        return replace(self, next=seat % len(self.players)).settle_debt()

    def moved_on(self, turn: int, seats: int) -> Script:
        """From a turn on, to the end of its round, each is that of a player so many seats further, and so is the next.

        Points outside the plays and turns that were lost stay with whoever they are of.
        """
        count, kept = len(self.players), {Fate.ADJUSTED, Fate.LOST}
        number = self.entries[turn - 1].round if turn <= len(self.entries) else self.round

        def moved(entry: Entry) -> Entry:
            seat = (self.seat(entry.player) + seats) % count
            return entry if entry.round != number or entry.fate in kept else replace(entry, player=self.players[seat])

        entries = (*self.entries[: turn - 1], *map(moved, self.entries[turn - 1 :]))
        return replace(self, entries=entries, next=(self.next + seats * (number == self.round)) % count)

    def renamed(self, names: tuple[str, ...]) -> Script:
        """The script with the players called so; NotationError unless everybody gets a name of their own."""
        if len(names) != len(self.players) or len(set(names)) < len(names) or not all(names):
            raise NotationError(
                f"The players cannot be called {', '.join(names)}.", cure="Give everybody a name of their own."
            )
        called = dict(zip(self.players, names, strict=True))

        def now(one: str) -> str:
            return called.get(one, one)

        return replace(
            self,
            players=names,
            entries=tuple(replace(entry, player=now(entry.player)) for entry in self.entries),
            owed={now(one): count for one, count in self.owed.items()},
            contenders=tuple(map(now, self.contenders)),
            lot=tuple(map(now, self.lot)),
            drawn={number: now(one) for number, one in self.drawn.items()},
            out=now(self.out),
            left_over=None if self.left_over is None else {now(one): n for one, n in self.left_over.items()},
            points_before={now(one): points for one, points in self.points_before.items()},
            given={now(one): seconds for one, seconds in self.given.items()},
            over={now(one): minutes for one, minutes in self.over.items()},
        )

    @property
    def may_tell_start(self) -> bool:
        """Whether it can still be said who begins: nobody has had a turn, in the game or in the round (L12, K10)."""
        return not self.entries or (self.round > 1 and self.taken == 0)

    @property
    def opens_round(self) -> bool:
        """Whether a new round begins, and nobody has told who begins it."""
        return self.round > 1 and self.taken == 0 and self.round not in self.told_start

    def settle_debt(self) -> Script:
        """Pass over whoever is on turn and has lost the turn; nobody while it is not known who begins the round."""
        script = self
        while script.owed.get(script.on_turn, 0) > 0 and not script.opens_round:
            script = script.passed_over()
        return script

    def passed_over(self) -> Script:
        """Whoever is on turn loses the turn."""
        player = self.on_turn
        lost = Entry(player, LOST, fate=Fate.LOST, round=self.round, taken=self.taken)
        owed = {**self.owed, player: self.owed[player] - 1}
        seat = (self.next + 1) % len(self.players)
        passed = replace(self, entries=(*self.entries, lost), next=seat, owed=owed)
        return passed.counted().past_those_who_had_theirs()

    @property
    def again(self) -> AbstractSet[Fate]:
        """What became of turns that were not taken, or are taken again: words that fell, too, unless that costs one."""
        return UNTAKEN if self.ruleset.falling_costs_turn else UNTAKEN | {Fate.FELL}

    def take_back(self, turn: int, fate: Fate, *, penalty: int = 0, again: bool = True) -> Script:
        """A play's tiles go back; again: if it was the last turn, its player is on turn once more."""
        entry = self.entry(turn)
        script = self.with_entry(turn, replace(entry, fate=fate, penalty=penalty))
        # Whoever had gone out with it holds tiles again.
        later = any(one.is_standing_play and one.player == entry.player for one in self.entries[turn:])
        script = replace(script, out="") if script.out == entry.player and not later else script
        # After it words may have fallen that are laid again: those were no turns either.
        is_last = turn == self._newest_but(self.again)
        return script.owing_again(turn).on_turn_again(entry) if again and is_last else script

    def owing_again(self, turn: int) -> Script:
        """Turns that were lost after one that is taken again are owed again (L01)."""
        lost = Counter(entry.player for entry in self.entries[turn:] if entry.fate is Fate.LOST)
        later = (replace(one, fate=Fate.WITHDRAWN) if one.fate is Fate.LOST else one for one in self.entries[turn:])
        owed = {player: self.owed.get(player, 0) + lost[player] for player in (*self.owed, *lost)}
        return replace(self, entries=(*self.entries[:turn], *later), owed=owed)
