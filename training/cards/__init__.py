"""Draws tables of cards to learn from, and fits the two networks of the eye for cards to them."""
