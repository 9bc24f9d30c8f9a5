"""Independent checks of letters: a second network, shifted windows, symmetry, the colour of the tile."""
