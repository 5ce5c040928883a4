import DeckEngine
import Foundation
import Testing

/// Whether there is a Python, of whatever age; the script uses nothing beside the language.
private let hasPython = FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")

/// Motions, read by another language that knows the protocol page only.
@Suite(.enabled(if: hasPython, "left out: there is no /usr/bin/python3"))
struct `Motions read by Python` {
  @Test(arguments: Preset.allCases.map(\.rawValue))
  func `come to what the frames show`(preset: String) throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let recording = folder.deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Examples/demo/swipes.evemu")
    let replay = try run(deckctl, ["replay", "--frames", "--motions", "--preset", preset, recording.path])
    #expect(replay.status == 0, "\(replay.errors)")
    let outcome = try run("/usr/bin/python3", [folder.appending(path: "motions.py").path], input: replay.output)
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
    #expect(outcome.output.contains(", 0 wrong, "))
  }
}
