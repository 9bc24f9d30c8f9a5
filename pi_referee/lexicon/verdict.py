"""What the list says of a word: yes, no, or ask the table; and why, as values that can be said in any language."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from pi_referee.lexicon.forms import Form


class Answer(enum.Enum):
    """Whether a word counts."""

    YES = "yes"
    NO = "no"
    ASK = "ask"


class Why(enum.Enum):
    """The reason of a verdict; pi_referee.lexicon.verdict_texts has its sentence."""

    LISTED = enum.auto()
    OWN_LIST = enum.auto()
    HEADWORD = enum.auto()
    FORM_OFF = enum.auto()
    FORM_ASKED = enum.auto()
    FORM_OR_WORD = enum.auto()
    HEADWORDS_FORM = enum.auto()
    UNLISTED = enum.auto()
    UNLISTED_ASKED = enum.auto()
    NAME = enum.auto()
    REMOVED = enum.auto()
    NOT_IN_OWN_LIST = enum.auto()
    COMPOUND = enum.auto()
    COMPOUND_ASKED = enum.auto()
    AGREED_ON = enum.auto()
    FORM_UNKNOWN = enum.auto()
    WEAK = enum.auto()
    WEAK_OFF = enum.auto()
    VOWELLESS = enum.auto()
    ABBREVIATION = enum.auto()
    ABBREVIATION_OFF = enum.auto()
    NO_TILE = enum.auto()
    TOO_SHORT = enum.auto()
    NOT_A_WORD = enum.auto()
    DECIDED = enum.auto()
    NO_LIST = enum.auto()


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a word: as a form of a lemma, both in capitals; kind is n, v, adj … as the list names it."""

    lemma: str
    form: Form
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The list's word on a word; true if it counts, false if it does not or the table must say.

    word: in capitals. why and about: the reason, and what fills the places of its sentence. readings: how it can be
    read, those that count first. off: the forms that are not agreed on, for Why.FORM_OFF. parts: what an unlisted
    compound seems to be made of. list: the list's name. policy: the agreement, in short. language: the list's.
    """

    word: str
    answer: Answer
    why: Why
    readings: tuple[Reading, ...] = ()
    off: Form = Form.BASE
    parts: tuple[str, ...] = ()
    about: tuple[tuple[str, str], ...] = ()
    list: str = ""
    policy: str = ""
    language: str = ""

    def __bool__(self) -> bool:
        """Whether the word counts without anybody being asked."""
        return self.answer is Answer.YES
