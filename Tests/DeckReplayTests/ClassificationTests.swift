import DeckReplay
import Gestures
import Kinetics
import Testing

/// What the recognizers make of each contact of the real recordings, by the table beside them.
@Suite(.enabled(if: RealRecordings.folder != nil, "the real recordings are not on this machine"))
struct `A finger of a real recording` {
  /// A recording with what each of its contacts is, in the order in which they came down.
  struct Content: Sendable, CustomTestStringConvertible {
    var file: String
    var contacts: [String]

    var testDescription: String { file }
  }

  private static func content(_ name: String, _ contacts: [String]) -> Content {
    Content(file: "evemu-devices/\(name).events", contacts: contacts)
  }

  /// A drag's direction is that of its whole way, and `there and back` (curved or back and forth, in the table) where
  /// the finger went at least twice as far as it is from its start in the end.
  ///
  /// `fling` says that the finger left at 50 pt/s or more. The table calls what is over within half a second a swipe,
  /// and so the phone's drag and that of one of four fingers on the maXTouch, whose panels told the lift more than 40 ms
  /// after the last motion: the finger had stopped. It has a drag for the Cintiq; its axes and its files' names disagree
  /// for EP0430M09, whose finger went there and back in any case.
  static let contents = [
    content("Atmel-maXTouch-Touchscreen.1-finger-drag-up-down", ["drag there and back"]),
    content("Atmel-maXTouch-Touchscreen.1-finger-fast-taps", Array(repeating: "tap", count: 9)),
    content("Atmel-maXTouch-Touchscreen.2-fingers-touch-release", ["longPress", "longPress"]),
    content("Atmel-maXTouch-Touchscreen.4-finger-drag-down", Array(repeating: "drag down", count: 4)),
    content("EP0430M09.1-finger-drag-up-down", ["drag there and back"]),
    content("EP0430M09.2-fingers-touch-release", ["longPress", "longPress"]),
    content("N-Trig-MultiTouch.1-finger-drag-NW-SE", ["drag right"]),
    content("QUANTA-OpticalTouchScreen.touch-on-left", ["drag down"]),
    content("Wacom-Cintiq-13HD-touch-Finger", ["drag down, fling"]),
    content("Wacom-ISDv4-E6-Finger.double-top-swipe", ["drag right", "drag right"]),
    content("Wacom-ISDv4-E6-Finger.single-tap-center", ["tap"]),
    content("eGalax_eMPIA-Technology-Inc.-PCAP-MultiTouch-Controller.tap", ["tap"]),
    Content(file: "pixel-tablet/google_pixel_tablet_touchscreen.evemu", contacts: ["drag up, fling"]),
    Content(file: "monkeyhelper/phone-single-drag.txt", contacts: ["drag right"]),
    Content(file: "monkeyhelper/phone-two-finger-drag.txt", contacts: ["drag right", "drag right"]),
    Content(file: "monkeyhelper/tablet-single-drag.txt", contacts: ["drag right"]),
  ]

  @Test(arguments: contents)
  func `is taken for what it is`(content: Content) throws {
    let recorded = try RealRecordings.touches(of: content.file)
    let size = SurfaceSizing().surface(for: recorded.panel, rotation: .none)
    let geometry = PanelGeometry(surface: size)
    #expect(Self.classes(recorded.frames.map(geometry.map)) == content.contacts)
  }

  /// A contact that is followed by an arena of its own.
  private struct Follower {
    /// The table goes by the way alone: a finger that rests before it moves is a drag.
    ///
    /// The fingers that rest on the maXTouch roll by 11 pt, which the 12 pt of the long press of `fan` allow.
    var arena = GestureArena(
      Tap(slop: 12, maximumDuration: 0.4),
      Drag(minimumDistance: 12).simultaneously(with: Fling(minimumDistance: 12))
        .exclusively(before: LongPress(minimumDuration: 0.4, allowableMovement: 12))
    )
    var reports: [GestureArena.Report] = []
    var places: [Point] = []
  }

  private static func classes(_ frames: [TouchFrame]) -> [String] {
    var followers: [Follower] = []
    var down: [ContactID: Int] = [:]
    for frame in frames {
      for contact in frame.contacts {
        if contact.phase == .down {
          down[contact.id] = followers.count
          followers.append(Follower())
        }
        guard let index = down[contact.id] else { continue }
        let one = TouchFrame(time: frame.time, contacts: [contact])
        followers[index].reports += followers[index].arena.handle(one)
        followers[index].places.append(contact.position)
      }
    }
    return followers.map { word(for: $0) }
  }

  private static func word(for follower: Follower) -> String {
    let ended = follower.reports.filter { if case .ended = $0.transition { true } else { false } }.map(\.kind)
    guard ended.contains(.drag), let start = follower.places.first, let end = follower.places.last else {
      return ended.map(\.rawValue).joined(separator: " ")
    }
    let way = end - start
    let length = zip(follower.places, follower.places.dropFirst()).reduce(0) { $0 + ($1.1 - $1.0).length }
    let direction: String
    if length >= 2 * way.length {
      direction = "there and back"
    } else if way.dx.magnitude > way.dy.magnitude {
      direction = way.dx > 0 ? "right" : "left"
    } else {
      direction = way.dy > 0 ? "down" : "up"
    }
    return "drag \(direction)" + (ended.contains(.fling) ? ", fling" : "")
  }
}
