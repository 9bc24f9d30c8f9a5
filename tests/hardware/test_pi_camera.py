"""Our calls of picamera2 fit the real picamera2: its source is fetched from the index and read, never imported."""

from __future__ import annotations

import ast
import inspect
import subprocess
import sys
import tarfile
from pathlib import Path
from typing import Any

import pytest

from hardware.pi_camera import Driver, Request

CACHE = Path(sys.prefix) / "picamera2-source"
"""Where the source is kept once it was fetched, so that later runs need no network."""

Function = ast.FunctionDef


@pytest.fixture(scope="module")
def source() -> Path:
    """The unpacked source of the newest picamera2 on the index."""
    if not any(CACHE.glob("picamera2-*")):
        fetch = [sys.executable, "-m", "pip", "download", "picamera2", "--no-deps", "--no-binary", "picamera2"]
        options = ["--no-build-isolation", "--quiet", "--disable-pip-version-check", "--dest", str(CACHE)]
        fetched = subprocess.run([*fetch, *options], capture_output=True, text=True, check=False)
        if fetched.returncode:
            pytest.skip("picamera2's source is not here, and the index cannot be reached to fetch it")
        for archive in CACHE.glob("*.tar.gz"):
            with tarfile.open(archive) as packed:
                packed.extractall(CACHE, filter="data")
    return next(path for path in CACHE.glob("picamera2-*") if path.is_dir())


def methods(module: Path, name: str) -> dict[str, Function]:
    """The methods of a class, by name."""
    tree = ast.parse(module.read_text(encoding="utf-8"))
    (found,) = (node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == name)
    return {node.name: node for node in found.body if isinstance(node, Function)}


def unfit(ours: Any, theirs: dict[str, Function]) -> list[str]:  # noqa: ANN401  # a protocol is no common type
    """What of our protocol the real class has not, or has otherwise."""
    said = {name: inspect.signature(member) for name, member in vars(ours).items() if not name.startswith("_")}
    return [fault for name, signature in said.items() for fault in _faults(name, signature, theirs)]


def _faults(name: str, ours: inspect.Signature, theirs: dict[str, Function]) -> list[str]:
    """What is wrong with one method."""
    if name not in theirs:
        return [f"there is no {name}"]
    arguments = theirs[name].args
    order = [argument.arg for argument in (*arguments.posonlyargs, *arguments.args)]
    known = {*order, *(argument.arg for argument in arguments.kwonlyargs)}
    needed = order[: len(order) - len(arguments.defaults)]
    given = list(ours.parameters)
    by_place = [
        parameter.name for parameter in ours.parameters.values() if parameter.kind is not parameter.KEYWORD_ONLY
    ]
    faults = [f"{name} takes no {parameter}" for parameter in given if parameter not in known]
    faults += [f"{name} needs {parameter}" for parameter in needed if parameter not in given]
    return faults + ([] if order[: len(by_place)] == by_place else [f"{name} takes {order}, not {by_place}"])


def test_the_camera_is_driven_as_picamera2_wants_it(source: Path) -> None:
    """Every method we call exists, takes what we give it, in our order, and needs nothing that we do not give."""
    assert unfit(Driver, methods(source / "picamera2" / "picamera2.py", "Picamera2")) == []


def test_a_picture_is_taken_out_as_picamera2_wants_it(source: Path) -> None:
    """The same for a finished picture: made into an array by its stream's name, and given back."""
    assert unfit(Request, methods(source / "picamera2" / "request.py", "CompletedRequest")) == []


def test_focus_is_told_as_picamera2_reads_it(source: Path) -> None:
    """A control that a camera has not is refused as we expect it, and picamera2 itself reads AfState as we do."""
    refused = (source / "picamera2" / "controls.py").read_text(encoding="utf-8")
    reads = (source / "picamera2" / "picamera2.py").read_text(encoding="utf-8")

    assert "raise RuntimeError" in refused
    assert "get_metadata()['AfState']" in reads


def test_a_capture_that_waits_too_long_still_raises_what_we_catch(source: Path) -> None:
    """A job is waited for as a future with a timeout, so it is TimeoutError that comes of a camera that hangs."""
    job = (source / "picamera2" / "job.py").read_text(encoding="utf-8")

    assert "from concurrent.futures import" in job
    assert "result(timeout=" in job


def test_a_changed_call_would_be_noticed() -> None:
    """If a later picamera2 dropped a method, renamed an argument or wanted another, the test would say which."""
    changed = ast.parse("class C:\n def capture_request(self, patience, place): pass\n").body[0]
    assert isinstance(changed, ast.ClassDef)
    theirs = {node.name: node for node in changed.body if isinstance(node, Function)}
    faults = unfit(Driver, theirs)

    assert {"capture_request takes no wait", "capture_request needs place", "there is no close"} <= set(faults)
