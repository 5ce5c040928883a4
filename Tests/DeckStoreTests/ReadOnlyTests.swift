import CFaultVFS
import CSQLite
import DeckStore
import Foundation
import Testing

@Suite
struct `A state that cannot be written` {
  @Test(arguments: [false, true])
  func `is read, and every commit fails`(wasKilled: Bool) throws {
    let (directory, model) = try `A state directory`.filled()
    let disk = try #require(FaultDisk())
    if wasKilled { try leaveLog(directory) }
    let before = try directory.bytes()
    let mark = try directory.bytes("state.db-mark")
    disk.refuseWriting(true)
    let store = try `A state directory`.open(directory, disk)
    #expect(store.isReadOnly)
    #expect(model.isStored(in: store))
    #expect(
      try store.events(after: 0, upTo: .max, byteLimit: .max) == .lines(model.lines(after: 0), through: model.sequence)
    )
    var more = model
    #expect(throws: StoreError.readOnly(file: directory.state)) { try store.commit([more.step()]) }
    #expect(model.isStored(in: store))
    #expect(try directory.bytes() == before)
    #expect(try directory.bytes("state.db-mark") == mark)
  }

  /// Has a log beside the file whose changes are not in it.
  private func leaveLog(_ directory: TemporaryDirectory) throws {
    let copy = try TemporaryDirectory()
    var handle: OpaquePointer?
    #expect(sqlite3_open(directory.state, &handle) == SQLITE_OK)
    sqlite3_exec(handle, "UPDATE journal SET sequence = sequence", nil, nil, nil)
    try copy.copy(directory)
    sqlite3_close(handle)
    for name in try copy.names { try directory.write(try copy.bytes(name), to: name) }
  }

  @Test
  func `is not brought up to date`() throws {
    let directory = try TemporaryDirectory()
    try `A state directory`.writeVersion1(directory)
    let disk = try #require(FaultDisk())
    disk.refuseWriting(true)
    #expect(throws: StoreError.outdated(file: directory.state, version: 1, known: 4)) {
      try `A state directory`.open(directory, disk)
    }
  }

  @Test
  func `is one that belongs to somebody else`() throws {
    let (directory, model) = try `A state directory`.filled()
    #expect(chmod(directory.state, 0o444) == 0)
    #expect(chmod(directory.path, 0o555) == 0)
    try asNobody {
      let store = try `A state directory`.open(directory)
      #expect(store.isReadOnly)
      #expect(model.isStored(in: store))
      // Readable or not, nothing is made beside it.
      #expect(try directory.names == ["state.db", "state.db-mark"])
    }
    #expect(chmod(directory.state, 0o400) == 0)
    if getuid() == 0 {
      let error = asNobody { #expect(throws: StoreError.self) { try `A state directory`.open(directory) } }
      #expect(error == .unreadable(file: directory.state, reason: "Permission denied"))
    }
    #expect(chmod(directory.path, 0o755) == 0)
  }

  @Test
  func `has no place in a directory that cannot be made`() throws {
    let directory = try TemporaryDirectory()
    #expect(chmod(directory.path, 0o555) == 0)
    asNobody {
      let error = #expect(throws: StoreError.self) {
        try StateStore(directory: directory.path + "/state", retention: .ample)
      }
      #expect(error?.description.contains("Permission denied; expected one that deckd can make") == true)
      let other = #expect(throws: StoreError.self) { try StateStore(directory: directory.path, retention: .ample) }
      #expect(other?.description.contains("state directory \(directory.path): Permission denied") == true)
    }
    #expect(chmod(directory.path, 0o755) == 0)
    let file = #expect(throws: StoreError.self) {
      try StateStore(directory: #filePath + "/state", retention: .ample)
    }
    #expect(file?.description.contains("Not a directory") == true)
  }

  /// Runs the body with the rights of nobody in particular: files that root may not write either.
  private func asNobody<Result>(_ body: () throws -> Result) rethrows -> Result {
    // The file system's user is the thread's own; without root, modes count anyway.
    fault_act_as(65_534)
    defer { fault_act_as(getuid()) }
    return try body()
  }
}
