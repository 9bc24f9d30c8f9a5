"""How numbers and times are written on the page."""

from __future__ import annotations

import math

from babel.numbers import format_decimal
from flask import Flask

from pi_referee.locale.written_numbers import MINUS, gain, signed
from pi_referee.locale.written_times import written_day, written_moment
from pi_referee.protocol.ground_words import GroundWords
from web.phrasing.language import gettext, language_in_use


def half(number: float) -> str:
    """Wins, of which a shared one counts half; a third where three share it.

    >>> half(2.0), half(1.5), half(0.5)
    ('2', '1½', '½')
    """
    whole, part = divmod(round(12 * number), 12)
    parts = {0: "", 3: "¼", 4: "⅓", 6: "½", 8: "⅔", 9: "¾"}
    return f"{whole if whole or not part else ''}{parts.get(part, '')}"


def figures(number: int) -> str:
    """A large number with its thousands apart, as the reader's language has it."""
    return str(format_decimal(number, locale=language_in_use()))


def minutes(seconds: float) -> str:
    """Seconds as a clock shows them.

    >>> minutes(754.6), minutes(-3.2)
    ('12:34', '−0:04')
    """
    whole = math.floor(seconds)
    sign = MINUS if whole < 0 else ""
    return f"{sign}{abs(whole) // 60}:{abs(whole) % 60:02}"


def day(at: str) -> str:
    """The day of an ISO time, or an ISO day, as the reader's language writes it."""
    return written_day(at, language_in_use())


def moment(at: str) -> str:
    """The day, hour and minute of an ISO time, as the reader's language writes them."""
    return written_moment(at, language_in_use())


def tile_sign(sign: str, words: GroundWords) -> str:
    """What lies on a place, for people: a letter as it is, a blank or a stop tile by its name."""
    named = {"": gettext(words.blank), "_": gettext(words.blank), "#": gettext("a stop tile"), ".": gettext("nothing")}
    if sign in named:
        return named[sign]
    return gettext(words.as_blank, letter=sign.upper()) if sign.islower() else sign


def drawn_sign(sign: str) -> str:
    """A tile in a list of tiles: a letter as it is, a blank, a stop tile and an arrow as small pictures of them."""
    return {"_": "□", "#": "■", "/": "→"}.get(sign, sign)


def add_filters(app: Flask) -> None:
    """Let templates write numbers so."""
    app.jinja_env.filters.update(
        signed=signed,
        gain=gain,
        half=half,
        figures=figures,
        day=day,
        moment=moment,
        minutes=minutes,
        tile_sign=tile_sign,
        drawn_sign=drawn_sign,
    )
