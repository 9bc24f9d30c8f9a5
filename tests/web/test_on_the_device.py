"""What a device keeps and tells where its browser allows it, as it does for pages of its own machine."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from flask.testing import FlaskClient

from pi_referee.rules.course.happenings import Ended, Passed

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.web.conftest import Opened, Writer


def until(page: Page, what: str) -> None:
    """Wait until something holds on the page, which lets nobody make scripts of texts as playwright would."""
    page.evaluate(
        f"new Promise((done) => {{ const ask = async () => (await ({what}) ? done() : setTimeout(ask, 30)); ask(); }})"
    )


@pytest.mark.browser
def test_the_last_table_is_shown_offline(opened: Opened, writer: Writer) -> None:
    """Without the network the page opens with the newest play it knew, and says that it is connecting again."""
    writer.begin()
    page = opened(is_kept=True)
    until(page, "navigator.serviceWorker.controller !== null")
    writer.lay("I9 > MINUTER")
    page.locator(".t.fresh").nth(6).wait_for()
    until(page, "caches.match('/').then((kept) => kept && kept.text()).then((text) => /MINUTER/.test(text))")
    full = {"origin": page.evaluate("origin"), "quotaSize": 1}
    page.context.new_cdp_session(page).send("Storage.overrideQuotaForOrigin", full)
    writer.lay("K8 v MNA")
    page.reload()
    assert page.locator(".newest .t").count() != 7  # a full device shows what came, and keeps what it had
    page.context.set_offline(True)
    page.reload()

    page.locator(".newest .t").nth(6).wait_for()
    page.locator("#live[data-state=lost]").wait_for()


@pytest.mark.browser
def test_a_device_tells_whose_turn_it_is(opened: Opened, writer: Writer) -> None:
    """Whoever said who they are is told of their turn while the page lies in the background, and of nobody else's."""
    writer.begin()
    page = opened(is_kept=True)
    page.context.grant_permissions(["notifications"])
    page.get_by_text("Tell me when it is my turn").click()
    page.get_by_role("button", name="Björn", exact=True).click()
    page.get_by_text("This device will tell you").wait_for()
    page.evaluate("Object.defineProperty(document, 'hidden', { value: true })")
    until(page, "navigator.serviceWorker.controller !== null")
    page.evaluate(
        "window.told = []; ServiceWorkerRegistration.prototype.showNotification = (_, how) => told.push(how.body); null"
    )
    for player in ("Björn", "Anna"):
        writer.tell(Passed())
        page.locator(".on-turn .name", has_text=player).wait_for()
        until(page, "told.length === 1")

    assert page.evaluate("told") == ["It is your turn."]


@pytest.mark.browser
def test_the_finished_game_is_shared(opened: Opened, writer: Writer) -> None:
    """Where a browser can share, the result goes out as words and as the picture of the protocol."""
    writer.begin()
    for told in (Passed(), Ended()):
        writer.tell(told)
    page = opened()
    page.add_init_script(
        "navigator.share = (what) => { window.shared = [what.text, what.files.map((one) => one.type)]; };"
        "navigator.canShare = () => true;"
    )
    page.goto(f"{page.url}games/1")
    page.get_by_role("button", name="Share").click()
    until(page, "window.shared")

    assert page.evaluate("shared") == ["Alfapet: Anna 0, Björn 0", ["image/png"]]


def sent(client: FlaskClient, path: str) -> bytes:
    """A file of the page, which is closed again."""
    with client.get(path) as answer:
        return bytes(answer.data)


def test_the_page_can_be_installed(client: FlaskClient, writer: Writer) -> None:
    """The manifest names icons that are there; elsewhere than on https the page says what does not work."""
    writer.begin()
    assert 'rel="manifest"' in client.get("/").text
    manifest = json.loads(sent(client, "/static/manifest.json"))

    for icon in manifest["icons"]:
        assert sent(client, f"/static/{icon['src']}"), icon
    assert b"fetch" in sent(client, "/worker.js")
    assert "https" in client.get("/invite", headers={"Host": "192.168.1.5"}).text
    assert "it opens like an app" in client.get("/invite").text
