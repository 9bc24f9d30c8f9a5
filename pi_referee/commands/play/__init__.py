"""Commands of a game: at the table, on the page, from pictures, from text."""
