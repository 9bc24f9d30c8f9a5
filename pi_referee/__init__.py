"""A referee for word games on a real board: it looks, scores, keeps the protocol and never guesses."""

__version__ = "0.6.0"
