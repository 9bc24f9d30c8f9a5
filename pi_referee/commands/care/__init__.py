"""Commands that keep the referee well: backups, reports, word lists."""
