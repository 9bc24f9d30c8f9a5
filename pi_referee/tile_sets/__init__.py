"""The household's own tiles: learning them, and the files they are kept in."""
