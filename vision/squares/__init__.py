"""What lies on each square: the evidence, the first verdict, and doubts about it."""
