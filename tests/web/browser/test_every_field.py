"""Nonsense in every field of every form that the page shows: a clear sentence, no crash, and nothing lost."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import TYPE_CHECKING

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from pi_referee.rules.course.happenings import Exchanged, Passed, Question

if TYPE_CHECKING:
    from tests.web.conftest import Writer

HERE = {"Origin": "http://localhost"}

PAGES = (
    "/",
    "/games",
    "/games/new/alfapet-sv",
    "/games/new/literaki",
    "/games/new/scrabble-de",
    "/games/2/draw",
    "/games/2/board",
    "/games/3",
    "/games/3/film",
    "/games/3/end",
    "/games/3/question",
    "/games/3/laying",
    "/games/3/turns/1",
    "/games/3/turns/1/correct",
    "/games/3/turns/1/insert",
    "/games/3/turns/1/forgotten",
    "/games/3/players",
    "/games/3/turns/4/lay",
    "/lists",
    "/pair",
    "/camera",
    "/board",
    "/tiles",
    "/trial",
)
"""Every page that has a form on it."""

NONSENSE = (
    "",
    " ",
    "-1",
    "0",
    "99999999999999999999999",
    "1e3",
    "٣",
    "\u202e\x00\ufffe",
    "<script>alert(1)</script>",
    "'; DROP TABLE event; --",
    "../../etc/passwd",
    "{{7*7}}%s%(x)s{0}",
    "ß" * 40,
    "👩‍👩‍👧",
    "x" * 3000,
)


@dataclass
class Form:
    """A form as it stands on a page: where it is sent, and what is in it."""

    action: str
    fields: list[tuple[str, str]] = field(default_factory=list)


HIDDEN = (
    Form("/starts", [("game", "3"), ("turn", "4"), ("player", "Anna")]),
    Form("/answers/drawn", [("game", "3"), ("turn", "3"), ("was", "x"), ("question", "value:0,0"), ("drawn", "1")]),
    Form("/answers/lying", [("game", "3"), ("turn", "3"), ("was", "x"), ("answer", "SON (H8–J8)")]),
    Form("/edition", [("game", "3"), ("edition", "dark")]),
    Form("/timeouts", [("game", "3"), ("turn", "4"), ("was", "4-Anna")]),
    Form("/clock", [("game", "3"), ("clock", "give"), ("player", "Anna"), ("minutes", "5")]),
    Form("/out", [("game", "3"), ("player", "Anna")]),
    Form("/undone", [("game", "2"), ("event", "3")]),
    Form("/corners", [("corners", "0.1,0.1 0.9,0.1 0.9,0.9 0.1,0.9"), ("when", "always")]),
    Form("/corners/forgotten"),
    Form("/decisions", [("of", "sv"), ("word", "KATT")]),
    Form("/lists/again"),
    Form("/lists/stop"),
    Form("/tiles/learnt", [("edition", "light")]),
    Form("/tiles/undone", [("at", "2026-11-20T12:00:00+00:00")]),
    Form("/tiles/forgotten"),
    Form("/trial"),
    Form("/pair"),
    Form("/pair/code", [("code", "123456")]),
    Form("/lists/off", [("of", "sv"), ("name", "ours")]),
    Form("/unpair"),
    Form("/pair/decided", [("number", "1"), ("wanted", "yes")]),
    Form("/pair/out", [("key", "1")]),
    Form("/starts", [("game", "3"), ("turn", "4"), ("player", "Anna")]),
    Form("/decks/kortalfapet", [("value:A", "1"), ("was:A", "1"), ("marks:A", "1")]),
    Form("/decks/kortalfapet/undone"),
    Form("/decks/kortalfapet/learnt"),
)
"""Forms that stand on a page only in a state of their own: with a camera, a list being made, a browser that asks."""


class Forms(HTMLParser):
    """Finds every form of a page that is sent, with all its fields as a browser would send them."""

    def __init__(self) -> None:
        """Nothing was found yet."""
        super().__init__()
        self.found: list[Form] = []
        self._is_inside = False

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Note a form's beginning, and each thing in it that has a name."""
        told = {name: value or "" for name, value in attributes}
        if tag == "form":
            self._is_inside = told.get("method") == "post"
            self.found += [Form(told["action"])] if self._is_inside else []
        elif self._is_inside and told.get("name") and self._is_sent(tag, told):
            self.found[-1].fields.append((told["name"], told.get("value", "")))

    def handle_endtag(self, tag: str) -> None:
        """Note a form's end."""
        self._is_inside = self._is_inside and tag != "form"

    def _is_sent(self, tag: str, told: dict[str, str]) -> bool:
        """Whether this goes along: of choices one, of buttons one."""
        names = {name for name, _ in self.found[-1].fields}
        is_one_of_many = tag == "button" or told.get("type") in {"radio", "checkbox"}
        return tag in {"input", "select", "textarea", "button"} and not (is_one_of_many and told["name"] in names)


def forms(client: FlaskClient, path: str) -> list[Form]:
    """Every form of a page; those that end the game or begin another come last."""
    page = Forms()
    answer = client.get(path)
    assert answer.status_code == 200, path
    page.feed(answer.text)
    return sorted(
        page.found, key=lambda form: form.action in {"/games", "/resumed", "/endings", "/undone", "/removals"}
    )


@pytest.fixture
def table(writer: Writer) -> Writer:
    """Three games: one that was left, one whose players draw, and one with a question, an exchange and two plays."""
    writer.begin("Cilla", "David")
    writer.tell(Passed())
    writer.begin("Emil", "Fia", game="scrabble-sv")
    writer.begin(game="alfapet-fi", **{"turn.seconds": "60"})
    writer.lay("I9 > LOTA", Question("J9", (("O", 0.6), ("Ö", 0.4)), holds_score=False))
    writer.tell(Exchanged(1))
    writer.lay("L9 v .R")
    return writer


def test_no_form_goes_untried(client: FlaskClient, table: Writer) -> None:
    """Whatever can be sent stands in a form of these pages, or is tried by itself."""
    way = client.application.url_map.bind("localhost")
    actions = {form.action for path in PAGES for form in forms(client, path)} | {form.action for form in HIDDEN}
    tried = {way.match(action, method="POST")[0] for action in actions}
    posts = {rule.endpoint for rule in client.application.url_map.iter_rules() if "POST" in (rule.methods or ())}

    assert posts == tried


@pytest.mark.parametrize("path", PAGES)
def test_nonsense_in_any_field_is_answered_with_a_sentence(client: FlaskClient, table: Writer, path: str) -> None:
    """Each field of each form in turn holds each nonsense: no answer is a crash, and every refusal is a page."""
    before = table.ledger.since(0)

    assert [fault for form in forms(client, path) for fault in faults_of(client, form)] == []
    assert table.ledger.since(0)[: len(before)] == before
    assert [client.get(shown).status_code for shown in ("/", "/games", "/games/3", path)] == [200] * 4


@pytest.mark.parametrize("form", HIDDEN, ids=[form.action for form in HIDDEN])
def test_nonsense_in_a_form_that_is_seldom_shown(client: FlaskClient, table: Writer, form: Form) -> None:
    """The same for forms that stand on a page only now and then."""
    before = table.ledger.since(0)
    client.get("/")
    cookie = client.get_cookie("referee")
    assert cookie is not None

    assert faults_of(client, Form(form.action, [("token", cookie.value), *form.fields])) == []
    assert table.ledger.since(0)[: len(before)] == before
    assert client.get("/").status_code == 200


def faults_of(client: FlaskClient, form: Form) -> list[tuple[str, str, str, int]]:
    """Where nonsense in a form's fields was answered badly: the field, the nonsense, and the answer's status."""
    answers = (
        (name, nonsense, send(client, form, place, nonsense))
        for place, (name, _) in enumerate(form.fields)
        for nonsense in NONSENSE
    )
    return [
        (form.action, name, nonsense[:20], answer.status_code)
        for name, nonsense, answer in answers
        if not is_answered(answer)
    ]


def send(client: FlaskClient, form: Form, place: int, nonsense: str) -> TestResponse:
    """Send a form with nonsense in one of its fields."""
    filled: dict[str, list[str]] = {}
    for at, (name, value) in enumerate(form.fields):
        filled.setdefault(name, []).append(nonsense if at == place else value)
    return client.post(form.action, data=filled, headers=HERE)


def is_answered(answer: TestResponse) -> bool:
    """Whether an answer leads on, or says in a sentence what was wrong and what to do."""
    if answer.status_code in {302, 303}:
        return True
    is_told = 'role="alert"' in answer.text or 'class="message"' in answer.text
    return answer.status_code == 200 or (400 <= answer.status_code < 500 and is_told)
