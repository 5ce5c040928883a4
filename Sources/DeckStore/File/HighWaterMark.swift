import Glibc

/// How far the state has come, as recorded beside its file: by this, a start notices that commits were lost.
///
/// SQLite ignores a log from its first damaged frame on, and the state without it is as valid as the last one. So
/// nothing is reported as committed before its mark is written.
struct HighWaterMark: Equatable {
  /// The version of the state file.
  var version = Schema.version
  /// The name of its journal.
  var journal: String
  /// The number of the state's last commit: the state has it, or a later one.
  var commits: UInt64
  /// No event has a higher number, in any state that this directory ever had.
  var limit: UInt64
  /// The machine's boot that it was written in.
  var boot: String

  /// How many numbers are reserved at a time, with a sync.
  static let reserve: UInt64 = 4096

  /// One line, whose last word is the checksum of the others; `generation` is the number of the mark.
  func line(generation: UInt64) -> [UInt8] {
    let text = "deckd \(version) \(journal) \(commits) \(limit) \(boot) \(generation)"
    return Array("\(text) \(Self.checksum(of: text))\n".utf8)
  }

  /// Reads a line, whatever follows it; `nil` if it is not as it was written.
  static func read(_ bytes: [UInt8]) -> (mark: HighWaterMark, generation: UInt64)? {
    let line = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    let words = line.split(separator: " ")
    guard words.count == 8, words[7] == checksum(of: words[..<7].joined(separator: " ")),
      let version = Int(words[1]), let commits = UInt64(words[3]), let limit = UInt64(words[4]),
      let generation = UInt64(words[6]), commits <= Journal.largestNumber, limit <= Journal.largestNumber,
      generation <= Journal.largestNumber
    else { return nil }
    let mark = HighWaterMark(
      version: version,
      journal: String(words[2]),
      commits: commits,
      limit: limit,
      boot: String(words[5])
    )
    return (mark, generation)
  }

  private static func checksum(of text: String) -> String {
    var checksum = Checksum()
    checksum.add(text)
    return hexadecimal(checksum.value)
  }
}
