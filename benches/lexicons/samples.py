"""Samples of words and of what is none, in two halves: one to tune on, the other to report."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from random import Random

from benches.lexicons.sources import Sources

SIZE = 20_000
"""Words in a row at most."""

FREQUENT = 10_000
"""How many of the most frequent spellings are looked at."""

_TILES = {"sv": set("abcdefghijklmnopqrstuvwxyzåäö"), "fi": set("abcdefghijklmnopqrstuvwxyzåäö"),
          "pl": set("aąbcćdeęfghijklłmnńoóprsśtuwyzźż")}  # fmt: skip
"""The letters words are spoilt in: what is folded to plainer tiles would be laid as another word."""

_VOWELS = "aeiouyåäöąęó"


def samples(sources: Sources, language: str, listed: Sequence[str], *, half: int, seed: int) -> Mapping[str, list[str]]:
    """What is judged in a language -> its words, in small letters. listed: words of the list itself, to be spoilt."""
    chance = Random(seed)  # a sample, no secret
    heads, every = sources.headwords(language), set(sources.frequent(language))
    known, is_word = heads | every, sources.judge(language)
    towns, villages = sources.towns(language), sources.villages(language)
    plain = [word for word in listed if set(word) <= _TILES[language]]
    spoilt = {changed for word in plain if (changed := _spoilt(word, chance)) not in known}
    rows = {
        "headwords": heads,
        "headwords of 2 to 5 letters": {word for word in heads if len(word) <= 5},
        "frequent words": {word for word in sources.frequent(language, FREQUENT) if word in heads},
        "one letter changed": spoilt,
        "one letter changed, no words": {word for word in spoilt if not is_word(word)},
        "abbreviations": sources.abbreviations(language) - heads,
        "towns": towns,
        "towns, no words": {word for word in towns if not is_word(word)},
    }
    if language == "fi":
        rows["two nouns joined"] = _joined(sorted(heads), chance) - known
    return {name: _some(half_of(words, half), chance) for name, words in rows.items()} | {
        name: _some(sorted(words), chance) for name, words in _never_tuned_on(sources, language, villages).items()
    }


def _never_tuned_on(sources: Sources, language: str, villages: set[str]) -> dict[str, set[str]]:
    """Samples of sources that nothing was tuned on, whole."""
    is_word = sources.judge(language)
    rows = {
        "villages": villages,
        "villages, no words": {word for word in villages if not is_word(word)},
        "villages, words": {word for word in villages if is_word(word)},
        "prefixes, no words": {word for word in sources.prefixes(language) if not is_word(word)},
        "expanded, no words": {word for word in sources.expanded(language) if not is_word(word)},
    }
    if language == "sv":
        heads = set(sources.saol())
        rows |= {"SAOL 14": heads, "SAOL 14, 2 to 5 letters": {word for word in heads if len(word) <= 5}}
    return rows


def half_of(words: set[str], half: int) -> list[str]:
    """One half of some words, the same whatever words stand beside."""
    return sorted(word for word in words if hashlib.sha256(word.encode()).digest()[0] % 2 == half)


def _some(words: list[str], chance: Random) -> list[str]:
    """A row of words, not too many."""
    return words if len(words) <= SIZE else chance.sample(words, SIZE)


def _spoilt(word: str, chance: Random) -> str:
    """A word with one letter changed, a vowel for a vowel, any other for any other."""
    at = chance.randrange(len(word))
    among = _VOWELS[:6] if word[at] in _VOWELS else "bcdfghjklmnprstv"
    return word[:at] + chance.choice([letter for letter in among if letter != word[at]]) + word[at + 1 :]


def _joined(words: list[str], chance: Random) -> set[str]:
    """Words of three to seven letters stuck together, as somebody may at the table."""
    short = [word for word in words if 3 <= len(word) <= 7 and word[-1] in _VOWELS]
    return {chance.choice(short) + chance.choice(short) for _ in range(2 * SIZE)}
