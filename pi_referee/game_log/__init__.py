"""The log of all games: events, the SQLite file they are kept in, and its backups."""
