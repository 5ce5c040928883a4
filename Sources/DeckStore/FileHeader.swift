import Glibc
import UnixSocket

/// The first bytes of a file, as far as they say whose it is (https://www.sqlite.org/fileformat2.html, 1.3).
struct FileHeader {
  private static let magic = Array("SQLite format 3\0".utf8)
  private static let applicationPlace = 68
  private static let length = 100

  private var bytes: [UInt8]

  /// Reads the header of `path`; of a shorter file, what there is.
  init(of path: String) throws(Errno) {
    let descriptor = try SystemCall.retrying { open(path, O_RDONLY | O_CLOEXEC) }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: Self.length)
    let length = try SystemCall.retrying { read(descriptor, &bytes, bytes.count) }
    self.bytes = Array(bytes[..<length])
  }

  /// Why the file is no state of deckd's, where the header says so already.
  ///
  /// deckd's number, or a beginning that reads as zeros after a disk's failure, is a damaged state. A log may have a
  /// later header, but not one that makes another program's file deckd's.
  var finding: (cause: SetAside.Cause, reason: String)? {
    guard bytes.starts(with: Self.magic) else {
      if application == Schema.applicationID || bytes.allSatisfy({ $0 == 0 }) { return (.damaged, "no SQLite file") }
      return (.foreign, "not an SQLite file")
    }
    // SQLite takes what is missing for zeros.
    guard bytes.count == Self.length else { return (.damaged, "cut short") }
    return application == Schema.applicationID ? nil : (.foreign, "an SQLite file of another program")
  }

  /// The number of the program whose file it is; `nil` where the file ends before it.
  private var application: Int64? {
    guard bytes.count >= Self.applicationPlace + 4 else { return nil }
    return bytes[Self.applicationPlace..<Self.applicationPlace + 4].reduce(0) { $0 << 8 | Int64($1) }
  }
}
