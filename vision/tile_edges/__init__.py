"""The lines around a square as evidence: the edges of a tile differ from the lines printed on bare board."""
