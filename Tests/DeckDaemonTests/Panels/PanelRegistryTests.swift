import DeckConfiguration
import DeckDaemon
import Gestures
import Kinetics
import LibinputTouch
import Testing

@Suite
struct `A registry of panels` {
  private static let size = Size(width: 400, height: 800)
  private static let now = Instant(microseconds: 1000)

  private var registry = PanelRegistry()

  private static func panel(_ id: Int) -> PanelInfo {
    PanelInfo(
      id: PanelID(id),
      description: PanelDescription(name: "panel \(id)", axes: Size(width: 1000, height: 2000), millimetres: nil),
      systemName: "event\(id)",
      path: "/dev/input/event\(id)",
      vendor: 1,
      product: UInt32(id)
    )
  }

  private static func frame(_ phase: Contact.Phase, at time: Instant = now, ids: Int...) -> TouchFrame {
    let contacts = ids.map { Contact(id: ContactID($0), phase: phase, position: Point(x: 0.25, y: 0.5)) }
    return TouchFrame(time: time, contacts: contacts)
  }

  private mutating func add(_ id: Int, _ surface: String = "s", _ rotation: PanelRotation = .none) -> Bool {
    registry.add(Self.panel(id), mapping: PanelMapping(surface: surface, rotation: rotation)).sizesSurface
  }

  private mutating func map(_ frame: TouchFrame, of id: Int) throws -> [Contact] {
    let mapped = registry.map(frame, of: PanelID(id), now: Self.now) { _ in Self.size }?.frame
    return try #require(mapped).contacts
  }

  @Test
  mutating func `lets the first panel on a surface give it the size`() {
    #expect(add(1) && !add(2) && add(3, "t"))
    #expect(registry.connected.map(\.info.id) == [PanelID(1), PanelID(2), PanelID(3)])
    // The second one stays when the first is removed; a surface without a panel is sized by the next one.
    _ = registry.remove(PanelID(1))
    #expect(!add(4))
    _ = registry.remove(PanelID(3))
    #expect(add(5, "t"))
  }

  @Test
  mutating func `keeps contacts of several panels apart, and gives numbers out again`() throws {
    _ = add(1)
    _ = add(2)
    let (first, second) = (try map(Self.frame(.down, ids: 0, 1), of: 1), try map(Self.frame(.down, ids: 0), of: 2))
    #expect(Set((first + second).map(\.id)).count == 3)
    #expect(first.allSatisfy { $0.position == Point(x: 100, y: 400) })
    _ = registry.remove(PanelID(1))
    _ = add(3)
    #expect(registry[PanelID(3)]?.number == 0)
    #expect(try map(Self.frame(.down, ids: 0), of: 3).map(\.id) == [first[0].id])
  }

  @Test
  mutating func `knows which contacts are down until they end or the panel is gone`() throws {
    _ = add(1)
    _ = try map(Self.frame(.down, ids: 0, 1), of: 1)
    #expect(registry[PanelID(1)]?.contacts.count == 2)
    _ = try map(Self.frame(.up, ids: 0), of: 1)
    #expect(registry[PanelID(1)]?.contacts == [ContactID(1)])
    #expect(registry.remove(PanelID(1))?.contacts == [])
    #expect(registry.isEmpty && registry.remove(PanelID(1)) == nil)
    #expect(registry.map(Self.frame(.down, ids: 0), of: PanelID(1), now: Self.now) { _ in Self.size } == nil)
  }

  @Test
  mutating func `takes a stamp from the future as now`() {
    _ = add(1)
    let later = Self.frame(.down, at: Instant(microseconds: 5000), ids: 0)
    #expect(registry.map(later, of: PanelID(1), now: Self.now) { _ in Self.size }?.frame.time == Self.now)
    let earlier = Self.frame(.moved, at: Instant(microseconds: 500), ids: 0)
    #expect(registry.map(earlier, of: PanelID(1), now: Self.now) { _ in Self.size }?.frame.time.microseconds == 500)
  }

  @Test
  mutating func `rotates the panels on a surface, and those to come, until the configuration is read again`() {
    _ = add(1)
    _ = add(2, "t")
    #expect(registry.rotate("s", to: .quarter)?.map(\.info.id) == [PanelID(1)])
    #expect(registry.rotate("s", to: .quarter) == nil)
    _ = add(3)
    #expect(registry[PanelID(3)]?.rotation == .quarter && registry[PanelID(2)]?.rotation == PanelRotation.none)
    registry.forgetRotations()
    _ = add(4)
    #expect(registry[PanelID(4)]?.rotation == PanelRotation.none)
    // A surface without panels can be rotated, too.
    #expect(registry.rotate("u", to: .quarter)?.isEmpty == true)
  }

  @Test
  mutating func `names the panels whose mapping changes, with the contacts to cancel`() throws {
    _ = add(1)
    _ = add(2)
    let down = try map(Self.frame(.down, ids: 0), of: 2).map(\.id)
    let (changed, sizing) = registry.remap { PanelMapping(surface: $0.id == PanelID(2) ? "t" : "s") }
    #expect(changed.map(\.panel) == [PanelID(2)] && changed.first?.surface == "s")
    #expect(changed.first?.contacts == down)
    #expect(registry[PanelID(2)]?.surface == "t" && registry[PanelID(2)]?.contacts == [])
    #expect(sizing.first?.id == PanelID(1))
    // A panel that sized its surface still does so after its removal.
    _ = registry.remove(PanelID(1))
    let (none, kept) = registry.remap { PanelMapping(surface: $0.id == PanelID(2) ? "t" : "s") }
    #expect(none.isEmpty && kept.contains { $0.id == PanelID(1) })
  }

  @Test
  mutating func `maps by the panel's calibration, and leaves out what is outside of its area`() throws {
    var info = Self.panel(1)
    info.description.calibration = try #require(CalibrationMatrix([0, 1, 0, 1, 0, 0]))
    var mapping = PanelMapping(surface: "s")
    mapping.area = PanelAreaSection()
    mapping.area?.width = .fraction(0.5)
    _ = registry.add(info, mapping: mapping)
    let frame = TouchFrame(
      time: Self.now,
      contacts: [Point(x: 0.25, y: 0.4), Point(x: 0.25, y: 0.6)].enumerated().map { id, position in
        Contact(id: ContactID(id), phase: .down, position: position)
      }
    )
    // The axes are swapped: (0.4, 0.25) is within the left half, (0.6, 0.25) is not.
    let inside = try map(frame, of: 1)
    #expect(inside.map(\.position) == [Point(x: 320, y: 200)])
    #expect(registry[PanelID(1)]?.contacts == [ContactID(0)])
    let taken = registry.takeContacts(of: PanelID(1))
    #expect(taken == [ContactID(0)] && registry[PanelID(1)]?.contacts == [])
    // The configuration's matrix replaces the panel's, and the filter begins again.
    mapping.calibration = .identity
    let (changed, _) = registry.remap { _ in mapping }
    #expect(changed.map(\.panel) == [PanelID(1)])
    #expect(try map(frame, of: 1).map(\.position) == [Point(x: 200, y: 320), Point(x: 200, y: 480)])
  }
}
