"""What is said about each verdict, in plain words; the catalogues hold the other languages."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from pi_referee.gettext_mark import say as marked
from pi_referee.lexicon.building.own_list import Refusal
from pi_referee.lexicon.forms import Form
from pi_referee.lexicon.verdict import Reading, Verdict, Why

REASONS: Mapping[Why, str] = MappingProxyType({
    Why.LISTED: marked("%(word)s: %(form)s of %(lemma)s."),
    Why.OWN_LIST: marked("%(word)s is in the list %(list)s."),
    Why.HEADWORD: marked("%(word)s: %(form)s of %(lemma)s, which is in the list %(list)s."),
    Why.FORM_OFF: marked("%(word)s: %(form)s of %(lemma)s; %(off)s."),
    Why.FORM_ASKED: marked("%(word)s: %(form)s of %(lemma)s; the table decides whether that counts."),
    Why.FORM_OR_WORD: marked("%(word)s: %(form)s of %(lemma)s, perhaps also a word of its own. The table decides."),
    Why.HEADWORDS_FORM: marked("%(word)s may be a form of %(lemma)s in the list %(list)s, which tells no forms. "
                               "The table decides."),
    Why.UNLISTED: marked("%(word)s is not in the list %(list)s, and only listed words count here."),
    Why.UNLISTED_ASKED: marked("%(word)s is not in the list %(list)s, which is not %(dictionary)s: look there. "
                               "The table decides."),
    Why.NAME: marked("%(word)s is a name; names do not count."),
    Why.REMOVED: marked("%(word)s does not count, says the list %(list)s."),
    Why.NOT_IN_OWN_LIST: marked("%(word)s is not in the list %(list)s."),
    Why.COMPOUND: marked("%(word)s is not in the list; it looks like %(parts)s, and compounds count only as listed."),
    Why.COMPOUND_ASKED: marked("%(word)s is not in the list; it looks like %(parts)s. The table decides."),
    Why.AGREED_ON: marked("%(word)s is known to %(sources)s."),
    Why.FORM_UNKNOWN: marked("%(word)s is known to %(sources)s, but not in which form. The table decides."),
    Why.WEAK: marked("%(word)s is known only to %(sources)s. The table decides."),
    Why.WEAK_OFF: marked("%(word)s is known only to %(sources)s, and that is not enough here."),
    Why.VOWELLESS: marked("%(word)s has no vowel and may be an abbreviation. The table decides."),
    Why.ABBREVIATION: marked("%(word)s is an abbreviation. The table decides."),
    Why.ABBREVIATION_OFF: marked("%(word)s is an abbreviation; abbreviations are off."),
    Why.NO_TILE: marked("%(word)s has letters this game has no tile for: %(letters)s."),
    Why.TOO_SHORT: marked("A word has at least two letters."),
    Why.NOT_A_WORD: marked("%(word)s is not a word of letters only."),
    Why.DECIDED: marked("%(word)s: this house decided it on %(day)s."),
    Why.NO_LIST: marked("There is no word list: the table decides."),
})  # fmt: skip
"""Each reason's sentence, with named places for the word and what it is about."""

DICTIONARIES: Mapping[str, str] = MappingProxyType({
    "sv": "SAOL", "fi": "Kielitoimiston sanakirja", "pl": "OSPS", "de": "Duden", "ro": "LOC (dexonline.ro)",
    "en": "Collins",
})  # fmt: skip
"""Language -> the dictionary by which its players settle quarrels, and which no list made here is."""

FORMS: Mapping[Form, str] = MappingProxyType({
    Form.ABBREVIATION: marked("an abbreviation"),
    Form.COMPOUND: marked("a compound"),
    Form.CLITIC: marked("a form with a clitic"),
    Form.POSSESSIVE: marked("a form with a possessive ending"),
    Form.GENITIVE: marked("genitive"),
    Form.PASSIVE: marked("passive"),
    Form.ARCHAIC: marked("an archaic form"),
    Form.PRESENT_PARTICIPLE: marked("present participle"),
    Form.PAST_PARTICIPLE: marked("past participle"),
    Form.PLURAL | Form.DEFINITE: marked("definite plural"),
    Form.CASE: marked("an inflected case"),
    Form.COMPARATIVE: marked("comparative"),
    Form.SUPERLATIVE: marked("superlative"),
    Form.SUPINE: marked("supine"),
    Form.IMPERATIVE: marked("imperative"),
    Form.PAST: marked("past tense"),
    Form.PRESENT: marked("present tense"),
    Form.PERSON: marked("a personal form"),
    Form.PLURAL: marked("plural"),
    Form.DEFINITE: marked("definite form"),
    Form.AGREEMENT: marked("an adjective's form"),
    Form.BASE: marked("base form"),
})  # fmt: skip
"""What a form is called; of one that is several things at once, the first that fits names it."""

OFF: Mapping[Form, str] = MappingProxyType({
    Form.ABBREVIATION: marked("abbreviations are off"),
    Form.COMPOUND: marked("unlisted compounds are off"),
    Form.CLITIC: marked("clitics are off"),
    Form.POSSESSIVE: marked("possessive endings are off"),
    Form.GENITIVE: marked("genitives are off"),
    Form.PASSIVE: marked("passives are off"),
    Form.ARCHAIC: marked("archaic forms are off"),
    Form.PRESENT_PARTICIPLE: marked("participles are off"),
    Form.PAST_PARTICIPLE: marked("participles are off"),
    Form.CASE: marked("inflected cases are off"),
    Form.COMPARATIVE: marked("comparatives are off"),
    Form.SUPERLATIVE: marked("comparatives are off"),
    Form.SUPINE: marked("tenses are off"),
    Form.IMPERATIVE: marked("tenses are off"),
    Form.PAST: marked("tenses are off"),
    Form.PRESENT: marked("tenses are off"),
    Form.PERSON: marked("personal forms are off"),
    Form.PLURAL: marked("plurals are off"),
    Form.DEFINITE: marked("definite forms are off"),
    Form.AGREEMENT: marked("adjectives' forms are off"),
})  # fmt: skip
"""What is said of a form that the table did not agree on."""

REFUSALS: Mapping[Refusal, str] = MappingProxyType({
    Refusal.NAME: marked("begin with a capital letter, as names do"),
    Refusal.ABBREVIATION: marked("are all capitals, as abbreviations are"),
    Refusal.SIGNS: marked("have hyphens, digits, inner capitals or other signs"),
    Refusal.FOREIGN: marked("have letters of another alphabet"),
    Refusal.TOO_SHORT: marked("have only one letter"),
    Refusal.TOO_LONG: marked("are too long to be words"),
    Refusal.TWICE: marked("stand there more than once"),
})  # fmt: skip
"""What is said of the lines of a family's list that were not taken."""

Translate = Callable[[str], str]


def say(verdict: Verdict, translate: Translate = marked, written_day: Translate = str) -> str:
    """A verdict's reason as a sentence; translate gives a marked text in the players' language, written_day an ISO day.

    >>> from pi_referee.lexicon.verdict import Answer
    >>> say(Verdict("KATTENS", Answer.NO, Why.FORM_OFF, (Reading("KATT", Form.GENITIVE),), Form.GENITIVE))
    'KATTENS: genitive of KATT; genitives are off.'
    """
    reading = verdict.readings[0] if verdict.readings else Reading("", Form.BASE)
    about = dict(verdict.about)
    return translate(REASONS[verdict.why]) % {
        "word": verdict.word,
        "list": verdict.list,
        "parts": " + ".join(verdict.parts),
        "lemma": reading.lemma,
        "form": form_name(reading.form, translate),
        "off": _off(verdict.off, translate),
        "dictionary": DICTIONARIES.get(verdict.language, translate(marked("the dictionary"))),
        **about,
        "day": written_day(about.get("day", "")),
    }


def form_name(form: Form, translate: Translate = marked) -> str:
    """What a form is called: by the rarest thing about it.

    >>> form_name(Form.PLURAL | Form.GENITIVE)
    'genitive'
    """
    return next(translate(name) for known, name in FORMS.items() if known in form)


def _off(form: Form, translate: Translate) -> str:
    """Why a form does not count; "" if nothing speaks against it."""
    return next((translate(text) for known, text in OFF.items() if known in form), "")
