"""The command line: what it says, and with which exit status, when something is wrong."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from pi_referee import __version__
from pi_referee.cli import GROUPS, main, referee

ROOT = Path(__file__).parents[1]


def pi_referee(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command as a person does, in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "pi_referee", *arguments],
        cwd=ROOT,
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def test_the_version_is_told() -> None:
    """`--version` names the program and its version."""
    assert pi_referee("--version").stdout == f"pi-referee {__version__}\n"


def test_without_a_command_the_help_is_shown() -> None:
    """Whoever types only the name sees what there is, and that is no fault."""
    ended = pi_referee()

    assert (ended.returncode, "doctor" in ended.stdout) == (0, True)


def test_the_help_is_grouped_and_whole() -> None:
    """Every command stands under what it is for, once, with its whole first sentence; so do those of lexicon."""
    told, lexicon = " ".join(pi_referee("--help").stdout.split()), " ".join(pi_referee("lexicon", "-h").stdout.split())

    assert sorted(name for names in GROUPS.values() for name in names) == referee.list_commands(click.Context(referee))
    assert [told.index(f"{heading}:") for heading in GROUPS] == sorted(told.index(f"{heading}:") for heading in GROUPS)
    assert "each as a press of the button, and score the game." in told
    assert "interrupted, it goes on where it was." in lexicon


def test_defaults_are_told() -> None:
    """What happens without an option is said by its help."""
    told = " ".join(pi_referee("watch", "--help").stdout.split())

    assert "[default: 5.0]" in told
    assert "Usually pi on a Raspberry Pi" in told


def commands(group: click.Group) -> Iterator[click.Command]:
    """Every command, also below another."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        yield command
        yield from commands(command) if isinstance(command, click.Group) else ()


def test_a_home_is_known_by_its_whole_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder that was named from where one stood is the same for every part: photographs were not found otherwise."""
    monkeypatch.chdir(tmp_path)
    homes = [param for command in commands(referee) for param in command.params if param.name == "home"]

    assert len(homes) > 15
    for param in homes:
        assert param.type.convert("games", param, None) == tmp_path / "games"


@pytest.mark.parametrize("arguments", [("frobnicate",), ("doctor", "--nonsense"), ("doctor", "--port", "many")])
def test_a_command_written_wrongly_is_status_2(arguments: tuple[str, ...]) -> None:
    """Wrong usage is said in a sentence with the way to the help, with status 2."""
    ended = pi_referee(*arguments)

    assert ended.returncode == 2
    assert "--help" in ended.stderr
    assert "Traceback" not in ended.stderr


@pytest.mark.parametrize("command", ["import", "score --game alfapet-sv", "restore --check"])
def test_a_file_without_an_end_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str) -> None:
    """A device is no game, no plays and no backup, and fills no memory."""
    home = [] if command.startswith("score") else ["--home", str(tmp_path)]

    assert main([*command.split(), "/dev/zero", *home]) in {1, 3}
    assert "not foreseen" not in capsys.readouterr().err


@pytest.mark.parametrize(
    ("option", "value"),
    [("--players", ",".join(f"P{n}" for n in range(2000))), ("--game", "x" * 50_000), ("--rack", "9" * 4000)],
)
def test_a_fault_is_never_longer_than_anybody_reads(
    capsys: pytest.CaptureFixture[str], option: str, value: str
) -> None:
    """Whatever was typed is quoted by its beginning and its end."""
    game = [] if option == "--game" else ["--game", "alfapet-sv"]

    assert main(["score", "/dev/null", *game, option, value]) in {2, 3}
    assert len(capsys.readouterr().err) < 2500


def test_with_json_a_fault_is_one_object() -> None:
    """Programs find the same under `error`, and nothing else on standard output."""
    ended = pi_referee("doctor", "--nonsense", "--json")

    assert json.loads(ended.stdout)["error"]["kind"] == "usage"


class TestWatch:
    """`pi-referee watch`, as far as it does not start."""

    def test_without_pins_the_button_is_a_clear_sentence(self, tmp_path: Path) -> None:
        """A machine without pins is told what to do instead, with status 1."""
        ended = pi_referee(
            "watch",
            "--home",
            str(tmp_path),
            "--button",
            "gpio",
            "--camera",
            "webcam",
            GPIOZERO_PIN_FACTORY="no-such-pins",
        )

        assert (ended.returncode, "--button keyboard" in ended.stderr) == (1, True)
        assert "Traceback" not in ended.stderr

    @pytest.mark.parametrize(
        ("option", "named", "known"),
        [("--camera", "eye", "webcam:1"), ("--button", "doorbell", "gpio:5"), ("--lamp", "candle", "none")],
    )
    def test_things_nobody_knows_are_named(self, tmp_path: Path, option: str, named: str, known: str) -> None:
        """A camera, button or lamp of a name that means nothing is answered with those there are."""
        things = {"--camera": "webcam", "--button": "keyboard", "--lamp": "none", option: named}
        ended = pi_referee("watch", "--home", str(tmp_path), *(part for thing in things.items() for part in thing))

        assert (ended.returncode, named in ended.stderr, known in ended.stderr) == (2, True, True)

    def test_an_empty_folder_of_pictures_is_refused(self, tmp_path: Path) -> None:
        """A folder in place of a camera must hold pictures; one that does not is refused with status 3."""
        (tmp_path / "empty").mkdir()
        ended = pi_referee("watch", "--home", str(tmp_path / "home"), "--camera", f"folder:{tmp_path / 'empty'}")

        assert (ended.returncode, "No picture" in ended.stderr) == (3, True)

    @pytest.mark.parametrize(
        "wrong", [("--players", "Anna,,Bo"), ("--rack", "99"), ("--rack", "0"), ("--players", "A,A")]
    )
    def test_a_game_that_cannot_be_is_refused(self, tmp_path: Path, wrong: tuple[str, str]) -> None:
        """Nameless or twofold players and impossible racks are wrong usage, said in a sentence; no game begins."""
        ended = pi_referee("watch", "--home", str(tmp_path), "--camera", "simulated", *wrong)

        assert ended.returncode == 2
        assert "Traceback" not in ended.stderr

    def test_a_home_that_is_a_file_is_refused(self, tmp_path: Path) -> None:
        """A games' folder that cannot be made is named."""
        (tmp_path / "file").write_text("in the way", encoding="utf-8")
        ended = pi_referee("watch", "--home", str(tmp_path / "file" / "games"), "--camera", "simulated")

        assert (ended.returncode, str(tmp_path) in ended.stderr) == (1, True)


class TestDoctor:
    """`pi-referee doctor`."""

    def test_every_part_is_told_with_its_cure(self, tmp_path: Path) -> None:
        """Each part is well, missing or broken, and what is not well has a cure."""
        told = json.loads(pi_referee("doctor", "--json", "--home", str(tmp_path)).stdout)

        assert {part["health"] for part in told["parts"]} <= {"ok", "missing", "broken"}
        assert [part for part in told["parts"] if part["health"] != "ok" and not part["cure"]] == []

    def test_a_port_in_use_is_noticed(self, tmp_path: Path) -> None:
        """A taken port is missing, with the advice to choose another."""
        with socket.create_server(("127.0.0.1", 0)) as taken:
            ended = pi_referee("doctor", "--home", str(tmp_path), "--port", str(taken.getsockname()[1]))

        assert "is in use, and no referee answers there" in ended.stdout

    def test_it_ends_with_a_verdict_and_looks_through_the_camera(self, photographed: Path, tmp_path: Path) -> None:
        """The last line says whether one can play and what is done without; the camera's picture was looked at."""
        folder = f"folder:{photographed}"
        lines = pi_referee("doctor", "--home", str(tmp_path), "--camera", folder).stdout.splitlines()

        assert lines[-1].startswith("This machine can referee: all that is needed works. What is missing can be done")
        assert "word lists" in lines[-1]
        assert any(line.startswith("ok       camera's picture:") and "the board is found" in line for line in lines)

    def test_a_home_that_cannot_be_written_to_is_broken(self, tmp_path: Path) -> None:
        """A games' folder that is a file, or lies below one, is named and the status is 1."""
        (tmp_path / "file").write_text("in the way", encoding="utf-8")
        ended = pi_referee("doctor", "--home", str(tmp_path / "file" / "games"))

        assert (ended.returncode, "cannot be written to" in ended.stdout) == (1, True)
        assert "This machine cannot referee yet: games' folder" in ended.stdout


@pytest.mark.parametrize(
    ("status", "command"),
    [
        (2, "replay {home} --game alfapet-sv --players A,A"),
        (2, "replay {home} --game kortalfapet --players A"),
        (2, "run --players A,,B"),
        (2, "demo --players A,A"),
        (2, "watch --camera none --voice parrot --button none"),
        (2, "score --game alfapet-sv --preset easy {home}/plays.txt"),
        (2, "learn {home}/1.jpg --in-order --game="),
        (2, "check --list nobodys ORD"),
        (2, "import {home}/plays.txt --game chess"),
        (2, "lexicon import {home}/plays.txt --name own --kind nouns"),
        (2, "export 7 {home}/game.pdf"),
        (2, "serve --home {home}/nowhere"),
        (2, "relay"),
        (2, "relay --user Table"),
        (3, "read {home}/none.jpg --game alfapet-sv"),
        (3, "replay {home}/nowhere --game alfapet-sv"),
        (3, "score {home}/none.txt --game alfapet-sv"),
        (3, "score {home} --game alfapet-sv"),
        (3, "import {home}/none.csv"),
        (3, "lexicon import {home}/none.txt --name own"),
        (3, "restore {home}/none.zip"),
        (3, "restore --check {home}/plays.txt"),
        (3, "relay --user table-1 --password-file {home}/none"),
    ],
)
def test_one_rule_for_the_exit_status(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], status: int, command: str
) -> None:
    """2: an option means nothing that there is. 3: what was to be read is none, or missing. Each in a sentence."""
    monkeypatch.setenv("PI_REFEREE_HOME", str(tmp_path / "games"))
    (tmp_path / "plays.txt").write_text("I9 > SOL\n", encoding="utf-8")

    assert main([part.format(home=tmp_path) for part in command.split()]) == status
    assert "not foreseen" not in capsys.readouterr().err
