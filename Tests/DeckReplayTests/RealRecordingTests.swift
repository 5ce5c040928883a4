import DeckReplay
import Foundation
import Gestures
import Kinetics
import Testing

/// Recordings of real fingers on real panels; they lie beside the project and are not part of it.
enum RealRecordings {
  /// The folder named by `DECKD_RECORDINGS`, else `shared/recordings` beside the project; `nil` when absent.
  static let folder: URL? = {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let folder =
      ProcessInfo.processInfo.environment["DECKD_RECORDINGS"].map { URL(filePath: $0) }
      ?? root.deletingLastPathComponent().appending(path: "shared/recordings")
    return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
  }()

  static func bytes(of file: String) throws -> [UInt8] {
    guard let folder else { return [] }
    return [UInt8](try Data(contentsOf: folder.appending(path: file)))
  }

  static func touches(of file: String) throws -> RecordedTouches {
    let recording = try Recording(bytes(of: file), file: file)
    let description = try recording.description ?? recording.deduced?.description ?? description(for: file)
    return RecordedTouches(recording, description: description)
  }

  static func description(for file: String) throws -> DeviceDescription {
    let url = try #require(folder).appending(path: file)
    let names = try FileManager.default.contentsOfDirectory(atPath: url.deletingLastPathComponent().path)
    let name = try #require(DescriptionLookup.bestMatch(for: url.lastPathComponent, among: names))
    return try DeviceDescription(
      [UInt8](try Data(contentsOf: url.deletingLastPathComponent().appending(path: name))),
      file: name
    )
  }
}

@Suite(.enabled(if: RealRecordings.folder != nil, "the real recordings are not on this machine"))
struct RealRecordingTests {
  /// What a recording holds, by the table beside the recordings and as libinput 1.22 gave it.
  struct Content: Sendable, CustomTestStringConvertible {
    var file: String
    /// Times that the panel was touched.
    var touches: Int
    /// The most contacts at once.
    var contacts: Int
    /// Touch frames that libinput 1.22 gave.
    var frames: Int

    var testDescription: String { file }
  }

  private static func content(_ name: String, touches: Int, contacts: Int, frames: Int) -> Content {
    Content(file: "evemu-devices/\(name).events", touches: touches, contacts: contacts, frames: frames)
  }

  static let contents = [
    content("Atmel-maXTouch-Touchscreen.1-finger-drag-up-down", touches: 1, contacts: 1, frames: 150),
    content("Atmel-maXTouch-Touchscreen.1-finger-fast-taps", touches: 9, contacts: 1, frames: 18),
    content("Atmel-maXTouch-Touchscreen.2-fingers-touch-release", touches: 1, contacts: 2, frames: 16),
    content("Atmel-maXTouch-Touchscreen.4-finger-drag-down", touches: 1, contacts: 4, frames: 31),
    content("EP0430M09.1-finger-drag-up-down", touches: 1, contacts: 1, frames: 183),
    content("EP0430M09.2-fingers-touch-release", touches: 1, contacts: 2, frames: 14),
    content("N-Trig-MultiTouch.1-finger-drag-NW-SE", touches: 1, contacts: 1, frames: 93),
    content("QUANTA-OpticalTouchScreen.touch-on-left", touches: 1, contacts: 1, frames: 41),
    content("Wacom-Cintiq-13HD-touch-Finger", touches: 1, contacts: 1, frames: 5),
    content("Wacom-ISDv4-E6-Finger.double-top-swipe", touches: 1, contacts: 2, frames: 143),
    content("Wacom-ISDv4-E6-Finger.single-tap-center", touches: 1, contacts: 1, frames: 2),
    content("eGalax_eMPIA-Technology-Inc.-PCAP-MultiTouch-Controller.tap", touches: 1, contacts: 1, frames: 3),
    Content(file: "pixel-tablet/google_pixel_tablet_touchscreen.evemu", touches: 1, contacts: 1, frames: 26),
    Content(file: "monkeyhelper/phone-single-drag.txt", touches: 1, contacts: 1, frames: 25),
    Content(file: "monkeyhelper/phone-two-finger-drag.txt", touches: 1, contacts: 2, frames: 102),
    Content(file: "monkeyhelper/tablet-single-drag.txt", touches: 1, contacts: 1, frames: 78),
  ]

  @Test(arguments: contents)
  func `a recording holds the touches it is known for`(content: Content) throws {
    let frames = try RealRecordings.touches(of: content.file).frames
    let held = frames.map { frame in frame.contacts.count { $0.phase != .up && $0.phase != .cancelled } }
    #expect(zip([0] + held, held).count { $0 == 0 && $1 > 0 } == content.touches)
    #expect(held.max() == content.contacts)
    #expect(held.last == 0)
    #expect(frames.count == content.frames)
    #expect(frames.first?.time == Instant(microseconds: 0))
  }

  @Test(arguments: contents)
  func `a recording reads back as it was written`(content: Content) throws {
    let recording = try Recording(RealRecordings.bytes(of: content.file), file: content.file)
    let again = try Recording(Array(recording.evemuText.utf8), file: "again")
    #expect(again.events == recording.events && again.description == recording.description)
  }

  @Test func `a panel that tells its resolution has a size`() throws {
    let touches = try RealRecordings.touches(of: "pixel-tablet/google_pixel_tablet_touchscreen.evemu")
    #expect(touches.panel.name == "NVTCapacitiveTouchScreen")
    #expect(touches.panel.millimetres == Size(width: 1599.0 / 11, height: 2559.0 / 11))
  }
}
