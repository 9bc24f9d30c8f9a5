"""Traced tables are counted as they are told: what is found, what is missed, and what cannot be looked at."""

from __future__ import annotations

from pathlib import Path

import cv2
import msgspec
from click.testing import CliRunner

from benches.cards.traced_looks import main
from benches.tracing.traced_tables import answer
from vision.card_render import CardScene, LaidCard, PrintedCard, draw_card_table
from vision.render.view import Shot


def told(folder: Path, *, more: str = "") -> str:
    """What is counted of one table with KUL, and of a second letter that is only said to lie there."""
    cards = tuple(
        LaidCard(PrintedCard(letter, value), (62.0 * column - 62, 0.0), 0.0, cell=(column, 0))
        for column, (letter, value) in enumerate((("K", 3), ("U", 4), ("L", 1)))
    )
    picture, truth = draw_card_table(CardScene(cards), Shot())
    cv2.imwrite(str(folder / "000.png"), picture)
    table = answer("000.png", truth)
    table["cards"] += [{**table["cards"][0], "cell": [3, 0], "letter": more}] if more else []
    (folder / "tables.json").write_bytes(msgspec.json.encode([table]))
    return CliRunner().invoke(main, [str(folder)], catch_exceptions=False).output


def test_what_is_found_is_counted(tmp_path: Path) -> None:
    """Three cards of three, and no fault."""
    output = told(tmp_path)

    assert "1 tables; refused none." in output
    assert "missed" not in output.split("1 tables")[0]


def test_what_is_not_found_is_named(tmp_path: Path) -> None:
    """A card that should be there and is not is named with its picture and its cell."""
    assert "missed: 000.png (3, 0) A" in told(tmp_path, more="A")
