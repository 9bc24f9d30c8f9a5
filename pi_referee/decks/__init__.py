"""The household's own deck of cards: learnt, kept in a file, and corrected."""
