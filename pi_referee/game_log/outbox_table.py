"""How far a table's log has gone out to a broker: one row beside the events, and which log it belongs to.

A backup takes the events without it, so a log that was restored is another log to whoever listens, and goes out anew.
"""

from __future__ import annotations

MAKE = """CREATE TABLE IF NOT EXISTS outbox (
  one  INTEGER PRIMARY KEY CHECK (one = 1),
  log  TEXT NOT NULL,
  sent INTEGER NOT NULL
) STRICT"""
"""log: a name by chance for this log. sent: every event up to this one is with the broker."""

DROP = "DROP TABLE IF EXISTS outbox"
"""What is done to a copy that is to be another log."""
