import CSQLite
import Glibc
import SystemCalls

/// The file `state.db-mark`: the two latest marks, so that a torn write leaves the one before.
///
/// It goes through SQLite's file system layer, as the state file does.
final class MarkFile {
  /// The latest mark; `nil` if the file has none that is whole.
  private(set) var mark: HighWaterMark?

  private let path: UnsafeMutablePointer<CChar>
  private let file: UnsafeMutablePointer<sqlite3_file>
  /// The number of the latest mark, which says where it is.
  private var generation: UInt64 = 0

  /// Where the second mark is: a disk that loses a sector or a page loses one of the two.
  private static let distance: Int64 = 4096
  private static let length: Int32 = 256

  /// Opens the file beside a state, for reading where it cannot be written; `nil` if that fails.
  init?(of state: StateFile) {
    // SQLite would follow a link, and wait for a pipe.
    guard Self.isRegular(state.mark), let vfs = sqlite3_vfs_find(state.vfs), let open = vfs.pointee.xOpen,
      let path = strdup(state.mark)
    else { return nil }
    let size = Int(vfs.pointee.szOsFile)
    let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    let file = memory.assumingMemoryBound(to: sqlite3_file.self)
    let isOpen = [SQLITE_OPEN_READWRITE, SQLITE_OPEN_READONLY].contains { access in
      open(vfs, path, file, access | SQLITE_OPEN_SUPER_JOURNAL, nil) == SQLITE_OK
    }
    guard isOpen else {
      memory.deallocate()
      free(path)
      return nil
    }
    self.path = path
    self.file = file
    for slot in 0...1 as ClosedRange<Int64> { read(slot) }
  }

  deinit {
    _ = file.pointee.pMethods?.pointee.xClose(file)
    UnsafeMutableRawPointer(file).deallocate()
    free(path)
  }

  /// Makes the file, for its owner alone; what is in its place and is no file is set aside, with a notice.
  static func made(
    for state: StateFile,
    in directory: StateDirectory,
    _ notices: inout [String]
  ) throws(StoreError) -> MarkFile {
    var metadata = stat()
    if lstat(state.mark, &metadata) == 0, !isRegular(state.mark) {
      let setAside = try StateFile(path: state.mark).setAside(.foreign, reason: "not a regular file", in: directory)
      notices.append("\(setAside)")
    }
    do {
      let descriptor = try SystemCall.retrying { open(state.mark, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600) }
      close(descriptor)
      try directory.sync()
    } catch {
      throw error.code == ENOSPC ? .full(file: state.mark) : .directory(path: directory.path, error)
    }
    guard let file = MarkFile(of: state) else { throw .failed(file: state.mark, reason: "it cannot be opened") }
    return file
  }

  /// Writes a mark in the place of the older one, without a sync: it survives the process.
  func write(_ mark: HighWaterMark) throws(StoreError) {
    // A write that fails may leave half of a mark: the next one goes to the same place, and the other mark stays whole.
    let next = generation + 1
    let line = mark.line(generation: next)
    precondition(line.count <= Int(Self.length), "a mark of \(line.count) bytes")
    let code = line.withUnsafeBytes {
      file.pointee.pMethods.pointee.xWrite(file, $0.baseAddress, Int32($0.count), place(of: next))
    }
    guard code == SQLITE_OK else { throw failed(code) }
    (self.mark, generation) = (mark, next)
  }

  /// Writes a mark that must be on the disk, in both places.
  func writeThrough(_ mark: HighWaterMark) throws(StoreError) {
    for _ in 0..<2 { try write(mark) }
    let code = file.pointee.pMethods.pointee.xSync(file, SQLITE_SYNC_NORMAL)
    guard code == SQLITE_OK else { throw failed(code) }
  }

  private func place(of generation: UInt64) -> Int64 {
    Int64(generation % 2) * Self.distance
  }

  private func read(_ slot: Int64) {
    var bytes = [UInt8](repeating: 0, count: Int(Self.length))
    // What is beyond the file's end is read as zeros.
    _ = file.pointee.pMethods.pointee.xRead(file, &bytes, Self.length, slot * Self.distance)
    guard let (mark, number) = HighWaterMark.read(bytes), number >= generation else { return }
    (self.mark, generation) = (mark, number)
  }

  private func failed(_ code: Int32) -> StoreError {
    let name = String(cString: path)
    return code & 0xFF == SQLITE_FULL ? .full(file: name) : .failed(file: name, reason: "SQLite \(code)")
  }

  private static func isRegular(_ path: String) -> Bool {
    var metadata = stat()
    return lstat(path, &metadata) == 0 && metadata.st_mode & S_IFMT == S_IFREG
  }
}
