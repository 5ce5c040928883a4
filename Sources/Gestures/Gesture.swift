/// A description, as a value, of what fingers may do: a tap, a drag, or several gestures combined.
///
/// A description recognizes nothing by itself; `GestureArena` runs it over the touches of an area. The names and their
/// meanings are SwiftUI's, with values instead of closures.
public protocol Gesture: Hashable, Sendable {
  /// The gesture as a tree whose leaves are the recognizers' own gestures.
  var tree: GestureTree { get }
}

/// A gesture composed of gestures.
public struct GestureTree: Gesture {
  /// What a tree is made of.
  public indirect enum Content: Hashable, Sendable {
    /// A tap.
    case tap(Tap)
    /// A long press.
    case longPress(LongPress)
    /// A drag.
    case drag(Drag)
    /// A fling.
    case fling(Fling)
    /// A pinch.
    case pinch(Pinch)
    /// Both see the touches; the second waits until the first has failed.
    case exclusive(GestureTree, before: GestureTree)
    /// The second sees touches once the first has succeeded.
    case sequence(GestureTree, before: GestureTree)
    /// Both may be recognized.
    case simultaneous(GestureTree, with: GestureTree)
  }

  /// What the tree is made of.
  public var content: Content
  /// The gesture's name in reports and failure requirements; `nil` for an unnamed gesture.
  public var name: String?
  /// The names of the gestures that must have failed before this one is recognized.
  public var awaited: [String] = []

  /// A gesture of `content`, without a name and without requirements.
  public init(_ content: Content) {
    self.content = content
  }

  /// The tree itself.
  public var tree: GestureTree { self }
}

extension Gesture {
  /// This gesture, or `second` where this one fails.
  ///
  /// Both see every touch. A recognition of `second` is held back while this gesture is still possible, and reported at
  /// once, with the newest value, when this gesture fails; when this gesture is recognized, `second` fails. As
  /// SwiftUI's `exclusively(before:)`.
  public func exclusively(before second: some Gesture) -> GestureTree {
    GestureTree(.exclusive(tree, before: second.tree))
  }

  /// This gesture, then `second`; both or none.
  ///
  /// `second` sees touches once this gesture has succeeded: a long press when it begins, every other gesture when it
  /// ends. For `second`, a finger that is still down comes down at its current position, so that a drag's translation
  /// counts from there; with no finger down, `second` waits `GestureDefaults.sequenceInterval` seconds for one. A long
  /// press continues to its own end beside `second`. As SwiftUI's `sequenced(before:)`.
  public func sequenced(before second: some Gesture) -> GestureTree {
    GestureTree(.sequence(tree, before: second.tree))
  }

  /// This gesture and `other`: either may be recognized, or both.
  ///
  /// As SwiftUI's `simultaneously(with:)`.
  public func simultaneously(with other: some Gesture) -> GestureTree {
    GestureTree(.simultaneous(tree, with: other.tree))
  }

  /// This gesture, recognized only once the gesture called `name` has failed; it fails when that gesture is recognized.
  ///
  /// A recognition is held back as in `exclusively(before:)`, across the arena. A name that no gesture of the arena
  /// has, or that belongs to a gesture within or around this one, holds nothing back. Of gestures that wait for each
  /// other, the first is recognized when the last finger has been lifted. As UIKit's `require(toFail:)`.
  public func requiringFailure(of name: String) -> GestureTree {
    var tree = tree
    tree.awaited.append(name)
    return tree
  }

  /// This gesture, called `name` in reports and in failure requirements.
  public func named(_ name: String) -> GestureTree {
    var tree = tree
    tree.name = name
    return tree
  }
}
