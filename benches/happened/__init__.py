"""Benches of what happens at a table besides plays: nothing is drawn here, looks are made as values."""
