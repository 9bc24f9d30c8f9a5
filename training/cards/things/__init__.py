"""What finds things on a table of cards that are no cards: drawn tables for it, and its fit."""
