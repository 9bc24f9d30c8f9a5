"""Fits the network that finds cards: what it is shown, what it should answer, and how it learns."""
