"""Makes what tells whether anything lies across a tile."""
