"""Where cards lie in a picture: found, set right, and those beside the words that were missed."""
