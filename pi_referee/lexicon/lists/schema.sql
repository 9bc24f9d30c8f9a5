-- A word list: written once, in order, and never changed. What is not finished has no checksum.
CREATE TABLE word (
  word     TEXT PRIMARY KEY,                -- small letters, composed
  sources  INTEGER NOT NULL,                -- which sources know it: the sum of their bits
  readings ANY                              -- null, one reading, or four bytes each: lexeme * 64 + form
) WITHOUT ROWID, STRICT;

CREATE TABLE lexeme (
  id       INTEGER PRIMARY KEY,
  lemma    TEXT NOT NULL,
  kind     TEXT NOT NULL,                   -- n, v, adj …
  several  INTEGER NOT NULL                 -- 1: more than one word may hide behind this lemma
) STRICT;

CREATE TABLE folded (                       -- words with accents, by what can be laid of them with plain tiles
  laid     TEXT NOT NULL,
  word     TEXT NOT NULL,
  PRIMARY KEY (laid, word)
) WITHOUT ROWID, STRICT;

CREATE TABLE form (
  id       INTEGER PRIMARY KEY,             -- below 64
  flags    INTEGER NOT NULL UNIQUE
) STRICT;

CREATE TABLE source (
  bit      INTEGER PRIMARY KEY,
  name     TEXT NOT NULL,
  strong   INTEGER NOT NULL                 -- 1: its word is enough
) STRICT;

CREATE TABLE about (
  name     TEXT PRIMARY KEY,
  value    TEXT NOT NULL
) WITHOUT ROWID, STRICT;

PRAGMA application_id = 1886547060;         -- 'pwrd': how a list of ours is known from any other database
PRAGMA user_version = 2;
