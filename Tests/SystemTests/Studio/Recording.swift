import DeckReplay
import Foundation
import TestSupport
import Testing

/// A recording with the description of its panel.
struct Recording: CustomTestStringConvertible {
  var file: URL
  /// The file that describes the panel, if the recording does not.
  private var description: URL?
  /// A log of another format, converted to evemu with a description.
  private var converted: String?

  var testDescription: String { file.lastPathComponent }

  /// Returns the recording as the bed plays it, and the description of its panel; converted ones are written to
  /// `folder`.
  func files(in folder: TemporaryFolder) throws -> (events: URL, description: URL) {
    guard let converted else { return (file, description ?? file) }
    let events = folder.url.appending(path: "events.evemu")
    try Data(converted.utf8).write(to: events)
    return (events, events)
  }

  /// Every available recording.
  static let all: [Recording] = {
    guard let folder = Workshop.recordings else { return [] }
    let files =
      FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?
      .compactMap { $0 as? URL } ?? []
    return files.compactMap { file in
      switch file.pathExtension {
      case "evemu", "events": evemu(file, among: files)
      case "txt": log(file)
      default: nil
      }
    }
    .sorted { $0.file.lastPathComponent < $1.file.lastPathComponent }
  }()

  private static func evemu(_ file: URL, among files: [URL]) -> Recording? {
    if let text = try? String(contentsOf: file, encoding: .utf8), text.contains("\nA: 35 ") {
      return Recording(file: file)
    }
    let names = files.map(\.lastPathComponent)
    let name = file.lastPathComponent
    let best = names.filter { $0.hasSuffix(".desc") && name.hasPrefix($0.dropLast(5)) }.max { $0.count < $1.count }
    guard let best else { return nil }
    return Recording(file: file, description: file.deletingLastPathComponent().appending(path: best))
  }

  /// A log without ranges, on the panel that `deckctl replay` assumes for it.
  private static func log(_ file: URL) -> Recording? {
    guard
      let bytes = try? Data(contentsOf: file),
      var recording = try? DeckReplay.Recording([UInt8](bytes), file: file.path),
      let panel = recording.deduced
    else { return nil }
    recording.description = panel.description
    return Recording(file: file, converted: recording.evemuText)
  }
}
