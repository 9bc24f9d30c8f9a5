"""Further witnesses of letters: a second network, windows moved, symmetry, a tile's colour."""
