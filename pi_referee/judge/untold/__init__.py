"""What a look shows that nobody told: one view of boards and of tables of cards, so that both are explained alike."""
