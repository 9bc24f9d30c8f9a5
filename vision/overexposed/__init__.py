"""What strong light has left of letters, blanks and bare squares."""
