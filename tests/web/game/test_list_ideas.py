"""Asking the word list about a word before it is laid."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from flask.testing import FlaskClient

from pi_referee.rules.course.happenings import GameBegan

if TYPE_CHECKING:
    from flask import Flask

    from tests.web.conftest import Writer


def begin(writer: Writer, *players: str, agreed: bool = True) -> None:
    """Begin a game with the small list."""
    writer.tell(GameBegan("alfapet-sv", players, 7, "light", {"words.list": "small-sv", "solo.dictionary": agreed}))


def test_alone_the_list_answers(client: FlaskClient, writer: Writer) -> None:
    """Who plays alone, and agreed to it, finds the way to the list, and what it says of a word."""
    begin(writer, "Anna")
    way, bare = client.get("/").text, client.get("/games/1/ideas").text
    told = client.get("/games/1/ideas?word=låta").text

    assert "/games/1/ideas" in way
    assert "By the list small-sv, " in bare
    assert "<b>LÅTA</b> LÅTA: base form of LÅTA." in told


def test_without_a_list_nothing_is_asked(client: FlaskClient, writer: Writer) -> None:
    """Who plays without a word list reads so, and finds no field whose question nothing would answer."""
    writer.tell(GameBegan("alfapet-sv", ("Anna",), 7, "light", {"solo.dictionary": True}))
    told = client.get("/games/1/ideas?word=låta").text

    assert "Without a word list: the table decides." in told
    assert 'name="word"' not in told


@pytest.mark.parametrize("word", ["x" * 5000, "<b>1</b>", "\0", "LÅ TA", "_", "李"])
def test_whatever_is_asked_is_answered(client: FlaskClient, writer: Writer, word: str) -> None:
    """What is no word is not in the list."""
    begin(writer, "Anna")

    assert client.get("/games/1/ideas", query_string={"word": word}).status_code == 200


@pytest.mark.parametrize(("players", "agreed"), [(("Anna", "Bo"), True), (("Anna",), False)])
def test_nobody_else_may_ask(client: FlaskClient, writer: Writer, players: tuple[str, ...], agreed: bool) -> None:
    """With others, or where it was not agreed, the list answers only for words that lie there."""
    begin(writer, *players, agreed=agreed)

    assert "/games/1/ideas" not in client.get("/").text
    assert client.get("/games/1/ideas?word=låta").status_code == 404


def test_a_screen_that_may_only_look_asks_nothing(app: Flask, writer: Writer) -> None:
    """It is the player who asks."""
    begin(writer, "Anna")

    assert app.test_client().get("/games/1/ideas?word=låta").status_code == 403
