"""What was played in this house: the list of games, and what it says of the people."""
