-- The log is the game. Nothing in it is ever changed: what was wrong is put right by a later event.
CREATE TABLE IF NOT EXISTS event (
  id      INTEGER PRIMARY KEY,              -- 1, 2, 3 …: the order in which things happened, whatever the clock says
  game    INTEGER NOT NULL CHECK (game > 0),
  at      TEXT NOT NULL,                    -- ISO 8601; for people, never for ordering
  kind    TEXT NOT NULL,
  body    TEXT NOT NULL CHECK (json_valid(body)),
  picture TEXT NOT NULL DEFAULT ''          -- name of the squared photograph in pictures/, if there is one
) STRICT;

CREATE INDEX IF NOT EXISTS event_of_game ON event (game, id);

-- Also stops INSERT OR REPLACE, which would slip past a trigger on DELETE.
CREATE TRIGGER IF NOT EXISTS event_comes_last BEFORE INSERT ON event
WHEN NEW.id IS NOT (SELECT coalesce(max(id), 0) + 1 FROM event)
BEGIN SELECT RAISE(ABORT, 'the log only grows at its end, one event at a time'); END;

CREATE TRIGGER IF NOT EXISTS event_is_never_changed BEFORE UPDATE ON event
BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;

CREATE TRIGGER IF NOT EXISTS event_is_never_removed BEFORE DELETE ON event
BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;

PRAGMA application_id = 1886545254;         -- 'pref': how a log of ours is known from any other database
PRAGMA user_version = 1;
