"""Before a game: players, rules, camera, board, tiles, hardware, other tablets."""
