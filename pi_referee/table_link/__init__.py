"""What the page and the table tell each other: a socket, looks, corners, how things are."""
