"""The eye: from a picture of the table to what lies on the board."""
