"""Logs from before refusals had codes: what was written there still means what it meant."""

from __future__ import annotations

import json

import pytest

from pi_referee.game_log.events import decode
from pi_referee.game_log.legacy_refusals import refusal_of
from pi_referee.judge.hints import HINTS, LAID_AGAIN, MEANWHILE, NOTHING_YET, TAKEN_OFF
from pi_referee.judge.interpret import LAY_BARE
from pi_referee.judge.play_challenge import BLANK_FIRST, NO_PLAY, TABLE_DECIDES, WAITING, WHO_ASKS
from pi_referee.judge.referee import OVER, STILL_LYING, TAKE_OFF
from pi_referee.looking.game_eye import MOVED
from pi_referee.rules.course.happenings import LookRefused
from pi_referee.rules.course.refusal import Refusal
from pi_referee.watching.devices import CAMERA_OFF, CAMERA_OFF_CURE
from pi_referee.watching.loop import NO_PICTURE
from vision.photo.advice import BLUR, BRIGHT, CUT, DARK, FAR, GLARE
from vision.photo.refusals import COVERED

TAP_HERE = "Lay a word and press the button; to pass, tap Pass here."
QUESTIONED = "Somebody questions the newest word."
UNSEEN = "It cannot be seen what lies on {squares}."

WRITTEN = [
    (NO_PICTURE.reason, NO_PICTURE.cure, Refusal.NO_PICTURE),
    (CAMERA_OFF, CAMERA_OFF_CURE, Refusal.CAMERA_OFF),
    ("There is hardly an edge in the picture.", "Is the lens covered, or is it too dark?", Refusal.NO_EDGES),
    ("There is hardly an edge in the picture.", "See that the lens is free and the room lit.", Refusal.NO_EDGES),
    ("No board of this game can be found in the picture.", "", Refusal.NO_BOARD),
    ("No board of this game can be found in the picture.", MOVED.cure, Refusal.NO_BOARD),
    (MOVED.reason, MOVED.cure, Refusal.MOVED),
    (DARK.says, DARK.cure, Refusal.DARK),
    (BRIGHT.says, BRIGHT.cure, Refusal.BRIGHT),
    (FAR.says, FAR.cure, Refusal.FAR),
    (BLUR.says, BLUR.cure, Refusal.BLUR),
    (CUT.says, CUT.cure, Refusal.CUT),
    (COVERED.reason, COVERED.cure, Refusal.COVERED),
    (UNSEEN, LAY_BARE, Refusal.UNSEEN),
    (UNSEEN, BRIGHT.cure, Refusal.BRIGHT),
    (UNSEEN, GLARE.cure, Refusal.GLARE),
    (
        "It cannot be told whether a tile lies on {squares}.",
        "Put the tiles straight and press again.",
        Refusal.UNCLEAR,
    ),
    (
        "Tiles that lay on the board are gone: {squares}.",
        "Put them back and press again, or correct the protocol.",
        Refusal.GONE,
    ),
    (
        "Other letters than before lie on {squares}.",
        "Put the tiles back as they lay and press again, or correct the protocol.",
        Refusal.ALTERED,
    ),
    (
        "The new tiles on {squares} do not make a play.",
        "Lay them otherwise, or take them back, and press again.",
        Refusal.NOT_A_PLAY,
    ),
    ("The new tiles on {squares} do not make a play.", "", Refusal.NOT_A_PLAY),
    (STILL_LYING, TAKE_OFF, Refusal.STILL_LYING),
    (OVER.reason, OVER.cure, Refusal.GAME_OVER),
    ("This exchange is not allowed.", "", Refusal.NO_EXCHANGE),
    ("There is no play that may be questioned now.", NO_PLAY.cure, Refusal.NO_QUESTION),
    (QUESTIONED, WHO_ASKS.cure, Refusal.WHO_ASKS),
    (QUESTIONED, TABLE_DECIDES.cure, Refusal.TABLE_DECIDES),
    (QUESTIONED, "Look it up together, and say on the page whether it counts.", Refusal.TABLE_DECIDES),
    (QUESTIONED, BLANK_FIRST.cure, Refusal.BLANK_FIRST),
    (NOTHING_YET.reason, NOTHING_YET.cure, Refusal.NOTHING_YET),
    (NOTHING_YET.reason, TAP_HERE, Refusal.NOTHING_YET),
    (TAKEN_OFF.reason, TAP_HERE, Refusal.TAKEN_OFF),
    (LAID_AGAIN.reason, TAP_HERE, Refusal.LAID_AGAIN),
    (MEANWHILE.reason, MEANWHILE.cure, Refusal.MEANWHILE),
    (
        "Somebody wrote on the page while the referee looked, so this press does not count.",
        MEANWHILE.cure,
        Refusal.MEANWHILE,
    ),
    ("A sentence that nobody knows.", "Do something.", Refusal.OTHER),
    (QUESTIONED, "Do something.", Refusal.OTHER),
    ("", "", Refusal.OTHER),
]
"""Reason and cure of a row without a code, and what it meant."""


@pytest.mark.parametrize(("reason", "cure", "code"), WRITTEN)
def test_what_older_logs_say_has_its_code(reason: str, cure: str, code: Refusal) -> None:
    """Whatever the referee ever said is known by its words, and unknown words are a refusal like any other."""
    row = json.dumps({"reason": reason, "cure": cure})

    assert decode("look_refused", row) == LookRefused(reason, cure=cure, code=code)


def test_every_cause_there_was_is_known() -> None:
    """Only codes for which nothing was refused then are left out: the newest ones."""
    newer = {Refusal.SLANT, Refusal.MIRRORED, Refusal.DECK, Refusal.BESIDE, Refusal.ANSWER_FIRST}
    newer |= {Refusal.PRESSED_TWICE}
    assert {code for *_, code in WRITTEN} == set(Refusal) - newer


@pytest.mark.parametrize("code", Refusal)
def test_a_code_counts_more_than_words(code: Refusal) -> None:
    """Where there is a code nobody looks at the sentences."""
    assert refusal_of(code.value, OVER.reason, WHO_ASKS.cure) is code


@pytest.mark.parametrize("said", [OVER, NO_PICTURE, WHO_ASKS, TABLE_DECIDES, BLANK_FIRST, NOTHING_YET])
def test_what_is_said_now_has_the_code_of_the_same_words_then(said: LookRefused) -> None:
    """A cause keeps its code from one version to the next."""
    assert said.code is refusal_of("", said.reason, said.cure)


def test_hints_and_what_waits_for_the_page_are_told_apart() -> None:
    """No code is both, and none is that of a fault."""
    meant = {Refusal.NOTHING_YET, Refusal.TAKEN_OFF, Refusal.LAID_AGAIN, Refusal.MEANWHILE, Refusal.ANSWER_FIRST}
    meant |= {Refusal.PRESSED_TWICE}
    assert HINTS == meant
    assert WAITING == {Refusal.WHO_ASKS, Refusal.TABLE_DECIDES, Refusal.BLANK_FIRST}
