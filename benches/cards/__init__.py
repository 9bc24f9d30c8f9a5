"""How well the eye for cards sees: sets of pictures with truth, and tables drawn by chance."""
