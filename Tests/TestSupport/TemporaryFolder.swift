package import Foundation

/// A test's own folder, removed with its contents when the last reference to it is released.
package final class TemporaryFolder: Sendable {
  package let url: URL

  package var path: String { url.path }

  /// Creates an empty folder in `parent`, or in the machine's folder for temporary files.
  package convenience init(in parent: URL? = nil) throws {
    try self.init(at: (parent ?? Self.usualParent).appending(path: "deckd-\(UUID().uuidString)"))
  }

  /// The default parent of new folders.
  package static var usualParent: URL { FileManager.default.temporaryDirectory }

  /// Creates an empty folder at a path that does not exist yet.
  package init(at url: URL) throws {
    self.url = url
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
  }

  deinit {
    do {
      try FileManager.default.removeItem(at: url)
    } catch {
      print("\(path) stays: \(error)")
    }
  }
}
