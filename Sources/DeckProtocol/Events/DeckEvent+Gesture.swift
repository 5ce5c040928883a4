extension DeckEvent {
  /// A gesture of a surface that was performed.
  public struct Gesture: Hashable, Sendable {
    /// The gesture's name in the configuration.
    public var gesture: String
    /// The surface's name.
    public var surface: String
    /// What the fingers did.
    public var kind: SurfaceGestureKind
    /// How many fingers.
    public var fingers: Int
    /// The direction of a swipe.
    public var direction: Direction?
    /// Where the middle of the fingers was, in points of the surface, from its left edge.
    public var x: Double
    /// Where the middle of the fingers was, in points of the surface, from its upper edge.
    public var y: Double

    /// The performance of the gesture called `gesture` on a surface.
    public init(
      gesture: String,
      surface: String,
      kind: SurfaceGestureKind,
      fingers: Int,
      direction: Direction? = nil,
      x: Double,
      y: Double
    ) {
      self.gesture = gesture
      self.surface = surface
      self.kind = kind
      self.fingers = fingers
      self.direction = direction
      self.x = x
      self.y = y
    }
  }

  /// The end of a surface's sleep.
  public struct Waking: Hashable, Sendable {
    /// The surface's name.
    public var surface: String
    /// What woke it.
    public var by: Cause

    /// What wakes a surface.
    public enum Cause: String, CaseIterable, Hashable, Sendable {
      case touch, request
    }

    /// The waking of a surface.
    public init(surface: String, by: Cause) {
      self.surface = surface
      self.by = by
    }
  }
}

extension DeckEvent.Gesture: ReceivedObject {
  package static var names: [PartialKeyPath<Self>: String] { codec.names }

  static let codec = ObjectCodec<Self>(
    "event",
    Field("gesture", .text, "The gesture's name in the configuration."),
    Field("surface", Common.surface, "The surface."),
    Field("kind", .name, "What the fingers did."),
    Field("fingers", .integer(1...5), "How many fingers."),
    Field(optional: "direction", .name, "Where a swipe went; left out where the gesture is none."),
    Field("x", .coordinate, "The middle of the fingers, pt from the surface's left edge."),
    Field("y", .coordinate, "The middle of the fingers, pt from the surface's upper edge."),
    make: { Self(gesture: $0, surface: $1, kind: $2, fingers: $3, direction: $4, x: $5, y: $6) },
    members: (\.gesture, \.surface, \.kind, \.fingers, \.direction, \.x, \.y)
  )
}

extension DeckEvent.Waking {
  static let codec = ObjectCodec<Self>(
    "event",
    Field("surface", Common.surface, "The surface."),
    Field("by", .name, "What woke it."),
    make: { Self(surface: $0, by: $1) },
    members: (\.surface, \.by)
  )
}

extension DeckEvent.Waking.Cause: WireName {
  package static let definition = NameDefinition("wakingCause", "Waking cause", "What woke a surface.")

  package var meaning: String {
    switch self {
    case .touch: "a finger came down; its touch did nothing else"
    case .request: "surface.set with `asleep` false"
    }
  }
}
