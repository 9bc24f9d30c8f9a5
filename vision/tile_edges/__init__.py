"""The lines round squares as a witness: a tile has other edges than bare board."""
