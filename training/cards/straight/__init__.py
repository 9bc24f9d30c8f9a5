"""The network that sets found cards right: what it learns from, and its fit."""
