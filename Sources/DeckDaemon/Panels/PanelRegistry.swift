package import DeckConfiguration
import DeckEngine
package import Gestures
package import Kinetics
package import LibinputTouch

/// The connected panels: the surface that each one covers, how it lies on it, and its contacts that are down.
package struct PanelRegistry {
  /// A connected panel.
  package struct Panel {
    package let info: PanelInfo
    package private(set) var mapping: PanelMapping
    package private(set) var placement: PanelPlacement
    /// Whether no other program receives the panel's touches, in fact: another one may have grabbed it before.
    package fileprivate(set) var isGrabbed: Bool
    /// Distinguishes the contacts of several panels on one surface: the lowest number that no other panel has.
    package let number: Int
    /// The contacts that are down, by their ids on the surface.
    package fileprivate(set) var contacts: [ContactID] = []
    /// `nil` without an active area.
    fileprivate var filter: AreaFilter?
    /// `nil` for a panel whose last samples are right.
    fileprivate var liftFilter: LiftFilter?

    fileprivate var id: PanelID { info.id }
    package var surface: String { mapping.surface }
    package var rotation: PanelRotation { mapping.rotation }

    /// What is added to a contact's id on the panel for that on the surface.
    fileprivate var offset: Int { number * PanelRegistry.slotsPerPanel }

    /// The id on the surface of a contact of the panel.
    package func onSurface(_ contact: ContactID) -> ContactID { ContactID(contact.rawValue + offset) }

    fileprivate init(_ info: PanelInfo, _ mapping: PanelMapping, isGrabbed: Bool, number: Int) {
      (self.info, self.mapping) = (info, mapping)
      self.isGrabbed = isGrabbed
      self.number = number
      placement = mapping.placement(of: info.description)
      forgetTouches()
    }

    /// Lies on its surface as `mapping` says from now on.
    fileprivate mutating func adopt(_ mapping: PanelMapping) {
      (self.mapping, placement) = (mapping, mapping.placement(of: info.description))
    }

    /// No contact is down any more.
    fileprivate mutating func forgetTouches() {
      contacts = []
      filter = placement.area.map { _ in AreaFilter() }
      liftFilter = mapping.filtersLift ? LiftFilter() : nil
    }
  }

  /// A panel whose mapping changed.
  package struct Remapping {
    package var panel: PanelID
    /// The surface that it covered before.
    package var surface: String
    /// The contacts that were down there.
    package var contacts: [ContactID]
  }

  /// More slots than any panel has (the kernel allows 1024 with `ABS_MT_SLOT`).
  private static let slotsPerPanel = 1 << 16

  /// In the order in which they were connected, which is that of their ids.
  ///
  /// An array, since there are few, and each touch looks for one.
  private var panels: [Panel] = []
  /// The panel that gives each surface its size, connected or not.
  private var sizing: [String: PanelInfo] = [:]
  /// The rotations that clients have set; they override the configuration until it is reloaded.
  private var rotations: [String: PanelRotation] = [:]
  /// The sizes that clients have asked for; a reload keeps them, since a page says its size only when that changes.
  package private(set) var requestedSizes: [String: Size] = [:]
  /// The buffer of the last mapped frame, for the next one.
  private var buffer = TouchFrame(time: Instant(microseconds: 0), contacts: [])

  /// No panels.
  package init() {}

  package var isEmpty: Bool { panels.isEmpty }

  /// How many panels are connected.
  package var count: Int { panels.count }

  /// The connected panels, in the order in which they were connected.
  package var connected: [Panel] { panels }

  /// Whether the panel at a node covers a surface.
  func covers(_ surface: String?, path: String) -> Bool {
    panels.contains { $0.info.path == path && $0.surface == surface }
  }

  package subscript(_ id: PanelID) -> Panel? { index(of: id).map { panels[$0] } }

  private func index(of id: PanelID) -> Int? { panels.firstIndex { $0.id == id } }

  /// Adds a panel that was connected.
  ///
  /// - Returns: the panel, and whether it gives its surface the size: the first panel on a surface does.
  package mutating func add(
    _ info: PanelInfo,
    mapping: PanelMapping,
    isGrabbed: Bool = false
  ) -> (panel: Panel, sizesSurface: Bool) {
    let sizesSurface = !panels.contains { $0.surface == mapping.surface }
    if sizesSurface { sizing[mapping.surface] = info }
    let taken = Set(panels.map(\.number))
    var mapping = mapping
    mapping.rotation = rotations[mapping.surface] ?? mapping.rotation
    let number = (0...taken.count).first { !taken.contains($0) } ?? taken.count
    let panel = Panel(info, mapping, isGrabbed: isGrabbed, number: number)
    panels.removeAll { $0.id == info.id }
    panels.insert(panel, at: panels.firstIndex { $0.id > info.id } ?? panels.endIndex)
    return (panel, sizesSurface)
  }

  /// Removes a panel that was disconnected.
  ///
  /// - Returns: the panel, without contacts.
  package mutating func remove(_ id: PanelID) -> Panel? {
    guard let index = index(of: id) else { return nil }
    var panel = panels.remove(at: index)
    panel.contacts = []
    return panel
  }

  /// Records whether other programs receive a panel's touches.
  ///
  /// - Returns: the panel; `nil` if that is not new, or the panel unknown.
  package mutating func setGrabbed(_ id: PanelID, _ isGrabbed: Bool) -> Panel? {
    guard let index = index(of: id), panels[index].isGrabbed != isGrabbed else { return nil }
    panels[index].isGrabbed = isGrabbed
    return panels[index]
  }

  /// Forgets the contacts that are down on a panel, and returns them.
  package mutating func takeContacts(of id: PanelID) -> [ContactID] {
    guard let index = index(of: id) else { return [] }
    defer { panels[index].contacts = [] }
    return panels[index].contacts
  }

  /// Maps a panel's frame onto its surface, whose size `size` returns, and tracks which contacts are down.
  ///
  /// A frame's time is at most `now`: a time stamp in the future would delay everything after it. The caller returns
  /// the frame with `recycle(_:)`, so that the next one allocates nothing.
  ///
  /// - Returns: the frame, with ids that no other panel's contacts have, and the surface; `nil` for an unknown panel.
  package mutating func map(
    _ frame: TouchFrame,
    of id: PanelID,
    now: Instant,
    onto size: (String) -> Size
  ) -> (frame: TouchFrame, surface: String)? {
    guard let index = index(of: id) else { return nil }
    let (placement, offset, surface) = (panels[index].placement, panels[index].offset, panels[index].surface)
    let size = size(surface)
    var mapped = TouchFrame(time: frame.time, contacts: [])
    swap(&mapped, &buffer)
    PanelGeometry(surface: size, placement: placement).map(frame, into: &mapped)
    panels[index].filter?.filter(&mapped, on: size)
    panels[index].liftFilter?.filter(&mapped)
    mapped.time = min(mapped.time, now)
    for place in mapped.contacts.indices {
      mapped.contacts[place].id = ContactID(mapped.contacts[place].id.rawValue + offset)
      let contact = mapped.contacts[place]
      switch contact.phase {
      // Also the move of one that came down before the panel's mapping changed.
      case .down, .moved, .stationary:
        if !panels[index].contacts.contains(contact.id) { panels[index].contacts.append(contact.id) }
      case .up, .cancelled: panels[index].contacts.removeAll { $0 == contact.id }
      }
    }
    return (mapped, surface)
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
    let covering = panels.indices.filter { panels[$0].surface == surface }
    guard covering.isEmpty || covering.contains(where: { panels[$0].rotation != rotation }) else { return nil }
    for index in covering {
      var mapping = panels[index].mapping
      mapping.rotation = rotation
      panels[index].adopt(mapping)
    }
    return covering.map { panels[$0] }.sorted { $0.number < $1.number }
  }

  /// Records the size that a client has asked for a surface.
  package mutating func request(_ size: Size, for surface: String) {
    requestedSizes[surface] = size
  }

  /// The panel that gives a surface its size, connected or not, as panels are mapped by `mapping`.
  package func sizingPanel(of surface: String, _ mapping: (PanelInfo) -> PanelMapping) -> PanelInfo? {
    sizing[surface].flatMap { mapping($0).surface == surface ? $0 : nil }
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
    for index in panels.indices {
      let panel = panels[index]
      let new = mapping(panel.info)
      guard new != panel.mapping else { continue }
      changed.append(Remapping(panel: panel.id, surface: panel.surface, contacts: panel.contacts))
      panels[index].adopt(new)
      panels[index].forgetTouches()
    }
    // A panel that sized its surface keeps doing so after it is disconnected: it may return.
    let infos = sizing.sorted { $0.key < $1.key }.map(\.value) + connected.map(\.info)
    for info in infos.reversed() { sizing[mapping(info).surface] = info }
    return (changed, infos)
  }
}
