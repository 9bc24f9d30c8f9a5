"""Laying a board again, or a rack, and comparing it with what should lie there."""
