"""Questioning a play: what the list says of its words, and what that means for the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pi_referee.lexicon.verdict import Answer, Verdict
from pi_referee.lexicon.word_validity import Lexicon
from pi_referee.rules.course.happenings import Challenged


@dataclass(frozen=True, slots=True)
class Hearing:
    """What was found about the words of a play.

    open: those the table must decide before it is known whether the play stands. outcome: what happens in the game;
    None while the table has the word.
    """

    verdicts: tuple[Verdict, ...]
    open: tuple[Verdict, ...]
    outcome: Challenged | None


def hear(lexicon: Lexicon, words: Sequence[str], *, by: str = "", answers: Mapping[str, bool] | None = None) -> Hearing:
    """Judge the words of the newest play, which lies on the board.

    by: who questioned it, "" for the referee itself. answers: what the table said of words the list left to it, by the
    word in capitals. One word that does not count is enough; the rules say what it costs (RULES.md A27, L01, L02).
    """
    told = answers or {}
    verdicts = lexicon.verdicts(words)
    asked = tuple(v for v in verdicts if v.answer is Answer.ASK and v.word not in told)
    wrong = tuple(v.word for v in verdicts if v.answer is Answer.NO or told.get(v.word) is False)
    if asked and not wrong:
        return Hearing(verdicts, asked, None)
    return Hearing(verdicts, asked, Challenged(by, stands=not wrong, words=wrong))
