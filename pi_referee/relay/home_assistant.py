"""What Home Assistant is told, by its own discovery (https://www.home-assistant.io/integrations/mqtt/#mqtt-discovery).

Everything is read from the table's own topics; nothing is told twice. The button that ends a turn is there only where
the house allows it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

import msgspec

from pi_referee import __version__
from pi_referee.errors import RefereeError
from pi_referee.gettext_mark import say
from pi_referee.relay.hall_messages import TableState
from pi_referee.relay.mqtt_topics import GONE, HERE, Topics

PREFIX = "homeassistant"
"""Where Home Assistant listens, unless it was told otherwise."""

_PREFIX = re.compile(r"[\w-]{1,60}(/[\w-]{1,60}){0,5}", re.ASCII)

_WORDS = "{{ (value_json.newest.words | map(attribute='text') | join(' + ')) if value_json.newest else '' }}"


@dataclass(frozen=True, slots=True)
class House:
    """What the house wants: under which prefix it listens, whether it may end turns, in which language it is told."""

    prefix: str = PREFIX
    may_end_turn: bool = False
    translate: Callable[[str], str] = field(default=str)

    def __post_init__(self) -> None:
        """Raise RefereeError for a prefix under which nothing can be told."""
        if not _PREFIX.fullmatch(self.prefix):
            cure = f"Take the one that Home Assistant was given, usually {PREFIX}"
            raise RefereeError(f"{self.prefix!r} is no prefix of topics.", cure=cure)


@dataclass(frozen=True, slots=True)
class Entity:
    """One thing in Home Assistant: its settings, by their names in its documentation."""

    settings: Mapping[str, object]

    def written(self) -> bytes:
        """As it is sent."""
        return msgspec.json.encode(self.settings)


def entities(house: House, topics: Topics, state: TableState) -> dict[str, Entity]:
    """Everything there is to show of a table, by the topic under which it is announced."""
    found = (*_sensors(house), *_totals(house, state), *_warnings(house), *_buttons(house, topics))
    return {
        f"{house.prefix}/{kind}/{topics.table}/pi-referee-{key}/config": Entity(
            {**settings, **_common(topics, state, key), **_heard_by(kind, topics)}
        )
        for kind, key, settings in found
    }


Found = tuple[str, str, Mapping[str, object]]
"""A kind of entity, its own name within the table, and its settings."""


def _sensors(house: House) -> Iterator[Found]:
    """Whose turn it is, and the newest play."""
    turn, play = house.translate(say("Whose turn")), house.translate(say("Newest play"))
    yield "sensor", "turn", {"name": turn, "value_template": "{{ value_json.on_turn }}", "icon": "mdi:account-clock"}
    yield "sensor", "play", {"name": play, "value_template": _WORDS, "icon": "mdi:format-letter-case"}


def _totals(house: House, state: TableState) -> Iterator[Found]:
    """Each player's points."""
    unit = house.translate(say("points"))
    for place, player in enumerate(state.players):
        value = f"{{{{ value_json.players[{place}].total if value_json.players | length > {place} else 0 }}}}"
        more = {"unit_of_measurement": unit, "state_class": "measurement", "icon": "mdi:counter"}
        yield "sensor", f"total-{place + 1}", {"name": player.name, "value_template": value, **more}


def _warnings(house: House) -> Iterator[Found]:
    """Whether somebody must answer, and whether the camera has a fault."""
    asked = "{{ 'ON' if value_json.questions > 0 or value_json.untold else 'OFF' }}"
    faulty = "{{ 'OFF' if value_json.camera in ['well', 'off'] else 'ON' }}"
    question, camera = house.translate(say("Question")), house.translate(say("Camera"))
    yield "binary_sensor", "question", {"name": question, "value_template": asked, "icon": "mdi:help-circle"}
    yield "binary_sensor", "camera", {"name": camera, "value_template": faulty, "device_class": "problem"}


def _buttons(house: House, topics: Topics) -> Iterator[Found]:
    """The button that ends a turn, where the house may."""
    if house.may_end_turn:
        name = house.translate(say("End the turn"))
        yield "button", "end-turn", {"name": name, "command_topic": topics.press, "payload_press": "press", "qos": 1}


def _heard_by(kind: str, topics: Topics) -> Mapping[str, object]:
    """From where an entity's state comes; a button has none."""
    return {} if kind == "button" else {"state_topic": topics.state, "qos": 1}


def _common(topics: Topics, state: TableState, key: str) -> Mapping[str, object]:
    """What every entity of a table has."""
    return {
        "unique_id": f"pi-referee-{topics.table}-{key}",
        "availability_topic": topics.presence,
        "payload_available": HERE,
        "payload_not_available": GONE,
        "device": {
            "identifiers": [f"pi-referee-{topics.table}"],
            "name": state.title,
            "manufacturer": "pi-referee",
            "model": state.rules or "pi-referee",
            "sw_version": __version__,
        },
        "origin": {"name": "pi-referee", "sw_version": __version__},
    }
