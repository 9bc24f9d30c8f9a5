"""The light that falls on the board, and how squares look with it taken out."""
