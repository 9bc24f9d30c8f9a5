"""What players agree on before a game: every switch and its options."""
