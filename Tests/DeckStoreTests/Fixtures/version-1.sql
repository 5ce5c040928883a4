-- A state as the first version wrote it: before events had the second they happened in, and the journal its name.
CREATE TABLE journal (
  row INTEGER PRIMARY KEY CHECK (row = 1),
  sequence INTEGER NOT NULL
) STRICT;
CREATE TABLE event (
  sequence INTEGER PRIMARY KEY,
  deck TEXT NOT NULL,
  line TEXT NOT NULL
) STRICT;
CREATE TABLE deck (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  current INTEGER NOT NULL,
  isArriving INTEGER NOT NULL,
  round TEXT,
  open TEXT,
  scroll REAL NOT NULL,
  hasConfiguredCards INTEGER NOT NULL
) STRICT;
CREATE TABLE card (
  deck INTEGER NOT NULL,
  place INTEGER NOT NULL,
  id TEXT NOT NULL,
  data TEXT,
  allowed TEXT,
  threshold REAL,
  draggable INTEGER,
  swipeable INTEGER,
  loaded INTEGER,
  label TEXT,
  hint TEXT,
  PRIMARY KEY (deck, place)
) STRICT, WITHOUT ROWID;
CREATE TABLE decision (
  deck INTEGER NOT NULL,
  number INTEGER NOT NULL,
  card INTEGER NOT NULL,
  direction TEXT,
  PRIMARY KEY (deck, number)
) STRICT, WITHOUT ROWID;
INSERT INTO journal VALUES (1, 12);
INSERT INTO event VALUES (11, 'photos', '{"jsonrpc":"2.0","method":"event","params":{"seq":11,"t":2000000,"deck":"photos","type":"card.swiped","card":"b","index":1,"direction":"left"}}');
INSERT INTO event VALUES (12, 'photos', '{"jsonrpc":"2.0","method":"event","params":{"seq":12,"t":2300000,"deck":"photos","type":"card.shown","card":"c","index":2}}');
INSERT INTO deck VALUES (1, 'photos', 'swipe', 2, 0, 'active', NULL, 0.0, 1);
INSERT INTO deck VALUES (3, 'purse', 'stack', 0, 0, NULL, 'visa', 120.5, 0);
INSERT INTO card VALUES (1, 4294967296, 'a', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO card VALUES (1, 8589934592, 'b', '{"iso": 100}', 'left right', 0.25, 1, 0, 1, 'Beach', '');
INSERT INTO card VALUES (1, 12884901888, 'c', NULL, '', NULL, NULL, NULL, 0, NULL, NULL);
INSERT INTO card VALUES (3, -5, 'visa', '"4242"', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO decision VALUES (1, 0, 0, NULL);
INSERT INTO decision VALUES (1, 1, 1, 'left');
PRAGMA application_id = 0x6465636B;
PRAGMA user_version = 1;
PRAGMA journal_mode = WAL;
