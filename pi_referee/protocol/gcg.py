"""A game in GCG, the form in which programs for crossword games exchange games; a courtesy where the game fits it.

It knows two players, 15 x 15 squares and what lay on each rack. The referee sees no racks; what a line says of one is
in gcg_racks.py. The form is told at https://www.poslfit.com/scrabble/gcg/; what is written here keeps to what the
readers of Quackle and Macondo take.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from pi_referee.errors import NotationError
from pi_referee.gettext_mark import say
from pi_referee.protocol.gcg_racks import final_rack, rack_at, tiles_laid
from pi_referee.rules.board.square import Axis, Square
from pi_referee.rules.course.game import Game
from pi_referee.rules.course.standing import Status, Turn
from pi_referee.rules.plays.notation import written
from pi_referee.rules.plays.play import Adjustment, Exchange, Play

SCORED_BY = ", scored by pi-referee"
"""Ends the description; the game's title stands before it."""
_OTHER_FORMS = say("Take JSON or CSV instead: they lose nothing.")


def to_gcg(game: Game, *, nameless: bool = False) -> str:
    """A game in GCG. nameless: write a blank that nobody named as _, which few programs read, instead of refusing it.

    Raises NotationError for a game that GCG has no words for: more or fewer than two players, another board or one
    that was not bare at the beginning, scores that are still open, blanks nobody has named.
    """
    _check(game, nameless=nameless)
    nicks = _nicks(game.players)
    totals = dict.fromkeys(nicks.values(), 0)
    lines = [
        "#character-encoding UTF-8",
        *(f"#player{n} {nicks[player]} {' '.join(player.split())}" for n, player in enumerate(game.players, start=1)),
        f"#description {game.ruleset.title}{SCORED_BY}",
        *_notes_last(chain(_turns(game, nicks, totals), _overtime(game, nicks, totals))),
        *_leftovers(game, nicks),
    ]
    return "\n".join(lines) + "\n"


def is_for_gcg(game: Game) -> bool:
    """Whether GCG has words for a game at all: two players, and a board of 15 x 15 squares."""
    return len(game.players) == 2 and game.ruleset.has_board and game.ruleset.layout.size == 15


def _check(game: Game, *, nameless: bool) -> None:
    """Whether GCG can say what happened in the game."""
    if not is_for_gcg(game):
        raise NotationError(say("GCG is for two players on 15 x 15 squares."), cure=_OTHER_FORMS)
    if game.script.before.occupied:
        raise NotationError(say("GCG begins with a bare board."), cure=_OTHER_FORMS)
    for turn in game.turns:
        if turn.status in {Status.OPEN, Status.ILLEGAL, Status.UNEXPLAINED}:
            cure = say("Answer its question or correct it first.")
            raise NotationError(say("A turn has no score."), where=_named(turn), cure=cure)
        unnamed = [str(square) for square, sign in tiles_laid(turn).items() if sign == "_"]
        if unnamed and turn.status is Status.SCORED and not nameless:
            cure = say("Correct that turn first: write the blank as a small letter.")
            where = f"{_named(turn)}, {unnamed[0]}"
            raise NotationError(say("Nobody said which letter a blank is."), where=where, cure=cure)


def _named(turn: Turn) -> str:
    """A turn by its number, its player and its words, in every language."""
    words = [word.text for word in turn.ruling.words] if turn.ruling else []
    return f"{turn.number}. {' '.join([turn.player, *words])}"


def _nicks(players: Sequence[str]) -> Mapping[str, str]:
    """Each player's name in one word of letters and digits, no two alike: other signs mean something in GCG."""
    nicks: dict[str, str] = {}
    for number, player in enumerate(players, start=1):
        nick = "_".join(re.findall(r"\w+", player)) or f"player{number}"
        is_taken = nick.casefold() in map(str.casefold, nicks.values())
        nicks[player] = f"{nick}_{number}" if is_taken else nick
    return nicks


@dataclass(frozen=True, slots=True)
class _Account:
    """A player's lines as they are written, each with the total it comes to."""

    nick: str
    totals: dict[str, int]

    def line(self, rack: str, what: str, points: int, *, sign: str = "+") -> str:
        """A line with its points; sign: stands where nothing is gained or lost."""
        self.totals[self.nick] += points
        shown = f"{points:+}" if points else f"{sign}0"
        return f">{self.nick}: {rack} {what} {shown} {self.totals[self.nick]}"


def _turns(game: Game, nicks: Mapping[str, str], totals: dict[str, int]) -> Iterator[str]:
    """The lines of all turns; a play whose player laid again at once never counted and is only told in a note."""
    for turn in game.turns:
        account = _Account(nicks[turn.player], totals)
        if turn.status is Status.WITHDRAWN or (turn.status is Status.FELL and _is_laid_again(game, turn)):
            yield f"#note {account.nick} took back {_word(game, turn)}"
        else:
            yield from _turn(game, turn, account)
        if turn.status is Status.FELL and turn.score:
            yield account.line(rack_at(game, turn), "(time)", turn.score)


def _overtime(game: Game, nicks: Mapping[str, str], totals: dict[str, int]) -> Iterator[str]:
    """What each player loses for minutes beyond the agreed time."""
    for player, points in game.overtime.items():
        yield _Account(nicks[player], totals).line(final_rack(game, player), "(time)", -points)


def _is_laid_again(game: Game, turn: Turn) -> bool:
    """Whether whoever laid a play was on turn once more after it."""
    later = (one.player for one in game.turns[turn.number :] if one.status is not Status.ADJUSTED)
    return next(later, game.on_turn) == turn.player


def _turn(game: Game, turn: Turn, account: _Account) -> Iterator[str]:
    """The line of a turn, and a second one for a play that fell."""
    rack = rack_at(game, turn)
    if isinstance(turn.move, Play) and turn.ruling is not None:
        score = (turn.ruling.score if turn.status is Status.FELL else turn.score) or 0
        yield account.line(rack, f"{_place(game, turn)} {_word(game, turn)}", score)
        if turn.status is Status.FELL:
            yield account.line(rack, "--", -score, sign="-")
    elif isinstance(turn.move, Adjustment):
        yield account.line(rack, f"({turn.move.reason})", turn.move.points)
    else:
        yield account.line(rack, "-", 0)
    if isinstance(turn.move, Exchange):
        # Other programs want to know which tiles were exchanged, and nobody saw them.
        yield f"#note exchanged {turn.move.count}"


def _notes_last(lines: Iterator[str]) -> Iterator[str]:
    """The lines with each note after a move: GCG has notes about the line before only."""
    waiting: list[str] = []
    has_begun = False
    for line in lines:
        has_begun = has_begun or line.startswith(">")
        if has_begun:
            yield line
            yield from waiting
            waiting.clear()
        else:
            waiting.append(line)


def _place(game: Game, turn: Turn) -> str:
    """Where a word begins: row first means across, column first down."""
    play = written(game.position_before(turn.number), _play(turn), game.ruleset)
    start = play.start or Square(0, 0)
    column = str(start)[0]
    return f"{start.row + 1}{column}" if play.axis is Axis.ACROSS else f"{column}{start.row + 1}"


def _word(game: Game, turn: Turn) -> str:
    """A word with "." for the tiles that lay there."""
    play = written(game.position_before(turn.number), _play(turn), game.ruleset)
    return "".join(sign.letter for sign in play.signs)


def _play(turn: Turn) -> Play:
    """The play of a turn that is known to be one."""
    return turn.move if isinstance(turn.move, Play) else Play({})


def _leftovers(game: Game, nicks: Mapping[str, str]) -> Iterator[str]:
    """What was taken off or given for the last tiles, those who lost first."""
    for player, lost in sorted(game.deductions.items(), key=lambda pair: -pair[1]):
        nick, total = nicks[player], game.totals[player]
        if lost > 0:
            rack = final_rack(game, player)
            yield f">{nick}: {rack} ({rack}) -{lost} {total}"
        elif lost < 0:
            other = next(one for one in game.players if one != player)
            yield f">{nick}: ({final_rack(game, other)}) +{-lost} {total}"
