"""Strangers are kept out: other hosts, other pages, scripts, and addresses that change something by being looked at."""

from __future__ import annotations

import re
from base64 import b64encode
from dataclasses import replace
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import pytest
from flask import Flask, url_for
from flask.testing import FlaskClient
from werkzeug.test import EnvironBuilder, TestResponse, run_wsgi_app

from pi_referee.rules.course.happenings import Question
from web import House
from web.host_names import is_known_host
from web.security.guard import HEADERS, TOKEN_COOKIE
from web.security.inline_assets import AGAIN, BEGIN, STYLE
from web.security.pairing import KEY_COOKIE, OPEN_TO_ALL, OPEN_TO_LOOK

if TYPE_CHECKING:
    from pathlib import Path

    from pi_referee.game_log.event_store import Ledger
    from tests.web.conftest import Built, Writer

HERE = "http://localhost"
TOKEN = "t" * 43


def send(
    client: FlaskClient, path: str, *, key: str = "", origin: str = HERE, token: str = TOKEN, **fields: str
) -> TestResponse:
    """Send a form as a browser does that has our page open; key: of one that was paired."""
    client.set_cookie(TOKEN_COOKIE, TOKEN)
    client.set_cookie(KEY_COOKIE, key)
    return client.post(path, data={"token": token, **fields}, headers={"Origin": origin})


def test_a_browser_without_cookies_is_told_so(app: Flask) -> None:
    """Its form is refused, as anybody's could be; and it is not said that the page is too old."""
    browser = app.test_client(use_cookies=False)
    answer = browser.post("/pair", data={"token": TOKEN}, headers={"Origin": HERE, "Accept-Language": "en"})

    assert (answer.status_code, "has not kept the page&#39;s cookie" in answer.text) == (403, True)


@pytest.mark.parametrize(
    ("host", "is_known"),
    [
        ("localhost", True),
        ("LOCALHOST:8000", True),
        ("alfapet.local:8000", True),
        ("192.168.1.20:8000", True),
        ("[fe80::1]:8000", True),
        ("", False),
        ("evil.example", False),
        ("localhost.evil.example", False),
        ("192.168.1.20.evil.example", False),
        ("[fe80::1", True),
    ],
)
def test_a_host_is_one_of_our_names_or_an_address(host: str, *, is_known: bool) -> None:
    """Only a name can be turned against us by rebinding it; a bare address cannot."""
    assert is_known is is_known_host(host, {"localhost", "alfapet.local"})


ODD_HOSTS = [
    "a..b",
    "..",
    ".",
    "a" * 70,
    "a." * 200,
    "xn--",
    "[::1",
    "[::1]x",
    "localhost:x",
    "a b",
    "a\x00b",
    "\xff",
    "a,b",
    "[]",
]


@pytest.mark.parametrize("host", ODD_HOSTS)
@pytest.mark.parametrize("path", ["/", "/healthz", "/nothing", "/static/style.css"])
def test_a_host_that_is_none_is_a_bad_request(app: Flask, host: str, path: str) -> None:
    """Whatever stands there, the page says that it does not understand, and makes no mistake of it."""
    environ = EnvironBuilder(path=path).get_environ()

    assert run_wsgi_app(app, environ | {"HTTP_HOST": host})[1].startswith("400")


def routes(app: Flask) -> list[tuple[str, frozenset[str]]]:
    """Every address of the page, with what may be done there."""
    values: dict[str, Any] = {
        "name": "x.jpg",
        "filename": "style.css",
        "number": 1,
        "turn": 1,
        "event": 2,
        "game": "literaki",
        "kind": "csv",
    }
    with app.test_request_context():
        return [
            (url_for(rule.endpoint, **{part: values[part] for part in rule.arguments}), frozenset(rule.methods or ()))
            for rule in app.url_map.iter_rules()
        ]


def test_no_route_answers_under_a_strangers_name(app: Flask) -> None:
    """Every address, looked at or sent to, refuses a request for another host."""
    statuses = {
        (path, method): app.test_client().open(path, method=method, headers={"Host": "evil.example"}).status_code
        for path, methods in routes(app)
        for method in methods - {"OPTIONS"}
    }

    assert set(statuses.values()) == {400}


def test_looking_changes_nothing(app: Flask, writer: Writer) -> None:
    """No address changes the log by being looked at, and those that change something cannot be looked at."""
    writer.begin()
    writer.lay("I9 > L_TA")
    before = writer.ledger.newest()
    for path, methods in routes(app):
        assert len(methods & {"GET", "POST"}) == 1, path
        if "GET" in methods and path != "/events":
            with app.test_client().get(path):
                pass

    assert before == writer.ledger.newest()


@pytest.mark.parametrize("origin", ["", "null", "http://evil.example", "https://localhost", "http://localhost:81"])
def test_forms_from_elsewhere_are_refused(app: Flask, key: str, origin: str) -> None:
    """Every form needs the exact origin of this page."""
    posts = [path for path, methods in routes(app) if "POST" in methods]

    assert posts
    assert {403} == {send(app.test_client(), path, key=key, origin=origin).status_code for path in posts}


@pytest.mark.parametrize("token", ["", "x", "ö", "u" * 43])
def test_forms_without_this_browsers_token_are_refused(app: Flask, key: str, token: str) -> None:
    """Every form needs the token that this browser was given."""
    posts = [path for path, methods in routes(app) if "POST" in methods]

    assert posts
    assert {403} == {send(app.test_client(), path, key=key, token=token).status_code for path in posts}


def endpoint(app: Flask, path: str, method: str) -> str:
    """The name of what answers at an address."""
    return str(app.url_map.bind("localhost").match(path, method=method)[0])


def test_a_browser_that_is_not_paired_only_looks(app: Flask, writer: Writer) -> None:
    """Every form but the language and the pairing itself is refused to a browser that nobody paired."""
    writer.begin()
    posts = {path for path, methods in routes(app) if "POST" in methods}
    refused = {path for path in posts if send(app.test_client(), path).status_code == 403}

    assert {endpoint(app, path, "POST") for path in posts - refused} == OPEN_TO_ALL
    assert writer.ledger.newest() == 1


def test_a_house_may_close_its_page(home: Path, house: House, built: Built, ledger: Ledger) -> None:
    """Where looking is switched off, whoever is not paired sees the pairing, and nothing of the game."""
    app = built(ledger, replace(house, is_open=False))
    looked_at = {path: endpoint(app, path, "GET") for path, methods in routes(app) if "GET" in methods}
    closed = [path for path, name in looked_at.items() if name not in OPEN_TO_LOOK]

    assert set(looked_at.values()) >= OPEN_TO_LOOK
    assert len(closed) > 20
    assert [path for path in closed if app.test_client().get(path).headers.get("Location") != "/pair"] == []


def test_an_empty_token_is_no_token(client: FlaskClient) -> None:
    """A browser without a cookie cannot send a form with an empty token."""
    assert client.post("/language", data={"token": ""}, headers={"Origin": HERE}).status_code == 403


def test_the_pages_own_form_is_taken(client: FlaskClient) -> None:
    """What our page sends from this browser is done, and answered with the page."""
    answer = send(client, "/language", language="sv")

    assert (303, "/") == (answer.status_code, answer.headers["Location"])


def test_a_browser_keeps_its_token_out_of_reach(client: FlaskClient) -> None:
    """The token's cookie is for this site only, and no script can read it."""
    cookie = client.get("/").headers["Set-Cookie"]

    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie


@pytest.mark.parametrize("path", ["/", "/state", "/healthz", "/nowhere", "/static/style.css", "/pictures/x.jpg"])
def test_every_answer_is_sealed(client: FlaskClient, path: str) -> None:
    """Pages, errors and files alike carry the headers that keep strangers' scripts out."""
    with client.get(path) as answer:
        assert dict(HEADERS) == {name: answer.headers.get(name) for name in HEADERS}


def test_no_page_needs_what_its_own_policy_forbids(client: FlaskClient, writer: Writer) -> None:
    """There is no handler in the markup itself, and no style and no script but those that are known by their marks."""
    writer.begin()
    writer.lay("I9 > L_TA", Question("J9"))
    page = client.get("/").text

    assert "style=" not in page
    assert [STYLE] == re.findall(r"<style>(.*?)</style>", page, re.DOTALL)
    assert b64encode(sha256(STYLE.encode()).digest()).decode() in HEADERS["Content-Security-Policy"]
    assert " on" + "click" not in page
    assert [AGAIN, BEGIN] == re.findall(r"<script[^>]*>(.*?)</script>", page, re.DOTALL)
    for script in (AGAIN, BEGIN):
        assert b64encode(sha256(script.encode()).digest()).decode() in HEADERS["Content-Security-Policy"]


def test_a_huge_form_is_refused(client: FlaskClient) -> None:
    """Nobody can fill the memory with a form."""
    assert send(client, "/language", language="x" * 100_000).status_code == 413
