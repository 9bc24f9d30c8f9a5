"""Measures the club's hall: with a real broker, with what goes wrong on the way, and with many tables."""
