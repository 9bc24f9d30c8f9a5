"""A film of a game: for each turn its squared photograph beside the board as it was drawn."""
