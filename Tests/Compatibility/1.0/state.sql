-- A state as release 1.0 wrote it: the decks of decks.toml, a card decided to the left, one to the right, one open.
PRAGMA application_id = 1684366187;
BEGIN TRANSACTION;
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
  hint TEXT, checksum INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (deck, place)
) STRICT, WITHOUT ROWID;
INSERT INTO "card" VALUES(1,4294967296,'a',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,-8255508958478063006);
INSERT INTO "card" VALUES(1,8589934592,'b','{"title": "Beach", "iso": 100}','left right',0.25,1,1,1,'Beach','Swipe',4135112308109514292);
INSERT INTO "card" VALUES(1,12884901888,'c',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,3203179517699796887);
INSERT INTO "card" VALUES(1,17179869184,'d',NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,7010193981379878151);
INSERT INTO "card" VALUES(1,21474836480,'e',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,756410875153638136);
INSERT INTO "card" VALUES(1,25769803776,'f',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,3262150034928096285);
INSERT INTO "card" VALUES(2,4294967296,'visa','{"title": "Visa"}',NULL,NULL,NULL,NULL,NULL,NULL,NULL,-7329372953112019132);
INSERT INTO "card" VALUES(2,8589934592,'metro',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,-1822264123793379911);
INSERT INTO "card" VALUES(2,12884901888,'card',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,6279363842037810141);
INSERT INTO "card" VALUES(3,4294967296,'card-0',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,6327190475568397809);
INSERT INTO "card" VALUES(3,8589934592,'card-1',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,6469520773148305795);
INSERT INTO "card" VALUES(3,12884901888,'card-2',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,-7630568546737860989);
CREATE TABLE decision (
  deck INTEGER NOT NULL,
  number INTEGER NOT NULL,
  card INTEGER NOT NULL,
  direction TEXT, checksum INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (deck, number)
) STRICT, WITHOUT ROWID;
INSERT INTO "decision" VALUES(1,0,0,'left',611871093364581884);
INSERT INTO "decision" VALUES(1,1,1,'right',-3904567891624198937);
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
, isFanned INTEGER NOT NULL DEFAULT 0, digest INTEGER NOT NULL DEFAULT 0, checksum INTEGER NOT NULL DEFAULT 0) STRICT;
INSERT INTO "deck" VALUES(1,'photos','swipe',2,0,NULL,NULL,0.0,0,0,6818840960533243692,3042318712293931650);
INSERT INTO "deck" VALUES(2,'wallet','stack',0,0,NULL,'visa',0.0,0,0,-2872273234867588902,-4216649770870340862);
INSERT INTO "deck" VALUES(3,'prices','carousel',2,0,NULL,NULL,2.0,1,0,5166142701978842615,9147090585760824365);
CREATE TABLE event (
  sequence INTEGER PRIMARY KEY,
  deck TEXT NOT NULL,
  line TEXT NOT NULL
, second INTEGER NOT NULL DEFAULT 0, checksum INTEGER NOT NULL DEFAULT 0) STRICT;
INSERT INTO "event" VALUES(1,'photos','{"jsonrpc":"2.0","method":"event","params":{"seq":1,"t":64531871236,"deck":"photos","type":"deck.loaded","current":0,"count":1,"undoDepth":0}}',1796014326,7367206630557776337);
INSERT INTO "event" VALUES(2,'photos','{"jsonrpc":"2.0","method":"event","params":{"seq":2,"t":64531871236,"deck":"photos","type":"card.shown","card":"configured","index":0,"current":0,"count":1,"undoDepth":0}}',1796014326,8372333545288376232);
INSERT INTO "event" VALUES(3,'wallet','{"jsonrpc":"2.0","method":"event","params":{"seq":3,"t":64531871236,"deck":"wallet","type":"deck.loaded","current":0,"count":3,"undoDepth":0}}',1796014326,6809163612947499304);
INSERT INTO "event" VALUES(4,'wallet','{"jsonrpc":"2.0","method":"event","params":{"seq":4,"t":64531871236,"deck":"wallet","type":"card.shown","card":"card-0","index":0,"current":0,"count":3,"undoDepth":0}}',1796014326,2195806325430919310);
INSERT INTO "event" VALUES(5,'prices','{"jsonrpc":"2.0","method":"event","params":{"seq":5,"t":64531871236,"deck":"prices","type":"deck.loaded","current":0,"count":3,"undoDepth":0}}',1796014326,-7599444316760791500);
INSERT INTO "event" VALUES(6,'prices','{"jsonrpc":"2.0","method":"event","params":{"seq":6,"t":64531871236,"deck":"prices","type":"card.shown","card":"card-0","index":0,"current":0,"count":3,"undoDepth":0}}',1796014326,8535133709672494073);
INSERT INTO "event" VALUES(7,'photos','{"jsonrpc":"2.0","method":"event","params":{"seq":7,"t":64531899582,"deck":"photos","type":"deck.loaded","current":0,"count":6,"undoDepth":0}}',1796014326,5251894231211662596);
INSERT INTO "event" VALUES(8,'photos','{"jsonrpc":"2.0","method":"event","params":{"seq":8,"t":64531899582,"deck":"photos","type":"card.shown","card":"a","index":0,"current":0,"count":6,"undoDepth":0}}',1796014326,-1590751305625747998);
INSERT INTO "event" VALUES(9,'photos','{"jsonrpc":"2.0","method":"event","params":{"seq":9,"t":64531901079,"deck":"photos","type":"card.swiped","card":"a","index":0,"direction":"left","current":1,"count":6,"undoDepth":1}}',1796014326,-8271820193873399563);
INSERT INTO "event" VALUES(10,'photos','{"jsonrpc":"2.0","method":"event","params":{"seq":10,"t":64532405123,"deck":"photos","type":"card.swiped","card":"b","index":1,"direction":"right","current":2,"count":6,"undoDepth":2}}',1796014327,-8351787597773203558);
INSERT INTO "event" VALUES(11,'wallet','{"jsonrpc":"2.0","method":"event","params":{"seq":11,"t":64532907064,"deck":"wallet","type":"deck.loaded","current":0,"count":3,"undoDepth":0}}',1796014327,4298957859743957345);
INSERT INTO "event" VALUES(12,'wallet','{"jsonrpc":"2.0","method":"event","params":{"seq":12,"t":64532907064,"deck":"wallet","type":"card.shown","card":"visa","index":0,"current":0,"count":3,"undoDepth":0}}',1796014327,4037331276789659883);
INSERT INTO "event" VALUES(13,'wallet','{"jsonrpc":"2.0","method":"event","params":{"seq":13,"t":64532912731,"deck":"wallet","type":"card.selected","card":"visa","index":0,"current":0,"count":3,"undoDepth":0}}',1796014327,-7720873889117707285);
INSERT INTO "event" VALUES(14,'photos','{"jsonrpc":"2.0","method":"event","params":{"seq":14,"t":64533131080,"deck":"photos","type":"card.shown","card":"c","index":2,"current":2,"count":6,"undoDepth":2}}',1796014328,6291821349538469843);
INSERT INTO "event" VALUES(15,'prices','{"jsonrpc":"2.0","method":"event","params":{"seq":15,"t":64534414208,"deck":"prices","type":"card.selected","card":"card-2","index":2,"current":0,"count":3,"undoDepth":0}}',1796014329,1823549869179317146);
INSERT INTO "event" VALUES(16,'prices','{"jsonrpc":"2.0","method":"event","params":{"seq":16,"t":64535266250,"deck":"prices","type":"card.shown","card":"card-2","index":2,"current":2,"count":3,"undoDepth":0}}',1796014330,2301702150330353694);
INSERT INTO "event" VALUES(17,'photos','{"jsonrpc":"2.0","method":"event","params":{"seq":17,"t":64535918452,"deck":"photos","type":"deck.configured","kind":"swipe","preset":"natural","settings":{"commit.span":0.3},"current":2,"count":6,"undoDepth":2}}',1796014330,5411334305779756572);
CREATE TABLE journal (
  row INTEGER PRIMARY KEY CHECK (row = 1),
  sequence INTEGER NOT NULL
, id TEXT NOT NULL DEFAULT '', commits INTEGER NOT NULL DEFAULT 0, digest INTEGER NOT NULL DEFAULT 0, checksum INTEGER NOT NULL DEFAULT 0) STRICT;
INSERT INTO "journal" VALUES(1,17,'3df6ef9c08ef5db4',10,240828943084704352,6630839619625550510);
COMMIT;
PRAGMA user_version = 4;
