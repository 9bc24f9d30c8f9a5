"""In which order a question's choices are shown: the list may say which would make words, but it answers nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pi_referee.lexicon.verdict import Answer
from pi_referee.lexicon.word_validity import Lexicon
from pi_referee.rules.course.happenings import Question

WordsOf = Callable[[str], Sequence[str]]
"""The words that would lie there if a choice were the answer."""


def order_to_show(question: Question, words_of: WordsOf, lexicon: Lexicon) -> tuple[str, ...]:
    """The choices of a question, those first that would make words that count; among equals the likelier first.

    The question stays as it is, and so does what was read: nothing becomes a word because a list knows one.
    """
    choices = [choice for choice, _ in question.choices]
    return tuple(sorted(choices, key=lambda choice: _doubt(words_of(choice), lexicon)))


def _doubt(words: Sequence[str], lexicon: Lexicon) -> int:
    """How little the list thinks of some words: 0 if all count, 1 if it would ask, 2 if one does not count."""
    weights = {Answer.YES: 0, Answer.ASK: 1, Answer.NO: 2}
    return max((weights[verdict.answer] for verdict in lexicon.verdicts(words)), default=1)
