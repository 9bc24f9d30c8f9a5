"""A game that plays itself in front of the eye: a player who lays the next word as soon as the lamp allows it."""

from __future__ import annotations

import os
import time

import cv2

from hardware.button import Button
from hardware.camera import Picture
from hardware.debounce import Press
from hardware.lamp import Light
from hardware.simulation.simulated_table import positions
from pi_referee.files.paths import Home
from pi_referee.game_log.event_store import Ledger
from pi_referee.iso_times import now
from pi_referee.rules.course.happenings import GameBegan
from pi_referee.rules.definition.library import ruleset
from pi_referee.watching.devices import Equipment
from pi_referee.watching.game_follower import Book
from pi_referee.watching.loop import Watch
from vision.render import View, render

GAME = "scrabble-sv"
TURNS = ("H8 > BJÖrN", "G9 > PIANO", "L2 v LEXIKO.", "G3 > FÖNST.R", "F4 > MåL", "-", "E5 > FÅR", "D6 > KÅL")
"""A short game with two blanks, whose letters are asked about on the page."""

BEGAN = GameBegan(GAME, ("Anna", "Bo"), 7)
ABOVE = View(width=800, height=640, blur=0.4, grain=1.0, seed=5)


class Player:
    """Camera, button and lamp of a player who lays the next word as soon as the lamp says so; wears no hardware."""

    def __init__(self, book: Book, ledger: Ledger, pictures: tuple[Picture, ...], told: int) -> None:
        """Play by the log: what it has is on the board. told: the descriptor on which the lamp's word is passed on."""
        self._book = book
        self._ledger = ledger
        self._pictures = pictures
        self._told = told

    def wait(self, seconds: float) -> Press | None:
        """Lay the next word and press; a new game when the last one is played out."""
        del seconds
        self._book.catch_up()
        if self._book.game is None or len(self._book.game.turns) == len(TURNS):
            self._book.write(BEGAN)
        return Press(time.monotonic())

    def capture(self) -> Picture:
        """What lies on the table now."""
        laid = 0 if self._book.game is None else len(self._book.game.turns)
        return self._pictures[min(laid, len(TURNS) - 1)]

    def show(self, light: Light) -> None:
        """Pass on what was acknowledged: the newest event when the lamp says that the turn stands."""
        if light in {Light.RULED, Light.QUESTION, Light.READY}:
            os.write(self._told, f"{self._ledger.newest()}\n".encode())

    def close(self) -> None:
        """Nothing is held."""


def drawn() -> tuple[Picture, ...]:
    """The table after each turn, photographed beforehand."""
    cv2.setNumThreads(1)
    game = ruleset(GAME)
    return tuple(render(lying, game, ABOVE) for lying in positions(TURNS))


def watch(home: Home, pictures: tuple[Picture, ...], told: int) -> None:
    """The eye, for ever."""
    with Ledger(home.ledger) as ledger:
        book = Book(ledger, now)
        if book.game is None:
            book.write(BEGAN)
        player = Player(book, ledger, pictures, told)
        button: Button = player
        Watch(Equipment(player, button, player), book, home.pictures, now=now).run(lambda: False)
