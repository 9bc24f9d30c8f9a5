"""A look through the camera: does it give a picture, is the board in it, and what would make it better?"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pi_referee.checkup.apart import cure_of, look
from pi_referee.checkup.finding import Finding, lacking, well
from pi_referee.files.paths import Home
from pi_referee.table_link.socket_client import TableLine
from pi_referee.table_link.table_messages import Glimpse

PART = "camera's picture"

_LOOK = """
import json, sys
from pathlib import Path
from pi_referee.errors import RefereeError
from pi_referee.rules.definition.library import ruleset
from vision.geometry.find_board import locate, quad_of
from vision.photo.advice import advise
from vision.sighting import NotSeen

def camera(name):
    kind, _, which = name.partition(":")
    if kind == "folder":
        from hardware.picture_folder import FolderCamera
        return FolderCamera(Path(which))
    if kind == "webcam":
        from hardware.webcam import Webcam
        return Webcam(int(which or 0))
    from hardware.pi_camera import PiCamera
    return PiCamera()

try:
    picture = camera(sys.argv[1]).capture()
except RefereeError as error:
    print(json.dumps({"what": error.what, "cure": error.cure}))
    sys.exit()
told = {"size": f"{picture.shape[1]} x {picture.shape[0]} px"}
rules = ruleset(sys.argv[2])
if rules.has_board:
    found = locate(picture, rules.layout)
    missing = isinstance(found, NotSeen)
    place = found if missing else quad_of(found, rules.layout.size)
    told |= {"board": "" if missing else "the board is found"}
    advice = [[one.says, one.cure] for one in advise(picture, place, rules.layout)]
    told |= {"advice": [*advice, *([[found.reason, found.cure]] if missing else [])]}
print(json.dumps(told))
"""
"""Takes one picture, in a process of its own, and tells what is in it. Arguments: the camera, and the game's name."""


def camera_view(home: Home, camera: str, game: str) -> Iterator[Finding]:
    """What is seen: by the watching program if one holds the camera, else through the one named; "": there is none."""
    glimpse, picture = TableLine(home.socket).look()
    if picture:
        yield of_glimpse(glimpse)
    elif camera:
        yield through(camera, game)


def through(camera: str, game: str) -> Finding:
    """What is seen through a camera: pi, webcam, webcam:1 or folder:PATH; game: whose board is sought."""
    seen = look(_LOOK, camera, game)
    if not seen.is_well:
        cure = cure_of(seen, "opencv-python", "pi-referee watch --camera none plays without one.")
        return lacking(PART, seen.died or seen.failed, cure)
    told: dict[str, Any] = json.loads(seen.told.splitlines()[-1])
    if "what" in told:
        return lacking(PART, told["what"], told["cure"])
    shown = ", ".join(filter(None, (told["size"], told.get("board", ""))))
    return _found(shown, told.get("advice", []))


def of_glimpse(glimpse: Glimpse) -> Finding:
    """What the program saw that watches the table."""
    advice = [(one.says, one.cure) for one in glimpse.advice or ()]
    if glimpse.says:
        advice.append((glimpse.says, glimpse.cure))
    return _found("the board is found" if glimpse.outline else "a picture comes", advice)


def _found(shown: str, advice: list[Any]) -> Finding:
    """A picture that is well, or what would make it better; the first advice is the most urgent."""
    if not advice:
        return well(PART, shown)
    (says, cure), *_ = advice
    return lacking(PART, f"{shown}; {says}", cure)


def camera_there(devices: Path, *, is_pi: bool) -> str:
    """The camera that a look goes through by itself: the Pi's on a Pi, else the first webcam; "" without any device."""
    if not any(devices.glob("video*")):
        return ""
    return "pi" if is_pi else "webcam"
