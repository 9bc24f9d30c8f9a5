"""What a table agreed on about words: presets, and single switches that change them."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from pi_referee.errors import GameFileError
from pi_referee.lexicon.forms import EVERY_FORM, Form
from pi_referee.lexicon.lists.spelling import fold
from pi_referee.rules.agreed import switch_list as agreements
from pi_referee.rules.agreed.switch_list import Switch, Value, shown

INFLECTIONS = "words.inflections"

_RARE = Form.GENITIVE | Form.PASSIVE | Form.ARCHAIC

PRESETS: Mapping[str, Form] = MappingProxyType({
    "all": EVERY_FORM,
    "common": EVERY_FORM & ~_RARE,
    "base_forms": Form.BASE,
    "ask": Form.BASE,
})  # fmt: skip
"""The options of words.inflections (RULES.md A26) -> the forms that count; with ask the table decides on the others."""

FAMILIES: Mapping[str, tuple[Form, str]] = MappingProxyType({
    "words.plural": (Form.PLURAL, "Whether plurals count."),
    "words.definite": (Form.DEFINITE, "Whether definite forms count."),
    "words.genitive": (Form.GENITIVE, "Whether genitives count."),
    "words.tenses": (Form.PRESENT | Form.PAST | Form.SUPINE | Form.IMPERATIVE | Form.PERSON,
                     "Whether verbs count in other forms than the infinitive."),
    "words.passive": (Form.PASSIVE, "Whether passives count."),
    "words.comparatives": (Form.COMPARATIVE | Form.SUPERLATIVE, "Whether comparatives and superlatives count."),
    "words.participles": (Form.PRESENT_PARTICIPLE | Form.PAST_PARTICIPLE, "Whether participles count."),
    "words.agreement": (Form.AGREEMENT, "Whether adjectives count in the forms that go with a noun."),
    "words.cases": (Form.CASE | Form.POSSESSIVE | Form.CLITIC,
                    "Whether pronouns, and Finnish words, count in their cases and with endings."),
    "words.archaic": (Form.ARCHAIC, "Whether archaic forms count."),
})  # fmt: skip
"""Single switches -> the forms each is about, and what it decides; each follows the preset until it is set."""

_OWN: tuple[Switch, ...] = (
    Switch("words.abbreviations", "no", ("ask", "yes"), ("A25",), "Whether abbreviations count."),
    Switch("words.accents", "fold", ("exact",), ("A38",),
           "Whether a letter with an accent and no tile is laid as the plain letter (IDE for idé)."),
    Switch("words.letters_without_tile", "blank", ("never",), ("A15",),
           "Whether a letter without a tile (W, Ü) may be laid with a blank, or never."),
    Switch("words.weak", "ask", ("no", "yes"), ("A27",), "What is said of words only the weaker sources know."),
    Switch("words.vowelless", "ask", ("yes",), ("A25",), "What is said of listed words without a vowel."),
)  # fmt: skip

SWITCHES: Mapping[str, Switch] = MappingProxyType(
    {name: agreements.SWITCHES[name] for name in (INFLECTIONS, "words.unlisted", "words.compounds")}
    | {name: Switch(name, None, (True, False), ("A26",), decides) for name, (_, decides) in FAMILIES.items()}
    | {switch.name: switch for switch in _OWN}
)
"""Every switch about words, by its name; None means: as the preset has it."""


VOWELS = frozenset("AEIOUYÀÁÂÃÄÅĀĂĄÆÈÉÊËĒĖĘĚÌÍÎÏĪĮÒÓÔÕÖØŌŐŒÙÚÛÜŪŮŰŲÝŸ")
"""A word without any of these may be an abbreviation."""


class Course(enum.Enum):
    """What is done with words of a doubtful kind."""

    YES = "yes"
    NO = "no"
    ASK = "ask"


@dataclass(frozen=True)
class Policy:
    """What counts as a word at this table.

    switches: name -> value, only those that differ from the default; all else follows from them. tiles: the letters
    the game has tiles for, in capitals; empty where that is not known, and then no letter lacks a tile.
    """

    switches: Mapping[str, Value] = field(default_factory=dict)
    tiles: frozenset[str] = frozenset()
    allowed: Form = field(init=False, compare=False)
    asked: bool = field(init=False, compare=False)
    every_form: bool = field(init=False, compare=False)
    only_rare_off: bool = field(init=False, compare=False)
    folds_accents: bool = field(init=False, compare=False)
    asks_vowelless: bool = field(init=False, compare=False)
    wants_tiles: bool = field(init=False, compare=False)
    letters: frozenset[str] = field(init=False, compare=False)
    short: str = field(init=False, compare=False)

    def __post_init__(self) -> None:
        """Work out once what follows from the switches: it is asked thousands of times a second."""
        object.__setattr__(self, "allowed", _allowed(self))
        object.__setattr__(self, "asked", self[INFLECTIONS] == "ask")
        object.__setattr__(self, "every_form", not ~self.allowed & ~(Form.ABBREVIATION | Form.COMPOUND))
        object.__setattr__(self, "only_rare_off", not ~self.allowed & ~(_RARE | Form.ABBREVIATION | Form.COMPOUND))
        object.__setattr__(self, "folds_accents", self["words.accents"] == "fold")
        object.__setattr__(self, "asks_vowelless", self["words.vowelless"] == "ask")
        object.__setattr__(self, "wants_tiles", bool(self.tiles) and self["words.letters_without_tile"] == "never")
        object.__setattr__(self, "letters", frozenset(letter.lower() for letter in self.tiles))
        object.__setattr__(self, "short", _short(self))

    def __getitem__(self, name: str) -> Value:
        """The agreed value of a switch."""
        return self.switches[name] if name in self.switches else SWITCHES[name].default

    def lays(self, word: str, laid: str) -> bool:
        """Whether a word of a list, in small letters, is laid like that with this game's tiles."""
        return not self.letters or fold(word, self.letters) == laid

    def without_tile(self, word: str) -> list[str]:
        """The letters no tile has, in capitals, where a blank may not stand for them."""
        if not self.wants_tiles:
            return []
        return [letter for letter in dict.fromkeys(word.upper()) if letter not in self.tiles]

    def asks_for_vowels(self, word: str) -> bool:
        """Whether the table wants to be asked about a word in capitals because it has no vowel."""
        return self.asks_vowelless and VOWELS.isdisjoint(word)

    def course(self, name: str) -> Course:
        """What a switch with the options yes, no and ask says."""
        return Course(self[name])

    def record(self) -> dict[str, Value]:
        """The switches as they are kept with a game; Policy.agreed gives the policy back.

        >>> Policy.agreed({"words.genitive": "false"}).record()
        {'words.genitive': False}
        """
        return dict(self.switches)

    @classmethod
    def agreed(cls, wishes: Mapping[str, object], tiles: Iterable[str] = ()) -> Policy:
        """The policy somebody wishes, by values or the text typed for them; switches that are not about words are
        left alone. Raises GameFileError naming the switch and its options.
        """  # noqa: D205  # one sentence
        wanted = {name: switch_named(name).read(value) for name, value in wishes.items() if name in SWITCHES}
        changed = {name: value for name, value in sorted(wanted.items()) if value != SWITCHES[name].default}
        return cls(MappingProxyType(changed), frozenset(letter.upper() for letter in tiles))


def switch_named(name: str) -> Switch:
    """The switch about words of that name; GameFileError naming them if there is none."""
    if name not in SWITCHES:
        raise GameFileError(
            f"There is no switch {name!r} about words.",
            where="switches",
            cure=f"The switches are {', '.join(SWITCHES)}.",
        )
    return SWITCHES[name]


def _allowed(policy: Policy) -> Form:
    """The forms that count."""
    allowed = PRESETS[str(policy[INFLECTIONS])] & ~(Form.ABBREVIATION | Form.COMPOUND)
    for name, (forms, _) in FAMILIES.items():
        value = policy[name]
        if value is not None:
            allowed = allowed | forms if value else allowed & ~forms
    return allowed | Form.ABBREVIATION if policy["words.abbreviations"] == "yes" else allowed


def _short(policy: Policy) -> str:
    """The policy in a line.

    >>> Policy.agreed({"words.inflections": "common", "words.plural": False}).short
    'common, words.plural=false'
    """
    changed = [f"{name}={shown(value)}" for name, value in policy.switches.items() if name != INFLECTIONS]
    return ", ".join([str(policy[INFLECTIONS]), *changed])
