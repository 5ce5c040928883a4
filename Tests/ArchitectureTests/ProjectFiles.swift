import Foundation
import Testing

/// The project's folder, found from this file.
let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent()

/// The files below a folder of the project that have one of these extensions, by their paths from the project's folder.
func files(in folder: String, _ extensions: Set<String>) throws -> [(path: String, text: String)] {
  let url = root.appending(path: folder)
  let names = try #require(FileManager.default.enumerator(atPath: url.path)).compactMap { $0 as? String }
  return try names.sorted().filter { extensions.contains(($0 as NSString).pathExtension) }.map { name in
    ("\(folder)/\(name)", try String(contentsOf: url.appending(path: name), encoding: .utf8))
  }
}
