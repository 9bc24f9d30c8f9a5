"""A game that is played: the table, answers, corrections, challenges, the end."""
