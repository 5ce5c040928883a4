import CSQLite
import DeckStore
import Foundation
import Testing

/// The file's permissions.
func mode(_ path: String) throws -> Int? {
  try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
}

/// What a new process finds after the one that has the directory was killed: a copy of the files as they are.
func restarted(_ directory: TemporaryDirectory) throws -> StateStore {
  let copy = try TemporaryDirectory()
  for (name, bytes) in try directory.files() { try copy.write(bytes, to: name) }
  return try StateStore(directory: copy.path, retention: .ample)
}

/// Runs SQL in a file, as somebody with the `sqlite3` shell would.
func execute(_ script: String, _ path: String) throws {
  var handle: OpaquePointer?
  defer { sqlite3_close(handle) }
  try #require(sqlite3_open(path, &handle) == SQLITE_OK)
  let code = sqlite3_exec(handle, script, nil, nil, nil)
  try #require(code == SQLITE_OK, "\(String(cString: sqlite3_errmsg(handle)))")
}
