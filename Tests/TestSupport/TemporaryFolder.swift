package import Foundation

/// A folder of a test's own, which is removed with everything in it when nobody has it any more.
package final class TemporaryFolder: Sendable {
  package let url: URL

  package var path: String { url.path }

  /// Makes an empty folder in `parent`, or in the machine's folder for temporary files.
  package convenience init(in parent: URL? = nil) throws {
    try self.init(at: (parent ?? Self.usualParent).appending(path: "deckd-\(UUID().uuidString)"))
  }

  /// Where folders are made that have no other place.
  package static var usualParent: URL { FileManager.default.temporaryDirectory }

  /// Makes an empty folder where there is none.
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
