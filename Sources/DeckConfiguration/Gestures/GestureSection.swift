import DeckEngine
package import Gestures

/// `[[gestures]]`: what fingers may do on a surface, whatever decks it has.
package struct GestureSection: Hashable, Sendable {
  package var surface: String
  package var gesture: SurfaceGesture
}

/// A gesture while its table is read.
struct GestureDraft: Sendable {
  var name = ""
  var surface = ""
  var motion = SurfaceGesture.Motion.hold(duration: SurfaceGestureDefaults.holdDuration)
  var fingers: Int?
  var zone = SurfaceGesture.Zone.anywhere
  var depth: Double?
  var distance: Double?
  var duration: Double?
}

extension GestureDraft {
  /// What fingers may do.
  static let motions: [SurfaceGesture.Motion] = {
    typealias Motion = SurfaceGesture.Motion
    let headings = SurfaceGesture.Heading.allCases
    let swipes = (headings.map { [$0] } + [Set(headings)]).map { headings in
      Motion.swipe(headings, distance: SurfaceGestureDefaults.swipeDistance)
    }
    let taps = (1...3).map { Motion.tap(count: $0) }
    let hold = Motion.hold(duration: SurfaceGestureDefaults.holdDuration)
    let pinches = SurfaceGesture.Spread.allCases.map { Motion.pinch($0) }
    let turns = SurfaceGesture.Turn.allCases.map { Motion.rotate($0) }
    return swipes + taps + [hold] + pinches + turns
  }()

  /// The edges and the corners.
  static let zones: [SurfaceGesture.Zone] = {
    typealias Zone = SurfaceGesture.Zone
    let edges = SurfaceGesture.Edge.allCases.map { Zone.edge($0, depth: SurfaceGestureDefaults.edgeDepth) }
    let corners = [SurfaceGesture.Edge.top, .bottom].flatMap { end in
      [SurfaceGesture.Edge.left, .right].map { Zone.corner($0, end, depth: SurfaceGestureDefaults.cornerDepth) }
    }
    return edges + corners
  }()

  /// The gesture that the table describes.
  var gesture: SurfaceGesture {
    var gesture = SurfaceGesture(name, motion, fingers: fingers ?? 1, from: zone)
    switch motion {
    case .swipe(let headings, let usual): gesture.motion = .swipe(headings, distance: distance ?? usual)
    case .hold(let usual): gesture.motion = .hold(duration: duration ?? usual)
    case .pinch, .rotate: gesture.fingers = fingers ?? 2
    case .tap: break
    }
    switch zone {
    case .edge(let edge, let usual): gesture.zone = .edge(edge, depth: depth ?? usual)
    case .corner(let side, let end, let usual): gesture.zone = .corner(side, end, depth: depth ?? usual)
    case .anywhere, .region: break
    }
    return gesture
  }
}

extension ConfigurationReader {
  /// The gestures of the file.
  mutating func gestures(_ node: TOMLNode, expected: String) -> [GestureSection] {
    var paths: [String: String] = [:]
    return tables(node, "gestures", expected: expected).compactMap { gesture($0, besides: &paths) }
  }

  /// A gesture; `nil` if it is invalid.
  private mutating func gesture(_ node: TOMLNode, besides paths: inout [String: String]) -> GestureSection? {
    let count = findings.count
    var draft = GestureDraft()
    draft.surface = scope.first
    guard let members = read(node, SectionTable.gesture, into: &draft) else { return nil }
    if !draft.name.isEmpty {
      claim(draft.name, of: node, at: members["name"], in: &paths, expected: "a name of its own")
    }
    if let node = members["surface"] { checkSurface(draft.surface, node) }
    let gesture = draft.gesture
    check(gesture, members)
    return findings.count == count ? GestureSection(surface: draft.surface, gesture: gesture) : nil
  }

  /// Reports keys that do not fit what the fingers do, or where they come down.
  private mutating func check(_ gesture: SurfaceGesture, _ members: [String: TOMLNode]) {
    if let node = members["distance"], !gesture.isSwipe {
      report(node, "given for no swipe", expected: "do = \"swipe …\"")
    }
    if let node = members["duration"], !gesture.isHold { report(node, "given for no hold", expected: "do = \"hold\"") }
    if let node = members["depth"], !gesture.zone.precedesDecks {
      report(node, "given without an edge or a corner", expected: "from = \"left\", for instance")
    }
    if let node = members["fingers"], gesture.fingers == 1, gesture.turnsOrPinches {
      report(node, "is 1", expected: "2 to 5 for a pinch or a rotation")
    }
    if let node = members["do"], case .swipe(let headings, _) = gesture.motion, case .edge(let edge, _) = gesture.zone,
      headings == [edge.outward]
    {
      report(
        node,
        "a swipe \(edge.outward.rawValue) from the \(edge.rawValue) edge leaves the surface",
        expected: "\"swipe \(edge.inward.rawValue)\""
      )
    }
  }

  /// Where fingers come down; `nil` if it is invalid.
  mutating func zone(_ node: TOMLNode, expected: String) -> SurfaceGesture.Zone? {
    if case .string(let name) = node.value {
      let zone = GestureDraft.zones.first { $0.name == name }
      if zone == nil { report(node, "\(SettingText.quoted(name)) is no edge and no corner", expected: expected) }
      return zone
    }
    let count = findings.count
    let numbers = values(node, NumberCodec.number(0...1), expected: expected)
    guard findings.count == count else { return nil }
    guard numbers.count == 4, numbers[0] + numbers[2] <= 1 + 1e-9, numbers[1] + numbers[3] <= 1 + 1e-9 else {
      report(
        node,
        numbers.count == 4 ? "reaches out of the surface" : "has \(numbers.count) numbers",
        expected: expected
      )
      return nil
    }
    return .region(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }
}

extension SurfaceGesture {
  /// What the fingers do and where, for the report of a configuration.
  var words: String {
    switch zone {
    case .anywhere: motion.name
    case .edge(let edge, _): "\(motion.name) from the \(edge.rawValue) edge"
    case .corner: "\(motion.name) from the \(zone.name ?? "") corner"
    case .region: "\(motion.name) in a rectangle"
    }
  }

  fileprivate var isSwipe: Bool { if case .swipe = motion { true } else { false } }
  fileprivate var isHold: Bool { if case .hold = motion { true } else { false } }
  fileprivate var turnsOrPinches: Bool {
    switch motion {
    case .pinch, .rotate: true
    case .swipe, .tap, .hold: false
    }
  }

  /// Whether this is the same hold as `other` with a shorter duration.
  fileprivate func isShorterHold(than other: SurfaceGesture) -> Bool {
    guard case .hold(let mine) = motion, case .hold(let others) = other.motion else { return false }
    return fingers == other.fingers && zone.covers(other.zone) && mine < others
  }

  /// Whether whatever performs `other` performs this.
  fileprivate func covers(_ other: SurfaceGesture) -> Bool {
    guard fingers == other.fingers, zone.covers(other.zone) else { return false }
    return switch (motion, other.motion) {
    case (.swipe(let mine, let distance), .swipe(let others, let needed)):
      mine.isSuperset(of: others) && distance <= needed
    default: motion == other.motion
    }
  }
}

extension SurfaceGesture.Zone {
  /// Whether fingers in `other` are in this as well, and this does not give way to it.
  fileprivate func covers(_ other: Self) -> Bool {
    switch (self, other) {
    case (.edge(let mine, let depth), .edge(let others, let needed)): mine == others && depth >= needed
    case (.corner(let side, let end, let depth), .corner(let otherSide, let otherEnd, let needed)):
      side == otherSide && end == otherEnd && depth >= needed
    default: self == other
    }
  }
}

extension SurfaceGesture.Edge {
  /// The direction out of the surface.
  fileprivate var outward: SurfaceGesture.Heading {
    switch self {
    case .left: .left
    case .right: .right
    case .top: .up
    case .bottom: .down
    }
  }
}

extension DaemonConfiguration {
  /// Gestures that are never performed, because an earlier one is made by the same fingers, one sentence for each.
  var unreachableGestures: [String] {
    gestures.indices.compactMap { index in
      let later = gestures[index]
      let earlier =
        gestures[..<index].first { $0.surface == later.surface && $0.gesture.covers(later.gesture) }
        ?? gestures.first { $0.surface == later.surface && $0.gesture.isShorterHold(than: later.gesture) }
      guard let earlier else { return nil }
      return """
        the gesture \(SettingText.quoted(later.gesture.name)) is never performed: the same fingers perform \
        \(SettingText.quoted(earlier.gesture.name)) instead
        """
    }
  }
}
