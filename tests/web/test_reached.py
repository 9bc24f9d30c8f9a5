"""How the page is reached: under names that networks give, over old and new addresses, behind a proxy, on a hotspot."""

from __future__ import annotations

import socket
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pi_referee.cli import main
from pi_referee.process.healthcheck import answers
from pi_referee.process.own_address import home_address
from tests.programs import PATIENCE, free_port, started
from web import House, create_app
from web.host_names import is_known_host
from web.listening import EVERYWHERE, listening
from web.live.log_follower import Lookout
from web.proxy import BehindProxy, networks
from web.security.guard import TOKEN_COOKIE

if TYPE_CHECKING:
    from flask import Flask
    from flask.testing import FlaskClient

    from pi_referee.game_log.event_store import Ledger
    from tests.web.conftest import Writer

OWN = {"localhost", "pi", "pi.local", "alfapet.example.org"}


def has_new_addresses() -> bool:
    """Whether this machine has any."""
    doors = listening(EVERYWHERE, free_port())
    for one in doors:
        one.close()
    return len(doors) == 2


@pytest.mark.parametrize(
    "host",
    [
        "pi.fritz.box", "pi.lan", "pi.home", "pi.home.arpa", "pi.localdomain", "pi.internal", "pi.intranet",
        "pi-2.local", "pi-2.lan", "pi-13.fritz.box", "pi-2", "pi", "PI.Fritz.Box:8000", "pi.local.", "pi.local.:8000",
        "pi.lan.", "pi.speedport.ip", "pi.our.lan", "pi.hitronhub.home", "alfapet.example.org.", "localhost.",
        "ALFAPET.EXAMPLE.ORG:443",
    ],
)  # fmt: skip
def test_names_that_networks_give_this_machine_are_known(host: str) -> None:
    """Routers and telephones add their own endings, number a name that is taken, and may end it with a dot."""
    assert is_known_host(host, OWN)


@pytest.mark.parametrize(
    "host",
    [
        "pi.com", "pi.evil.com", "pi.box", "pi.ip", "evil.lan", "pi.fritz.box.evil.com", "pi-evil.lan",
        "pipi.local", "localhost.lan.evil.org", "pi.local.evil.com", "example.local", "pi..lan", "pi.lan..",
        "pi.-x.lan", ".lan", "-2.local", "pi-2-2x.lan", "pi.l an", "pi.evil.box", "localhost.evil.com", "pi-2345.lan",
    ],
)  # fmt: skip
def test_a_name_that_somebody_else_can_own_is_a_strangers(host: str) -> None:
    """Only endings of home networks are trusted, and only behind this machine's own name."""
    assert not is_known_host(host, OWN)


def test_a_refused_name_is_told_with_how_to_allow_it(app: Flask) -> None:
    """The page says which name it does not know, in the reader's language, and shows nothing else."""
    refused = app.test_client().get("/", headers={"Host": "evil.example:8000", "Accept-Language": "en"})

    assert refused.status_code == 400
    assert "does not know the name evil.example" in refused.text
    assert "--name evil.example" in refused.text
    assert "<form" not in refused.text


@pytest.mark.parametrize("host", ["<b>x</b>", "a..b", "x" * 400, "\xe5.lan", "a b", "[", "%00", "evil.example/x"])
def test_a_name_that_is_none_is_refused_in_words(app: Flask, host: str) -> None:
    """Whatever stands in Host, it is no way to write into the page, and no fault of the server."""
    refused = app.test_client().get("/", headers={"Host": host})

    assert refused.status_code == 400
    assert "<b>x" not in refused.text


def served(home: Path, *options: str) -> list[str]:
    """The page's program as it is typed."""
    return [sys.executable, "-m", "pi_referee", "serve", "--home", str(home), *options]


@pytest.mark.parametrize(
    ("host", "reached"),
    [
        ((), ["127.0.0.1", "::1"]),
        (("--host", "*"), ["127.0.0.1", "::1"]),
        (("--host", "::"), ["::1"]),
        (("--host", "[::1]"), ["::1"]),
        (("--host", "::1"), ["::1"]),
        (("--host", "0.0.0.0"), ["127.0.0.1"]),  # noqa: S104  # one of the names
        (("--host", "localhost"), []),
    ],
)
def test_the_page_is_reached_over_every_family_and_knows_that_it_is(
    home: Path, tmp_path: Path, writer: Writer, host: tuple[str, ...], reached: list[str]
) -> None:
    """Old and new addresses alike by default; the program tells systemd that it is ready, whichever was chosen."""
    if not has_new_addresses() and "::1" in reached:
        pytest.skip("this machine has no new addresses")
    writer.begin()
    port, place = free_port(), tmp_path / "notify"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(place))
        systemd.settimeout(PATIENCE)
        environment = {"NOTIFY_SOCKET": str(place), "WATCHDOG_USEC": "2000000", "PATH": "/usr/bin:/bin"}
        with started(served(home, "--port", str(port), *host), env=environment):
            assert b"READY=1" in systemd.recv(200)
            assert all(answers(address, port) for address in reached)


@pytest.mark.parametrize("host", ["nowhere.invalid", "a..b", "300.1.1.1", "x" * 300, "192.0.2.77", "", "not a host"])
def test_a_host_that_is_none_of_this_machines_is_a_sentence(home: Path, host: str) -> None:
    """Whoever misspells --host is told so, and what to do."""
    ended = subprocess.run(
        served(home, "--port", str(free_port()), "--host", host),
        capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip

    assert ended.returncode == 1
    assert "not foreseen" not in ended.stderr
    assert "--host" in ended.stderr


@pytest.mark.parametrize("address", ["proxy", "10.0.0.0/99", "::g", ""])
def test_a_proxy_that_is_no_address_is_wrong_usage(home: Path, address: str) -> None:
    """So is whoever misspells a proxy's."""
    ended = subprocess.run(
        served(home, "--behind-proxy", address), capture_output=True, text=True, timeout=PATIENCE, check=False
    )

    assert ended.returncode == 2
    assert "write an address" in ended.stderr


@pytest.mark.parametrize("name", ["*", "https://alfapet.example", "alfapet.example:8000", "a b", "a..b", "x" * 70, ""])
def test_a_name_that_is_none_is_wrong_usage(home: Path, name: str) -> None:
    """Nobody would ever be let in under it."""
    assert main(["serve", "--home", str(home), "--name", name]) == 2


TOKEN = "t" * 43


@pytest.fixture
def proxied(ledger: Ledger, home: Path) -> FlaskClient:
    """The page behind a proxy at 10.1.1.1, or in 10.2.0.0/16, that is reached as alfapet.example.org."""
    house = House(home=home, names=frozenset({"localhost", "alfapet.example.org"}))
    app = create_app(ledger, house, lookout=Lookout(ledger))
    app.wsgi_app = BehindProxy(app.wsgi_app, networks(["10.1.1.1", "10.2.0.0/16", "::1"]))  # type: ignore[method-assign]
    return app.test_client()


def sent(client: FlaskClient, visitor: str, scheme: str = "https", host: str = "alfapet.example.org") -> int:
    """What comes of a form that a browser at https://alfapet.example.org sends through a proxy."""
    client.set_cookie(TOKEN_COOKIE, TOKEN)
    answer = client.post(
        "/language",
        data={"token": TOKEN, "language": "sv", "to": "/"},
        headers={
            "Origin": "https://alfapet.example.org", "X-Forwarded-Proto": scheme, "X-Forwarded-Host": host,
            "X-Forwarded-For": "203.0.113.5",
        },
        environ_base={"REMOTE_ADDR": visitor},
    )  # fmt: skip
    return answer.status_code


@pytest.mark.parametrize("visitor", ["10.1.1.1", "10.2.7.9", "::ffff:10.2.7.9", "::1"])
def test_forms_come_through_a_trusted_proxy(proxied: FlaskClient, writer: Writer, visitor: str) -> None:
    """The scheme and the name that a trusted proxy tells are the page's own."""
    writer.begin()

    assert sent(proxied, visitor) == 303


@pytest.mark.parametrize("visitor", ["10.1.1.2", "10.3.0.1", "192.168.1.7", "127.0.0.1", "", "nonsense"])
def test_headers_of_anybody_else_are_not_believed(proxied: FlaskClient, writer: Writer, visitor: str) -> None:
    """Whoever sends such headers himself gains nothing by them."""
    writer.begin()

    assert sent(proxied, visitor) in {400, 403}


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example", "alfapet.example.org.evil.example"])
def test_a_proxy_may_not_be_asked_for_other_names(proxied: FlaskClient, host: str) -> None:
    """Behind a proxy, too, the page answers under its own names only."""
    assert sent(proxied, "10.1.1.1", host=host) == 400


def test_a_form_through_a_proxy_nobody_named_is_told_what_to_do(app: Flask, writer: Writer) -> None:
    """Not that the page is too old, but that the server before it was not named."""
    writer.begin()
    client = app.test_client()
    client.set_cookie(TOKEN_COOKIE, TOKEN)
    refused = client.post(
        "/language",
        data={"token": TOKEN, "language": "sv"},
        headers={"Origin": "https://localhost", "Accept-Language": "en"},
    )

    assert refused.status_code == 403
    assert "--behind-proxy" in refused.text


def test_cookies_of_a_page_behind_https_stay_there(proxied: FlaskClient, writer: Writer) -> None:
    """A browser sends them over HTTPS only; on plain HTTP at home it would get none otherwise."""
    writer.begin()
    headers = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "alfapet.example.org"}
    behind = proxied.get("/", headers=headers, environ_base={"REMOTE_ADDR": "10.1.1.1"})
    plain = proxied.application.test_client().get("/", headers={"Host": "localhost"})

    assert "; Secure;" in behind.headers["Set-Cookie"]
    assert "; Secure;" not in plain.headers["Set-Cookie"]


def test_an_invitation_behind_a_proxy_names_the_proxy(proxied: FlaskClient, writer: Writer) -> None:
    """The code leads where the page is reached, not to this machine."""
    writer.begin()
    headers = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "alfapet.example.org"}
    page = proxied.get("/invite", headers=headers, environ_base={"REMOTE_ADDR": "10.1.1.1"})

    assert "https://alfapet.example.org/" in page.text


IN_A_HOTSPOT = """
import subprocess, sys
subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
for name, address in [part.split("=") for part in sys.argv[1:]]:
    subprocess.run(["ip", "link", "add", name, "type", "bridge"], check=True)
    subprocess.run(["ip", "address", "add", address, "dev", name], check=True)
    subprocess.run(["ip", "link", "set", name, "up"], check=True)
from pi_referee.process.own_address import home_address
print(home_address())
"""


@pytest.mark.parametrize(
    ("interfaces", "address"),
    [
        (("wlan0=10.42.0.1/24",), "10.42.0.1"),
        (("docker0=172.17.0.1/16", "wlan0=192.168.4.1/24"), "192.168.4.1"),
        (("eth0=169.254.7.7/16", "wlan0=10.42.0.1/24"), "10.42.0.1"),
        (("eth0=169.254.7.7/16",), "169.254.7.7"),
        (("docker0=172.17.0.1/16",), ""),
        ((), ""),
    ],
)
def test_a_hotspot_without_a_way_out_has_an_address(interfaces: tuple[str, ...], address: str) -> None:
    """A Pi that is its own network leads nowhere beyond, and is reached all the same."""
    command = ["unshare", "--net", "--map-root-user", sys.executable, "-c", IN_A_HOTSPOT, *interfaces]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    if ended.returncode != 0:
        pytest.skip(f"no network of one's own can be made here: {ended.stderr.strip()[-200:]}")

    assert ended.stdout.strip() == address


def test_the_way_out_is_asked_first() -> None:
    """Where there is a way out, the address on it is the one that others reach."""
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as way:
        try:
            way.connect(("192.0.2.1", 9))
        except OSError:
            pytest.skip("this machine has no way out")
        assert home_address() == way.getsockname()[0]
