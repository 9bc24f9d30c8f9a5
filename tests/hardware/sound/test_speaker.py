"""A speaker at the table: a real program of the system, here one that writes down what it is told to say."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from hardware.sound.speaker import ProgramSpeaker, Silent, find_speaker
from pi_referee.errors import HardwareError, WrongNameError


def test_a_sentence_is_one_argument(tmp_path: Path) -> None:
    """Whatever a player is called, nothing of it is an option or another command; closing waits for the sentence."""
    heard = tmp_path / "heard"
    note = "import sys; open(sys.argv[1], 'a').write('|'.join(sys.argv[2:]) + chr(10))"
    speaker = ProgramSpeaker(lambda text, language: (sys.executable, "-c", note, str(heard), language, text))
    speaker.say("--help; rm -rf: hus, 12", "sv")
    while not heard.exists():  # a newer sentence would take the place of one that waits
        os.sched_yield()
    speaker.close()

    assert heard.read_text(encoding="utf-8") == "sv|--help; rm -rf: hus, 12\n"


def test_a_program_that_is_gone_stops_nothing() -> None:
    """A speaker that fails says nothing, and the game goes on."""
    speaker = ProgramSpeaker(lambda text, language: ("/nowhere/at-all", text, language))
    speaker.say("hus", "sv")
    speaker.close()


def test_speakers_by_name() -> None:
    """None is silent; auto takes what is there; what is not there is named, with what to install."""
    assert isinstance(find_speaker("none"), Silent)
    spoken = find_speaker("auto", lambda name: name if name == "espeak-ng" else None)
    assert isinstance(spoken, ProgramSpeaker)
    spoken.close()
    with pytest.raises(WrongNameError, match=r"is no speaker.*spd-say"):
        find_speaker("parrot", lambda _: None)
    for name in ("auto", "espeak-ng"):
        with pytest.raises(HardwareError, match="cannot speak") as trouble:
            find_speaker(name, lambda _: None)
        assert "apt install espeak-ng" in trouble.value.cure
