"""A game as data: its board and box, the switches of its table, and the files that describe games."""
