import DeckEngine
package import Gestures

/// `[[gestures]]`: what fingers may do on a surface, whatever decks it has.
package struct GestureSection: Hashable, Sendable {
  package var surface: String
  package var gesture: SurfaceGesture
}

/// A gesture while its table is read.
struct GestureDraft: Sendable {
  /// Where fingers come down, by name.
  enum Place: Equatable, Sendable {
    case edge(SurfaceGesture.Edge)
    case corner(SurfaceGesture.Edge, SurfaceGesture.Edge)
  }

  var name = ""
  var surface = ""
  var swipe: Set<SurfaceGesture.Heading>?
  var tap: Int?
  var hold: Double?
  var pinch: SurfaceGesture.Spread?
  var rotate: SurfaceGesture.Turn?
  var fingers: Int?
  var from: Place?
  var depth: Double?
  var region: SurfaceGesture.Zone?
  var distance = SurfaceGestureDefaults.swipeDistance

  /// Where the fingers come down.
  var zone: SurfaceGesture.Zone {
    switch from {
    case .edge(let edge): .edge(edge, depth: depth ?? SurfaceGestureDefaults.edgeDepth)
    case .corner(let side, let end): .corner(side, end, depth: depth ?? SurfaceGestureDefaults.cornerDepth)
    case nil: region ?? .anywhere
    }
  }

  /// What the fingers do; `nil` if the file says nothing, or several things.
  var motion: SurfaceGesture.Motion? {
    let given: [SurfaceGesture.Motion?] = [
      swipe.map { .swipe($0, distance: distance) }, tap.map { .tap(count: $0) }, hold.map { .hold(duration: $0) },
      pinch.map { .pinch($0) }, rotate.map { .rotate($0) },
    ]
    let motions = given.compactMap(\.self)
    return motions.count == 1 ? motions[0] : nil
  }
}

extension GestureDraft.Place {
  /// Every place with its name in the file.
  static let names: [(name: String, place: Self)] =
    SurfaceGesture.Edge.allCases.map { ($0.rawValue, .edge($0)) }
    + [SurfaceGesture.Edge.top, .bottom].flatMap { end in
      [SurfaceGesture.Edge.left, .right].map { ("\(end.rawValue) \($0.rawValue)", .corner($0, end)) }
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
    checkMotion(draft, members, of: node)
    checkPlace(draft, members)
    guard findings.count == count, let motion = draft.motion else { return nil }
    let fingers = draft.fingers ?? (draft.pinch == nil && draft.rotate == nil ? 1 : 2)
    let gesture = SurfaceGesture(draft.name, motion, fingers: fingers, from: draft.zone)
    return GestureSection(surface: draft.surface, gesture: gesture)
  }

  private mutating func checkMotion(_ draft: GestureDraft, _ members: [String: TOMLNode], of node: TOMLNode) {
    let motions = ["swipe", "tap", "hold", "pinch", "rotate"]
    let given = motions.filter { members[$0] != nil }
    if given.count != 1 {
      let problem = given.isEmpty ? "does not say what the fingers do" : "has \(given.joined(separator: " and "))"
      report(node, problem, expected: "one of \(motions.joined(separator: ", "))")
    }
    if let node = members["fingers"], draft.fingers == 1, draft.pinch != nil || draft.rotate != nil {
      report(node, "is 1 for a \(draft.pinch != nil ? "pinch" : "rotation")", expected: "2 to 5")
    }
    if let node = members["distance"], draft.swipe == nil {
      report(node, "given without swipe", expected: "no distance: only a swipe has one")
    }
  }

  private mutating func checkPlace(_ draft: GestureDraft, _ members: [String: TOMLNode]) {
    if let node = members["region"], draft.from != nil {
      report(node, "given beside from", expected: "one of from and region")
    }
    if let node = members["depth"], draft.from == nil {
      report(node, "given without from", expected: "no depth: only an edge or a corner has one")
    }
    if let node = members["swipe"], case .edge(let edge) = draft.from, let swipe = draft.swipe {
      let outward = SurfaceGesture.Edge.allCases.first { $0.inward == edge.inward.opposite }?.inward
      if let outward, swipe == [outward] {
        report(
          node,
          "\(SettingText.quoted(outward.rawValue)) leads out of the surface from its \(edge.rawValue) edge",
          expected: SettingText.quoted(edge.inward.rawValue)
        )
      }
    }
  }

  /// The rectangle of a gesture, in shares of the surface; `nil` if it is invalid.
  mutating func region(_ node: TOMLNode, expected: String) -> SurfaceGesture.Zone? {
    let count = findings.count
    let numbers = values(node, NumberCodec.number(0...1), expected: expected)
    guard findings.count == count else { return nil }
    guard numbers.count == 4, numbers[0] + numbers[2] <= 1 + 1e-9, numbers[1] + numbers[3] <= 1 + 1e-9 else {
      report(node, numbers.count == 4 ? "reaches out of the surface" : "has \(numbers.count) numbers", expected: expected)
      return nil
    }
    return .region(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }
}

extension SurfaceGesture.Heading {
  fileprivate var opposite: Self {
    switch self {
    case .left: .right
    case .right: .left
    case .up: .down
    case .down: .up
    }
  }
}

extension DaemonConfiguration {
  /// Gestures that are never performed, because an earlier one is made by the same fingers, one sentence for each.
  var unreachableGestures: [String] {
    gestures.indices.compactMap { index in
      let later = gestures[index]
      let earlier = gestures[..<index].first { $0.surface == later.surface && $0.gesture.covers(later.gesture) }
      guard let earlier else { return nil }
      return """
        the gesture \(SettingText.quoted(later.gesture.name)) is never performed: the same fingers perform \
        \(SettingText.quoted(earlier.gesture.name)), which comes before it
        """
    }
  }
}

extension SurfaceGesture {
  /// Whether whatever performs `other` performs this.
  fileprivate func covers(_ other: SurfaceGesture) -> Bool {
    guard fingers == other.fingers, zone == .anywhere && !other.zone.precedesDecks || zone == other.zone else {
      return false
    }
    return switch (motion, other.motion) {
    case (.swipe(let mine, let distance), .swipe(let others, let needed)):
      mine.isSuperset(of: others) && distance <= needed
    case (.hold(let mine), .hold(let others)): mine <= others
    default: motion == other.motion
    }
  }
}
