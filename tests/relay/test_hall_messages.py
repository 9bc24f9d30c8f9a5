"""What is sent fits the schema in docs/hall.schema.json, by which others read it, and comes back as it was."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import msgspec
import pytest

from benches.hall.home_assistant_accepts import EMPTY, PLAYED
from pi_referee.errors import NotationError, RefereeError
from pi_referee.relay.hall_messages import EventMessage, ResendMessage, TableState, understood, written
from pi_referee.relay.mqtt_topics import topics_of

SCHEMA = json.loads((Path(__file__).parents[2] / "docs" / "hall.schema.json").read_text(encoding="utf-8"))
EVENT = EventMessage("0" * 32, 17, 3, "2026-11-20T12:00:00+00:00", "passed", msgspec.Raw(b"{}"))


@pytest.mark.parametrize(
    ("kind", "message"),
    [("state", EMPTY), ("state", PLAYED), ("events", EVENT), ("resend", ResendMessage("0" * 32, 0, 500))],
)
def test_messages_fit_their_schema(kind: str, message: EventMessage | TableState | ResendMessage) -> None:
    """Each message is valid by its topic's schema, and is read back as it was written."""
    jsonschema.validate(json.loads(written(message)), {**SCHEMA["properties"][kind], "$defs": SCHEMA["$defs"]})

    assert msgspec.json.decode(written(message), type=type(message)) == message


def test_the_schema_refuses_what_the_hall_refuses() -> None:
    """A number in the place of a name, and an event without a number, fit neither."""
    for told in ({**json.loads(written(EVENT)), "sequence": 0}, {**json.loads(written(EVENT)), "log": 5}):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(told, {**SCHEMA["properties"]["events"], "$defs": SCHEMA["$defs"]})
        with pytest.raises(NotationError):
            understood(json.dumps(told).encode(), EventMessage)


@pytest.mark.parametrize("name", ["", "Table 1", "table/1", "#", "+", "-1", "x" * 33, "tåble"])
def test_a_table_is_called_by_a_plain_name(name: str) -> None:
    """What could be taken for a level or a wildcard of a topic is no name."""
    with pytest.raises(RefereeError, match="no name for a table"):
        topics_of(name)
