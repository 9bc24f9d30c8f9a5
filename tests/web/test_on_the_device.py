"""What a device keeps and tells where its browser allows it, as it does for pages of its own machine."""

from __future__ import annotations

import json
from collections.abc import Iterable
from threading import Event as Moment
from typing import TYPE_CHECKING

import pytest
from flask.testing import FlaskClient

from pi_referee.rules.course.happenings import Ended, Passed
from tests.programs import PATIENCE

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment
    from playwright.sync_api import Page

    from tests.web.conftest import Opened, Site, Writer


KEPT = "caches.match('{}').then((kept) => kept && kept.text()).then((text) => /{}/.test(text))"
"""Whether what the device keeps of an address tells of a word."""


class Late:
    """A page whose first answer to one address is made at once and sent when it may go."""

    def __init__(self, page: WSGIApplication, path: str) -> None:
        """The page before which it stands, and the address."""
        self._page, self._path = page, path
        self.is_ready, self.may_go = Moment(), Moment()

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer as the page does."""
        answer = self._page(environ, start_response)
        if environ["PATH_INFO"] == self._path and not self.is_ready.is_set():
            self.is_ready.set()
            self.may_go.wait(PATIENCE)
        return answer


def until(page: Page, what: str) -> None:
    """Wait until something holds on the page, which lets nobody make scripts of texts as playwright would."""
    page.evaluate(
        f"new Promise((done) => {{ const ask = async () => (await ({what}) ? done() : setTimeout(ask, 30)); ask(); }})"
    )


@pytest.mark.browser
def test_the_last_table_is_shown_offline(opened: Opened, site: Site, writer: Writer) -> None:
    """With the table's machine off, the page opens with the newest play it knew and says it is connecting again."""
    writer.begin()
    page = opened(is_kept=True)
    until(page, "navigator.serviceWorker.controller !== null")
    writer.lay("I9 > MINUTER")
    page.locator(".t.fresh").nth(6).wait_for()
    until(page, KEPT.format("/", "MINUTER"))
    full = {"origin": page.evaluate("origin"), "quotaSize": 1}
    page.context.new_cdp_session(page).send("Storage.overrideQuotaForOrigin", full)
    writer.lay("K8 v MNA")
    page.reload()
    assert page.locator(".newest .t").count() != 7  # a full device shows what came, and keeps what it had
    site.switch_off()
    page.reload()

    page.locator(".newest .t").nth(6).wait_for()
    page.locator("#live[data-state=lost]").wait_for()


@pytest.mark.browser
def test_an_answer_that_comes_late_is_not_kept(opened: Opened, site: Site, writer: Writer) -> None:
    """An older look at the table that comes after a newer one does not stand in its place on the device."""
    writer.begin()
    page = opened(is_kept=True)
    until(page, "navigator.serviceWorker.controller !== null")
    late = Late(site.app.wsgi_app, "/look")
    site.app.wsgi_app = late.__call__  # type: ignore[method-assign]  # as Flask's manual has it
    ask = "navigator.serviceWorker.controller.postMessage('/look'); null"
    page.evaluate(ask)
    assert late.is_ready.wait(PATIENCE)
    writer.lay("I9 > MINUTER")
    page.evaluate(ask)
    until(page, KEPT.format("/look", "MINUTER"))
    late.may_go.set()
    writer.lay("K8 v MNA")
    until(page, KEPT.format("/", "MNA"))

    assert page.evaluate(KEPT.format("/look", "MINUTER"))


@pytest.mark.browser
def test_no_tap_is_lost_while_a_script_is_on_its_way(opened: Opened, site: Site, writer: Writer) -> None:
    """Whoever taps their name on a page that is still loading is not left with a tap that did nothing."""
    writer.begin()
    late = Late(site.app.wsgi_app, "/static/device.js")
    site.app.wsgi_app = late.__call__  # type: ignore[method-assign]  # as Flask's manual has it
    page = opened()
    page.get_by_text("Tell me when it is my turn").click()
    own = page.get_by_role("button", name="Björn", exact=True)
    own.wait_for()
    assert own.is_disabled()
    late.may_go.set()
    own.click()

    page.locator("[data-me=Björn][aria-pressed=true]").wait_for()


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
