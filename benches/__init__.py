"""Measurements of the referee on pictures with known truth; run by scripts/bench."""
