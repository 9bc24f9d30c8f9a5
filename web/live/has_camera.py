"""Whether a camera looks at this table; a house may play without one, and is then offered nothing that needs it."""

from __future__ import annotations

from pathlib import Path

from flask import Flask, current_app

from pi_referee.table_link.status import read

_KEY = "pi-referee condition"


def keep_eye(app: Flask, condition: Path | None) -> None:
    """Remember the file in which the watching process keeps how the camera is."""
    app.extensions[_KEY] = condition


def has_camera() -> bool:
    """Whether there is a camera; one that has a fault is still there, one that was switched off is not."""
    condition: Path | None = current_app.extensions[_KEY]
    found = read(condition) if condition else None
    return found is None or found.camera != "off"
