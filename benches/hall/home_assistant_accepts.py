"""Whether Home Assistant itself takes what a table announces, and reads the right things from its state.

With its own validation and templates, which want an environment of their own:
`python -m venv ha && ha/bin/pip install homeassistant==2024.3.3 'paho-mqtt<2' msgspec`, then from the project's folder
`PYTHONPATH=. ha/bin/python -m benches.hall.home_assistant_accepts`. Another release of it wants another Python.
"""

from __future__ import annotations

import asyncio
import importlib
import json
import sys
import tempfile
from importlib.metadata import version
from typing import Any

from pi_referee.relay.hall_messages import PlayerState, PlayState, TableState, WordState, written
from pi_referee.relay.home_assistant import House, entities
from pi_referee.relay.mqtt_topics import Topics

EMPTY = TableState("0" * 32, 0, "Table by the window")
PLAYED = TableState(
    "0" * 32, 9, "Table by the window", 1, "Alfapet", (PlayerState("Anna", 34), PlayerState("Bo", -4)), "Bo", 3,
    PlayState("Anna", "scored", (WordState("QUIZ", 30), WordState("ÄR", 4)), 34), questions=1, camera="retrying",
)  # fmt: skip
READ = {
    "turn": ("", "Bo"),
    "play": ("", "QUIZ + ÄR"),
    "total-1": ("0", "34"),
    "total-2": ("0", "-4"),
    "question": ("OFF", "ON"),
    "camera": ("OFF", "ON"),
}
"""What each entity must read from both states."""


async def faults() -> list[str]:
    """Everything that Home Assistant does not take, or reads wrongly."""
    core, template = (importlib.import_module(f"homeassistant.{name}") for name in ("core", "helpers.template"))
    with tempfile.TemporaryDirectory() as folder:
        house = core.HomeAssistant(folder)
        found = []
        for topic, entity in entities(House(may_end_turn=True), Topics("table-3"), PLAYED).items():
            kind, key = topic.split("/")[1], topic.split("/")[3].removeprefix("pi-referee-")
            told = json.loads(entity.written())
            found += _refused(kind, key, told)
            for state, wanted in zip((EMPTY, PLAYED), READ.get(key, ()), strict=False):
                reads = template.Template(told["value_template"], house)
                read = str(reads.async_render_with_possible_json_value(written(state).decode()))
                found += [] if read == wanted else [f"{key}: {read!r} was read, not {wanted!r}"]
        await house.async_stop(force=True)
    return found


def _refused(kind: str, key: str, told: dict[str, Any]) -> list[str]:
    """What the schema of a kind of entity says against this one, or would leave away without a word."""
    schema = importlib.import_module(f"homeassistant.components.mqtt.{kind}").DISCOVERY_SCHEMA
    try:
        kept = schema(told)
    except Exception as error:  # noqa: BLE001  # whatever it is, it is a refusal
        return [f"{key}: {error}"]
    return [f"{key}: {name} is left away" for name in told.keys() - kept.keys()]


def main() -> int:
    """Say what Home Assistant says."""
    found = asyncio.run(faults())
    print(
        f"Home Assistant {version('homeassistant')}:", *(found or ["takes all of it, and reads it rightly"]), sep="\n  "
    )
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
