"""Where the referee keeps its things, and files that are written whole or not at all."""
