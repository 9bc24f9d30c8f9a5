"""How a table is looked at for the game that is played there: a board, or cards."""
