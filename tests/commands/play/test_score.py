"""What `pi-referee score` prints for people."""

from __future__ import annotations

from pathlib import Path

import pytest

from pi_referee.cli import main


def test_what_a_word_brought_is_told_behind_the_totals(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """After a pass it is all there is to tell, after a word it follows that word."""
    plays = tmp_path / "plays.txt"
    plays.write_text("0,0 > L3UVA\n-\n1,-1 v K.L\n1,1 > .EK\n", encoding="utf-8")

    assert main(["score", "--game", "kortalfapet", "--players", "Ann,Bo", str(plays)]) == 0
    told = [line.partition("]  ")[2] for line in capsys.readouterr().out.splitlines()]
    assert told == [
        "LUVA 27, if nobody takes a card of it",
        "Ann kept LUVA: 27",
        "KUL 7, if nobody takes a card of it",
        "LEK 5, if nobody takes a card of it; Ann kept KU: 6",
    ]


@pytest.mark.parametrize("players", ["Ann,,Bo", "Ann,Bo,", ",", " , Ann,Bo"])
def test_a_name_that_is_missing_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str], players: str) -> None:
    """With one name less another game would be scored: two steal, three play rounds."""
    plays = tmp_path / "plays.txt"
    plays.write_text("0,0 > LUVA\n", encoding="utf-8")

    assert main(["score", "--game", "kortalfapet", "--players", players, str(plays)]) == 2
    assert f"A name is missing in {players!r}." in capsys.readouterr().err


def test_names_are_kept_as_everywhere_else(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One letter in two codings is one name: whoever is typed twice cannot play both parts."""
    plays = tmp_path / "plays.txt"
    plays.write_text("0,0 > LUVA\n", encoding="utf-8")

    assert main(["score", "--game", "kortalfapet", "--players", "A\u0301sa,Ása", str(plays)]) == 2
    assert "Two players have the same name" in capsys.readouterr().err
