"""A page that fails for what was written last offers to undo it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from flask import Flask
    from flask.testing import FlaskClient

    from tests.web.conftest import Writer


def fails() -> str:
    """A page that cannot draw what is in the log."""
    raise KeyError("Cell(row=0, column=1)")


@pytest.fixture
def failing(app: Flask, client: FlaskClient) -> FlaskClient:
    """A browser of a page of which one address fails, as its server tells that: by a page."""
    app.add_url_rule("/fails", view_func=fails)
    app.config["PROPAGATE_EXCEPTIONS"] = False
    return client


def test_the_newest_step_can_be_undone(failing: FlaskClient, writer: Writer) -> None:
    """Whatever the newest step wrote, the table is not locked out by it."""
    writer.begin(game="kortalfapet")
    writer.lay("0,0 > LUVA")
    page = failing.get("/fails")
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', page.text[page.text.index('action="/undone"') :]))

    assert page.status_code == 500
    assert failing.post("/undone", data=fields, headers={"Origin": "http://localhost"}).status_code == 303
    assert writer.game.turns == ()
    assert 'action="/undone"' not in failing.get("/fails").text


@pytest.mark.parametrize("is_paired", [True, False])
def test_only_who_may_play_is_offered_it(failing: FlaskClient, writer: Writer, *, is_paired: bool) -> None:
    """Whoever looks on is told that something went wrong, and no more."""
    writer.begin(game="kortalfapet")
    writer.lay("0,0 > LUVA")
    browser = failing if is_paired else failing.application.test_client()

    assert ('action="/undone"' in browser.get("/fails").text) == is_paired
