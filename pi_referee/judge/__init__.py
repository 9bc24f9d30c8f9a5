"""From what was seen to what was meant: the change on the board, the play, what is said about it."""
