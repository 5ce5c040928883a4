package import Kinetics

/// A motion with its end beside it.
///
/// After each input, every motion of a deck is asked for its end, several times, and nearly all of them are fixed: to
/// look into a motion copies it.
@propertyWrapper
package struct Timed: Equatable, Sendable {
  package var wrappedValue: Motion {
    didSet { end = wrappedValue.end }
  }
  /// The first instant at which the motion is at rest; `nil` for a fixed value, and for a motion that never rests.
  package private(set) var end: Instant?

  package init(wrappedValue: Motion) {
    self.wrappedValue = wrappedValue
    end = wrappedValue.end
  }
}
