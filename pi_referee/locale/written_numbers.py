"""Points as every language writes them: with a real minus sign."""

from __future__ import annotations

MINUS = "\N{MINUS SIGN}"


def signed(number: int) -> str:
    """A total: plain, with a real minus sign below zero.

    >>> signed(12), signed(-4)
    ('12', '−4')
    """
    return str(number) if number >= 0 else f"{MINUS}{-number}"


def gain(number: int) -> str:
    """What a turn added: always with its sign.

    >>> gain(12), gain(0), gain(-4)
    ('+12', '+0', '−4')
    """
    return f"+{number}" if number >= 0 else signed(number)
