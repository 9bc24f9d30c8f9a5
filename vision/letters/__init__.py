"""Which letter a window of the board shows: the network, its windows, and the household's own tiles."""
