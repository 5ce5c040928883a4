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
  /// How far springs move the content at most, in points: content that is farther from its goal begins this far from it.
  ///
  /// Cards that pass faster than a picture shows them would be published one by one.
  package var reach: Double
}
