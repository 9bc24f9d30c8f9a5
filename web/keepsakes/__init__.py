"""What people take along of a game: its protocol as paper or picture, and its film."""
