"""Games written down as text, one thing a line, and their scores."""
