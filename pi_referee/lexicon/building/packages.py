"""Packages of Debian or Raspberry Pi OS, fetched into a folder and unpacked there: nothing is installed."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from pi_referee.gettext_mark import say
from pi_referee.lexicon.building.progress import Progress, silent
from pi_referee.lexicon.list_errors import WordListError

_NAME = re.compile(r"(?P<name>[^_]+)_(?P<version>[^_]+)_(?P<machine>[^_]+)\.deb")

_PATIENTLY = ("-o", "Acquire::Retries=1", "-o", "Acquire::http::Timeout=20", "-o", "Acquire::https::Timeout=20")
"""Without a network, apt would else wait two minutes for each of its tries."""

Run = Callable[[Sequence[str], Path], str]
"""Runs a program in a folder and gives what it says on standard error, "" if all went well."""


@dataclass(frozen=True, slots=True)
class Package:
    """A package that was fetched. folder: where it lies unpacked. sha256: of the package's file."""

    name: str
    version: str
    sha256: str
    folder: Path

    @property
    def documents(self) -> Path:
        """Its copyright and changelog."""
        return self.folder / "usr" / "share" / "doc" / self.name


def run_program(command: Sequence[str], folder: Path) -> str:
    """Run a program of the system in a folder; "" if it ended well, else what it said."""
    try:
        # The commands are this module's own, the names of packages this project's.
        ended = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)  # noqa: S603
    except FileNotFoundError:
        return f"there is no program {command[0]} on this machine"
    return "" if ended.returncode == 0 else ended.stderr.strip() or f"it ended with {ended.returncode}"


def fetch(
    names: Sequence[str], folder: Path, *, progress: Progress = silent, run: Run = run_program
) -> dict[str, Package]:
    """Fetch packages and unpack them, each into a folder of its own; what is there already is not fetched again.

    A package cut short by a lost connection is noticed by its checksum. Raises WordListError naming the package.
    """
    folder.mkdir(parents=True, exist_ok=True)
    kept = _kept(folder)
    found = {}
    for name in names:
        deb = _deb(folder, name)
        if deb is None or kept.get(deb.name) != checksum(deb):
            progress(say("fetching"), name)
            deb = _download(name, folder, run)
            kept[deb.name] = checksum(deb)
            _unpack(deb, folder, run)
            (folder / "packages.json").write_text(json.dumps(kept, indent=1), encoding="utf-8")
        found[name] = _package(name, deb, folder, kept[deb.name])
    return found


def checksum(path: Path) -> str:
    """The sha256 of a file."""
    with path.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()


def record(packages: Sequence[Package]) -> list[dict[str, str]]:
    """Packages as they are written beside a list: name, version, checksum."""
    return [{k: v for k, v in asdict(package).items() if k != "folder"} for package in packages]


def _kept(folder: Path) -> dict[str, str]:
    """The checksums of what was fetched and unpacked before; a damaged note is as good as none."""
    try:
        told = json.loads((folder / "packages.json").read_text(encoding="utf-8"))
    except (FileNotFoundError, ValueError):
        return {}
    return told if isinstance(told, dict) else {}


def _deb(folder: Path, name: str) -> Path | None:
    """A package's file, if there is one: the newest."""
    return max(folder.glob(f"{name}_*.deb"), key=lambda path: path.stat().st_mtime, default=None)


def _download(name: str, folder: Path, run: Run) -> Path:
    """Get a package by apt, which checks it against the signed lists."""
    for old in folder.glob(f"{name}_*.deb"):
        old.unlink()
    trouble = run(("apt-get", *_PATIENTLY, "download", name), folder)
    deb = _deb(folder, name)
    if trouble or deb is None:
        raise WordListError(
            say("The package could not be fetched."),
            where=f"{name} ({trouble.splitlines()[-1] if trouble else 'apt gave nothing'})",
            cure=say(
                "Lists are made on Debian, Ubuntu or Raspberry Pi OS, on a network; perhaps first: sudo apt-get "
                "update. What was fetched is kept; begin again to go on."
            ),
        )
    return deb


def _unpack(deb: Path, folder: Path, run: Run) -> None:
    """Unpack a package into a fresh folder."""
    name = deb.name.partition("_")[0]
    shutil.rmtree(folder / name, ignore_errors=True)
    trouble = run(("dpkg-deb", "-x", deb.name, name), folder)
    if trouble:
        deb.unlink(missing_ok=True)
        raise WordListError(
            say("The package could not be unpacked."), where=f"{name} ({trouble})", cure=say("Begin again.")
        )


def _package(name: str, deb: Path, folder: Path, sha256: str) -> Package:
    """A package from its file's name."""
    parts = _NAME.fullmatch(deb.name)
    version = parts["version"].replace("%3a", ":") if parts else "?"
    return Package(name, version, sha256, folder / name)
