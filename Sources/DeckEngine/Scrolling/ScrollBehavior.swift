package import Kinetics

/// How content scrolls: where it can rest, and what moves it there.
package struct ScrollBehavior: Equatable, Sendable {
  /// The offsets within which the content rests, in points.
  package var range: ClosedRange<Double>
  /// Resists a finger that pulls the content beyond its range.
  package var band: RubberBand
  /// Slows the content down after its release.
  package var deceleration: Deceleration
  /// Returns the content from beyond its range.
  package var spring: Spring
  /// The distance between the offsets at which released content rests, in points; 0 if it rests anywhere.
  package var snap: Double
}
