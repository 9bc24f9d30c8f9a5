"""Cameras: a folder, a film in place of a webcam, and the Pi's with a stand-in for its driver."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from itertools import count
from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.camera import Picture
from hardware.pi_camera import PiCamera, Request
from hardware.picture_folder import FolderCamera
from hardware.webcam import Webcam
from pi_referee.errors import CameraError, PictureError


def grey(level: int) -> Picture:
    """A small picture that is grey all over."""
    return np.full((48, 64, 3), level, dtype=np.uint8)


class TestFolder:
    """The folder camera."""

    def test_pictures_come_in_the_order_of_their_names(self, tmp_path: Path) -> None:
        """Each look shows the next picture by name, whatever the order in which they were written."""
        for name, level in (("b.png", 200), ("a.png", 100), ("Å.png", 250)):
            (tmp_path / name).write_bytes(cv2.imencode(".png", grey(level))[1].tobytes())
        camera = FolderCamera(tmp_path)

        assert [int(camera.capture().mean()) for _ in range(3)] == [100, 200, 250]

    def test_who_only_glances_takes_no_picture_away(self, tmp_path: Path) -> None:
        """The page may look as often as it likes: the picture is still there for the turn it is of."""
        for number, level in enumerate((100, 200)):
            cv2.imwrite(str(tmp_path / f"{number}.png"), grey(level))
        camera = FolderCamera(tmp_path)
        seen = [look() for look in (camera.glance, camera.glance, camera.capture, camera.glance, camera.capture)]

        assert [int(picture.mean()) for picture in (*seen, camera.glance())] == [100, 100, 100, 200, 200, 200]

    def test_after_the_last_picture_the_camera_says_so(self, tmp_path: Path) -> None:
        """A look too many is an error that says how many pictures there were."""
        cv2.imwrite(str(tmp_path / "a.jpg"), grey(9))
        camera = FolderCamera(tmp_path)
        camera.capture()

        with pytest.raises(CameraError, match="All 1 pictures"):
            camera.capture()

    def test_a_folder_without_pictures_is_refused(self, tmp_path: Path) -> None:
        """An empty folder is refused with what a picture's name must look like."""
        with pytest.raises(PictureError, match=r"\.jpeg"):
            FolderCamera(tmp_path)

    def test_a_missing_folder_is_refused(self, tmp_path: Path) -> None:
        """A folder that is not there is named."""
        with pytest.raises(PictureError, match="nowhere"):
            FolderCamera(tmp_path / "nowhere")

    @pytest.mark.parametrize("content", [b"", b"\xff\xd8\xff\xe0 not a JPEG after all"])
    def test_a_damaged_picture_is_refused_and_the_next_one_shown(self, tmp_path: Path, content: bytes) -> None:
        """A broken file is named and the look after it shows the next picture."""
        (tmp_path / "a.jpg").write_bytes(content)
        cv2.imwrite(str(tmp_path / "b.png"), grey(77))
        camera = FolderCamera(tmp_path)
        with pytest.raises(PictureError, match=r"a\.jpg"):
            camera.capture()

        assert int(camera.capture().mean()) == 77


class TestWebcam:
    """OpenCV's camera, with a film in place of the device."""

    def test_a_film_is_looked_at_picture_by_picture(self, tmp_path: Path) -> None:
        """Each look gives the next picture; after the last the camera is as good as unplugged."""
        film = cv2.VideoWriter(str(tmp_path / "film.avi"), cv2.VideoWriter.fourcc(*"MJPG"), 5, (64, 48))
        for level in (50, 200):
            film.write(grey(level))
        film.release()
        camera = Webcam(str(tmp_path / "film.avi"))

        levels = [round(float(camera.capture().mean()), -1) for _ in range(2)]

        assert levels == [50, 200]
        with pytest.raises(CameraError, match="cable"):
            camera.capture()
        camera.close()

    @pytest.mark.parametrize("lost", [0.3, 0.6])
    def test_a_picture_of_which_a_part_was_lost_is_none(self, tmp_path: Path, lost: float) -> None:
        """Cards in the part that a cable lost would be taken for cards that nobody laid; the next look is a new one."""
        whole = np.random.default_rng(1).integers(60, 200, (240, 320, 3), dtype=np.uint8)
        sent = cv2.imencode(".jpg", whole)[1].tobytes()
        for number, content in enumerate((sent[: int(len(sent) * lost)] + sent[-2:], sent)):
            got = cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_COLOR)
            assert got is not None
            cv2.imwrite(str(tmp_path / f"{number}.png"), got)
        camera = Webcam(str(tmp_path / "%d.png"))

        with pytest.raises(CameraError, match="only a part"):
            camera.capture()
        assert camera.capture().shape == whole.shape
        camera.close()

    def test_a_grey_cloth_is_no_lost_part(self, tmp_path: Path) -> None:
        """A camera that presses its pictures hard shows whole blocks of an even grey as what is put for lost ones."""
        across = np.linspace(60, 196, 320).clip(0, 128).astype(np.uint8)
        cv2.imwrite(str(tmp_path / "0.png"), np.tile(across[None, :, None], (240, 1, 3)))
        camera = Webcam(str(tmp_path / "%d.png"))

        assert camera.capture().shape == (240, 320, 3)
        camera.close()

    def test_no_webcam_is_a_clear_sentence(self, tmp_path: Path) -> None:
        """A machine without a webcam is told what to do."""
        with pytest.raises(CameraError, match="Plug one in"):
            Webcam(str(tmp_path / "nothing.avi"))


class Shot:
    """A finished picture of the stand-in driver."""

    def __init__(self, driver: StandInDriver) -> None:
        """Belong to a driver that counts what is still held."""
        self.driver = driver
        driver.held += 1
        self._told = driver.moving.pop(0) if driver.moving else {}

    def get_metadata(self) -> dict[str, object]:
        """How focus and exposure stood."""
        return self._told

    def make_array(self, name: str) -> Picture:
        """A grey picture, as bright as it was exposed."""
        assert name == "main"
        return grey(self.driver.level())

    def release(self) -> None:
        """Give it back."""
        self.driver.held -= 1


class StandInDriver:
    """Behaves as picamera2's Picamera2 does, as far as it is used; may hang, as a loose cable makes it do."""

    def __init__(
        self,
        *,
        hangs: bool = False,
        has_focus: bool = True,
        has_exposure: bool = True,
        light: int = 123,
        moving: Sequence[dict[str, object]] = (),
    ) -> None:
        """Be a good camera, or one that hangs; moving: what is told of the first pictures, while it still moves.

        light: the grey level of what it sees, beyond 255 where that is bleached.
        """
        self.hangs = hangs
        self.lacks = frozenset(
            name for name, has in (("AfMode", has_focus), ("ExposureValue", has_exposure)) if not has
        )
        self.light = light
        self.changes: list[object] = []
        self.moving = list(moving)
        self.held = 0
        self.asked: dict[str, object] = {}
        self.said: list[str] = []

    def create_still_configuration(self, main: dict[str, object], *, buffer_count: int) -> dict[str, object]:
        """Describe the pictures."""
        return {"main": main, "buffer_count": buffer_count}

    def configure(self, camera_config: dict[str, object]) -> None:
        """Note it."""
        self.said.append(f"configure {camera_config['buffer_count']}")

    def start(self) -> None:
        """Note it."""
        self.said.append("start")

    def set_controls(self, controls: dict[str, object]) -> None:
        """Note it, or refuse as picamera2 does."""
        for name in self.lacks & controls.keys():
            raise RuntimeError(f"Control {name} is not advertised by libcamera")
        self.asked |= controls
        self.changes += [controls["ExposureValue"]] if "ExposureValue" in controls else []

    def level(self) -> int:
        """The grey level of a picture: a stop halves the light, of which it is the 1/2.2th power."""
        stops = self.asked.get("ExposureValue", 0.0)
        assert isinstance(stops, float)
        return min(round(self.light * 2 ** (stops / 2.2)), 255)

    def capture_request(self, wait: float, *, flush: bool) -> Request:
        """A picture, or a timeout."""
        assert wait > 0
        assert flush
        if self.hangs:
            raise TimeoutError
        return Shot(self)

    def cancel_all_and_flush(self) -> None:
        """Note it."""
        self.said.append("cancel")

    def close(self) -> None:
        """Note it."""
        self.said.append("close")


class TestPiCamera:
    """The Pi's own camera."""

    def test_a_look_gives_its_buffer_back(self) -> None:
        """A picture is copied and its buffer returned, or the camera would run dry after two looks."""
        driver = StandInDriver()
        camera = PiCamera(lambda: driver)

        assert [int(camera.capture().mean()), driver.held] == [123, 0]

    def test_a_look_waits_until_focus_and_exposure_stand_still(self) -> None:
        """Pictures that were taken while the lens moved or the exposure was sought are given back unseen."""
        moving: list[dict[str, object]] = [
            {"AfState": 1, "AeLocked": True},
            {"AfState": 2, "AeLocked": False},
            {"AfState": 2, "AeState": 1},
        ]
        driver = StandInDriver(moving=[*moving, {"AfState": 2, "AeLocked": True, "AeState": 2}])
        camera = PiCamera(lambda: driver)

        assert [int(camera.capture().mean()), driver.held, driver.moving] == [123, 0, []]

    def test_a_lens_that_never_rests_is_not_waited_for_for_ever(self) -> None:
        """After a second a look is taken as it is; the eye says if it is blurred."""
        driver = StandInDriver(moving=[{"AfState": 1}] * 99)
        ticks = count()
        camera = PiCamera(lambda: driver, clock=lambda: next(ticks) / 4)

        assert [int(camera.capture().mean()), driver.held, len(driver.moving)] == [123, 0, 95]

    def test_a_camera_with_a_fixed_lens_is_as_good(self) -> None:
        """Only cameras that can focus are told to; the colours are fixed where that is wanted."""
        fixed, plain = StandInDriver(has_focus=False), StandInDriver()
        PiCamera(lambda: fixed, gains=(1.9, 1.6)).close()
        PiCamera(lambda: plain).close()

        assert fixed.asked == {"AwbEnable": False, "ColourGains": (1.9, 1.6)}
        assert plain.asked == {"AfMode": 2}

    def test_a_hanging_camera_is_given_up_before_it_is_closed(self) -> None:
        """A camera whose cable came loose is an error in time, and closing it does not hang."""
        driver = StandInDriver(hangs=True)
        camera = PiCamera(lambda: driver)
        with pytest.raises(CameraError, match="cable"):
            camera.capture()
        camera.close()

        assert driver.said == ["configure 2", "start", "cancel", "close"]

    def test_a_look_that_took_too_long_gives_its_buffer_back(self) -> None:
        """What was waited for is cancelled at once, each time, or the camera would run dry."""
        driver = StandInDriver()
        camera = PiCamera(lambda: driver)
        for driver.hangs in (True, True, False, True):
            with suppress(CameraError):
                camera.capture()

        assert driver.said.count("cancel") == 3

    def test_a_busy_camera_is_a_clear_sentence(self) -> None:
        """A camera that another program holds is told so."""

        def busy() -> StandInDriver:
            raise RuntimeError("Camera __init__ sequence did not complete.")

        with pytest.raises(CameraError, match="no other program"):
            PiCamera(busy)
