"""The rules of the games: values and pure functions, with no clock, no log and no randomness of their own."""
