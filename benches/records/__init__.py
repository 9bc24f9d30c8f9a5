"""Played games of others, written down as text beside the project: written as GCG and read again."""
