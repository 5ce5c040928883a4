package import DeckProtocol

/// A file with the cards of a deck, as a JSON array.
package struct CardFile: Hashable, Sendable {
  /// Why the file's cards cannot be read.
  package typealias Failure = CardList.Failure

  package var path: String

  /// The file at `path`.
  package init(path: String) {
    self.path = path
  }

  /// Its cards.
  package func read() throws(Failure) -> CardSequence {
    let bytes: [UInt8]
    do {
      bytes = try InputFile.read(path, onlyRegular: true)
    } catch {
      throw Failure(problem: error.problem, expected: error.expected)
    }
    return try CardList(bytes, name: path).cards
  }

  /// The folder that a file is in; empty for the current one.
  static func folder(of file: String) -> String {
    guard let slash = file.lastIndex(of: "/") else { return "" }
    return slash == file.startIndex ? "/" : String(file[..<slash])
  }
}
