import JSON
package import Kinetics

/// A spring's positions at given times, as the JSON lines of `deckctl spring`.
///
/// Numbers have all the digits of a `Double` (the wire's three decimals would hide the differences to compare).
package struct SpringTable: Equatable, Sendable {
  /// The spring.
  package var spring: Spring
  /// The position at time 0.
  package var from: Double
  /// The position at rest.
  package var target: Double
  /// The velocity at time 0, in the property's unit per second.
  package var velocity: Double

  /// The motion of a property pulled by `spring`.
  package init(_ spring: Spring, from: Double, to target: Double, velocity: Double) {
    self.spring = spring
    self.from = from
    self.target = target
    self.velocity = velocity
  }

  /// `{t, position, velocity}` after `time` seconds; `nil` if a number would overflow a `Double`.
  package func line(after time: Double) -> String? {
    let state = spring.state(after: time, displacement: from - target, velocity: velocity)
    let position = target + state.position
    guard time.isFinite, position.isFinite, state.velocity.isFinite else { return nil }
    var json = JSONWriter()
    json.object { json in
      json.exactMember("t", time)
      json.exactMember("position", position)
      json.exactMember("velocity", state.velocity)
    }
    return String(decoding: json.bytes, as: UTF8.self)
  }

  /// `{mass, stiffness, damping, response, dampingFraction, settlingDuration}`; the last is `null` for a spring that
  /// never settles, since JSON has no infinity.
  package var constants: String {
    var json = JSONWriter()
    json.object { json in
      json.exactMember("mass", spring.mass)
      json.exactMember("stiffness", spring.stiffness)
      json.exactMember("damping", spring.damping)
      json.exactMember("response", spring.response)
      json.exactMember("dampingFraction", spring.dampingFraction)
      json.exactMember("settlingDuration", spring.settlingDuration)
    }
    return String(decoding: json.bytes, as: UTF8.self)
  }
}

extension JSONWriter {
  /// Writes a member with a number to its last digit; `null` for one that is not finite.
  mutating func exactMember(_ name: String, _ number: Double) {
    key(name)
    raw((number.isFinite ? number.description : "null").utf8)
  }
}
