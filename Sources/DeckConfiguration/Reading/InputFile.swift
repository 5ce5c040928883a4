import Glibc

/// Why a file named by the user cannot be read.
package struct InputFileError: Error, Hashable, Sendable, CustomStringConvertible {
  package var path: String
  package var errno: Int32

  package var description: String { "\(problem); expected \(expected)" }

  /// The problem, with the file's name.
  package var problem: String {
    let name = path.isEmpty ? "an empty path" : path
    return errno == Self.notRegular
      ? "\(name): not a file that can be read again" : "\(name): \(String(cString: strerror(errno)))"
  }

  /// What was expected.
  package var expected: String {
    switch errno {
    case ENOENT, ENOTDIR: "the path of a file that is there"
    case EACCES, EPERM: "a file that this user may read"
    case EISDIR: "a file, not a folder"
    case EFBIG: "a file of at most \(InputFile.limit) bytes"
    default: "a file that can be read"
    }
  }

  /// A pseudo error number for a file that must be a regular file and is not.
  static let notRegular: Int32 = 0

  /// Whether the file does not exist.
  package var isMissing: Bool { errno == ENOENT }
}

/// Text files that are named on the command line.
package enum InputFile {
  /// The maximum size of a file: larger ones are neither configurations nor recordings, and /dev/zero has no end.
  fileprivate static let limit = 1 << 30

  /// The absolute path, for a reader who does not know the process's current folder.
  package static func absolutePath(_ path: String) -> String {
    guard !path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return path }
    defer { free(folder) }
    return "\(String(cString: folder))/\(path)"
  }

  /// The file's text as UTF-8, without a byte order mark, converted from UTF-16 if needed.
  ///
  /// With `onlyRegular` a pipe or a device is an error: a running daemon must not wait for one.
  package static func read(_ path: String, onlyRegular: Bool = false) throws(InputFileError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | (onlyRegular ? O_NONBLOCK : 0))
    guard descriptor >= 0 else { throw InputFileError(path: path, errno: errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw InputFileError(path: path, errno: errno) }
    let isRegular = status.st_mode & S_IFMT == S_IFREG
    guard isRegular || !onlyRegular || status.st_mode & S_IFMT == S_IFDIR else {
      throw InputFileError(path: path, errno: InputFileError.notRegular)
    }
    guard !isRegular || status.st_size <= limit else { throw InputFileError(path: path, errno: EFBIG) }
    return try read(descriptor, path: path, size: isRegular ? Int(status.st_size) : 0)
  }

  /// The text of standard input up to its end, converted like a file's.
  package static func readStandardInput() throws(InputFileError) -> [UInt8] {
    try read(STDIN_FILENO, path: "standard input", size: 0)
  }

  /// Reads to the end; `size` is how many bytes there seem to be.
  private static func read(_ descriptor: Int32, path: String, size: Int) throws(InputFileError) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size)
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(descriptor, &piece, piece.count)
      if count == 0 { return utf8(bytes) }
      if count < 0 {
        let code = errno
        if code == EINTR { continue }
        throw InputFileError(path: path, errno: code)
      }
      guard bytes.count + count <= limit else { throw InputFileError(path: path, errno: EFBIG) }
      bytes += piece[..<count]
    }
  }

  /// Converts the output of Windows editors and of PowerShell's redirection to UTF-8.
  private static func utf8(_ bytes: [UInt8]) -> [UInt8] {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(bytes.dropFirst(3)) }
    let hasMark = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
    // Every format begins with ASCII, which has a zero byte in UTF-16 and none in UTF-8.
    guard bytes.count > 1, hasMark || bytes.prefix(2).count(where: { $0 == 0 }) == 1 else { return bytes }
    let isLittleEndian = hasMark ? bytes[0] == 0xFF : bytes[1] == 0
    let units = stride(from: hasMark ? 2 : 0, to: bytes.count - 1, by: 2).map { place in
      let (first, second) = (UInt16(bytes[place]), UInt16(bytes[place + 1]))
      return isLittleEndian ? second << 8 | first : first << 8 | second
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }
}
