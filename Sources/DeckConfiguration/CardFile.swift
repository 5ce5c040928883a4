package import DeckProtocol

/// A file with the cards of a deck, as a JSON array (C7).
package struct CardFile: Hashable, Sendable {
  /// Why there are no cards to be had from it.
  package struct Failure: Error, Hashable, Sendable {
    /// What is wrong, with the file's name.
    package var problem: String
    package var expected: String
  }

  package var path: String

  /// The file at `path`.
  package init(path: String) {
    self.path = path
  }

  /// Its cards.
  package func read() throws(Failure) -> [Card] {
    let bytes: [UInt8]
    do {
      bytes = try InputFile.read(path, onlyRegular: true)
    } catch {
      throw Failure(problem: error.problem, expected: error.expected)
    }
    do {
      return try Card.list(json: bytes)
    } catch {
      // Most messages name the field themselves.
      let place = error.field.isEmpty || error.message.contains(error.field) ? "" : ": \(error.field)"
      throw Failure(problem: "\(path)\(place): \(error.message)", expected: error.expected)
    }
  }

  /// The folder that a file is in; empty for the current one.
  static func folder(of file: String) -> String {
    guard let slash = file.lastIndex(of: "/") else { return "" }
    return slash == file.startIndex ? "/" : String(file[..<slash])
  }
}
