"""Marks sentences that are written in one place and shown, translated, in another."""

from __future__ import annotations


def say(sentence: str) -> str:
    """The sentence as it is, found by its mark when the catalogues of translations are made."""
    return sentence


def say_counted(one: str, many: str) -> tuple[str, str]:
    """A sentence about one and the same about many, as ngettext takes them."""
    return one, many
