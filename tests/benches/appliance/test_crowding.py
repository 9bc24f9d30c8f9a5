"""Whatever crowds the page's door, the page answers."""

from __future__ import annotations

from pathlib import Path

from benches.appliance.crowding import crowded


def test_half_open_connections_and_uploads_do_not_silence_the_page(tmp_path: Path) -> None:
    """Five hundred half-open connections, fifty uploads by nobody: each question is answered, nothing is put aside."""
    seen = crowded(tmp_path, half_open=500, uploads=50, asked=30)

    assert (seen.unanswered, seen.kept) == (0, 0)
    assert seen.median < 0.2
    assert seen.memory < 100e6
