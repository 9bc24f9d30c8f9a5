"""A game in GCG, the form in which programs for crossword games exchange games; a courtesy where the game fits it.

It knows two players, 15 x 15 squares and what lay on each rack. The referee sees no racks, so the tiles laid stand
in their place, and "?" where nothing was laid.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from pi_referee.errors import NotationError
from pi_referee.rules.board.square import Axis, Square
from pi_referee.rules.course.game import Game
from pi_referee.rules.course.standing import Status, Turn
from pi_referee.rules.plays.notation import OLD, written
from pi_referee.rules.plays.play import Exchange, Play

_UNKNOWN = "?"


def to_gcg(game: Game) -> str:
    """A game in GCG.

    Raises NotationError for a game that GCG has no words for: more or fewer than two players, another board or one
    that was not bare at the beginning, scores that are still open, blanks nobody has named.
    """
    _check(game)
    nicks = _nicks(game.players)
    lines = [
        "#character-encoding UTF-8",
        *(f"#player{n} {nicks[player]} {' '.join(player.split())}" for n, player in enumerate(game.players, start=1)),
        f"#description {game.ruleset.title}, scored by pi-referee",
        *_turns(game, nicks),
        *_leftovers(game, nicks),
    ]
    return "\n".join(lines) + "\n"


def is_for_gcg(game: Game) -> bool:
    """Whether GCG has words for a game at all: two players, and a board of 15 x 15 squares."""
    return len(game.players) == 2 and game.ruleset.has_board and game.ruleset.layout.size == 15


def _check(game: Game) -> None:
    """Whether GCG can say what happened in the game."""
    if not is_for_gcg(game):
        raise NotationError("GCG is for two players on 15 x 15 squares.", where="export", cure="Choose json or csv.")
    if game.script.before.occupied:
        raise NotationError("GCG begins with a bare board.", where="export", cure="Choose json or csv.")
    for turn in game.turns:
        if turn.status in {Status.OPEN, Status.ILLEGAL, Status.UNEXPLAINED}:
            raise NotationError(
                f"Turn {turn.number} has no score.", where="export", cure="Answer its question or correct it first."
            )
        nameless = [str(square) for square, tile in _tiles(turn).items() if tile == "_"]
        if nameless and turn.status is Status.SCORED:
            raise NotationError(
                f"Nobody said what the blank on {nameless[0]} is.", where="export", cure="Name the blank first."
            )


def _nicks(players: Sequence[str]) -> Mapping[str, str]:
    """Each player's name in one word of letters and digits, no two alike: other signs mean something in GCG."""
    nicks: dict[str, str] = {}
    for number, player in enumerate(players, start=1):
        nick = "_".join(re.findall(r"\w+", player)) or f"player{number}"
        is_taken = nick.casefold() in map(str.casefold, nicks.values())
        nicks[player] = f"{nick}_{number}" if is_taken else nick
    return nicks


def _tiles(turn: Turn) -> dict[Square, str]:
    """The tiles a turn laid, as written."""
    return {square: str(tile) for square, tile in turn.move.tiles.items()} if isinstance(turn.move, Play) else {}


def _turns(game: Game, nicks: Mapping[str, str]) -> Iterator[str]:
    """The lines of all turns; a play whose player laid again at once never counted and is left out."""
    totals = dict.fromkeys(game.players, 0)
    last = max((turn.number for turn in game.turns), default=0)
    for turn in game.turns:
        laid_again = turn.number < last and game.turns[turn.number].player == turn.player
        if turn.status is Status.WITHDRAWN or (turn.status is Status.FELL and laid_again):
            totals[turn.player] += turn.score or 0
            yield f"#note {nicks[turn.player]} took back {_word(game, turn)}"
            continue
        yield from _turn(game, turn, nicks[turn.player], totals)


def _turn(game: Game, turn: Turn, nick: str, totals: dict[str, int]) -> Iterator[str]:
    """The line of a turn that counted, and a second one for a play that fell."""
    if isinstance(turn.move, Play) and turn.ruling is not None:
        rack, score = _rack(turn), turn.ruling.score or 0
        start = totals[turn.player]
        yield f">{nick}: {rack} {_place(game, turn)} {_word(game, turn)} +{score} {start + score}"
        totals[turn.player] = start + (turn.score or 0)
        if turn.status is Status.FELL:
            yield f">{nick}: {rack} -- -{score} {start}"
        return
    what = f"-{turn.move.count}" if isinstance(turn.move, Exchange) else "-"
    yield f">{nick}: {_UNKNOWN} {what} +0 {totals[turn.player]}"


def _rack(turn: Turn) -> str:
    """The tiles laid, in the place of the rack; a blank is "?"."""
    return "".join(sorted("?" if sign.islower() else sign for sign in _tiles(turn).values()))


def _place(game: Game, turn: Turn) -> str:
    """Where a word begins: row first means across, column first down."""
    play = written(game.position_before(turn.number), _play(turn), game.ruleset)
    start = play.start or Square(0, 0)
    column = str(start)[0]
    return f"{start.row + 1}{column}" if play.axis is Axis.ACROSS else f"{column}{start.row + 1}"


def _word(game: Game, turn: Turn) -> str:
    """A word with "." for the tiles that lay there."""
    play = written(game.position_before(turn.number), _play(turn), game.ruleset)
    return "".join(OLD if sign.letter == OLD else sign.letter for sign in play.signs)


def _play(turn: Turn) -> Play:
    """The play of a turn that is known to be one."""
    return turn.move if isinstance(turn.move, Play) else Play({})


def _leftovers(game: Game, nicks: Mapping[str, str]) -> Iterator[str]:
    """What was taken off for the last tiles, those who lost first; nobody saw which tiles they were."""
    for player, lost in sorted(game.deductions.items(), key=lambda pair: -pair[1]):
        nick, total = nicks[player], game.totals[player]
        if lost > 0:
            yield f">{nick}: {_UNKNOWN} ({_UNKNOWN}) -{lost} {total}"
        elif lost < 0:
            yield f">{nick}: ({_UNKNOWN}) +{-lost} {total}"
