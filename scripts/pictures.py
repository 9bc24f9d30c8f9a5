"""Makes the pictures of the README from our own demo: the page, and photographs beside what was read from them.

.venv/bin/python scripts/pictures.py      needs a Chromium; writes docs/pictures/*.jpg
"""

from __future__ import annotations

import io
import re
import signal
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont
from playwright.sync_api import sync_playwright

from hardware.camera import Picture
from hardware.simulation.simulated_table import Pace, SimulatedTable, played_game
from pi_referee.rules.definition.library import ruleset
from vision.cards.card_eye import CardEye
from vision.cards.card_sighting import CardSighting
from vision.eye import Eye
from vision.geometry.find_board import board_of
from vision.geometry.rectify import SQUARE, square_up
from vision.render.view import BUNDLED
from vision.sighting import Reading, Sighting

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
CHROMIUM = "/usr/bin/chromium"
GAME = "alfapet-sv"
LATE = "STJÄRNA"
"""The word after which the page is photographed."""

CARDS, PLAYERS, TURNS = "kortalfapet", 4, 8
"""The game with cards, and after so many of its turns the table is photographed: the second round lies there."""

MIDDLE = (300, 120, 1440, 1000)
"""The part of that photograph that is shown: left, top, right, bottom, px."""

QUIET = ("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync")


def main() -> int:
    """Make all pictures."""
    FOLDER.mkdir(exist_ok=True)
    photograph, sighting = look()
    seen = side_by_side(photograph, annotated(photograph, sighting))
    seen.save(FOLDER / "seen.jpg", quality=82, optimize=True)
    table = look_at_cards()
    left, top, right, bottom = MIDDLE
    seen = side_by_side(table[top:bottom, left:right], cards_read(table).crop(MIDDLE))
    seen.save(FOLDER / "cards.jpg", quality=82, optimize=True)
    for scheme in ("light", "dark"):
        page(scheme).save(FOLDER / f"page-{scheme}.jpg", quality=82, optimize=True)
    return 0


def look() -> tuple[Picture, Sighting]:
    """Photograph the simulated table after some turns, and see what lies there."""
    table = SimulatedTable(ruleset(GAME), played_game(GAME)[:8], pace=Pace(first=0.0, then=0.0))
    while table.wait(0.0):
        pass
    photograph = table.capture()
    sighting = Eye(ruleset(GAME)).see(photograph)
    if not isinstance(sighting, Sighting):
        raise SystemExit(f"the eye sees nothing: {sighting.reason}")
    return photograph, sighting


def look_at_cards() -> Picture:
    """Photograph the simulated table of cards after some turns."""
    turns = played_game(CARDS, players=PLAYERS)[:TURNS]
    table = SimulatedTable(ruleset(CARDS), turns, pace=Pace(first=0.0, then=0.0), players=PLAYERS)
    while table.wait(0.0):
        pass
    return table.capture()


def cards_read(photograph: Picture) -> Image.Image:
    """The same photograph, a frame round every card of the words with what was read: green, in doubt yellow."""
    sighting = CardEye(ruleset(CARDS).deck).see(photograph)
    if not isinstance(sighting, CardSighting):
        raise SystemExit(f"the eye sees nothing: {sighting.reason}")
    picture = Image.fromarray(np.asarray(cv2.cvtColor(photograph, cv2.COLOR_BGR2RGB)))
    brush = ImageDraw.Draw(picture, "RGBA")
    font = ImageFont.truetype(str(BUNDLED), 24)
    doubts = {doubt.cell for doubt in sighting.doubts}
    for card in sighting.cards:
        ink = (196, 120, 0, 255) if card.cell in doubts else (20, 110, 60, 255)
        corners = [tuple(corner) for corner in card.quad.corners]
        brush.line([*corners, corners[0]], fill=ink, width=6)
        (left, top), told = corners[0], card.letter + (f" {card.multiplier}x" if card.multiplier > 1 else "")
        box = brush.textbbox((left, top), told or "?", font=font, anchor="mm")
        brush.rectangle((box[0] - 7, box[1] - 5, box[2] + 7, box[3] + 5), fill=ink)
        brush.text((left, top), told or "?", font=font, fill="white", anchor="mm")
    return picture


def annotated(photograph: Picture, sighting: Sighting) -> Image.Image:
    """The squared board with what was read written on every tile: sure ones green, doubts yellow."""
    size, scale = ruleset(GAME).layout.size, 2
    squared = square_up(photograph, board_of(sighting.quad, size), size).grid()
    big = cv2.resize(squared, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC)
    board = Image.fromarray(np.asarray(cv2.cvtColor(big, cv2.COLOR_BGR2RGB)))
    brush = ImageDraw.Draw(board, "RGBA")
    font = ImageFont.truetype(str(BUNDLED), 22)
    doubts = {doubt.square: Reading(doubt.choices[0][0], doubt.choices[0][1]) for doubt in sighting.doubts}
    for square, reading in {**sighting.board, **doubts}.items():
        left, top, side = square.column * SQUARE * scale, square.row * SQUARE * scale, SQUARE * scale
        ink = (196, 120, 0, 255) if square in doubts else (20, 110, 60, 255)
        brush.rectangle((left + 2, top + 2, left + side - 3, top + side - 3), outline=ink, width=4)
        brush.rectangle((left + 2, top + 2, left + 25, top + 27), fill=ink)
        brush.text((left + 13, top + 14), reading.letter or "?", font=font, fill="white", anchor="mm")
    return board


def side_by_side(photograph: Picture, board: Image.Image, height: int = 640) -> Image.Image:
    """The photograph, and beside it the board, equally high."""
    left = Image.fromarray(np.asarray(cv2.cvtColor(photograph, cv2.COLOR_BGR2RGB)))
    parts = [part.resize((round(part.width * height / part.height), height)) for part in (left, board)]
    both = Image.new("RGB", (sum(part.width for part in parts) + 16, height), "white")
    both.paste(parts[0], (0, 0))
    both.paste(parts[1], (parts[0].width + 16, 0))
    return both


def page(scheme: str) -> Image.Image:
    """The page on a tablet, well into the demo's game."""
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        port = str(door.getsockname()[1])
    with tempfile.TemporaryDirectory() as home:
        command = [sys.executable, "-m", "pi_referee", "demo", "--fast", "--port", port, "--home", home]
        # The program is this project's own.
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as demo:  # noqa: S603
            try:
                said = demo.stdout.readline() if demo.stdout else ""
                address = re.findall(r"http://\S+", said)[0]
                return screenshot(address, scheme)
            finally:
                demo.send_signal(signal.SIGTERM)


def screenshot(address: str, scheme: str) -> Image.Image:
    """What a tablet shows when the late word has been laid."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        tablet = browser.new_page(viewport={"width": 1024, "height": 1366}, locale="en")
        tablet.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        tablet.goto(address)
        tablet.get_by_text(LATE).first.wait_for(timeout=60_000)
        shot = Image.open(io.BytesIO(tablet.screenshot(animations="disabled")))
        browser.close()
    return shot.convert("RGB")


if __name__ == "__main__":
    sys.exit(main())
