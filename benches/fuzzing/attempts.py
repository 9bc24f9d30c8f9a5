"""Tries inputs one after another and tells of each how it ended; started by benches.fuzzing, which watches it."""

from __future__ import annotations

import contextlib
import io
import json
import logging
import os
import random
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from benches.fuzzing.cases import CASES, Case

_CHECK_EVERY = 50
"""After so many requests every page is looked at."""


def run(kind: str, seed: int, numbers: range) -> None:
    """Try these inputs; a line of JSON before and after each."""
    logging.disable(logging.CRITICAL)
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        os.environ |= {"PI_REFEREE_HOME": f"{folder}/home", "HOME": folder}
        attempt = _requests(kind, Path(folder)) if kind in {"forms", "hosts"} else _command(kind)
        for number in numbers:
            _tell({"begins": number})
            began = time.process_time()
            wrong = attempt(number, random.Random(f"{kind}-{seed}-{number}"))
            _tell({"ends": number, "seconds": time.process_time() - began, "memory": _most_held(), "wrong": wrong})


def _most_held() -> int:
    """The most memory that this process has held, MB; getrusage tells of the process that started it, too."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.partition("VmHWM:")[2].split()[0]) // 1024


def _tell(told: dict[str, object]) -> None:
    """Write a line for whoever started this."""
    sys.__stdout__.write(json.dumps(told) + "\n")  # type: ignore[union-attr]  # it was started with one
    sys.__stdout__.flush()  # type: ignore[union-attr]


Attempt = Callable[[int, random.Random], str]
"""Tries the input of a number; what was wrong with it, "" if nothing."""


def _command(kind: str) -> Attempt:
    """Tries commands."""
    from pi_referee.cli import main  # noqa: PLC0415  # after the home is set

    def attempt(_: int, chance: random.Random) -> str:
        case = CASES[kind](chance)
        _put(case)
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            try:
                status = main(list(case.arguments))
            except BaseException as error:  # noqa: BLE001  # that nothing comes out is what is tried
                return f"{type(error).__name__} came out: {error}"[:300]
        if status not in range(4) or "not foreseen" in err.getvalue():
            return f"{list(case.arguments)} -> {status} {err.getvalue()}"[:600]
        return ""

    return attempt


def _put(case: Case) -> None:
    """Put a case's files where the command runs, and nothing else but what was kept of the games."""
    for old in Path().iterdir():
        if old.name != "home":
            shutil.rmtree(old) if old.is_dir() else old.unlink()
    for name, content in case.files.items():
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_bytes(content)


def _requests(kind: str, folder: Path) -> Attempt:
    """Tries requests to a page."""
    from benches.fuzzing.requests import Page  # noqa: PLC0415  # after the home is set

    page = Page(folder)

    def attempt(number: int, chance: random.Random) -> str:
        status = page.form(chance) if kind == "forms" else page.host(chance)
        if status >= 500 and status != 503:
            return f"status {status}"
        return page.wrong() if number % _CHECK_EVERY == 0 else ""

    return attempt


if __name__ == "__main__":
    run(sys.argv[1], int(sys.argv[2]), range(int(sys.argv[3]), int(sys.argv[4])))
