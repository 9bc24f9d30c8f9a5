"""What a family agrees on before a game, in plain words: the switches a table talks about, each as a choice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from pi_referee.gettext_mark import say, say_counted
from pi_referee.rules.agreed.switch_list import ANY_LIST, ANY_NUMBER, SWITCHES, shown
from pi_referee.rules.agreed.switches import Switches
from pi_referee.rules.definition.ruleset import Ruleset
from web.phrasing.language import gettext, ngettext

FIELD = "switch:"
"""Begins the name of a form's field that sets a switch."""

MIXTURE = ("arrows", "stops", "blanks", "minus_squares")
"""The four that make up the variant; they are asked for only where it is the house's own mixture."""

KNOW_FORMS = ("sv", "fi")
"""The languages whose lists tell what a word is a form of; the others have all forms, and no names for them."""

NEED_FORMS = ("common", "base_forms")
"""The options that only such a list can keep."""

_YES_NO = (("true", say("Yes")), ("false", say("No")))
_A_SECOND = say_counted("%(num)s second", "%(num)s seconds")
_SECONDS = tuple((number, _A_SECOND) for number in ("30", "60", "120", "180", "300"))
_POINTS = tuple((number, say_counted("%(num)s point", "%(num)s points")) for number in ("5", "10"))
_WHOLE = (
    ("600", say("10 minutes")),
    ("900", say("15 minutes")),
    ("1200", say("20 minutes")),
    ("1500", say("25 minutes")),
    ("1800", say("30 minutes")),
)
_TIMES = (("1", say("once")), ("2", say("twice")), ("3", say("three times")))


@dataclass(frozen=True, slots=True)
class Agreement:
    """One thing to agree on. options: what is sent, and its sentence (about one and many of it); none for a typed one.

    games: what the names of the games begin with that have it; group: which part of the form it is in. of: "board" or
    "cards" where only games with the one or the other have it.
    """

    name: str
    title: str
    options: tuple[tuple[str, str | tuple[str, str]], ...] = ()
    games: str = ""
    group: str = "rules"
    of: Literal["", "board", "cards"] = ""


AGREEMENTS: tuple[Agreement, ...] = (
    Agreement(
        "variant",
        say("Tiles and squares"),
        (
            ("full", say("Everything: blanks, stop tiles, arrows and minus squares")),
            ("enkel", say("Simple: letters only, and no minus squares")),
            ("custom", say("Our own mixture")),
        ),
        games="alfapet",
    ),
    Agreement("blanks", say("Blanks"), _YES_NO, games="alfapet", group="mixture"),
    Agreement("stops", say("Stop tiles"), _YES_NO, games="alfapet", group="mixture"),
    Agreement("arrows", say("Arrows"), _YES_NO, games="alfapet", group="mixture"),
    Agreement("minus_squares", say("Minus squares"), _YES_NO, games="alfapet", group="mixture"),
    Agreement(
        "words.inflections",
        say("Which forms of a word count"),
        (
            ("all", say("All forms")),
            ("common", say("All but genitives, passives and old forms")),
            ("base_forms", say("Only the form a dictionary lists")),
            ("ask", say("The table decides each time")),
        ),
    ),
    Agreement(
        "words.unlisted",
        say("If a word is not in the list that the referee made"),
        (("ask", say("the table decides")), ("no", say("it does not count"))),
        group="finer",
    ),
    Agreement(
        "words.compounds",
        say("If it is put together from two words of the list"),
        (("ask", say("the table decides")), ("listed", say("it does not count"))),
        group="finer",
    ),
    Agreement(
        "meaning.check",
        say("If a new word is only the old one in another form"),
        (
            ("warn_same_lemma", say("the table is asked")),
            ("strict", say("it does not count")),
            ("off", say("it counts")),
        ),
        of="cards",
    ),
    Agreement(
        "words.invalid_penalty",
        say("If a word does not count, it is taken back, and …"),
        (
            ("retry", say("the same player tries again")),
            ("lose_turn", say("the turn is over")),
            ("fixed", say("it costs points, and the same player tries again")),
        ),
    ),
    Agreement("words.fixed_penalty", say("How many points that costs"), group="finer"),
    Agreement(
        "challenge.mode",
        say("If somebody challenges a word that counts"),
        (("auto_check", say("nothing happens")), ("ranked_challenge", say("it costs that player the next turn"))),
    ),
    Agreement(
        "challenge.answer",
        say("The referee answers"),
        (("each_word", say("word by word, with the reason")), ("whole_play", say("for the whole play only"))),
    ),
    Agreement(
        "challenge.seconds",
        say("How long the newest play may be challenged"),
        (("none", say("until the next play")), *_SECONDS[:3]),
        group="finer",
    ),
    Agreement(
        "clock.seconds",
        say("Time for each player's whole game (chess clock)"),
        (("none", say("no limit")), *_WHOLE),
        group="finer",
    ),
    Agreement(
        "clock.increment",
        say("Each turn adds to it"),
        (("0", say("nothing")), *((number, _A_SECOND) for number in ("5", "10", "30"))),
        group="finer",
    ),
    Agreement(
        "clock.overtime",
        say("Each minute begun beyond it costs"),
        (("0", say("nothing")), *_POINTS),
        group="finer",
    ),
    Agreement(
        "preview", say("Show what a word would score before the button is pressed"), _YES_NO, group="finer", of="board"
    ),
    Agreement("turn.seconds", say("Time for a turn"), (("none", say("no limit")), *_SECONDS[1:]), group="finer"),
    Agreement(
        "exchange.max_per_player",
        say("How often each player may exchange tiles"),
        (("none", say("as often as one likes")), *_TIMES),
        group="finer",
        of="board",
    ),
    Agreement(
        "end.two_passes",
        say("When everyone has passed twice in a row"),
        (("true", say("the game is over")), ("false", say("the game goes on"))),
        group="finer",
        of="board",
    ),
    Agreement(
        "end.transfer_to_finisher",
        say("Whoever goes out first gets what the others lose"),
        (*_YES_NO, ("twice", say("twice as much, and they lose nothing"))),
        group="finer",
        of="board",
    ),
    Agreement(
        "centre.multiplier",
        say("The star in the middle"),
        (("1", say("is a plain square")), ("2", say("doubles the word"))),
        games="alfapet",
        group="finer",
    ),
    Agreement(
        "score.floor",
        say("A word on minus squares"),
        (("none", say("may score less than nothing")), ("0", say("never scores below nothing"))),
        games="alfapet",
        group="finer",
    ),
    Agreement(
        "solo.racks",
        say("Playing alone"),
        (("1", say("with one rack, against my own best")), ("2", say("with two racks, against myself"))),
        group="finer",
        of="board",
    ),
    Agreement(
        "solo.dictionary",
        say("Playing alone: the word list may be asked about words before they are laid"),
        (("false", say("No")), ("true", say("Yes"))),
        group="finer",
        of="board",
    ),
    Agreement("theme.words", say("Theme game: words that give extra points"), group="theme"),
    Agreement("theme.points", say("How many extra points"), group="theme"),
    Agreement("theme.topic", say("What all words must be about"), group="theme"),
)
"""The switches a table talks about; all the others keep their default, or come from a house's own preset."""


@dataclass(frozen=True, slots=True)
class Asked:
    """An agreement as it stands on the form: options with their sentences, and what is chosen.

    kind: "choice", "number" or "text".
    """

    name: str
    field: str
    title: str
    kind: str
    options: tuple[tuple[str, str], ...]
    chosen: str


def agreements(ruleset: Ruleset, switches: Switches, group: str) -> tuple[Asked, ...]:
    """What can be agreed on in a game, in one group of the form, with what is chosen so far."""
    return tuple(
        Asked(
            agreement.name,
            FIELD + agreement.name,
            gettext(agreement.title),
            _kind(agreement),
            tuple(_options(_for_language(agreement, ruleset.language), shown(switches[agreement.name]))),
            _typed(switches, agreement.name),
        )
        for agreement in AGREEMENTS
        if agreement.group == group and _has(ruleset, agreement)
    )


def _for_language(agreement: Agreement, language: str) -> Agreement:
    """An agreement without the options that no list of the game's language can keep."""
    if agreement.name != "words.inflections" or language in KNOW_FORMS:
        return agreement
    return replace(agreement, options=tuple(one for one in agreement.options if one[0] not in NEED_FORMS))


def _has(ruleset: Ruleset, agreement: Agreement) -> bool:
    """Whether a game has something to agree on."""
    kind = "board" if ruleset.has_board else "cards"
    return ruleset.name.startswith(agreement.games) and agreement.of in {"", kind}


def wishes(form: Mapping[str, str]) -> dict[str, str]:
    """The switches a form sets; the four of the mixture only where the mixture is the house's own."""
    known = {agreement.name for agreement in AGREEMENTS}
    found = {name.removeprefix(FIELD): text.strip() for name, text in form.items() if name.startswith(FIELD)}
    is_mixed = found.get("variant") == "custom"
    return {
        name: text
        for name, text in found.items()
        if name in known and (is_mixed or name not in MIXTURE) and not (is_mixed and name == "variant")
    }


def title_of(name: str) -> str:
    """What a switch is called on the form; "" if it is not on it."""
    return next((gettext(agreement.title) for agreement in AGREEMENTS if agreement.name == name), "")


def _kind(agreement: Agreement) -> str:
    """How an agreement is asked for."""
    if agreement.options:
        return "choice"
    return "number" if ANY_NUMBER in SWITCHES[agreement.name].options else "text"


def _options(agreement: Agreement, chosen: str) -> Iterator[tuple[str, str]]:
    """Each option with its sentence; what is chosen has one of its own, if it is none of them."""
    for value, sentence in agreement.options:
        yield value, gettext(sentence) if isinstance(sentence, str) else ngettext(*sentence, int(value))
    if agreement.options and chosen not in dict(agreement.options):
        yield chosen, chosen


def _typed(switches: Switches, name: str) -> str:
    """A switch's value as it is typed."""
    if ANY_LIST in SWITCHES[name].options:
        return ", ".join(switches.words(name))
    return shown(switches[name])
