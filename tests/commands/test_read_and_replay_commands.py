"""`pi-referee read` and `pi-referee replay`: their JSON, their sentences, and their exit statuses."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from hardware.picture_file import read_picture
from pi_referee.cli import main
from vision.sighting import Why

WHOLE = ("--game", "alfapet-sv", "--json")


class Ended:
    """A command that has ended: its exit status, what it printed, and what it said."""

    def __init__(self, status: int, out: str, err: str) -> None:
        """Keep all three."""
        self.status, self.out, self.err = status, out, err

    @property
    def rows(self) -> list[dict[str, Any]]:
        """Each line of output as JSON."""
        return [json.loads(text) for text in self.out.splitlines()]

    @property
    def reason(self) -> str:
        """The fault as JSON has it, which must be said in words as well; nothing else may be printed."""
        [row] = self.rows
        assert row["error"]["what"] in self.err
        assert row["error"]["cure"]
        assert "Traceback" not in self.err
        return " ".join(row["error"].values())


Run = Callable[..., Ended]


@pytest.fixture(name="run")
def _run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command as the command line does."""

    def run(*arguments: str | Path) -> Ended:
        capsys.readouterr()
        status = main([str(argument) for argument in arguments])
        return Ended(status, *capsys.readouterr())

    return run


@pytest.fixture
def folder(photographed: Path, tmp_path: Path) -> Path:
    """A copy of the small game's folder, to add to."""
    return Path(shutil.copytree(photographed, tmp_path / "set"))


class TestRead:
    """One look at one picture."""

    def test_one_object_with_every_field(self, run: Run, photographed: Path) -> None:
        """The JSON is one object with the contract's fields, each of its kind."""
        ended = run("read", photographed / "02.jpg", *WHOLE)
        [row] = ended.rows

        assert ended.status == 0
        assert {"game", "edition", "quad", "board", "stops", "arrows", "doubts", "ms"} <= row.keys()
        assert (row["game"], row["edition"], row["stops"], row["arrows"]) == ("alfapet-sv", "light", [], [])
        assert np.array(row["quad"]).shape == (4, 2)
        assert {"locate", "cells", "letters", "total"} <= row["ms"].keys()

    def test_why_says_what_each_stage_did(self, run: Run, tmp_path: Path, photographed: Path) -> None:
        """Each square in doubt has its reason, and the stage that raised it is named, as JSON and in words."""
        picture = read_picture(photographed / "02.jpg")
        cv2.imwrite(str(tmp_path / "soft.jpg"), cv2.GaussianBlur(picture, (0, 0), 4))
        [row] = run("read", tmp_path / "soft.jpg", *WHOLE, "--why").rows
        told = run("read", tmp_path / "soft.jpg", "--game", "alfapet-sv", "--why")

        assert row["doubts"]
        assert row["trace"]
        assert {doubt["why"].upper() for doubt in row["doubts"]} <= set(Why.__members__)
        assert all(step["raised"] or step["settled"] for step in row["trace"])
        assert all(f"{doubt['square']}: {Why[doubt['why'].upper()]}." in told.out for doubt in row["doubts"])
        assert all(f"{step['stage']}: " in told.out for step in row["trace"])

    def test_letters_with_their_confidence(self, run: Run, photographed: Path) -> None:
        """Each sure letter stands with how sure it is; together with the doubts they are all that lies there."""
        [row] = run("read", photographed / "02.jpg", *WHOLE).rows

        truth = dict(zip(("H9", "I9", "J9", "K9", "L9", "I10", "I11"), "KABELLM", strict=True))
        assert row["board"].keys() | {doubt["square"] for doubt in row["doubts"]} == truth.keys()
        assert {square: read["letter"] for square, read in row["board"].items()}.items() <= truth.items()
        assert all(0.9 < read["confidence"] <= 1 for read in row["board"].values())

    def test_for_people_it_draws_the_board(self, run: Run, photographed: Path) -> None:
        """Without --json the board is drawn as text, a row a line with its number, beneath the columns' letters."""
        ended = run("read", photographed / "01.jpg", "--game", "alfapet-sv")

        lines = ended.out.splitlines()
        assert (ended.status, len(lines)) == (0, 18)
        assert re.fullmatch(r" 9( \.){7}( [KABEL?]){5}( \.){5}", lines[9])
        assert lines[1] == " 1" + " ." * 17

    def test_corners_that_are_shown_are_used(self, run: Run, photographed: Path) -> None:
        """The quad is what was given, and the board is read by it."""
        [sought] = run("read", photographed / "01.jpg", *WHOLE).rows
        corners = [f"{x},{y}" for x, y in sought["quad"]]

        [shown] = run("read", photographed / "01.jpg", *WHOLE, "--corners", *corners).rows

        assert np.abs(np.array(shown["quad"]) - np.array(sought["quad"])).max() < 1.2
        assert shown["board"].keys() == sought["board"].keys()

    @pytest.mark.parametrize("off", [(0.25, 0.0), (-0.2, 0.25), (0.0, -0.3)])
    def test_corners_that_are_shown_are_pulled_onto_the_print(
        self, run: Run, photographed: Path, off: tuple[float, float]
    ) -> None:
        """Corners up to a third of a square beside the board's read the same tiles on the same squares."""
        [sought] = run("read", photographed / "01.jpg", *WHOLE).rows
        quad = np.array(sought["quad"])
        square = np.linalg.norm(quad[1] - quad[0]) / 17
        corners = [f"{x},{y}" for x, y in quad + square * np.array(off)]

        [shown] = run("read", photographed / "01.jpg", *WHOLE, "--corners", *corners).rows

        assert np.abs(np.array(shown["quad"]) - quad).max() < 0.1 * square
        assert shown["board"].keys() == sought["board"].keys()

    @pytest.mark.parametrize(
        "wrong",
        [
            ("--game", "chess"),
            ("--game", "alfapet-sv", "--edition", "green"),
            ("--game", "alfapet-sv", "--corners", "1,1", "2,2"),
            ("--game", "alfapet-sv", "--corners", "0,0", "0,0", "0,0", "0,0"),
            ("--game", "alfapet-sv", "--corners", "0,0", "50,50", "100,100", "0,100"),
            ("--game", "alfapet-sv", "--corners", "0,0", "900,900", "900,0", "0,900"),
            ("--game", "alfapet-sv", "--corners", "nan,0", "900,0", "900,900", "0,inf"),
            ("--game", "alfapet-sv", "--corners", "1,1", "2,2", "3;3", "4,4"),
            (),
        ],
    )
    def test_wrong_usage(self, run: Run, photographed: Path, wrong: tuple[str, ...]) -> None:
        """An unknown game or edition, corners that are none, and a game left out are wrong usage: status 2."""
        ended = run("read", photographed / "01.jpg", *wrong, "--json")

        assert ended.status == 2
        assert "--help" in ended.reason

    def test_an_unknown_game_is_answered_with_those_there_are(self, run: Run, photographed: Path) -> None:
        """Whoever mistypes a game sees how it is written."""
        assert "alfapet-sv" in run("read", photographed / "01.jpg", "--game", "alfapett").err

    def test_no_board(self, run: Run, tmp_path: Path) -> None:
        """A picture without a board is refused with the reason and what to do: status 3."""
        cv2.imwrite(str(tmp_path / "table.png"), np.full((400, 500, 3), 110, np.uint8))

        ended = run("read", tmp_path / "table.png", *WHOLE)

        assert ended.status == 3
        assert "table.png" in ended.reason
        assert ended.rows[0]["error"]["code"] == "no_edges"

    @pytest.mark.parametrize("kept", [0, 20, 2000])
    def test_a_broken_picture(self, run: Run, photographed: Path, tmp_path: Path, kept: int) -> None:
        """A JPEG that was cut short, or is empty, is no accident of the program: status 3 and a sentence."""
        (tmp_path / "cut.jpg").write_bytes((photographed / "01.jpg").read_bytes()[:kept])

        ended = run("read", tmp_path / "cut.jpg", *WHOLE)

        assert ended.status == 3
        assert "cut.jpg" in ended.reason
        assert ended.rows[0]["error"].keys() == {"kind", "what", "where", "cure"}

    def test_no_such_picture(self, run: Run, tmp_path: Path) -> None:
        """So is a picture that is not there."""
        ended = run("read", tmp_path / "none.jpg", *WHOLE)

        assert (ended.status, "none.jpg" in ended.reason) == (3, True)


class TestReplay:
    """A folder of pictures, each a press."""

    def test_a_line_a_picture(self, run: Run, photographed: Path) -> None:
        """Each picture is one JSON object on a line of its own, in the order of names."""
        ended = run("replay", photographed, *WHOLE, "--players", "Ann,Bo")

        assert ended.status == 0
        assert [row["image"] for row in ended.rows] == [f"0{number}.jpg" for number in range(1, 6)]
        assert [row["outcome"] for row in ended.rows[:3]] == ["ruled", "ruled", "unchanged"]
        assert ended.rows[-1]["totals"].keys() == {"Ann", "Bo"}

    def test_for_people(self, run: Run, photographed: Path) -> None:
        """Without --json each picture is a line to read, a refusal with its reason."""
        lines = run("replay", photographed, "--game", "alfapet-sv").out.splitlines()

        assert lines[0].startswith("1/5  01.jpg  A  ruled ")
        assert " KABEL " in lines[0]
        assert "K12, I13, K13" in lines[3]

    def test_answers(self, run: Run, turned: Path, tmp_path: Path) -> None:
        """A file of answers makes an asked play final."""
        [asked] = [row for row in run("replay", turned, *WHOLE).rows if row["image"] == "02.jpg"]
        truth = dict(zip(("I10", "I11", "I12", "J12", "K12"), "LMTRE", strict=True))
        answers = {doubt["question"]: truth.get(doubt["question"], True) for doubt in asked["doubts"]}
        (tmp_path / "answers.json").write_text(json.dumps({"02.jpg": answers}))

        ended = run("replay", turned, *WHOLE, "--answers", tmp_path / "answers.json")
        rows = ended.rows

        assert "not asked for" not in ended.err
        assert (asked["outcome"], asked["score"]) == ("asked", None)
        assert (rows[1]["outcome"], rows[1]["score"]) == ("asked", rows[1]["totals"]["B"])

    def test_answers_that_were_not_asked_for(self, run: Run, photographed: Path, tmp_path: Path) -> None:
        """An answer to what is never asked, or for a picture that is not there, is named at the end."""
        answers = {"01.jpg": {"K9": "E", "arrow:F14": True}, "77.jpg": {"H8": "A"}}
        (tmp_path / "answers.json").write_text(json.dumps(answers))

        ended = run("replay", photographed, *WHOLE, "--answers", tmp_path / "answers.json")

        told = "not asked for: 01.jpg K9, 01.jpg arrow:F14, 77.jpg (no such picture was played)."
        assert (ended.status, len(ended.rows), told in ended.err) == (0, 5, True)

    def test_an_edition_that_is_none(self, run: Run, folder: Path) -> None:
        """An edition in set.json that nobody knows is refused by its name."""
        (folder / "set.json").write_text('{"edition": "green", "frames": [{"image": "01.jpg"}]}')

        assert "green" in run("replay", folder, *WHOLE).reason

    def test_a_rack_that_is_not_played(self, run: Run, photographed: Path) -> None:
        """A rack of a size that no rule knows is wrong usage, answered with those there are: status 2."""
        ended = run("replay", photographed, *WHOLE, "--rack", "99")

        assert ended.status == 2
        assert "99" in ended.reason

    @pytest.mark.parametrize(
        ("text", "said"), [("{", "damaged"), ('{"frames": [{"image": "77.jpg"}]}', "77.jpg"), ('{"edition": 1}', "set")]
    )
    def test_a_damaged_set(self, run: Run, folder: Path, text: str, said: str) -> None:
        """A set.json that cannot be read, or names pictures that are missing, is refused: status 3."""
        (folder / "set.json").write_text(text)

        ended = run("replay", folder, *WHOLE)

        assert (ended.status, said in ended.reason) == (3, True)

    @pytest.mark.parametrize("place", ["empty", "nowhere", "empty/file"])
    def test_a_folder_that_is_none(self, run: Run, tmp_path: Path, place: str) -> None:
        """An empty folder, one that is not there, and a file in its place are refused: status 3."""
        (tmp_path / "empty").mkdir()
        if place.endswith("file"):
            (tmp_path / place).write_text("in the way")

        ended = run("replay", tmp_path / place, *WHOLE)

        assert (ended.status, str(tmp_path) in ended.reason) == (3, True)

    @pytest.mark.parametrize("text", [None, "", "[]", '{"01.jpg": ["E"]}'])
    def test_answers_that_are_none(self, run: Run, photographed: Path, tmp_path: Path, text: str | None) -> None:
        """A file of answers that is missing or says something else is refused before anything is played: status 3."""
        if text is not None:
            (tmp_path / "answers.json").write_text(text)

        ended = run("replay", photographed, *WHOLE, "--answers", tmp_path / "answers.json")

        assert (ended.status, "answers" in ended.reason) == (3, True)

    def test_a_broken_picture_between_others(self, run: Run, folder: Path) -> None:
        """A broken JPEG is a line of its own with its reason; the game goes on, and that is status 0."""
        (folder / "01b.jpg").write_bytes(b"\xff\xd8 no picture")

        ended = run("replay", folder, *WHOLE)

        assert (ended.status, ended.rows[1]["outcome"], ended.rows[2]["outcome"]) == (0, "refused", "ruled")
        assert ended.rows[1]["reason"]

    @pytest.mark.parametrize(
        "wrong", [(), ("--game", "chess"), ("--game", "alfapet-sv", "--rack", "many"), ("--game", "alfapet-sv", "-x")]
    )
    def test_wrong_usage(self, run: Run, photographed: Path, wrong: tuple[str, ...]) -> None:
        """A game left out or unknown, and options that are none, are wrong usage: status 2."""
        ended = run("replay", photographed, *wrong, "--json")

        assert ended.status == 2
        assert ended.reason

    def test_without_a_folder(self, run: Run) -> None:
        """The folder must be named: status 2."""
        assert run("replay", *WHOLE).status == 2
