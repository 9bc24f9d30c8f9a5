"""The course of a game: what happened, whose turn it is, what every turn scored, and how it ends."""
