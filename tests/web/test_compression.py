"""What is sent compressed, and what never is."""

from __future__ import annotations

import gzip
from itertools import islice
from typing import TYPE_CHECKING

from flask.testing import FlaskClient
from werkzeug.datastructures import Headers

if TYPE_CHECKING:
    from tests.web.conftest import Writer

ASKED = {"Accept-Encoding": "gzip, deflate"}


def sent(client: FlaskClient, address: str, **headers: str) -> tuple[int, Headers, bytes]:
    """Status, headers and body of an answer."""
    with client.get(address, headers=headers) as answer:
        return answer.status_code, answer.headers, answer.data


def test_pages_are_sent_compressed(client: FlaskClient, writer: Writer) -> None:
    """A browser that takes it gets the same page in less than half the bytes; another gets it as it is."""
    writer.begin()
    for address in ("/", "/static/style.css", "/state"):
        _, plain, _ = sent(client, address)
        _, small, body = sent(client, address, **ASKED)
        assert "Content-Encoding" not in plain
        assert (small["Content-Encoding"], int(small["Content-Length"])) == ("gzip", len(body))
        assert len(gzip.decompress(body)) > 2 * len(body)
        assert "Accept-Encoding" in small["Vary"]
    assert gzip.decompress(sent(client, "/static/style.css", **ASKED)[2]) == sent(client, "/static/style.css")[2]


def test_a_file_that_has_not_changed_is_not_sent_again(client: FlaskClient) -> None:
    """What a browser keeps is asked for by the mark that came with it, compressed or not."""
    _, headers, _ = sent(client, "/static/style.css", **ASKED)

    assert sent(client, "/static/style.css", **ASKED, **{"If-None-Match": headers["ETag"]})[0] == 304


def test_streams_and_pictures_are_left_alone(client: FlaskClient, writer: Writer) -> None:
    """News are sent as they come, and what is compressed already is not compressed again."""
    writer.begin()
    with client.get("/events", headers=ASKED, buffered=False) as stream:
        pieces = b"".join(islice(stream.iter_encoded(), 2))
        assert ("Content-Encoding" in stream.headers, b"data:" in pieces) == (False, True)
    assert "Content-Encoding" not in client.get("/games/1/protocol.png", headers=ASKED).headers
