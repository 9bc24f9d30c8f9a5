"""The board: squares, what is printed on them, and how tiles lie on it."""
