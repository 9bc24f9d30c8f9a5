"""What stands on a protocol's paper, in words of the reader's language."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from babel.support import Translations

from pi_referee.game_log.events import Event
from pi_referee.locale import LANGUAGES, translations
from pi_referee.locale.written_numbers import MINUS, gain, signed
from pi_referee.locale.written_times import written_moment
from pi_referee.player_names import tidy
from pi_referee.protocol.ground_words import ground_words
from pi_referee.protocol.scoresheet import Entry, Remainder, entries_of, in_rounds, points_brought, remainders
from pi_referee.rules.course.game import Game, fold
from pi_referee.rules.course.standing import Status, Turn
from pi_referee.rules.plays.play import Adjustment, Exchange


@dataclass(frozen=True, slots=True)
class Cell:
    """One turn: its words with their points, or what was done instead; what it added, and the total after it.

    is_void: it was laid, and taken back.
    """

    words: tuple[str, ...]
    gain: str
    running: str
    is_void: bool = False

    @property
    def is_loss(self) -> bool:
        """Whether points came off."""
        return self.gain.startswith(MINUS)


@dataclass(frozen=True, slots=True)
class Row:
    """A player in the summary: points on the board, what was left on the rack, points in all."""

    player: str
    on_board: str
    left: str
    in_all: str
    has_won: bool


@dataclass(frozen=True, slots=True)
class Leaf:
    """All that stands on the paper. at: when the game began, ISO. when: the same, for people.

    heads: of the summary's four columns. rounds: number and each player's turn, or None, oldest first. last: what came
    off each player's points after them, and the points in all; empty while nothing has.
    """

    language: str
    title: str
    at: str
    when: str
    headline: str
    players: tuple[str, ...]
    heads: tuple[str, str, str, str]
    rows: tuple[Row, ...]
    protocol: str
    rounds: tuple[tuple[int, tuple[Cell | None, ...]], ...]
    last: tuple[Cell, ...]
    game: Game

    @property
    def lines(self) -> tuple[tuple[str, tuple[Cell | None, ...]], ...]:
        """Every row of the score sheet, with the round's number or "" before the last one."""
        rounds = tuple((str(number), cells) for number, cells in self.rounds)
        return (*rounds, ("", self.last)) if self.last else rounds


def leaf_of(events: Sequence[Event], language: str = "") -> Leaf:
    """The paper of a game; without a language, in the game's own if we speak it."""
    game = fold(event.happening for event in events)
    own = game.ruleset.language
    spoken = language or (own if own in LANGUAGES else "en")
    speech = translations(spoken)
    say = speech.gettext
    rounds, words = in_rounds(game.players, entries_of(game))[::-1], ground_words(game.ruleset)
    return Leaf(
        language=spoken,
        title=game.ruleset.title,
        at=events[0].at,
        when=written_moment(events[0].at, spoken),
        headline=_headline(game, say),
        players=tuple(map(tidy, game.players)),
        heads=(say("Player"), say(words.on_ground), say(words.left), say("In all")),
        rows=tuple(_row(game, player, speech.gettext) for player in game.players),
        protocol=speech.gettext("Score sheet"),
        rounds=(
            *_brought(game, speech),
            *(
                (one.number, tuple(cell_of(entry, speech) if entry else None for entry in one.entries))
                for one in rounds
            ),
        ),
        last=tuple(_last(one, words.left, speech) for one in remainders(game)),
        game=game,
    )


def _headline(game: Game, gettext: Callable[[str], str]) -> str:
    """Who won, if anybody has."""
    if not game.ended:
        return gettext("The game so far")
    if not game.won_by:
        return gettext("The game is over.")
    if len(game.won_by) == 1:
        return gettext("%(player)s wins!") % {"player": tidy(game.won_by[0])}
    return gettext("A shared win: %(players)s.") % {"players": ", ".join(map(tidy, game.won_by))}


def _row(game: Game, player: str, gettext: Callable[[str], str]) -> Row:
    """A player's line of the summary."""
    off, over = game.deductions.get(player, 0), game.overtime.get(player, 0)
    left = (gain(-off) if off else "0") if game.deductions else "–"
    overtime = gettext("time %(points)s") % {"points": gain(-over)}
    left = f"{left}, {overtime}" if over else left
    has_won = player in game.won_by
    return Row(tidy(player), signed(game.totals[player] + off + over), left, signed(game.totals[player]), has_won)


def cell_of(entry: Entry, speech: Translations) -> Cell:
    """One turn, as it stands in the protocol and beneath a film."""
    turn = entry.turn
    waits = turn.score is None and turn.status in {Status.OPEN, Status.UNEXPLAINED}
    added = "+ ?" if waits else gain(turn.score or 0) if entry.tells_points else ""
    if turn.pending is not None:
        added = f"({gain(turn.pending)})"
    is_void = turn.status in {Status.WITHDRAWN, Status.FELL}
    running = "" if entry.running is None else signed(entry.running)
    seen = (speech.gettext("seen at turn %(number)s") % {"number": entry.seen_at},) if entry.seen_at else ()
    unlawful = (entry.unlawful.replace("_", "?"),) if entry.unlawful else ()
    words = (*unlawful, *_words(turn, speech), *_of_cards(entry, speech), *_note(turn, speech), *seen)
    return Cell(words, added, running, is_void)


def _brought(game: Game, speech: Translations) -> tuple[tuple[int, tuple[Cell | None, ...]], ...]:
    """The points that the players brought along as a row 0; none unless the game began in the middle."""
    cells = tuple(Cell((speech.gettext("carried over"),), "", signed(points)) for points in points_brought(game))
    return ((0, cells),) if cells else ()


def _last(one: Remainder, left: str, speech: Translations) -> Cell:
    """What came off a player's points after the last turn; left: what the last tiles are called."""
    rack = (speech.gettext(left),) if one.rack is not None else ()
    over = (speech.gettext("time %(points)s") % {"points": gain(-one.over)},) if one.over else ()
    return Cell((*rack, *over), gain(one.gain) if one.gain else "", signed(one.total))


def _words(turn: Turn, speech: Translations) -> tuple[str, ...]:
    """A play's words with their points, its bonus and its theme."""
    ruling = turn.ruling
    if ruling is None:
        return ()
    tells = turn.score is not None or turn.pending is not None
    words = [word.text.replace("_", "?") + (f" {signed(word.score)}" if tells else "") for word in ruling.words]
    bonus = [f"{speech.gettext('bonus')} {gain(ruling.bonus)}"] if ruling.bonus else []
    return (*words, *bonus, *([speech.gettext("theme")] if turn.theme else []))


def _of_cards(entry: Entry, speech: Translations) -> tuple[str, ...]:
    """What was kept of a word that was settled, and that a card was changed."""
    notes = [speech.gettext("exchanged a card")] if entry.turn.changed else []
    if entry.kept is None:
        return tuple(notes)
    kept = speech.gettext("kept %(cards)s") % {"cards": entry.kept.replace("_", "?")}
    return (f"({kept if entry.kept else speech.gettext('all taken')})", *notes)


def _note(turn: Turn, speech: Translations) -> tuple[str, ...]:
    """What was done instead of a play that counts."""
    if turn.status is Status.EXCHANGED and isinstance(turn.move, Exchange):
        count = turn.move.count
        return (speech.ngettext("exchanged %(num)d tile", "exchanged %(num)d tiles", count) % {"num": count},)
    if isinstance(turn.move, Adjustment):
        return (speech.gettext(_APART.get(turn.move.reason, "challenge")),)
    if turn.status is Status.UNEXPLAINED and turn.score is not None:
        return (speech.gettext("as it lies"),)
    return (speech.gettext(_NOTES[turn.status]),) if turn.status in _NOTES else ()


_APART: Mapping[str, str] = {"time": "time", "challenge": "challenge"}

_NOTES: Mapping[Status, str] = {
    Status.PASSED: "passed",
    Status.TIMED_OUT: "time was up",
    Status.LOST: "sat out",
    Status.WITHDRAWN: "taken back",
    Status.FELL: "does not count",
    Status.ILLEGAL: "not allowed",
    Status.UNEXPLAINED: "what happened?",
}
"""The page's own words for them (web/templates/_protocol.html), so that both are translated alike."""
