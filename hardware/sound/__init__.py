"""What is said aloud at the table, where somebody wants that."""
