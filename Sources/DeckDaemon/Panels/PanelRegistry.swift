package import DeckConfiguration
import DeckEngine
package import Gestures
package import Kinetics
package import LibinputTouch

/// The connected panels: the surface that each one covers, how it lies on it, and its contacts that are down.
package struct PanelRegistry {
  /// A connected panel.
  package struct Panel {
    package var info: PanelInfo { sharedInfo.wrappedValue }
    /// Behind a reference: each frame copies its panel, and needs none of this.
    private let sharedInfo: Shared<PanelInfo>
    package fileprivate(set) var mapping: PanelMapping {
      didSet { placement = mapping.placement(of: info.description) }
    }
    package private(set) var placement: PanelPlacement
    /// Whether no other program receives the panel's touches, in fact: another one may have grabbed it before.
    package fileprivate(set) var isGrabbed: Bool
    /// Distinguishes the contacts of several panels on one surface: the lowest number that no other panel has.
    package let number: Int
    /// The contacts that are down, by their ids on the surface.
    package fileprivate(set) var contacts: Set<ContactID> = []

    package var surface: String { mapping.surface }
    package var rotation: PanelRotation { mapping.rotation }

    /// The id on the surface of a contact of the panel.
    package func onSurface(_ contact: ContactID) -> ContactID {
      ContactID(contact.rawValue + number * PanelRegistry.slotsPerPanel)
    }

    fileprivate init(_ info: PanelInfo, _ mapping: PanelMapping, isGrabbed: Bool, number: Int) {
      sharedInfo = Shared(wrappedValue: info)
      self.mapping = mapping
      self.isGrabbed = isGrabbed
      self.number = number
      placement = mapping.placement(of: info.description)
    }
  }

  /// A panel whose mapping changed.
  package struct Remapping {
    package var panel: PanelID
    /// The surface that it covered before.
    package var surface: String
    /// The contacts that were down there.
    package var contacts: Set<ContactID>
  }

  /// More slots than any panel has (the kernel allows 1024 with `ABS_MT_SLOT`).
  private static let slotsPerPanel = 1 << 16

  private var panels: [PanelID: Panel] = [:]
  /// The filters of the panels with an active area.
  private var filters: [PanelID: AreaFilter] = [:]
  /// The panel that gives each surface its size, connected or not.
  private var sizing: [String: PanelInfo] = [:]
  /// The rotations that clients have set; they override the configuration until it is reloaded.
  private var rotations: [String: PanelRotation] = [:]
  /// The buffer of the last mapped frame, for the next one.
  private var buffer = TouchFrame(time: Instant(microseconds: 0), contacts: [])

  /// No panels.
  package init() {}

  package var isEmpty: Bool { panels.isEmpty }

  /// How many panels are connected.
  package var count: Int { panels.count }

  /// The connected panels, in the order in which they were connected.
  package var connected: [Panel] { panels.sorted { $0.key < $1.key }.map(\.value) }

  /// Whether the panel at a node covers a surface.
  func covers(_ surface: String?, path: String) -> Bool {
    panels.values.contains { $0.info.path == path && $0.surface == surface }
  }

  package subscript(_ id: PanelID) -> Panel? { panels[id] }

  /// Adds a panel that was connected.
  ///
  /// - Returns: the panel, and whether it gives its surface the size: the first panel on a surface does.
  package mutating func add(
    _ info: PanelInfo,
    mapping: PanelMapping,
    isGrabbed: Bool = false
  ) -> (panel: Panel, sizesSurface: Bool) {
    let sizesSurface = !panels.values.contains { $0.surface == mapping.surface }
    if sizesSurface { sizing[mapping.surface] = info }
    let taken = Set(panels.values.map(\.number))
    var mapping = mapping
    mapping.rotation = rotations[mapping.surface] ?? mapping.rotation
    let number = (0...taken.count).first { !taken.contains($0) } ?? taken.count
    let panel = Panel(info, mapping, isGrabbed: isGrabbed, number: number)
    panels[info.id] = panel
    filters[info.id] = panel.placement.area.map { _ in AreaFilter() }
    return (panel, sizesSurface)
  }

  /// Removes a panel that was disconnected.
  ///
  /// - Returns: the panel, without contacts.
  package mutating func remove(_ id: PanelID) -> Panel? {
    guard var panel = panels.removeValue(forKey: id) else { return nil }
    panel.contacts = []
    filters[id] = nil
    return panel
  }

  /// Records whether other programs receive a panel's touches.
  ///
  /// - Returns: the panel; `nil` if that is not new, or the panel unknown.
  package mutating func setGrabbed(_ id: PanelID, _ isGrabbed: Bool) -> Panel? {
    guard let panel = panels[id], panel.isGrabbed != isGrabbed else { return nil }
    panels[id]?.isGrabbed = isGrabbed
    return panels[id]
  }

  /// Forgets the contacts that are down on a panel, and returns them.
  package mutating func takeContacts(of id: PanelID) -> Set<ContactID> {
    defer { panels[id]?.contacts = [] }
    return panels[id]?.contacts ?? []
  }

  /// Maps a panel's frame onto its surface of `size`, and tracks which contacts are down.
  ///
  /// A frame's time is at most `now`: a time stamp in the future would delay everything after it. The caller returns
  /// the frame with `recycle(_:)`, so that the next one allocates nothing.
  ///
  /// - Returns: the frame, with ids that no other panel's contacts have; `nil` for an unknown panel.
  package mutating func map(_ frame: TouchFrame, of id: PanelID, onto size: Size, now: Instant) -> TouchFrame? {
    guard let panel = panels[id] else { return nil }
    var mapped = TouchFrame(time: frame.time, contacts: [])
    swap(&mapped, &buffer)
    PanelGeometry(surface: size, placement: panel.placement).map(frame, into: &mapped)
    // A write into a dictionary's value allocates, even where there is none.
    if filters[id] != nil { filters[id]?.filter(&mapped, on: size) }
    mapped.time = min(mapped.time, now)
    for index in mapped.contacts.indices {
      mapped.contacts[index].id = panel.onSurface(mapped.contacts[index].id)
      let contact = mapped.contacts[index]
      switch contact.phase {
      case .down, .moved, .stationary:
        // A write into a dictionary's value allocates, so look first.
        if !panel.contacts.contains(contact.id) { panels[id]?.contacts.insert(contact.id) }
      case .up, .cancelled: panels[id]?.contacts.remove(contact.id)
      }
    }
    return mapped
  }

  /// Stores the buffer of a mapped frame for the next one.
  package mutating func recycle(_ frame: consuming TouchFrame) {
    buffer = frame
  }

  /// Rotates the panels on a surface, present and future ones.
  ///
  /// - Returns: the panels on the surface, the one with the lowest number first; `nil` if all have the rotation
  ///   already.
  package mutating func rotate(_ surface: String, to rotation: PanelRotation) -> [Panel]? {
    rotations[surface] = rotation
    let covering = panels.values.filter { $0.surface == surface }.sorted { $0.number < $1.number }
    guard covering.isEmpty || covering.contains(where: { $0.rotation != rotation }) else { return nil }
    for panel in covering { panels[panel.info.id]?.mapping.rotation = rotation }
    return covering.compactMap { panels[$0.info.id] }
  }

  /// Forgets the rotations that clients have set; panels keep theirs until they are remapped.
  package mutating func forgetRotations() {
    rotations = [:]
  }

  /// Maps every panel again, as a new configuration requires.
  ///
  /// - Returns: the panels whose mapping changed, and every panel that can size a surface, by priority.
  package mutating func remap(_ mapping: (PanelInfo) -> PanelMapping) -> (changed: [Remapping], sizing: [PanelInfo]) {
    var changed: [Remapping] = []
    for panel in connected {
      let new = mapping(panel.info)
      guard new != panel.mapping else { continue }
      changed.append(Remapping(panel: panel.info.id, surface: panel.surface, contacts: panel.contacts))
      panels[panel.info.id]?.contacts = []
      panels[panel.info.id]?.mapping = new
      filters[panel.info.id] = panels[panel.info.id]?.placement.area.map { _ in AreaFilter() }
    }
    // A panel that sized its surface keeps doing so after it is disconnected: it may return.
    let infos = sizing.sorted { $0.key < $1.key }.map(\.value) + connected.map(\.info)
    for info in infos.reversed() { sizing[mapping(info).surface] = info }
    return (changed, infos)
  }
}
