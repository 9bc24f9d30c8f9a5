"""Whether confidence means what it says, and plots of it."""
