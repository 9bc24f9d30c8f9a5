"""From a picture to the board's plane: where the board lies, which way up, and its squares cut out."""
