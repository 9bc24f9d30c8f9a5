"""What Home Assistant is told is what its documentation asks for; benches.hall.home_assistant_accepts asks itself."""

from __future__ import annotations

import json

import jinja2
import pytest

from benches.hall.home_assistant_accepts import EMPTY, PLAYED, READ
from pi_referee.errors import RefereeError
from pi_referee.locale import translations
from pi_referee.relay.hall_messages import TableState, written
from pi_referee.relay.home_assistant import House, entities
from pi_referee.relay.mqtt_topics import Topics

COMMON = {
    "name", "unique_id", "icon", "qos", "device", "origin", "device_class", "availability_topic", "payload_available",
    "payload_not_available",
}  # fmt: skip
DOCUMENTED = {
    "sensor": COMMON | {"state_topic", "value_template", "unit_of_measurement", "state_class"},
    "binary_sensor": COMMON | {"state_topic", "value_template"},
    "button": COMMON | {"command_topic", "payload_press"},
}
"""Settings of those used that https://www.home-assistant.io/integrations/sensor.mqtt and its sisters know."""


@pytest.mark.parametrize("may_end_turn", [True, False])
def test_only_what_is_documented_is_announced(*, may_end_turn: bool) -> None:
    """Each entity has settings that its kind knows and a name of its own; a button is there only where it may be."""
    found = entities(House(may_end_turn=may_end_turn), Topics("table-3"), PLAYED)
    told = [(topic.split("/"), json.loads(entity.written())) for topic, entity in found.items()]

    assert [name for (_, kind, *_), settings in told for name in settings.keys() - DOCUMENTED[kind]] == []
    assert len({settings["unique_id"] for _, settings in told}) == len(told)
    assert any(kind == "button" for (_, kind, *_), _ in told) is may_end_turn
    assert all(
        (prefix, table, last) == ("homeassistant", "table-3", "config") for (prefix, _, table, _, last), _ in told
    )


@pytest.mark.parametrize(("state", "place"), [(EMPTY, 0), (PLAYED, 1)])
def test_each_entity_reads_its_own_part_of_the_state(state: TableState, place: int) -> None:
    """The templates find what they show, before a game and in one."""
    value = json.loads(written(state))
    found = entities(House(), Topics("table-3"), PLAYED)
    read = {
        topic.split("/")[3].removeprefix("pi-referee-"): jinja2.Template(str(entity.settings["value_template"])).render(
            value_json=value
        )
        for topic, entity in found.items()
    }

    assert read == {key: wanted[place] for key, wanted in READ.items()}


@pytest.mark.parametrize("prefix", ["", "home/#", "+", "home//", "ho\0me"])
def test_a_prefix_must_be_one_that_can_be_told_under(prefix: str) -> None:
    """A topic has no empty level and no wildcard; it is said before anything is sent."""
    with pytest.raises(RefereeError, match="no prefix of topics"):
        House(prefix)


def test_names_are_in_the_houses_language() -> None:
    """The names of entities follow --language."""
    found = entities(House(translate=translations("sv").gettext), Topics("table-3"), PLAYED)

    assert found["homeassistant/sensor/table-3/pi-referee-turn/config"].settings["name"] == "Vems tur"
