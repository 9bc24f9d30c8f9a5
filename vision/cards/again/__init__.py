"""What a look at cards takes over from the last one: cards that lie where they lay, and what networks said of them."""
