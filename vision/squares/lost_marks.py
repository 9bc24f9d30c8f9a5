"""Which letters differ by one mark only: strong light may take it, and leave the plainer one."""

from __future__ import annotations

from vision.letters.letter_marks import unmarked


def marked_otherwise(letter: str, alphabet: tuple[str, ...]) -> set[str]:
    """The letters of the game that differ from this one in their marks only."""
    return {other for other in alphabet if other != letter != "" and unmarked(other) == unmarked(letter)}


def more_than(letter: str, alphabet: tuple[str, ...]) -> set[str]:
    """The letters of the game that are this one with one more mark."""
    return {other for other in alphabet if _is_less_of(letter, other)}


def _is_less_of(letter: str, other: str) -> bool:
    """Whether a letter may be what clipping leaves of another: of an Ä an A; of an Å's ring the sides, which make an Ä.

    "" and "." are never what is left of a letter.
    """
    plain = unmarked(other)
    is_other_mark = letter != "" and unmarked(letter) == plain != other
    return other != letter and (plain.replace("Q", "O") == letter or is_other_mark)
