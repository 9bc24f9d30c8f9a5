"""Looking at a board for a turn, and what is told and kept of it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from hardware.camera import Picture
from pi_referee.judge.doubts.settled_doubts import asked_for
from pi_referee.judge.glare_refusals import advised
from pi_referee.looking.game_eye import Found, Sight
from pi_referee.looking.picture_advice import told
from pi_referee.looking.retakes import Retake, Seen, look_well
from pi_referee.looking.turn_photographs import squared_photograph
from pi_referee.rules.board.layout import Layout
from pi_referee.rules.course.game import Game
from pi_referee.rules.course.happenings import Happening
from pi_referee.table_link.table_messages import Lying
from vision.photo.advice import advise, believed
from vision.sighting import BoardLook, NotSeen, Sighting


@dataclass(frozen=True, slots=True)
class SeenBoard:
    """What was seen of a board, and the picture it was seen in."""

    picture: Picture
    look: BoardLook
    layout: Layout

    @property
    def photograph(self) -> bytes:
        """The squared board as JPEG; empty where none was found."""
        quad = self.look.quad if isinstance(self.look, Sighting) else None
        return squared_photograph(self.picture, quad, self.layout.size) if quad else b""

    def advised(self, happened: tuple[Happening, ...]) -> tuple[Happening, ...]:
        """What happened; where squares could not be seen since a light is too strong, with what to do about that."""
        return advised(happened, self.picture, self.look, self.layout)

    def lying(self, number: int) -> Lying:
        """What lies there, as it is told to the page; number: of the game."""
        if isinstance(self.look, NotSeen):
            return Lying(number, says=self.look.reason, cure=self.look.cure)
        return Lying(
            game=number,
            tiles={str(square): reading.letter for square, reading in sorted(self.look.board.items())},
            stops=tuple(map(str, sorted(self.look.stops))),
            doubts={str(doubt.square): tuple(sign for sign, _ in doubt.choices) for doubt in self.look.doubts},
            covered=tuple(map(str, sorted(self.look.covered))),
        )


@dataclass(frozen=True, slots=True)
class BoardTable:
    """A table with a board on it; game: as it stood when somebody pressed. sight: how the board is looked at."""

    game: Game
    sight: Sight

    def see_well(self, first: Picture, retake: Retake) -> SeenBoard:
        """What lies on the board by a picture, and by further ones where it leaves doubts."""
        if not retake.is_live:
            return self.see(first)
        return self._believed(look_well(first, self._see, retake, self.game.position))

    def see(self, picture: Picture) -> SeenBoard:
        """What lies on the board by one picture."""
        return self._believed(Seen(picture, self._see(picture)))

    def _see(self, picture: Picture) -> BoardLook:
        """One look, by somebody who knows where letters lie; where it is asked they may lie elsewhere."""
        known = {square for square, letter in self.game.position.letters().items() if letter}
        known -= asked_for(self.game).keys()
        return self.sight.see(picture, known)

    def _believed(self, seen: Seen) -> SeenBoard:
        """What was seen as far as it can be believed, and where no board was found, why."""
        layout = self.game.ruleset.layout
        return SeenBoard(seen.picture, believed(seen.picture, seen.look, layout), layout)

    def find(self, picture: Picture) -> Found:
        """Where the board lies in a picture, and what would make the picture better."""
        found = self.sight.find(picture)
        advice = tuple(told(one) for one in advise(picture, found.place, self.game.ruleset.layout))
        return replace(found, advice=advice)
