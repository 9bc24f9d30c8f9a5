"""Scoring the turns of a game in order, each on what lay on the board before it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain

from pi_referee.rules.board.position import EMPTY, Position
from pi_referee.rules.board.tile import NAMELESS
from pi_referee.rules.course.answered_doubts import may_be_answered, named, names_asked, open_questions
from pi_referee.rules.course.happenings import APART_KEY, Question
from pi_referee.rules.course.script import Entry, Fate
from pi_referee.rules.course.standing import Standing, Status, Step, Turn
from pi_referee.rules.course.stealing import Settlement, living_word, newly_living, scored, settle
from pi_referee.rules.definition.mode import Mode
from pi_referee.rules.definition.ruleset import Ruleset
from pi_referee.rules.plays.adjudication import adjudicate, lay
from pi_referee.rules.plays.play import Adjustment, Exchange, Play, Unexplained
from pi_referee.rules.plays.ruling import Ruling
from pi_referee.rules.plays.scoring import printed_on

_FATES = {
    Fate.WITHDRAWN: Status.WITHDRAWN,
    Fate.FELL: Status.FELL,
    Fate.TIMED_OUT: Status.TIMED_OUT,
    Fate.LOST: Status.LOST,
    Fate.ADJUSTED: Status.ADJUSTED,
}


@dataclass(frozen=True, slots=True)
class Scorer:
    """Scores one turn after another of a game with these rules, rack and players; before: what lay there first."""

    ruleset: Ruleset
    rack: int
    players: tuple[str, ...] = field(default=())
    before: Position = EMPTY

    def start(self) -> Standing:
        """The board as the game begins, full racks, and the rest in the bag."""
        total, lying = self.ruleset.tile_total, len(self.before.occupied) + len(self.before.arrows)
        bag = None if total is None else max(total - self.rack * len(self.players) - lying, 0)
        return Standing(self.before, bag, dict.fromkeys(self.players, self.rack))

    def score_all(self, entries: tuple[Entry, ...], known: tuple[Step, ...]) -> tuple[Step, ...]:
        """Score all turns; those at the start that were scored before and are still the same are taken over."""
        steps: list[Step] = []
        for entry, step in zip(entries, known, strict=False):
            if entry is not step.entry:
                break
            steps.append(step)
        for entry in entries[len(steps) :]:
            before, perhaps = (steps[-1].after, steps[-1].perhaps) if steps else (self.start(), ())
            steps.append(self._held(self._score(entry, len(steps) + 1, before), before, perhaps))
        return tuple(steps)

    def _held(self, step: Step, before: Standing, perhaps: tuple[Standing, ...]) -> Step:
        """A turn without a score if what is still asked about turns before may change it, and how things may be then.

        before, perhaps: how things were before it, and how they may have been.
        """
        others = [self._score(step.entry, step.turn.number, other) for other in perhaps]
        is_told = step.turn.status in {Status.SCORED, Status.ILLEGAL, Status.PENDING}
        if is_told and any(_points(other.turn) != _points(step.turn) for other in others):
            held = replace(step.turn, status=Status.OPEN, score=None, pending=None, theme=())
            step = replace(step, turn=held, after=replace(step.after, claimed=before.claimed))
        is_open = step.turn.status is Status.OPEN
        answers = (*self._answered(step, before), *self._at_most(step, (before, *perhaps))) if is_open else ()
        step = _with_open_settlement(step, (*others, *answers))
        answered = (*(other.after for other in answers), *(self._claiming(step, others, answers) if is_open else ()))
        # Two plays that were seen in one look are both taken back if somebody says that they were not two.
        is_taken_back = any(question.key.startswith(APART_KEY) for question in step.turn.questions)
        unlaid = (before, *perhaps) if is_taken_back else ()
        return replace(step, perhaps=_unlike(step.after, (*(other.after for other in others), *answered, *unlaid)))

    def _answered(self, step: Step, before: Standing) -> Iterator[Step]:
        """A turn as it is for each answer to each of its questions, and if nothing lies wherever that may be."""
        questions = step.turn.questions
        nothing = tuple((one.key, ".") for one in questions if "." in dict(one.choices))
        each = (
            ((question.key, answer),)
            for question in questions
            for answer in may_be_answered(question, self.ruleset.values)
        )
        for told in (*each, *((nothing,) if len(nothing) > 1 else ())):
            yield self._score(replace(step.entry, answers=(*step.entry.answers, *told)), step.turn.number, before)

    def _at_most(self, step: Step, befores: Sequence[Standing]) -> Iterator[Step]:
        """A turn with the least, and the most, that may be answered to all that is asked of it and before.

        Two answers may each change nothing alone: the best mark counts (K03), and no word less than the floor (A19).
        """
        asked = [
            (one.key, answers) for one in step.turn.questions if (answers := may_be_answered(one, self.ruleset.values))
        ]
        for best in (min, max) if asked else ():
            told = tuple((key, best(answers, key=self._worth)) for key, answers in asked)
            before = best(befores, key=lambda one: printed_on(one.position.tiles.values(), self.ruleset))
            yield self._score(replace(step.entry, answers=(*step.entry.answers, *told)), step.turn.number, before)

    def _claiming(self, step: Step, *ways: Sequence[Step]) -> Iterator[Standing]:
        """How things are if an open turn laid agreed words, as several answers may make together: any that is as long.

        ways: the turn as it may be.
        """
        rulings = [one.turn.ruling for one in (step, *chain(*ways)) if one.turn.ruling is not None]
        lengths = {len(word.text) for ruling in rulings for word in ruling.words}
        if agreed := {word for word in self._unclaimed(step.after) if len(word) in lengths}:
            yield replace(step.after, claimed=step.after.claimed | agreed)

    def _worth(self, answer: str) -> tuple[int, str]:
        """What an answer about a card is worth, so that answers can be compared; nothing there is worth least."""
        return int(answer) if answer.isdecimal() else self.ruleset.values.get(answer, -(answer == ".")), answer

    def _score(self, entry: Entry, number: int, before: Standing) -> Step:
        """Score one turn; what was none, or is taken again, leaves all as it was, of which round that may be, too."""
        step = self._on_table(entry, number, before.cleared(entry.round))
        is_none = entry.fate in {Fate.WITHDRAWN, Fate.LOST, Fate.ADJUSTED}
        is_again = entry.fate is Fate.FELL and not self.ruleset.falling_costs_turn
        return replace(step, after=before) if is_none or is_again else step

    def _on_table(self, entry: Entry, number: int, before: Standing) -> Step:
        """Score one turn on what lies there in its round."""
        move = entry.done
        if isinstance(move, Play):
            return self._score_play(entry, move, number, before)
        if isinstance(move, Unexplained):
            return self._unexplained(entry, move, number, before)
        if isinstance(move, Adjustment):
            return Step(entry, Turn(number, entry.player, move, Status.ADJUSTED, move.points), before)
        kind = Status.EXCHANGED if isinstance(move, Exchange) else Status.PASSED
        turn = Turn(number, entry.player, move, _FATES.get(entry.fate, kind), 0, changed=entry.changed)
        return self._passed(Step(entry, turn, before))

    def _unexplained(self, entry: Entry, move: Unexplained, number: int, before: Standing) -> Step:
        """A turn that nobody has explained: it scores nothing yet, and the board lies as it was seen."""
        if entry.fate is not Fate.STANDS:
            return Step(entry, Turn(number, entry.player, move, _FATES[entry.fate], 0), before)
        questions = tuple(doubt for doubt in entry.doubts if doubt.key not in {key for key, _ in entry.answers})
        move = replace(move, tiles=named(move.tiles, before.position.tiles, entry.answers))
        asked = questions or names_asked(move.tiles, before.position.tiles)
        turn = Turn(number, entry.player, move, Status.UNEXPLAINED, None if questions else 0, None, asked)
        if before.living is not None and not before.living.is_scored:
            turn = replace(turn, settled=self._left_of(before, move, is_told=not questions))
        position = Position(move.tiles, move.stops, move.arrows)
        return Step(entry, turn, replace(before, position=position, living=None, spent=move.spent))

    def _left_of(self, before: Standing, move: Unexplained, *, is_told: bool) -> Settlement | None:
        """What becomes of a living word before a turn that nobody has explained: nothing is known of it till then.

        is_told: the table lets things lie as they were seen: its owner took up what lies there no more.
        """
        living, lying = before.living, before.position
        if living is None:
            return None
        taken = [square for square in living.squares if move.tiles.get(square) == lying.tiles[square]]
        settled = settle(living, taken, lying, self.ruleset)
        return settled if is_told else replace(settled, points=None, kept="")

    def _passed(self, step: Step) -> Step:
        """A turn without a word: the other player's living word scores in full, once (K09)."""
        living = step.after.living
        is_own = living is not None and living.player == step.entry.player
        if living is None or living.is_scored or is_own or step.entry.fate in {Fate.LOST, Fate.WITHDRAWN}:
            return step
        settled = settle(living, (), step.after.position, self.ruleset)
        return replace(step, turn=replace(step.turn, settled=settled), after=replace(step.after, living=scored(living)))

    def _score_play(self, entry: Entry, play: Play, number: int, before: Standing) -> Step:
        """Score a play, and lay it if it stands."""
        ruling = adjudicate(
            before.position,
            play,
            self.ruleset,
            rack=self.rack,
            held=before.held.get(entry.player) if before.bag == 0 else None,
        )
        if entry.fate is not Fate.STANDS:
            gone = Step(entry, Turn(number, entry.player, play, _FATES[entry.fate], -entry.penalty, ruling), before)
            return self._passed(gone) if entry.fate is Fate.FELL and self.ruleset.falling_costs_turn else gone
        topic = self.ruleset.switches.text("theme.topic") != ""
        questions = open_questions(play, entry.doubts, entry.answers, topic=topic)
        status = _status(ruling, questions)
        if status is Status.SCORED and self._may_be_named(ruling, before):
            status = Status.OPEN
        theme = self._theme_words(ruling, before) if status is Status.SCORED else ()
        score = None if ruling.score is None or status is not Status.SCORED else ruling.score + self._extra(theme)
        turn = Turn(number, entry.player, play, status, score, ruling, questions, theme, changed=entry.changed)
        if self.ruleset.mode is Mode.STEALING:
            return Step(entry, *self._stolen(turn, play, ruling, before))
        return Step(entry, turn, self._after(before, turn, play))

    def _stolen(self, turn: Turn, play: Play, ruling: Ruling, before: Standing) -> tuple[Turn, Standing]:
        """A new word lives from now on, and the one before is settled; a wrong play changes nothing of what lives."""
        if not ruling.words:
            return turn, before
        living = newly_living(turn.number, turn.player, ruling, theme=self._extra(turn.theme))
        after = self._after(before, turn, play)
        if turn.status is Status.SCORED:
            turn = replace(turn, status=Status.PENDING, pending=turn.score, score=None)
        if before.living is not None and not before.living.is_scored:
            turn = replace(turn, settled=settle(before.living, living.squares, before.position, self.ruleset))
        lives = living_word(after.position, ruling)
        spent = {square: tile for square, tile in after.position.tiles.items() if square not in lives.tiles}
        return turn, replace(after, position=lives, living=living, spent=spent)

    def _theme_words(self, ruling: Ruling, before: Standing) -> tuple[str, ...]:
        """The agreed words a play laid that nobody had laid before."""
        wanted = self._unclaimed(before)
        return tuple(dict.fromkeys(word.text for word in ruling.words if word.text in wanted))

    def _unclaimed(self, before: Standing) -> frozenset[str]:
        """The agreed words that nobody has laid yet."""
        return frozenset(self.ruleset.switches.words("theme.words")) - before.claimed

    def _may_be_named(self, ruling: Ruling, before: Standing) -> bool:
        """Whether a blank's name may make an agreed word; of one that lay there before the game nobody is asked."""
        first, words = self.before.tiles, ruling.words
        asked = [
            word for word in words if any(one.shown == NAMELESS for one in word.letters if one.square not in first)
        ]
        return any(_fits(word.text, agreed) for word in asked for agreed in self._unclaimed(before))

    def _extra(self, theme: tuple[str, ...]) -> int:
        """What laying some agreed theme words gives."""
        return len(theme) * (self.ruleset.switches.number("theme.points") or 0)

    def _after(self, before: Standing, turn: Turn, play: Play) -> Standing:
        """How things are once a play lies: its player drew as many tiles as were laid, while there were any (A37)."""
        held = before.held.get(turn.player, self.rack)
        drawn = play.tile_count if before.bag is None else min(play.tile_count, before.bag)
        return replace(
            before,
            position=lay(before.position, self._on_board(play)),
            spent={},
            bag=None if before.bag is None else before.bag - drawn,
            held={**before.held, turn.player: max(held - play.tile_count + drawn, 0)},
            claimed=before.claimed.union(turn.theme),
        )

    def _on_board(self, play: Play) -> Play:
        """The part of a play that lies on the board at all."""
        ground = self.ruleset.ground
        if all(square in ground for square in play.tiles) and (play.stop is None or play.stop in ground):
            return play
        tiles = {square: tile for square, tile in play.tiles.items() if square in ground}
        return replace(play, tiles=tiles, stop=play.stop if play.stop in ground else None)


def _points(turn: Turn) -> tuple[int | None, int | None]:
    """What a turn scores, or will if nobody takes a card of it."""
    return turn.score, turn.pending


def _with_open_settlement(step: Step, others: Iterable[Step]) -> Step:
    """A turn that does not tell what it brought the word before, if what is still asked may change that."""
    told = [step.turn.settled, *(other.turn.settled for other in others)]
    settled = next((one for one in told if one is not None), None)
    if settled is None or all(one == settled for one in told):
        return step
    return replace(step, turn=replace(step.turn, settled=replace(settled, points=None)))


def _unlike(after: Standing, others: Iterable[Standing]) -> tuple[Standing, ...]:
    """Those of other standings that differ from what is taken to be so, each once."""
    unlike: list[Standing] = []
    for other in others:
        if other not in (after, *unlike):
            unlike.append(other)
    return tuple(unlike)


def _fits(text: str, word: str) -> bool:
    """Whether a word is another one with its nameless blanks named."""
    return len(text) == len(word) and all(one in {NAMELESS, letter} for one, letter in zip(text, word, strict=True))


def _status(ruling: Ruling, questions: tuple[Question, ...]) -> Status:
    """How a play that lies on the board stands."""
    if any(question.holds_score for question in questions):
        return Status.OPEN
    return Status.SCORED if ruling.is_legal else Status.ILLEGAL
