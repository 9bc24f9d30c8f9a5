"""Windows of boards and tiles, drawn to learn letters from."""
