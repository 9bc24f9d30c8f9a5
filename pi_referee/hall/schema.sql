-- What tables told the hall. An event is never changed: the first that came under its number stays.
CREATE TABLE IF NOT EXISTS event (
  arrival  INTEGER PRIMARY KEY,
  desk     TEXT NOT NULL,                   -- the table, by its name at the broker
  log      TEXT NOT NULL,                   -- which of the table's logs; another after a backup was put back there
  sequence INTEGER NOT NULL CHECK (sequence > 0),
  game     INTEGER NOT NULL CHECK (game > 0),
  at       TEXT NOT NULL,                   -- ISO 8601 by the table's clock; for people, never for ordering
  kind     TEXT NOT NULL,
  body     TEXT NOT NULL CHECK (json_valid(body)),
  UNIQUE (desk, log, sequence)
) STRICT;

CREATE INDEX IF NOT EXISTS event_of_game ON event (desk, log, game, sequence);

CREATE TABLE IF NOT EXISTS desk (
  name  TEXT PRIMARY KEY,
  state TEXT NOT NULL                       -- the newest, as it came
) STRICT;

-- Games that began before this event of a table belong to an earlier evening.
CREATE TABLE IF NOT EXISTS evening (
  desk     TEXT NOT NULL,
  log      TEXT NOT NULL,
  sequence INTEGER NOT NULL,
  PRIMARY KEY (desk, log)
) STRICT;

CREATE TABLE IF NOT EXISTS pairing (
  number  INTEGER PRIMARY KEY,
  round   INTEGER NOT NULL CHECK (round > 0),
  desk    TEXT NOT NULL,
  players TEXT NOT NULL CHECK (json_valid(players))
) STRICT;

PRAGMA application_id = 1886545256;         -- how a hall's file is known from any other
PRAGMA user_version = 1;
