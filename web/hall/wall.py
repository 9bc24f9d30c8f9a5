"""The wall as a browser gets it: a region for each table, drawn in the reader's language only when it is another."""

from __future__ import annotations

import threading
import zlib
from collections.abc import Callable, Mapping

from flask import render_template

from pi_referee.gettext_mark import say
from pi_referee.hall.club import Club, TableInHall
from pi_referee.hall.needs import Need, Reason, need_of
from web.phrasing.language import gettext, language_in_use, ngettext
from web.security.keys import Keys
from web.security.pairing import knocking

FEW, SOME, MANY = 4, 12, 24
"""Up to so many tables are shown large, at their ease, or closely; more are shown as small as a wall can be read."""

_REASONS: Mapping[Reason, str] = {
    Reason.GONE: say("not heard of any more"),
    Reason.DAMAGED: say("the log is damaged"),
    Reason.CAMERA: say("the camera has a fault"),
    Reason.UNTOLD: say("the board shows what nobody told"),
    Reason.QUESTION: say("a question waits"),
}


class Wall:
    """Draws the wall; what is drawn is the same for all readers of a language, but for who asks to be let in."""

    def __init__(self, club: Club, look: str, keys: Keys, clock: Callable[[], float]) -> None:
        """Nothing is drawn yet; look: what the page looks like, another name after an upgrade."""
        self._club, self._look, self._keys, self._clock = club, look, keys, clock
        self._drawing = threading.Lock()
        self._drawn: dict[tuple[str, str], tuple[object, str]] = {}

    def state(self) -> dict[str, object]:
        """Everything a page needs; the form is that of a table's page (web.game.table_state)."""
        version, tables = self._club.version, self._sorted()
        needs = [need for table in tables if (need := need_of(table, self._clock()))]
        needs.sort(key=lambda need: not need.is_arbiters)
        regions = {f"table-{table.name}": self._card(table, needs) for table in tables}
        regions |= {"needs": self._needs(needs), "plays": self._plays(), **knocking(self._keys)}
        regions["broker"] = render_template("_hall_broker.html", trouble=self._club.trouble).strip()
        said = "; ".join(f"{need.table.state.title}: {reason_in_words(need)}" for need in needs if need.is_arbiters)
        return {
            "id": version,
            "version": version,
            "page": self._page(tables),
            "beside": "",
            "said": said,
            "regions": regions,
        }

    def tables(self) -> tuple[str, ...]:
        """The names of the tables, in the order in which they hang on the wall."""
        return tuple(table.name for table in self._sorted())

    def _sorted(self) -> list[TableInHall]:
        """The tables as people count: 9 before 10."""
        return sorted(self._club.tables.values(), key=lambda table: _counted(table.state.title))

    def _page(self, tables: list[TableInHall]) -> str:
        """What a page shows besides its regions: one look, these tables, one language."""
        names = zlib.crc32(" ".join(table.name for table in tables).encode())
        return f"{self._look}-{names:08x}-{language_in_use()}"

    def _card(self, table: TableInHall, needs: list[Need]) -> str:
        """A table's place on the wall."""
        need = next((one for one in needs if one.table is table), None)
        reason = reason_in_words(need) if need else ""
        kind = "calls" if need and need.is_arbiters else "asks" if need else ""
        mark = table.version, reason, kind
        return self._kept(table.name, mark, "_hall_card.html", table=table, reason=reason, kind=kind)

    def _needs(self, needs: list[Need]) -> str:
        told = [(need.table, reason_in_words(need), need.is_arbiters) for need in needs]
        return self._kept("", tuple((table.version, *more) for table, *more in told), "_hall_needs.html", needs=told)

    def _plays(self) -> str:
        return self._kept("plays of all", self._club.plays, "_hall_plays.html", plays=self._club.plays)

    def _kept(self, name: str, mark: object, template: str, **what: object) -> str:
        """What a template makes of this; as it was made last, if the mark is the same."""
        key = name, language_in_use()
        with self._drawing:
            known = self._drawn.get(key)
            if known is None or known[0] != mark:
                known = self._drawn[key] = mark, render_template(template, **what).strip()
            return known[1]


def reason_in_words(need: Need) -> str:
    """Why somebody should go to a table, in the reader's language."""
    if need.reason is Reason.LONG:
        return ngettext("a question waits for a minute", "a question waits for %(num)s minutes", need.minutes)
    return gettext(_REASONS[need.reason])


def density(count: int) -> str:
    """How closely so many tables hang on the wall.

    >>> [density(count) for count in (2, 10, 20, 60)]
    ['few', 'some', 'many', 'crowd']
    """
    return "few" if count <= FEW else "some" if count <= SOME else "many" if count <= MANY else "crowd"


def _counted(title: str) -> tuple[tuple[int, str], ...]:
    """By what titles are put in order: figures by their number, letters by the alphabet."""
    parts: list[tuple[int, str]] = []
    word = figures = ""
    for sign in f"{title.casefold()}\0":
        if sign.isascii() and sign.isdecimal():
            figures += sign
            continue
        if figures:
            parts, word, figures = [*parts, (0, word), (int(figures), "")], "", ""
        word += sign
    return (*parts, (0, word))
