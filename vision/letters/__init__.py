"""Reads the letter in a window of the board: the network, its windows, and the household's own tiles."""
