"""The board and its signs as drawings."""
