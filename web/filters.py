"""How numbers are written on the page."""

from __future__ import annotations

from flask import Flask

_MINUS = "\N{MINUS SIGN}"


def signed(number: int) -> str:
    """A total: plain, with a real minus sign below zero.

    >>> signed(12), signed(-4)
    ('12', '−4')
    """
    return str(number) if number >= 0 else f"{_MINUS}{-number}"


def gain(number: int) -> str:
    """What a turn added: always with its sign.

    >>> gain(12), gain(0), gain(-4)
    ('+12', '+0', '−4')
    """
    return f"+{number}" if number >= 0 else f"{_MINUS}{-number}"


def add_filters(app: Flask) -> None:
    """Let templates write numbers so."""
    app.jinja_env.filters.update(signed=signed, gain=gain)
