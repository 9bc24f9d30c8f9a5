"""Light, dark, high contrast and large type: as the device wants it, or as its reader chose."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from flask.testing import FlaskClient

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.web.conftest import Opened, Writer

HERE = {"Origin": "http://localhost"}
PAPER = "getComputedStyle(document.body).backgroundColor"
LETTERS = "parseFloat(getComputedStyle(document.querySelector('.name')).fontSize)"
LIGHT, DARK = "rgb(246, 240, 228)", "rgb(24, 20, 18)"


def test_only_what_may_be_chosen_is_kept(client: FlaskClient) -> None:
    """Another name is no theme, and leads nowhere."""
    client.get("/")
    cookie = client.get_cookie("referee")
    assert cookie is not None
    form = {"token": cookie.value, "theme": "><script>", "type": "huge", "to": "//elsewhere"}
    answer = client.post("/appearance", data=form, headers=HERE)

    assert answer.headers["Location"] == "/"
    assert (client.get_cookie("theme"), client.get_cookie("type")) == (None, None)


@pytest.mark.browser
def test_a_look_is_chosen_by_a_tap(opened: Opened, writer: Writer) -> None:
    """The choice holds on every page whatever the device says, until it is the device's again; large type is larger."""
    writer.begin()
    page = opened((390, 844), scheme="dark")
    before = page.evaluate(LETTERS)
    for name, paper in (("Light", LIGHT), ("Dark", DARK), ("High contrast", "rgb(0, 0, 0)"), ("As the device", DARK)):
        choose(page, name)
        assert page.evaluate(PAPER) == paper, name
    choose(page, "Light")
    choose(page, "Large type")
    assert page.evaluate(LETTERS) == pytest.approx(1.25 * before)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("link", name="Games").click()
    page.get_by_role("heading", name="Saved games").wait_for()
    page.wait_for_load_state()  # a heading may be there before what it is dressed in

    assert page.evaluate(PAPER) == LIGHT


@pytest.mark.browser
def test_the_device_may_want_more_contrast(opened: Opened, writer: Writer) -> None:
    """A device that is set to high contrast gets black on white, without a tap."""
    writer.begin()
    page = opened()
    page.emulate_media(contrast="more")

    assert page.evaluate(PAPER) == "rgb(255, 255, 255)"


def choose(page: Page, name: str) -> None:
    """Tap one of the looks."""
    page.locator(".languages summary").click()
    with page.expect_navigation():
        page.get_by_role("button", name=name, exact=True).click()
