"""The eye for cards on a bare table: pictures in, the cards that lie there out."""
