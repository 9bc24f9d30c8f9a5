"""What the reader can answer, in the order of the network's outputs."""

from __future__ import annotations

LETTERS: tuple[str, ...] = tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZÅÄÖÜĄĆĘŁŃÓŚŹŻ")
"""Every letter of the games the referee knows."""

BLANK = "blank"
"""A plain tile top."""

SIGN = "sign"
"""A tile with something on it that is no letter."""

NONE = "none"
"""No tile has its centre near the window's middle."""

CLASSES: tuple[str, ...] = (*LETTERS, BLANK, SIGN, NONE)

SIDE = 48
"""The window's side in px; it spans one square and a half of the board."""

SPAN = 1.5
"""How many squares of the board a window is wide."""

REACH = 0.36
"""How far from the window's middle a tile's centre may lie, in squares, and still be the window's tile."""
