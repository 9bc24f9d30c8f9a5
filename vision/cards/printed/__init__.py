"""What is printed small on cards: values, which stand on every card, and marks, which stand on a few."""
