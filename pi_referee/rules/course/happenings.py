"""What can happen in a game, as values: no ids, no clock; a game is what its happenings add up to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pi_referee.rules.agreed.switch_list import Value
from pi_referee.rules.board.square import Square
from pi_referee.rules.board.tile import Tile
from pi_referee.rules.course.asides import Clock, Mark
from pi_referee.rules.course.refusal import Refusal
from pi_referee.rules.plays.play import Exchange, Pass, Play
from pi_referee.rules.plays.ruling import Infraction

ARROW_KEY = "arrow:"
"""Begins the key of a question whether an arrow lies under a square's letter."""

APART_KEY = "apart:"
"""Begins the key of the question whether two turns, seen in one look, were two plays: "apart:first", "apart:second"."""

ALONG_KEY = "along:"
"""Begins the key of a question whether a play makes the older word that turns at a square longer (A12)."""

LETTER_KEY, JOKER_KEY, VALUE_KEY, MULTIPLIER_KEY = "letter:", "joker:", "value:", "multiplier:"
"""Begin the keys of questions about a card: which letter it shows, what its joker stands for, its value, its mark."""

EXPLAIN_KEY = "explain:"
"""Begins the key of the question what happened on the board that nobody told: "explain:2" of the second such look."""

VOID, AS_SEEN = "void", "seen"
"""The answers to it that nothing had happened, so that the look counts for nothing, and that the board lies as it was
seen, whatever happened: nobody scores, and the game goes on so."""

MEANING_KEY, TOPIC_KEY = "meaning", "topic"
"""The keys of the questions whether a word has another meaning than the one it is built on (K04), or fits the topic."""


@dataclass(frozen=True, slots=True)
class Question:
    """Something a person must tell the referee about a turn.

    key: a square ("K9": what lies there, or what a blank stands for), "arrow:F14", "along:F14", "apart:first", "topic";
    of cards "letter:2,0", "joker:2,0", "value:2,0", "multiplier:2,0", "meaning". holds_score: whether its score waits.
    choices: what it may be, with how likely, likeliest first: a letter, "" a blank, "#" a stop tile, "." nothing.
    is_hidden: whether it is not seen what lies there, or in part: any letter may, whatever the choices are.
    """

    key: str
    choices: tuple[tuple[str, float], ...] = ()
    holds_score: bool = True
    is_hidden: bool = False

    @property
    def is_about_print(self) -> bool:
        """Whether a card's value or mark is asked for, and not what lies there."""
        return self.key.startswith((VALUE_KEY, MULTIPLIER_KEY))


@dataclass(frozen=True, slots=True)
class GameBegan:
    """A game was set up; players sit clockwise and the first one begins, unless a draw or a lot says otherwise.

    game: a ruleset's name. edition: "light" or "dark", or "seen" if the picture shall tell it. switches: what was
    agreed beyond the defaults.
    """

    game: str
    players: tuple[str, ...]
    rack: int
    edition: str = "light"
    switches: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Drawn:
    """Each player drew a tile to see who begins: player -> letter, "_", "#" or "/" for the special tiles (A28)."""

    tiles: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class StartChosen:
    """The lot, or the table, decided who begins (L12); by_lot: lots did, called for as a round began (K10)."""

    player: str
    by_lot: bool = False


@dataclass(frozen=True, slots=True)
class BoardTaken:
    """The game begins in the middle: what lies on the board already, and the points that players bring along."""

    tiles: Mapping[Square, Tile]
    stops: frozenset[Square] = frozenset()
    arrows: frozenset[Square] = frozenset()
    points: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TurnSet:
    """From a turn on, the next one if it has yet to come, it was this player's; those after it go round from there."""

    turn: int
    player: str


@dataclass(frozen=True, slots=True)
class Renamed:
    """The players are called otherwise, in all of the game; names: in the order of their seats."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlayLaid:
    """A play was laid; with doubts, it is what was read, likeliest first, until somebody answers."""

    play: Play
    doubts: tuple[Question, ...] = ()


@dataclass(frozen=True, slots=True)
class Answered:
    """Somebody answered a question of a turn; turns are counted from 1.

    answer: for a square a letter (small: a blank standing for it), "" a blank, "#" a stop tile, "." nothing;
    for "arrow:", "along:", "apart:", "meaning" and "topic" true or false; for "value:" and "multiplier:" a number.
    seen_at: the turn at whose look the camera saw it plainly; 0 where somebody said so.
    """

    turn: int
    question: str
    answer: str | bool
    seen_at: int = 0


@dataclass(frozen=True, slots=True)
class Explanation:
    """One thing that may have happened unseen, so that the board lies as it does.

    kind: a short name, see pi_referee.judge.explanations. happened: what is then to be written down. squares: where.
    is_alike: whether nothing on the board tells it from the one that stands before it in a list.
    """

    kind: str
    happened: tuple[Happening, ...] = ()
    squares: tuple[Square, ...] = ()
    is_alike: bool = False


@dataclass(frozen=True, slots=True)
class Surprised:
    """The board shows what the log does not know: a turn that is explained by somebody's tap, and scored only then.

    number: of this surprise in its game, from 1. tiles: all that lies there, blanks as far as known. explanations: what
    may have happened, likeliest first; none if nobody can tell. spent: cards that lie there and seem to play no more.
    """

    number: int
    tiles: Mapping[Square, Tile]
    stops: frozenset[Square] = frozenset()
    arrows: frozenset[Square] = frozenset()
    explanations: tuple[Explanation, ...] = ()
    spent: Mapping[Square, Tile] = field(default_factory=dict)

    @property
    def question(self) -> Question:
        """What the table is asked: the number of an explanation, from 0."""
        share = 1 / max(len(self.explanations), 1)
        return Question(f"{EXPLAIN_KEY}{self.number}", tuple((str(n), share) for n in range(len(self.explanations))))


@dataclass(frozen=True, slots=True)
class Passed:
    """Whoever was on turn passed."""


@dataclass(frozen=True, slots=True)
class TimedOut:
    """The turn's time was over; it counts as a pass (L11)."""


@dataclass(frozen=True, slots=True)
class Exchanged:
    """Whoever was on turn changed so many tiles with the bag."""

    count: int


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """The newest play was taken back by whoever laid it, who now is on turn again."""


@dataclass(frozen=True, slots=True)
class Challenged:
    """The newest play was questioned, and the list or the table decided.

    by: who questioned it, "" for the referee who checks by itself. stands: whether every word counts.
    words: those that do not. waits: a turn it costs waits until it is known who begins a round.
    """

    by: str
    stands: bool
    words: tuple[str, ...] = ()
    waits: bool = True


@dataclass(frozen=True, slots=True)
class Adjusted:
    """Points were given or taken outside the plays: for a question asked in vain, or for time used up.

    player: whose points. points: negative where they are taken. reason: "challenge" or "time".
    """

    player: str
    points: int
    reason: str


@dataclass(frozen=True, slots=True)
class Corrected:
    """What an earlier turn laid was written down wrongly; everything after is scored again.

    player: whose turn it was, if that was wrong too.
    """

    turn: int
    play: Play
    player: str | None = None


@dataclass(frozen=True, slots=True)
class Inserted:
    """A forgotten play, pass or exchange is put in before a turn; moves_on: those after it were the next players'."""

    turn: int
    move: Play | Exchange | Pass
    player: str
    moves_on: bool = False


@dataclass(frozen=True, slots=True)
class Removed:
    """An earlier play is taken back; everything after is scored again."""

    turn: int


@dataclass(frozen=True, slots=True)
class Undone:
    """The newest thing that happened is undone, as if it had not; again for the one before."""


@dataclass(frozen=True, slots=True)
class BagEmptied:
    """The players say that the bag is empty, where nobody can count."""


@dataclass(frozen=True, slots=True)
class WentOut:
    """A player says that the rack is empty, where nobody can count."""

    player: str


@dataclass(frozen=True, slots=True)
class LeftOver:
    """What was left on the racks at the end: player -> the sum of the tiles' values."""

    points: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Ended:
    """The table agreed that the game is over, for instance because nobody can lay a word."""


@dataclass(frozen=True, slots=True)
class LookRefused:
    """A look at the table led to nothing: why, and what was wrong if it was a play. The game is as before.

    reason, cure: English sentences marked for translation; {squares} in them stands for the squares' names. Nobody
    asks what they are: code tells the cause.
    """

    reason: str
    infractions: tuple[Infraction, ...] = ()
    cure: str = ""
    squares: tuple[Square, ...] = ()
    code: Refusal = Refusal.OTHER


Happening = (
    GameBegan | Drawn | StartChosen | BoardTaken | TurnSet | Renamed | PlayLaid | Surprised | Answered | Passed
    | TimedOut | Exchanged | Withdrawn | Challenged | Adjusted | Corrected | Inserted | Removed | Undone | BagEmptied
    | WentOut | LeftOver | Ended | LookRefused | Mark | Clock
)  # fmt: skip
"""Anything that can happen in a game."""
