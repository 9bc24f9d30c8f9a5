"""What the page says, in its reader's language: phrases, numbers, sums, questions, the headline."""
