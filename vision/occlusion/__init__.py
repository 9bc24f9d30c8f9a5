"""What hides a part of the board: a lamp mirrored in it, and whether a tile is seen whole."""
