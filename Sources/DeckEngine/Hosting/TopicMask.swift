package import DeckProtocol

/// A set of topics as one number.
///
/// Every touch asks several times whether a topic is in it; a `Set` hashes the topic's name each time.
package struct TopicMask: Equatable, Sendable {
  private var bits: UInt8 = 0

  /// The mask of some topics.
  package init(_ topics: Set<Topic>) {
    for topic in topics { bits |= Self.bit(topic) }
  }

  /// Returns whether a topic is in the set.
  package func contains(_ topic: Topic) -> Bool { bits & Self.bit(topic) != 0 }

  private static func bit(_ topic: Topic) -> UInt8 {
    switch topic {
    case .events: 1
    case .frames: 1 << 1
    case .motions: 1 << 2
    case .gestures: 1 << 3
    case .haptics: 1 << 4
    case .prefetch: 1 << 5
    case .touches: 1 << 6
    case .panels: 1 << 7
    }
  }
}
