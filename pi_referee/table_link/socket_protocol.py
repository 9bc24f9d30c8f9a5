"""What the page may ask of the table while both run: a look through the camera, and that somebody presses the button.

Two processes of one user talk over a socket in the home's folder: a request is a line, an answer is a line of JSON and,
for a look, the bytes of a JPEG. Nothing that belongs to a game goes this way but what lies on the board when the page
asks; what happened is in the log.
"""

from __future__ import annotations

LOOK, READ, BOARD, RING, ASK = "look", "read", "board", "ring", "pressed?"
"""What can be asked: what the camera sees; what lies on the board; whether the empty board is a game's; that the lamp
blinks until somebody presses; whether somebody has pressed since."""

LESSONS, LEARN, UNLEARN, FORGET = "lessons", "learn", "unlearn", "forget"
"""What was learnt of the household's tiles; that they be learnt; that the last lesson, or all, be taken back, as long
as the last one is of the time that is named: a page waits for the table, and somebody may tap the same meanwhile."""

NO_LESSON = "-"
"""The time of the last lesson where there is none."""

DECK = "deck"
"""How a deck of cards is learnt: as it lies in rows. Other ways to learn are those of the tiles' page."""

TRY, TRIED = "try", "tried?"
"""That the lamp shows all its patterns while somebody tries the button; how far that is, and whether it was pressed."""

END_TURN = "end-turn"
"""That the turn ends, as if somebody had pressed the button: what the house does by the relay, where it may."""

TRIAL = 24.0
"""Seconds that trial takes."""

LEARNING_PATIENCE = 60.0
"""Seconds the page waits for a lesson: the photographs of many games take some."""

PATIENCE = 3.0
"""Seconds the page waits for an answer; a look through a slow camera takes one."""

READING_PATIENCE = 10.0
"""Seconds it waits until a full board is read; on a slow Pi with many doubts that takes some."""

NEWLY = 2.0
"""Seconds after a question in which another one is expected: the page shows a live picture."""
