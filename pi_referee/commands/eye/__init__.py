"""Commands of the eye: one look, the board, tiles, the button."""
