"""Readers of the dictionaries that lists are made of: what each knows of a word."""
