"""Photographs of strangers' tables."""
