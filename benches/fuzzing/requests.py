"""Requests to the page that no browser of ours sends: forms with nonsense in any field, and odd names of hosts."""

from __future__ import annotations

import random
import re
from pathlib import Path

from flask import Flask
from flask.testing import FlaskClient

from benches.fuzzing.mutations import nonsense
from pi_referee.game_log.event_store import Ledger
from pi_referee.rules.board.position import EMPTY
from pi_referee.rules.course.game import fold
from pi_referee.rules.course.happenings import GameBegan, PlayLaid, Question
from pi_referee.rules.plays.notation import WrittenPlay
from web import House, create_app
from web.security.guard import TOKEN_COOKIE
from web.security.pairing import KEY_COOKIE

_NOON = "2026-11-20T12:00:00+00:00"
_TOKEN = "t" * 43
_FIELDS = (
    "game", "turn", "player", "tiles", "was", "kind", "by", "answer", "key", "question", "left", "letter",
    "count", "name", "event", "points", "corners", "when", "language", "to", "code", "word", "of", "edition",
    "at", "list", "seat", "rack", "switch:turn.seconds", "keep_as", "anyway", "moves_on", "value:A", "was:A",
    "marks:A", "word:KATT", "after", "starter", "squares", "stop", "exchanged",
)  # fmt: skip
_VALUES = (
    "1", "2", "3", "Anna", "Björn", "I9=L J9=Å", "A", "yes", "no", "lay", "correct", "insert", "J9", "sv",
    "light", "never",
)  # fmt: skip
_PLACE = re.compile(r"<(?:\w+:)?(\w+)>")
_SHOWN = ("/", "/games", "/state", "/games/1", "/healthz", "/lists")


class Page:
    """The page over a log of its own, asked by chance."""

    def __init__(self, home: Path) -> None:
        """Begin a game with a question."""
        (home / "pictures").mkdir(exist_ok=True)
        self.ledger = Ledger(home / "games.sqlite")
        laid = PlayLaid(WrittenPlay.parse("I9 > LOTA").on(EMPTY), (Question("J9", (("O", 0.6), ("Ö", 0.4))),))
        for told in (GameBegan("alfapet-sv", ("Anna", "Björn"), 7), laid):
            self.ledger.append(told, at=_NOON, after=self.ledger.newest())
        house = House(home=home, names=frozenset({"localhost", "pi", "pi.local"}))
        self.app: Flask = create_app(self.ledger, house)
        self.client: FlaskClient = self.app.test_client()
        self.client.set_cookie(TOKEN_COOKIE, _TOKEN)
        self.client.set_cookie(KEY_COOKIE, house.keys().add(at=_NOON))
        self._known = self.ledger.newest()

    def form(self, chance: random.Random) -> int:
        """Send a form somewhere; answers the status."""
        rules = [rule for rule in self.app.url_map.iter_rules() if "POST" in (rule.methods or ())]
        rule = chance.choice([rule for rule in rules if rule.endpoint not in {"making.build", "pairing.leave"}])
        path = _PLACE.sub(lambda _: chance.choice(("1", "2", "alfapet-sv", "7")), rule.rule)
        fields = {chance.choice(_FIELDS): _value(chance) for _ in range(chance.randrange(8))}
        sent = {"token": _TOKEN, "game": "1", "turn": str(chance.randrange(4)), **fields}
        return self.client.post(path, data=sent, headers={"Origin": "http://localhost"}).status_code

    def host(self, chance: random.Random) -> int:
        """Ask for a page under an odd name, from an odd origin; answers the status."""
        names = ("localhost", "pi.fritz.box", "pi", "[::1]", "127.0.0.1:8000", "evil.example", nonsense(chance))
        headers = {"Host": _line(chance.choice(names)), "Origin": _line(chance.choice(names))}
        headers |= {name: _line(nonsense(chance)) for name in ("X-Forwarded-Host", "Accept-Language", "Last-Event-ID")}
        odd = _line(nonsense(chance))
        paths = (*_SHOWN, f"/games/{odd}", f"/games/1/turns/{chance.randrange(9)}", f"/?{odd}")
        path = "/" + chance.choice(paths).lstrip("/")
        return self.client.open(path, method=chance.choice(("GET", "POST", "HEAD")), headers=headers).status_code

    def wrong(self) -> str:
        """What is wrong with the page or its log now; "" if nothing is."""
        newest = self.ledger.newest()
        if newest < self._known:
            return f"events lost: {self._known} -> {newest}"
        self._known = newest
        for number in range(1, self.ledger.newest_game() + 1):
            fold(event.happening for event in self.ledger.since(0, game=number))
        bad = [path for path in _SHOWN if self.client.get(path).status_code >= 500]
        return f"500 afterwards: {bad}" if bad else ""


def _value(chance: random.Random) -> str:
    """A field's value: a likely one, or nonsense."""
    return chance.choice(_VALUES) if chance.random() < 0.5 else nonsense(chance)


def _line(text: str) -> str:
    """A text as it can stand in a header's line."""
    return re.sub(r"[\x00-\x1f\x7f]", "", text).encode("latin-1", "replace").decode("latin-1")[:2000]
