"""What the referee asks and what it is unsure of, in English sentences for whoever reads a terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pi_referee.rules.course.happenings import (
    ALONG_KEY,
    APART_KEY,
    ARROW_KEY,
    EXPLAIN_KEY,
    JOKER_KEY,
    LETTER_KEY,
    MEANING_KEY,
    MULTIPLIER_KEY,
    TOPIC_KEY,
    VALUE_KEY,
    Question,
)

STARTER_KEY = "starter"
"""The key of the question who begins a round for which lots had to be drawn (K10), in a file of answers, too."""

_SIGNS: Mapping[str, str] = {"": "a blank", "#": "a stop tile", ".": "nothing"}
CARD_SIGNS: Mapping[str, str] = {"": "a joker", ".": "nothing"}
"""What those signs stand for that are no letters, of tiles and of cards."""
_MOST = 4
"""So many choices are told; the eye may have a dozen."""

_ABOUT = {
    ARROW_KEY: "does the word turn at {place}, with an arrow under the letter?",
    ALONG_KEY: "does the new word go round the old corner at {place}?",
    APART_KEY: "two plays lie there at once: were they two turns?",
    EXPLAIN_KEY: "the board lies otherwise than was told: what happened?",
    LETTER_KEY: "which letter is the card at {place}?{choices}",
    JOKER_KEY: "which letter does the joker at {place} stand for?{choices}",
    VALUE_KEY: "which value is printed on the card at {place}?{choices}",
    STARTER_KEY: "who begins the round?{choices}",
    MULTIPLIER_KEY: "which mark does the card at {place} bear?{choices}",
}


def choices_in_words(choices: Sequence[tuple[str, float]], signs: Mapping[str, str] = _SIGNS) -> str:
    """What something may be, likeliest first; signs: what stands for those that are no letters.

    >>> choices_in_words((("O", 0.61), ("Ö", 0.38), (".", 0.004)))
    'O (61 %), Ö (38 %) or nothing (0 %)'
    """
    told = [f"{signs.get(sign, sign)} ({share:.0%})".replace("%", " %") for sign, share in choices[:_MOST]]
    return " or ".join(filter(None, (", ".join(told[:-1]), *told[-1:])))


def question_in_words(question: Question) -> str:
    """What a person is asked, with what it may be."""
    kind = next((kind for kind in _ABOUT if question.key.startswith(kind)), "")
    place = question.key.removeprefix(kind)
    signs = CARD_SIGNS if kind == LETTER_KEY else _SIGNS
    choices = f" {choices_in_words(question.choices, signs)}" if question.choices else ""
    if kind:
        return _ABOUT[kind].format(place=place, choices=choices)
    if question.key == TOPIC_KEY:
        return "does the word fit the topic?"
    if question.key == MEANING_KEY:
        return "does the word mean something else than the one it is built on?"
    if not question.choices:
        return f"which letter does the blank on {place} stand for?"
    any_letter = ", or any letter" if question.is_hidden else ""
    return f"what lies on {place}?{choices}{any_letter}"
