"""A game from another program: GCG becomes what happened, scored by the rules; what it says otherwise is told."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from pi_referee.errors import GameFileError, NotationError
from pi_referee.game_log.events import Event
from pi_referee.player_names import tidy
from pi_referee.protocol.gcg import SCORED_BY
from pi_referee.protocol.gcg_lines import GcgLine, GcgText, Kind, read_lines
from pi_referee.rules.agreed.switch_list import Value
from pi_referee.rules.board.position import Position
from pi_referee.rules.board.square import Axis, Square
from pi_referee.rules.course.game import Game, begin, follow
from pi_referee.rules.course.happenings import (
    Adjusted,
    Challenged,
    Exchanged,
    GameBegan,
    Happening,
    LeftOver,
    Passed,
    PlayLaid,
    TurnSet,
)
from pi_referee.rules.course.standing import Status
from pi_referee.rules.definition.library import ruleset, ruleset_names
from pi_referee.rules.plays.notation import OLD, Sign, WrittenPlay

_LEXICA = {
    "scrabble-en": ("csw", "nwl", "twl", "owl", "otcwl", "collins", "sowpods", "ods5", "wwf", "cel", "ecwl"),
    "scrabble-de": ("rd", "duden", "de"),
    "scrabble-pl": ("osps", "pl"),
    "scrabble-ro": ("loc", "ro"),
    "scrabble-sv": ("saol", "sv"),
    "scrabble-fi": ("fi", "kotus"),
}
"""How the names of word lists begin that each game is played with."""

_TWICE, _ONCE, _NONE = "twice", True, False
"""The values of end.transfer_to_finisher."""


@dataclass(frozen=True, slots=True)
class GcgGame:
    """A game that was read. differences: what the file says otherwise than the rules, as sentences."""

    game: Game
    events: tuple[Event, ...]
    differences: tuple[str, ...]


def from_gcg(text: str, *, at: str, name: str = "", where: str = "") -> GcgGame:
    """The game that GCG tells. at: ISO time to write beside its events. name: which game it is, else the one it fits.

    Raises NotationError for what is no GCG, or no game; where: its place, for the message.
    """
    told = read_lines(text, where=where)
    faults: list[NotationError] = []
    best: _Reading | None = None
    for game, rack in _candidates(told, name):
        try:
            reading = _read(told, game, rack, where)
        except NotationError as error:
            faults.append(error)
            continue
        best = reading if best is None or len(reading.differences) < len(best.differences) else best
        if not reading.differences:
            break
    if best is None:
        raise faults[0]
    events = (Event(number, 1, at, happening) for number, happening in enumerate(best.happenings, start=1))
    return GcgGame(best.game, tuple(events), best.differences)


def _candidates(told: GcgText, name: str) -> Iterator[tuple[str, int]]:
    """The games it may be, likeliest first, each with the racks one may play it with, the usual one first."""
    games = [name] if name else sorted(ruleset_names(), key=lambda one: _rank(told, one))
    for game in games:
        rules = ruleset(game)
        if rules.has_board and rules.layout.size == 15:
            yield from ((game, rack) for rack in sorted(rules.rack_sizes, key=lambda size: size != rules.rack))
        elif name:
            raise GameFileError(f"{name} is not played on 15 x 15 squares.", where="--game", cure="Name another game.")


def _rank(told: GcgText, game: str) -> tuple[bool, bool, bool]:
    """How likely a game is what a file tells: it says so, its word list is the game's, or it is the usual one."""
    lexicon = told.told.get("lexicon", "").strip().lower()
    is_named = told.told.get("description", "") == f"{ruleset(game).title}{SCORED_BY}"
    return not is_named, not lexicon.startswith(_LEXICA.get(game, ("?",))), game != "scrabble-en"


@dataclass(frozen=True, slots=True)
class _Reading:
    """A game as far as it was read: happenings, the game they come to, and what the file says otherwise."""

    game: Game
    happenings: tuple[Happening, ...]
    differences: tuple[str, ...] = ()
    racks: tuple[GcgLine, ...] = ()

    def then(self, happening: Happening) -> _Reading:
        """The reading after one more thing happened."""
        return replace(self, game=follow(self.game, happening), happenings=(*self.happenings, happening))

    def differs(self, line: GcgLine, what: str) -> _Reading:
        """The reading with one more thing that the file says otherwise."""
        return replace(self, differences=(*self.differences, f"Line {line.number}: {what}"))


def _read(told: GcgText, game: str, rack: int, where: str) -> _Reading:
    """Read a file as one game. Raises NotationError for a line that is none of it."""
    began = GameBegan(game, _names(told), rack, switches=_agreed(told))
    reading = _Reading(begin(began), (began,))
    for line in told.lines:
        try:
            reading = _STEPS[line.kind](reading, line)
        except NotationError as error:
            raise NotationError(error.what, where=f"{where}, line {line.number}", cure=error.cure) from error
    return _ended(reading, told)


def _names(told: GcgText) -> tuple[str, str]:
    """The players' names as they are kept."""
    one, other = (tidy(name) or f"Player {number}" for number, name in enumerate(told.players, start=1))
    return one, other if other.casefold() != one.casefold() else tidy(f"{other[:20]} 2")


def _agreed(told: GcgText) -> dict[str, Value]:
    """What the players must have agreed on: a word that falls ends the turn, and how the last tiles were counted."""
    lost = any(line.kind is Kind.RACK_LOST for line in told.lines)
    gained = any(line.kind is Kind.RACK_GAINED for line in told.lines)
    transfer = (_ONCE if lost else _TWICE) if gained else _NONE
    counted: dict[str, Value] = {"end.transfer_to_finisher": transfer} if lost or gained else {}
    return {"words.invalid_penalty": "lose_turn", **counted, **({"end.two_passes": False} if gained else {})}


def _on_turn(reading: _Reading, line: GcgLine) -> _Reading:
    """The reading with the line's player on turn."""
    player, script = reading.game.players[line.player], reading.game.script
    return reading if script.on_turn == player else reading.then(TurnSet(len(script.entries) + 1, player))


def _play(reading: _Reading, line: GcgLine) -> _Reading:
    """A play, scored by the rules."""
    reading = _on_turn(reading, line)
    written = _written(line, reading.game.position)
    if written.missing(reading.game.position):
        raise NotationError(f"{line.place} {line.word} goes over a tile that does not lie there.", cure=_ORDER)
    reading = reading.then(PlayLaid(written.on(reading.game.position)))
    turn = reading.game.turns[-1]
    if turn.status is Status.ILLEGAL:
        return reading.differs(line, f"{line.place} {line.word} is no play that the rules allow.")
    if line.points is not None and turn.score != line.points:
        return reading.differs(line, f"{line.place} {line.word} scores {turn.score} by the rules, {line.points} there.")
    return reading


_ORDER = "See that all plays are in the file, in their order."


def _written(line: GcgLine, position: Position) -> WrittenPlay:
    """A play as it is written here; letters that lie there may be written as a dot, in brackets, or plainly."""
    is_across = line.place[0].isdecimal()
    row, column = (line.place[:-1], line.place[-1]) if is_across else (line.place[1:], line.place[0])
    start, axis = Square.parse(f"{column.upper()}{row}"), Axis.ACROSS if is_across else Axis.DOWN
    letters = line.word.replace("(", "").replace(")", "")
    signs = (_sign(letter, position, start.step(axis, number)) for number, letter in enumerate(letters))
    return WrittenPlay.parse(f"{start} {axis.value} {''.join(sign.letter for sign in signs)}")


def _sign(letter: str, position: Position, square: Square) -> Sign:
    """One letter of a word. Raises NotationError where another tile lies."""
    lying = position.tiles.get(square)
    if lying is None or letter == OLD:
        return Sign("", letter)
    if lying.letter != letter.upper():
        raise NotationError(f"On {square} lies {lying.letter}, not {letter}.", cure=_ORDER)
    return Sign("", OLD)


def _passed(reading: _Reading, line: GcgLine) -> _Reading:
    return _on_turn(reading, line).then(Passed())


def _exchanged(reading: _Reading, line: GcgLine) -> _Reading:
    return _on_turn(reading, line).then(Exchanged(line.count))


def _returned(reading: _Reading, line: GcgLine) -> _Reading:
    """A play that was challenged off: the newest one, of this player."""
    number = reading.game.script.questionable()
    if number is None or reading.game.turns[number - 1].player != reading.game.players[line.player]:
        raise NotationError("There is no play of this player that could fall.", cure=_ORDER)
    return reading.then(Challenged("", stands=False))


def _adjusted(reading: _Reading, line: GcgLine) -> _Reading:
    return reading.then(Adjusted(reading.game.players[line.player], line.points or 0, line.what))


def _rack(reading: _Reading, line: GcgLine) -> _Reading:
    """What was left on the racks is reckoned once all is told."""
    return replace(reading, racks=(*reading.racks, line))


_STEPS = {
    Kind.PLAY: _play,
    Kind.PASS: _passed,
    Kind.EXCHANGE: _exchanged,
    Kind.RETURNED: _returned,
    Kind.ADJUSTED: _adjusted,
    Kind.RACK_LOST: _rack,
    Kind.RACK_GAINED: _rack,
}  # fmt: skip


def _ended(reading: _Reading, told: GcgText) -> _Reading:
    """The reading with what was left on the racks, and with every player's total compared."""
    if reading.racks:
        players = reading.game.players
        left = dict.fromkeys(players, 0)
        for line in reading.racks:
            is_loss = line.kind is Kind.RACK_LOST
            if is_loss or reading.game.ruleset.switches["end.transfer_to_finisher"] == _TWICE:
                points = abs(line.points or 0)
                left[players[line.player if is_loss else 1 - line.player]] += points if is_loss else points // 2
        reading = reading.then(LeftOver(left))
    last = {line.player: line for line in told.lines if line.total is not None}
    for seat, line in sorted(last.items()):
        player = reading.game.players[seat]
        if reading.game.totals[player] != line.total:
            reading = reading.differs(line, f"{player} has {reading.game.totals[player]} here, {line.total} there.")
    return reading
