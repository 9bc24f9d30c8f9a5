"""What lamp, journal and speaker tell of what was written down."""

from __future__ import annotations

from hardware.lamp import Light
from pi_referee.judge.hints import HINTS
from pi_referee.judge.play_challenge import WAITING
from pi_referee.locale import LANGUAGES, translations
from pi_referee.protocol.spoken import spoken
from pi_referee.rules.course.game import Game
from pi_referee.rules.course.happenings import Challenged, Happening, LookRefused
from pi_referee.rules.plays.fault_texts import first_few


def light_for(game: Game, happening: Happening) -> Light:
    """What the lamp says when this has been written down."""
    if isinstance(happening, LookRefused):
        return Light.QUESTION if happening.code in WAITING | HINTS else Light.FAULT
    if isinstance(happening, Challenged) and not happening.stands:
        return Light.FALLEN
    return Light.QUESTION if game.open_questions else Light.RULED


def told(game: Game, happening: Happening) -> str:
    """What happened, in a line for the terminal or the journal."""
    if isinstance(happening, LookRefused):
        return f"not written: {happening.reason} {happening.cure}".format(squares=first_few(happening.squares))
    if not game.turns:
        return type(happening).__name__.lower()
    turn = game.turns[-1]
    words = " ".join(word.text for word in turn.ruling.words) if turn.ruling else type(happening).__name__.lower()
    score = "open" if turn.score is None else turn.score
    return f"turn {turn.number}, {turn.player}: {words}, {score}"


def aloud(game: Game, happening: Happening) -> tuple[str, str]:
    """What is said, "" for nothing, and its language: the game's where its sentences are known, else English."""
    own = game.ruleset.language
    language = own if own in LANGUAGES else "en"
    return spoken(game, happening, translations(language)), language
