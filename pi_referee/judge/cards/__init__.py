"""Tables of cards: where the cards of a look lie in the game, and what that means."""
