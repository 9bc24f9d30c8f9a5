"""All games in one file to be kept elsewhere, and how they come back."""
