"""Draws squared boards to learn from, and fits the network that tells a bare square from a tile."""
