import Glibc
import SystemCalls

/// The first bytes of a file, which identify the program that wrote it (https://www.sqlite.org/fileformat2.html, 1.3).
struct FileHeader {
  private static let magic = Array("SQLite format 3\0".utf8)
  /// Where the versions for writing and reading are: 1 with a rollback journal, 2 with a log.
  private static let modePlace = 18
  private static let applicationPlace = 68
  private static let length = 100

  private var bytes: [UInt8]

  /// Reads the header of `path`, or as much as a shorter file has.
  init(of path: String) throws(Errno) {
    let descriptor = try SystemCall.retrying { open(path, O_RDONLY | O_CLOEXEC) }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: Self.length)
    let length = try SystemCall.retrying { read(descriptor, &bytes, bytes.count) }
    self.bytes = Array(bytes[..<length])
  }

  /// Why the file is not deckd's state, if the header already shows that.
  ///
  /// A file with deckd's application id, or whose beginning reads as zeros after a disk failure, is a damaged state. A
  /// log may hold a later header, but not one that makes another program's file deckd's.
  var finding: (cause: SetAside.Cause, reason: String)? {
    guard bytes.starts(with: Self.magic) else {
      if application == Schema.applicationID || bytes.allSatisfy({ $0 == 0 }) { return (.damaged, "no SQLite file") }
      return (.foreign, "not an SQLite file")
    }
    // SQLite reads missing bytes as zeros.
    guard bytes.count == Self.length else { return (.damaged, "cut short") }
    // SQLite opens a file of a version that it does not write for reading alone.
    guard bytes[Self.modePlace] == bytes[Self.modePlace + 1], 1...2 ~= bytes[Self.modePlace] else {
      return (.damaged, "its header makes no sense")
    }
    return application == Schema.applicationID ? nil : (.foreign, "an SQLite file of another program")
  }

  /// The application id; `nil` if the file ends before it.
  private var application: Int64? {
    guard bytes.count >= Self.applicationPlace + 4 else { return nil }
    return bytes[Self.applicationPlace..<Self.applicationPlace + 4].reduce(0) { $0 << 8 | Int64($1) }
  }
}
