"""What was played here: every game in short, kept beside the log and made anew from it, and what it says of people."""
