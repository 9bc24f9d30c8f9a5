"""Libraries that die on this processor are named and the doctor goes on; systems that can run none are told."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from pi_referee.checkup.apart import look
from tests.programs import PATIENCE, ROOT

DYING = {
    "SIGILL": "import os, signal; os.kill(os.getpid(), signal.SIGILL)",
    "SIGSEGV": "import os, signal; os.kill(os.getpid(), signal.SIGSEGV)",
    "SIGBUS": "import os, signal; os.kill(os.getpid(), signal.SIGBUS)",
    "SIGABRT": "import os; os.abort()",
    "ImportError": "raise ImportError('libGL.so.1: cannot open shared object file')",
    "exit": "import os; os._exit(7)",
    "OSError": "open('/proc/cpuinfo-that-is-not-there')",
}
"""How a library may end the program that loads it, as its whole source."""

PARTS = {"cv2": "OpenCV", "onnxruntime": "ONNX Runtime", "numpy": "NumPy", "PIL": "Pillow", "gpiozero": "pins",
         "pi_heif": "pictures of iPhones"}  # fmt: skip


def doctor(home: Path, modules: Path) -> dict[str, dict[str, str]]:
    """What the doctor says of each part, where some modules come before the real ones."""
    ended = subprocess.run(
        [sys.executable, "-m", "pi_referee", "doctor", "--home", str(home), "--json"],
        cwd=ROOT, env={**os.environ, "PYTHONPATH": f"{modules}:{ROOT}"}, capture_output=True, text=True,
        timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert ended.returncode in {0, 1}, ended.stderr
    return {part["part"]: part for part in json.loads(ended.stdout)["parts"]}


@pytest.mark.parametrize(
    "dying",
    [{"onnxruntime": "SIGILL", "PIL": "SIGABRT", "gpiozero": "SIGSEGV", "pi_heif": "exit"}, {"cv2": "SIGILL"},
     {"numpy": "SIGBUS"}, {"onnxruntime": "OSError", "cv2": "ImportError"}],
)  # fmt: skip
def test_libraries_that_die_are_named_and_the_doctor_goes_on(tmp_path: Path, dying: dict[str, str]) -> None:
    """Every other part is still looked at, and each that died has its cause and a cure."""
    modules = tmp_path / "modules"
    modules.mkdir()
    for module, how in dying.items():
        (modules / f"{module}.py").write_text(DYING[how], encoding="utf-8")

    parts = doctor(tmp_path, modules)

    assert {"disk", "clock", "port", "letter reader"} <= parts.keys()
    for module, how in dying.items():
        found = parts[PARTS[module]]
        assert found["health"] != "well"
        assert found["cure"]
        if how.startswith("SIG"):
            assert f"dies here: {'Illegal' if how == 'SIGILL' else ''}" in found["seen"]
            assert how in found["seen"]


def test_a_library_that_never_answers_is_told() -> None:
    """A look has its end."""
    assert "does not answer" in look("import threading; threading.Event().wait()", patience=0.5).died


@pytest.mark.parametrize(
    ("machine", "bits"), [("armv7l", "32"), ("aarch64", "32"), ("i686", "32"), ("armv6l", "32"), ("armv7l", "64")]
)
def test_setup_says_at_once_that_a_system_is_too_small(tmp_path: Path, machine: str, bits: str) -> None:
    """Nothing is fetched and no folder made on a system for which the parts are not built."""
    for name, told in (("uname", machine), ("getconf", bits)):
        (tmp_path / name).write_text(f"#!/bin/sh\necho {told}\n", encoding="ascii")
        (tmp_path / name).chmod(0o755)
    for name in ("apt-get", "sudo", "pip"):
        (tmp_path / name).write_text(f"#!/bin/sh\ntouch {tmp_path}/fetched\n", encoding="ascii")
        (tmp_path / name).chmod(0o755)

    ended = subprocess.run(
        ["bash", str(ROOT / "scripts" / "setup"), "app"],
        env={**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"}, capture_output=True, text=True,
        timeout=PATIENCE, check=False,
    )  # fmt: skip

    assert ended.returncode == 1
    assert f"not 64 bit ({machine}, {bits} bit)" in ended.stderr
    assert "64-bit Raspberry Pi OS" in ended.stderr
    assert not (tmp_path / "fetched").exists()
