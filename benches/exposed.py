"""Looks at boards in light that is too strong for the camera's own choice, as it is and once the camera was told.

A sensor shows each picture brighter by a factor, cut off at white, and darker by the stops it was asked for: a stop
halves the light, of which a grey level is the 1/2.2th power. No camera is so simple, but what it cuts off at white does
show again when exposed less. The real `PiCamera` looks at it every two seconds, as its keeper does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import count
from pathlib import Path
from typing import Any, cast

import click
import numpy as np

from benches.disturbed import USUAL, outcome
from benches.pictures.disturbances import as_picture
from benches.pictures.truth import Frame, TrueSet, sets_in
from hardware.camera import Picture
from hardware.pi_camera import PiCamera
from hardware.picture_file import read_picture
from pi_referee.rules.definition.library import ruleset
from vision.eye import Eye
from vision.letters.letter_model import Letters
from vision.sighting import Edition

FACTORS = (1.0, 1.3, 1.6, 2.0, 2.5)
LOOKS = 6
"""So many pictures before the one that is read: twelve seconds after the camera was switched on, or a lamp lit."""
GAMMA = 2.2
WORDS = ("exact", "asked", "refused", "wrong")


class Sensor:
    """A scene before a camera that is told how many stops to take away; behaves as picamera2's Picamera2 does."""

    def __init__(self, scene: Picture, factor: float) -> None:
        """Show a scene, so many times as bright as it was photographed."""
        self._scene, self._factor, self._stops = scene, factor, 0.0

    def create_still_configuration(self, main: dict[str, object], *, buffer_count: int) -> dict[str, object]:
        """Describe the pictures."""
        return {"main": main, "buffer_count": buffer_count}

    def configure(self, camera_config: dict[str, object]) -> None:
        """Every setting is as good."""

    def start(self) -> None:
        """Nothing is to be started."""

    def set_controls(self, controls: dict[str, object]) -> None:
        """Expose from now on so."""
        self._stops = cast("float", controls.get("ExposureValue", self._stops))

    def capture_request(self, wait: float, *, flush: bool) -> Sensor:
        """A picture, at once."""
        del wait, flush
        return self

    def get_metadata(self) -> Mapping[str, Any]:
        """All stands still."""
        return {}

    def make_array(self, name: str) -> Picture:
        """The scene as it is exposed now."""
        del name
        return as_picture(self._scene.astype(np.float64) * (self._factor * 2 ** (self._stops / GAMMA)))

    def release(self) -> None:
        """Nothing is held."""

    def cancel_all_and_flush(self) -> None:
        """Nothing is waited for."""

    def close(self) -> None:
        """Nothing is to be let go of."""


def told(scene: Picture, factor: float) -> tuple[Picture, Picture]:
    """The first picture of a camera that looks at a scene, and the one after so many looks, two seconds apart."""
    seconds = count(step=2)
    camera = PiCamera(lambda: Sensor(scene, factor), clock=lambda: float(next(seconds)))
    pictures = [camera.capture() for _ in range(LOOKS + 1)]
    return pictures[0], pictures[-1]


def measure(folder: Path, described: TrueSet, every: int) -> dict[tuple[float, bool], Counter[str]]:
    """Count the outcomes of one set's pictures at each factor, as they come and once the camera was told."""
    rules, letters = ruleset(described.game), Letters()
    counts = {(factor, was_told): Counter[str]() for factor in FACTORS for was_told in (False, True)}

    def seen(picture: Picture, frame: Frame) -> str:
        return outcome(Eye(rules, cast("Edition", described.edition), letters).see(picture), frame)[0]

    for frame in [frame for frame in described.frames if not frame.skip][::every]:
        scene = read_picture(folder / frame.image)
        for factor in FACTORS:
            for was_told, picture in enumerate(told(scene, factor)):
                counts[factor, bool(was_told)][seen(picture, frame)] += 1
    return counts


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--only", multiple=True, default=USUAL, help="Only sets whose name holds this.")
@click.option("--every", default=1, help="Only every n-th picture.")
def main(folder: Path, only: tuple[str, ...], every: int) -> None:
    """Measure the sets in FOLDER in strong light and print a table: exact / asked / refused / wrong."""
    print("| set | light | as the camera does it | once it was told |\n| --- | --- | --- | --- |")
    for place, described in sets_in(folder):
        if not any(part in described.name for part in only):
            continue
        counts = measure(place, described, every)
        for factor in FACTORS:
            cells = (" / ".join(str(counts[factor, was_told][word]) for word in WORDS) for was_told in (False, True))
            print(f"| {described.name} | x{factor} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
