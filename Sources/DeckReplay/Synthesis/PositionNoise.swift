import DeckEngine
import Gestures
import Kinetics

/// A panel's noise: every reported position has a normally distributed error along each axis.
///
/// The sum of twelve uniform numbers minus six has mean 0, deviation 1 and nearly a normal distribution, and
/// is the same on every machine, which a C library's logarithm need not be.
struct PositionNoise: Sendable {
  private static let summands = 12

  /// The standard deviation along each axis, in points.
  private let deviation: Double
  private var generator: SeededGenerator
  private var reported: [ContactID: Point] = [:]

  init(deviation: Double, seed: UInt64) {
    self.deviation = deviation
    generator = SeededGenerator(seed: seed)
  }

  /// The frame as a noisy panel reports it; a finger is lifted where it was last reported.
  mutating func add(to frame: TouchFrame) -> TouchFrame {
    guard deviation > 0 else { return frame }
    var frame = frame
    for index in frame.contacts.indices {
      let contact = frame.contacts[index]
      switch contact.phase {
      case .down, .moved: reported[contact.id] = contact.position + step()
      case .stationary, .up, .cancelled: break
      }
      frame.contacts[index].position = reported[contact.id] ?? contact.position
    }
    return frame
  }

  private mutating func step() -> Vector {
    Vector(dx: deviation * normal(), dy: deviation * normal())
  }

  private mutating func normal() -> Double {
    (0..<Self.summands).reduce(-Double(Self.summands) / 2) { sum, _ in sum + generator.nextUnit() }
  }
}
