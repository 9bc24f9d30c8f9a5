"""A play that somebody writes down by hand: a correction, a forgotten play, or the next one where no camera looks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, get_args
from zlib import crc32

from flask import abort, request

from pi_referee.rules.course.game import Game, follow
from pi_referee.rules.course.happenings import Corrected, Happening, Inserted, PlayLaid, Renamed
from pi_referee.rules.course.standing import Turn
from pi_referee.rules.course.terms import seat_of
from pi_referee.rules.plays.play import Move, Play, Unexplained
from pi_referee.rules.plays.ruling import Infraction
from web.editing.play_text import read_spelling, spell
from web.editing.printed_values import Printed, as_printed, as_shown, to_be_written
from web.live.log_follower import Table

Kind = Literal["correct", "insert", "lay"]
KINDS: Sequence[str] = get_args(Kind)


@dataclass(frozen=True, slots=True)
class Draft:
    """What a form of the editor says.

    turn: the number of the turn that is corrected, or before which the play goes, or that comes next.
    tiles: the play as spelled. was: how that turn stood when the form was opened, so that two people who correct
    at once do not undo each other's work. anyway: write it down though it breaks a rule. printed: what is on the
    household's cards, for those whose value nobody wrote; in a correction what the form showed, so that no card changes
    that nobody touched.
    """

    kind: Kind
    turn: int
    player: str
    tiles: str
    was: str
    anyway: bool = False
    printed: Printed = field(default_factory=dict)

    def happening(self, game: Game) -> Happening:
        """The thing that happens when this is written down. Raises NotationError for what is no play."""
        play = self._play(game)
        if self.kind == "correct":
            player = None if self.player == game.turns[self.turn - 1].player else self.player
            return Corrected(self.turn, play, player)
        return Inserted(self.turn, play, self.player) if self.kind == "insert" else PlayLaid(play)

    def is_done(self, game: Game) -> bool:
        """Whether this stands in the protocol already, as after a second tap."""
        place = self.turn - 1
        if place >= len(game.turns) or game.turns[place].player != self.player:
            return False
        move = game.turns[place].move
        return isinstance(move, Play) and spell(as_printed(move, {}, game.ruleset)) == spell(self._play(game))

    def _play(self, game: Game) -> Play:
        """The play as spelled, over what lay there before its turn."""
        play = read_spelling(self.tiles, game.position_before(self.turn), game.ruleset)
        return as_printed(play, self.printed, game.ruleset)

    def is_outdated(self, game: Game) -> bool:
        """Whether the turn has changed since the form was opened."""
        return self.was != standing(game, self.turn)


def standing(game: Game, turn: int) -> str:
    """How a turn stands, in one line that changes with it; "-" for the turn that comes next, whoever's it is."""
    if turn > len(game.turns):
        return f"{turn}-{game.on_turn}"
    found = game.turns[turn - 1]
    what = spell(found.move) if isinstance(found.move, Play) else found.status.value
    return f"{turn}-{found.player}-{what}"


def course(game: Game) -> str:
    """Who did what where till now, in one short mark: which letters were read there changes nothing."""
    done = (
        f"{seat_of(game, one.player)} {type(one.move).__name__} {one.fate} {_squares(one.move)}"
        for one in game.script.entries
    )
    return f"{len(game.turns)}-{crc32(';'.join(done).encode()):08x}"


def _squares(move: Move) -> str:
    """Where something was laid."""
    return " ".join(sorted(map(str, move.tiles))) if isinstance(move, (Play, Unexplained)) else ""


def blank_draft(game: Game, kind: Kind, turn: int, printed: Printed) -> Draft:
    """The form as it is opened: with what stands there for a correction, else empty; printed: on the cards."""
    if kind == "correct":
        found = game.turns[turn - 1]
        play = _laid(game, found)
        tiles = spell(to_be_written(play, printed, game.ruleset)) if play is not None else ""
        return Draft(kind, turn, found.player, tiles, standing(game, turn), printed=printed)
    player = game.on_turn if kind == "lay" else _before(game, turn)
    return Draft(kind, turn, player, "", standing(game, turn), printed=printed)


def _laid(game: Game, turn: Turn) -> Play | None:
    """What a turn laid, or what is new on a board that nobody has explained; None if nothing is."""
    if not isinstance(turn.move, Unexplained):
        return turn.move if isinstance(turn.move, Play) else None
    before = game.position_before(turn.number)
    tiles = {square: tile for square, tile in turn.move.tiles.items() if square not in before.occupied}
    stops = sorted(turn.move.stops - before.stops)
    return Play(tiles, stops[0] if stops else None) if tiles or stops else None


def _before(game: Game, turn: int) -> str:
    """Who probably laid a forgotten play: whoever sits before the player of the next turn."""
    players = game.players
    return players[players.index(game.turns[turn - 1].player) - 1]


def sent_draft(table: Table, printed: Printed) -> tuple[Game, Draft]:
    """The game and the draft a form is about. Ends in 400 for a form that makes no sense, 404 for no such turn."""
    form = request.values
    kind, turn = form.get("kind", ""), form.get("turn", default=0, type=int)
    game = table.game
    if game is None or kind not in KINDS or not 1 <= turn <= len(game.turns) + (kind == "lay"):
        abort(404)
    player, was = form.get("player", ""), form.get("was", "")
    printed = {**printed, **as_shown(form.get("printed", ""))} if kind == "correct" else printed
    if was_called(game, player):
        player, was = game.on_turn or game.players[0], ""  # called otherwise since: the form is outdated
    if player not in game.players:
        abort(400)
    return game, Draft(
        kind=kind,  # type: ignore[arg-type]  # it is one of KINDS
        turn=turn,
        player=player,
        tiles=form.get("tiles", ""),
        was=was,
        anyway="anyway" in form,
        printed=printed,
    )


def was_called(game: Game, name: str) -> bool:
    """Whether somebody had this name, and has it no more."""
    former = {
        *game.began.players,
        *(one for told in game.happenings if isinstance(told, Renamed) for one in told.names),
    }
    return name in former - {*game.players}


def is_turn(game: Game, kind: str, turn: int) -> bool:
    """Whether there is such a turn to write: an old one, or the next if that is what is written."""
    if kind == "lay":
        return turn == len(game.turns) + 1 and not game.ended
    return 1 <= turn <= len(game.turns)


def faults_of(game: Game, draft: Draft, happening: Happening) -> tuple[Infraction, ...]:
    """Which rules the play itself breaks where it is to stand. Raises NotationError as following the game does."""
    turn = follow(game, happening).turns[draft.turn - 1]
    return turn.ruling.infractions if turn.ruling else ()
