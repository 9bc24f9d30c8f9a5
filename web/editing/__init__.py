"""Writing plays by hand: the next one, a forgotten one, one that was written wrongly; and what that changed."""
