"""The page speaks its reader's language, and leaves nothing untranslated."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

import pi_referee
from pi_referee.locale import LANGUAGES, translations

if TYPE_CHECKING:
    from flask.testing import FlaskClient

    from tests.web.conftest import Writer

ROOT = Path(pi_referee.__file__).parents[1]
PLACE = re.compile(r"%\(\w+\)[a-z]|\{\w+\}")


@pytest.fixture(scope="module")
def sentences() -> Catalog:
    """Every sentence a player may read, from the code and the templates."""
    found = Catalog()
    methods = [("**.py", "python"), ("**.html", "jinja2")]
    options = {"**.html": {"newstyle_gettext": "true", "trimmed": "true"}}
    keywords = {"marked": None, "say": None, "say_counted": (1, 2), "gettext": None, "_": None, "ngettext": (1, 2)}
    for folder in ("pi_referee", "vision", "hardware", "web"):
        for _, _, text, _, _ in extract_from_dir(ROOT / folder, methods, options, keywords):
            found.add(text)
    return found


def catalogue(language: str) -> Catalog:
    """A language's catalogue, as it stands in its file."""
    with (ROOT / "pi_referee" / "locale" / language / "LC_MESSAGES" / "messages.po").open("rb") as lines:
        return read_po(lines, locale=language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_is_in_every_catalogue(language: str, sentences: Catalog) -> None:
    """No sentence lacks a translation, and none is kept that nobody says (run scripts/catalogues)."""
    said = {message.id for message in sentences if message.id}
    translated = {message.id for message in catalogue(language) if message.id and all(texts(message.string))}

    assert said == translated


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_keep_their_places(language: str) -> None:
    """A name or number stands in every translation where it stands in the sentence."""
    messages = list(catalogue(language))
    assert len(messages) > 100
    for message in messages:
        for text in texts(message.string):
            wanted = set(PLACE.findall(texts(message.id)[-1]))
            assert wanted == set(PLACE.findall(text)) or len(texts(message.id)) > 1, message.id


def texts(value: object) -> list[str]:
    """A message's text, or its forms for one and many."""
    return [str(form) for form in value] if isinstance(value, (tuple, list)) else [str(value or "")]


def test_an_unknown_language_has_no_catalogue() -> None:
    """A language nobody translated is a plain error, not English by stealth."""
    with pytest.raises(KeyError):
        translations("tlh")


@pytest.mark.parametrize(
    ("wanted", "words"),
    [("sv-SE,sv;q=0.9", "Din tur"), ("en-GB", "Your turn"), ("is,fr", "Your turn"), ("", "Your turn")],
)
def test_the_browser_asks_for_its_language(client: FlaskClient, writer: Writer, wanted: str, words: str) -> None:
    """A Swedish browser gets Swedish at once; one whose language nobody speaks here gets English."""
    writer.begin()

    page = client.get("/", headers={"Accept-Language": wanted})

    assert words in page.text


def test_a_reader_may_choose_otherwise(client: FlaskClient, writer: Writer) -> None:
    """The language chosen by a tap stays chosen, for pages and live news alike."""
    writer.begin()
    client.get("/")
    token = client.get_cookie("referee")
    assert token is not None
    client.post("/language", data={"token": token.value, "language": "sv"}, headers={"Origin": "http://localhost"})

    assert '<html lang="sv">' in client.get("/", headers={"Accept-Language": "en"}).text
    assert "Din tur" in client.get("/state").json["regions"]["scores"]  # type: ignore[index]  # it is an object


@pytest.mark.parametrize(
    ("to", "shown"),
    [
        ("/games?", "/games"),
        ("/games/new/literaki?rules=x", "/games/new/literaki?rules=x"),
        ("//evil.example", "/"),
        ("https://evil.example", "/"),
        ("/\\evil.example", "/"),
        ("/\r\nSet-Cookie: x", "/"),
        ("", "/"),
    ],
)
def test_another_language_shows_the_same_page(client: FlaskClient, to: str, shown: str) -> None:
    """Whoever changes the language stays where they are, and is never sent elsewhere."""
    client.get("/")
    token = client.get_cookie("referee")
    assert token is not None
    form = {"token": token.value, "language": "sv", "to": to}

    assert client.post("/language", data=form, headers={"Origin": "http://localhost"}).headers["Location"] == shown
