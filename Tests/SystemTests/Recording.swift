import DeckReplay
import Foundation
import Testing

/// A recording with the description of its panel.
struct Recording: CustomTestStringConvertible {
  var file: URL
  /// The recording as evemu has it, which the bed plays; `file` itself but for logs of another kind.
  var events: URL
  /// What describes the panel; the recording itself when it has a header.
  var description: URL

  var testDescription: String { file.lastPathComponent }

  /// Every recording there is.
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
      return Recording(file: file, events: file, description: file)
    }
    let names = files.map(\.lastPathComponent)
    let name = file.lastPathComponent
    let best = names.filter { $0.hasSuffix(".desc") && name.hasPrefix($0.dropLast(5)) }.max { $0.count < $1.count }
    guard let best else { return nil }
    let description = file.deletingLastPathComponent().appending(path: best)
    return Recording(file: file, events: file, description: description)
  }

  /// A log without ranges on the panel that its replay takes it for, in a file that goes with the machine's temporary ones.
  private static func log(_ file: URL) -> Recording? {
    guard
      let bytes = try? Data(contentsOf: file),
      var recording = try? DeckReplay.Recording([UInt8](bytes), file: file.path),
      let panel = recording.deduced
    else { return nil }
    recording.description = panel.description
    let events = FileManager.default.temporaryDirectory.appending(path: "deckd-\(file.lastPathComponent).evemu")
    guard (try? Data(recording.evemuText.utf8).write(to: events, options: .atomic)) != nil else { return nil }
    return Recording(file: file, events: events, description: events)
  }
}
