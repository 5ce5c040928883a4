/// The tables of the file, version by version.
///
/// A file of an earlier version is migrated by the steps from its own version on, in one transaction. A step never
/// changes once it has been released, because existing files were created with it.
///
/// Whoever adds a step writes the mark with the new version before it migrates: a mark of an earlier version beside a
/// later file is taken for damage, so that an earlier deckd would set the file aside where it is to leave it.
enum Schema {
  /// "deck", in the header of the file: what `file(1)` and `PRAGMA application_id` show.
  static let applicationID: Int64 = 0x6465_636B

  /// The schema version of this deckd.
  static let version = steps.count

  /// The statements that migrate a file to the version index + 1 from the one before.
  ///
  /// A card has a column for each member, not its JSON: the wire rounds, and cannot represent everything that a
  /// configuration can (an empty `allowed`, line breaks in `data`), and `data` is kept byte for byte. Its `place` only
  /// defines the order; places have gaps, so that a card can be inserted or moved without its neighbors.
  /// `decision.card` is the card's index at that time.
  private static let steps = [
    """
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
    INSERT INTO journal (row, sequence) VALUES (1, 0);
    """,
    // The wall clock's second, for retention by age: existing events count as new. The id distinguishes journals.
    """
    ALTER TABLE event ADD COLUMN second INTEGER NOT NULL DEFAULT 0;
    UPDATE event SET second = unixepoch();
    ALTER TABLE journal ADD COLUMN id TEXT NOT NULL DEFAULT '';
    UPDATE journal SET id = lower(hex(randomblob(8)));
    """,
    "ALTER TABLE deck ADD COLUMN isFanned INTEGER NOT NULL DEFAULT 0;",
    // Checksums of rows, sums of the checksums below a row, and the number of commits: see `Journal.Head`.
    """
    ALTER TABLE journal ADD COLUMN commits INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE journal ADD COLUMN digest INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE journal ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE event ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE deck ADD COLUMN digest INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE deck ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE card ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE decision ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
    """,
  ]

  /// The first version whose rows have checksums.
  static let firstSealed = 4

  /// Migrates the file from `version` to this deckd's, all or nothing.
  static func migrate(_ connection: Connection, from version: Int) throws(StoreError) {
    try connection.transaction { () throws(StoreError) in
      for step in steps[version...] { try connection.run(step) }
      if version < firstSealed { try seal(connection) }
      try connection.run("PRAGMA application_id = \(applicationID); PRAGMA user_version = \(Self.version)")
    }
  }
  /// Gives every row its checksum, once it is known to be valid.
  private static func seal(_ connection: Connection) throws(StoreError) {
    let journal = Journal(connection: connection)
    let table = DeckTable(connection: connection)
    var head = try journal.head(isSealed: false)
    head.digest = try journal.seal(upTo: head.sequence)
    for record in try table.read(isSealed: false) { head.digest &+= try table.seal(record).checksum }
    try journal.write(head)
  }
}
