"""A game's protocol on paper and as a picture: for the fridge door, the album, and whoever was not there."""
