"""One play: what it makes, what is wrong with it, and what it scores."""
