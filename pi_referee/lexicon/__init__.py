"""Word lists: which words count, why, and whether two are one; asked only about words that lie on the board."""
