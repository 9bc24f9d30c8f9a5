"""What each press of a replay saw, drawn: into a folder, a picture a press, or the last one into a file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PIL import Image

from pi_referee.errors import RefereeError
from pi_referee.picture_game.presses import Step
from pi_referee.picture_game.question_texts import question_in_words
from pi_referee.picture_game.seen_drawing import (
    check_place,
    draw_board,
    draw_cards,
    draw_unseen,
    marks_of,
    write_drawing,
)
from pi_referee.rules.board.square import Square
from pi_referee.rules.course.happenings import LookRefused
from pi_referee.rules.plays.fault_texts import first_few, say
from pi_referee.rules.plays.ruling import Infraction
from vision.cards.card_sighting import CardSighting
from vision.sighting import NotSeen


@dataclass(frozen=True, slots=True)
class Album:
    """Where presses are drawn; place: a folder, or a picture's file."""

    place: Path

    @classmethod
    def at(cls, place: Path) -> Album:
        """Begin one, its folder made; raises RefereeError if nothing can be drawn there."""
        album = cls(place)
        if album.is_file:
            check_place(place)
            return album
        try:
            place.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            cure = "Name another folder."
            raise RefereeError(f"The folder cannot be made ({error.strerror}).", where=str(place), cure=cure) from error
        check_place(place / "press.png")
        return album

    @property
    def is_file(self) -> bool:
        """Whether the last press alone is drawn."""
        return bool(self.place.suffix) and not self.place.is_dir()

    def add(self, path: Path, step: Step) -> None:
        """Draw one press; raises RefereeError if it cannot be written."""
        drawing = draw_press(step)
        if drawing is None:
            return
        write_drawing(drawing, self.place if self.is_file else self.place / f"{path.stem}.png")


def draw_press(step: Step) -> Image.Image | None:
    """What a press saw; None where there was no picture."""
    if step.seen is None:
        return None
    picture, look = step.seen.picture, step.look
    if isinstance(look, NotSeen):
        return draw_unseen(picture, look)
    if isinstance(look, CardSighting):
        return draw_cards(picture, look)
    squares, notes = refused_in(step)
    asked = (f"{question.key}: {question_in_words(question)}" for question in step.questions)
    marks = marks_of(look, refused=squares, notes=(*notes, *asked))
    return draw_board(picture, look.quad, step.game.ruleset.layout.size, marks)


def refused_in(step: Step) -> tuple[frozenset[Square], tuple[str, ...]]:
    """The squares for which a press led to nothing or to a play that may not lie, and the reasons."""
    last = step.happenings[-1]
    faults = last.infractions if isinstance(last, LookRefused) else _faults(step)
    squares = {square for fault in faults for square in fault.squares}
    reasons = [say(fault, of_cards=not step.game.ruleset.has_board) for fault in faults]
    if isinstance(last, LookRefused):
        squares |= set(last.squares)
        reasons.insert(0, f"{last.reason} {last.cure}".strip().format(squares=first_few(last.squares)))
    return frozenset(squares), tuple(reasons)


def _faults(step: Step) -> tuple[Infraction, ...]:
    """What is wrong with the plays of a press."""
    turns = (step.game.turns[number - 1] for number in step.laid)
    return tuple(fault for turn in turns if turn.ruling for fault in turn.ruling.infractions)
