"""Lists in the making on the page: built, brought as a file, followed, stopped, and what is said when they fail."""

from __future__ import annotations

import fcntl
import os
from typing import TYPE_CHECKING

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import expect
from werkzeug.test import TestResponse

from pi_referee.lexicon.building.build_job import Order, State, Work
from pi_referee.lexicon.building.build_queue import Workshop
from pi_referee.lexicon.open_list import lists_folder
from tests.programs import until
from web.words.list_builds import LARGEST_LIST, start_work

if TYPE_CHECKING:
    from pathlib import Path

    from flask import Flask

    from tests.web.conftest import Opened, Writer

HERE = {"Origin": "http://localhost"}
NOON = "2026-11-20T12:00:00+00:00"


def send(client: FlaskClient, path: str, **fields: str) -> TestResponse:
    """Send a form from this browser."""
    return client.post(path, data={"token": token(client), **fields}, headers=HERE)


def token(client: FlaskClient) -> str:
    """What this browser's forms carry."""
    client.get("/lists")
    cookie = client.get_cookie("referee")
    assert cookie is not None
    return cookie.value


def brought(client: FlaskClient, content: bytes, *, name: str = "mormor", file: str = "ord.txt") -> TestResponse:
    """Bring a file of words, in bytes as a browser sends them."""
    fields = {"token": token(client), "name": name, "of": "sv", "kind": "forms"}
    parts = [f'--x\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{text}\r\n' for key, text in fields.items()]
    head = f'--x\r\nContent-Disposition: form-data; name="file"; filename="{file}"\r\n\r\n'
    body = "".join([*parts, head]).encode() + content + b"\r\n--x--\r\n"
    return client.post("/lists/file", data=body, headers=HERE, content_type="multipart/form-data; boundary=x")


def until_free(home: Path) -> None:
    """Wait until no list is being made any more."""
    with (lists_folder(home) / ".work.lock").open("rb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)


@pytest.mark.parametrize("coding", ["utf-8", "utf-16", "cp1252"])
def test_a_file_becomes_a_list(client: FlaskClient, home: Path, coding: str) -> None:
    """However it was saved, a file is read by a process of its own; the page says how many words, and what was not."""
    answer = brought(client, "katt\nkåta\nkaffe-kopp\nö\n".encode(coding))
    until_free(home)
    page = client.get("/lists").text

    assert answer.status_code == 303
    assert "2 words are in the list mormor now." in page
    assert "kaffe-kopp" not in page
    assert 'value="mormor"' in client.get("/games/new/alfapet-sv").text


def test_a_large_file_is_taken_whole(client: FlaskClient, home: Path) -> None:
    """A list of a megabyte and more, far above what any other form may have, is read to its end."""
    letters = "abcdefghijklmnop"
    words = [a + b + c + d + "a" for a in letters for b in letters for c in letters for d in letters]
    assert brought(client, "\n".join(words * 3).encode()).status_code == 303
    until_free(home)

    assert "65,536 words are in the list mormor now." in client.get("/lists").text


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "The file is empty."),
        (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "This is no text file."),
        ("кот\nсобака\n".encode(), "Too many lines are in letters of another alphabet."),
    ],
)
def test_a_file_that_is_no_list_is_told(client: FlaskClient, home: Path, content: bytes, told: str) -> None:
    """What is wrong with it stands on the page, with what to do; no list is made, and the file is not kept."""
    brought(client, content)
    until_free(home)
    page = client.get("/lists").text

    assert told in page
    assert "one word a line" in page
    assert ">Try again<" not in page
    assert list((home / "cache" / "upload").iterdir()) == []


@pytest.mark.parametrize(
    ("name", "file", "told"), [("../x", "ord.txt", "cannot be a list&#39;s name"), ("x", "", "No file was chosen.")]
)
def test_a_slip_is_told_at_once(client: FlaskClient, home: Path, name: str, file: str, told: str) -> None:
    """A name that no list can have, or no file at all: nothing is begun."""
    answer = brought(client, b"katt\n", name=name, file=file)

    assert (answer.status_code, told in answer.text) == (422, True)
    assert Workshop(home).work() is None


def test_a_file_cannot_choose_where_it_lies(client: FlaskClient, home: Path) -> None:
    """A file's name is a stranger's word: only its letters and digits are used."""
    brought(client, b"katt\nhund\n", file="../../games.sqlite")
    until_free(home)

    assert "2 words" in client.get("/lists").text
    assert sorted(path.name for path in home.iterdir() if path.suffix == ".txt") == []


def test_only_players_send_large_forms(app: Flask, client: FlaskClient) -> None:
    """A browser that is not paired is cut off at the size of a small form; nobody sends more than the largest list."""
    stranger = app.test_client()
    refused = brought(stranger, b"katt\n" * 40_000)
    too_large = brought(client, b"katt\n" * (LARGEST_LIST // 5 + 1))

    assert (refused.status_code, too_large.status_code) == (413, 413)
    assert "larger than any word list" in too_large.text


def test_another_order_waits_its_turn(client: FlaskClient, home: Path) -> None:
    """While a list is made, whoever wants another is told so, by file, by pasting or by building."""
    with Workshop(home).alone():
        answers = [
            brought(client, b"katt\n"),
            send(client, "/lists/built", of="sv"),
            send(client, "/lists", name="x", of="sv", words="katt"),
        ]

    assert {answer.status_code for answer in answers} == {422}
    assert all("Another list is being made just now." in answer.text for answer in answers)


def test_the_game_goes_on_while_a_list_is_made_and_it_is_stopped_by_a_tap(
    client: FlaskClient, home: Path, writer: Writer
) -> None:
    """The page of the game answers as ever; a tap on Stop ends the making, and nothing half done is left."""
    writer.begin()
    pipe = home / "words.txt"
    os.mkfifo(pipe)
    descriptor = os.open(pipe, os.O_RDWR)
    Workshop(home).order(Order("own", "sv", str(pipe)), start_work, at=NOON)
    until(lambda: getattr(Workshop(home).noted(), "process", 0) != 0)  # before that a tap on Stop may be in vain
    running = client.get("/lists/work").text
    game = client.get("/")
    send(client, "/lists/stop")
    until_free(home)
    os.close(descriptor)

    assert 'data-state="running"' in running
    assert game.status_code == 200
    assert "It was stopped." in client.get("/lists").text


def test_an_unknown_language_is_not_built(client: FlaskClient, home: Path) -> None:
    """Only the languages of the page's own buttons are built."""
    assert send(client, "/lists/built", of="../sv").status_code == 303
    assert Workshop(home).work() is None


@pytest.mark.parametrize(
    ("work", "told"),
    [
        (Work(Order("sv", "sv"), State.INTERRUPTED, NOON), "It was interrupted before it was ready."),
        (Work(Order("sv", "sv"), State.STOPPED, NOON), "It was stopped."),
        (
            Work(
                Order("sv", "sv"),
                State.FAILED,
                NOON,
                trouble=("The package could not be fetched.", "x", "Begin again."),
            ),
            "The package could not be fetched.",
        ),
    ],
)
def test_what_did_not_end_well_can_be_tried_again(client: FlaskClient, home: Path, work: Work, told: str) -> None:
    """How it ended is said, with a button that begins it again."""
    with Workshop(home).alone():
        Workshop(home).note(work)
    page = client.get("/lists").text

    assert told in page
    assert ">Try again<" in page


def test_hostile_words_are_shown_as_words(client: FlaskClient, home: Path) -> None:
    """What stands in a file or a note never becomes part of the page."""
    with Workshop(home).alone():
        Workshop(home).note(Work(Order("x", "sv"), State.FAILED, NOON, trouble=("<b>a</b>", "<script>", "<i>")))
    page = client.get("/lists").text

    assert "<script>alert" not in page
    assert "&lt;script&gt;" in page


@pytest.mark.parametrize(
    ("name", "told"),
    [("mormor", "There is a list of that name already."), ("sv", "belongs to a list that comes with the referee")],
)
def test_no_list_is_lost_under_another(client: FlaskClient, home: Path, name: str, told: str) -> None:
    """A second list of one name is asked about, and the lists that come with the referee cannot be replaced at all."""
    brought(client, b"katt\nhund\n")
    until_free(home)
    answer = brought(client, b"bil\n", name=name)

    assert (422, True) == (answer.status_code, told in answer.text)
    assert f'value="{name}"' in answer.text
    assert ('name="replace"' in answer.text) == (name == "mormor")
    assert Workshop(home).work().words == 2  # type: ignore[union-attr]


@pytest.mark.browser
class TestInABrowser:
    """With a real Chromium."""

    def test_a_file_is_brought_and_followed(self, opened: Opened, tmp_path: Path) -> None:
        """Somebody chooses a file; the page shows by itself that the list is ready, and the next game can have it."""
        path = tmp_path / "våra ord.txt"
        path.write_text("katt\nkatter\n", encoding="utf-8")
        page = opened((390, 844))
        page.goto(f"{page.url}lists")
        page.locator("#upload").get_by_label("Name").fill("våra")
        page.locator("#upload").get_by_text("Svenska").click()
        page.locator("#upload").get_by_label("A text file").set_input_files(path)
        page.get_by_role("button", name="Upload the file").click()

        page.get_by_text("2 words are in the list våra now.").wait_for()
        page.get_by_role("link", name="A new game").click()
        page.get_by_role("link", name="Alfapet 17 × 17").click()
        page.get_by_text("the list våra").wait_for(state="attached")

    def test_a_file_that_is_too_large_is_not_even_sent(self, opened: Opened, tmp_path: Path) -> None:
        """The page says so before sixteen megabytes have gone over the air."""
        path = tmp_path / "large.txt"
        path.write_bytes(b"katt\n" * (LARGEST_LIST // 5 + 1))
        page = opened()
        page.goto(f"{page.url}lists")
        page.locator("#upload").get_by_label("Name").fill("x")
        page.locator("#upload").get_by_label("A text file").set_input_files(path)
        page.get_by_role("button", name="Upload the file").click()

        page.get_by_role("alert").get_by_text("The file is larger").wait_for()

    def test_the_finnish_list_is_really_built(self, opened: Opened) -> None:
        """One tap: the packages are fetched, every step is shown as it comes, and the list can be agreed on."""
        page = opened(locale="fi-FI")
        page.goto(f"{page.url}lists")
        page.get_by_role("button", name="Suomi").click()
        # Where nothing can be fetched it may have failed before the page is there.
        page.locator(".making [aria-current=step], .making[data-state=failed]").wait_for()
        page.locator(".making:not([data-state=running])").wait_for(timeout=240_000)
        if page.locator(".making[data-state=failed]").count():
            pytest.skip(f"the list cannot be built here: {page.locator('.making').inner_text()}")

        expect(page.locator(".making")).to_have_attribute("data-state", "done")
        page.goto(f"{page.url.removesuffix('lists')}games/new/alfapet-fi")
        expect(page.locator("[name=list][value=fi]")).to_be_checked()
