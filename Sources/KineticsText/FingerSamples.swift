import JSON
package import Kinetics

/// A finger's positions as JSON lines, `{"t":µs,"x":pt,"y":pt}`, and its velocity at their end.
///
/// A line with `"up":true` is the finger's lift, and the last. It may omit x and y, as libinput does; if it
/// has them, and they differ from the previous line's, they count as one more position.
package struct FingerSamples: Sendable {
  private var estimator: VelocityEstimator
  private var newest: (time: Instant, position: Point)?
  private var judged = Instant(microseconds: 0)
  private var isLifted = false

  /// Limits on stamps and positions, beyond which computed values would overflow.
  private static let times = -4e18...4e18
  private static let places = -1e9...1e9

  /// Reads every line of `text`; empty ones are skipped.
  package init(_ text: [UInt8], strategy: VelocityStrategy) throws(FingerSamplesError) {
    estimator = VelocityEstimator(VelocityTuning(strategy: strategy))
    let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() where line.contains(where: { $0 > UInt8(ascii: " ") }) {
      try take(Array(line), number: index + 1)
    }
    guard newest != nil else { throw .empty }
  }

  /// The velocity in pt/s at the newest position, evaluated at the time of the last line.
  package var velocity: Vector { estimator.velocity(at: judged) }

  /// `{vx, vy}`, to the last digit.
  package var line: String {
    var json = JSONWriter()
    json.object { json in
      json.exactMember("vx", velocity.dx)
      json.exactMember("vy", velocity.dy)
    }
    return String(decoding: json.bytes, as: UTF8.self)
  }

  private mutating func take(_ line: [UInt8], number: Int) throws(FingerSamplesError) {
    let members = try Self.members(of: line, number: number)
    guard !isLifted else { throw .line(number, expected: "nothing after the line with \"up\"") }
    let time = Instant(microseconds: try Self.microseconds(members, number: number))
    isLifted = try Self.isUp(members, number: number)
    let (x, y) = (try Self.place("x", members, number: number), try Self.place("y", members, number: number))
    if let newest, time < newest.time {
      throw .line(number, expected: "a time not before the line before, which has \(newest.time.microseconds)")
    }
    judged = time
    switch (x, y) {
    case (let x?, let y?):
      let position = Point(x: x, y: y)
      if isLifted, let newest, newest.position == position { return }
      estimator.add(position, at: time)
      newest = (time, position)
    case (nil, nil) where isLifted && newest != nil: return
    default: throw .line(number, expected: "\"x\" and \"y\"")
    }
  }

  private static func members(of line: [UInt8], number: Int) throws(FingerSamplesError) -> [JSONValue.Member] {
    do throws(JSONError) {
      if case .object(let members) = try JSONReader.read(line) { return members }
    } catch {
      throw .line(number, expected: error.expected + " at byte \(error.offset)")
    }
    throw .line(number, expected: "an object like {\"t\":0,\"x\":0,\"y\":0}")
  }

  private static func microseconds(_ members: [JSONValue.Member], number: Int) throws(FingerSamplesError) -> Int64 {
    guard let member = members.first(where: { $0.key == "t" }), case .number(let time) = member.value,
      times.contains(time), time == time.rounded(.towardZero)
    else { throw .line(number, expected: "\"t\" in whole microseconds") }
    // A Double distinguishes microseconds only up to 285 years; the digits are exact beyond.
    return Int64(String(decoding: member.source, as: UTF8.self)) ?? Int64(time)
  }

  private static func isUp(_ members: [JSONValue.Member], number: Int) throws(FingerSamplesError) -> Bool {
    switch members.first(where: { $0.key == "up" })?.value {
    case nil: false
    case .boolean(let isUp): isUp
    default: throw .line(number, expected: "true or false as \"up\"")
    }
  }

  private static func place(
    _ axis: String,
    _ members: [JSONValue.Member],
    number: Int
  ) throws(FingerSamplesError) -> Double? {
    guard let member = members.first(where: { $0.key == axis }) else { return nil }
    guard case .number(let place) = member.value, places.contains(place) else {
      throw .line(number, expected: "\"\(axis)\" in points, from −1e9 to 1e9")
    }
    return place
  }
}

/// Why a text does not contain a finger's positions.
package enum FingerSamplesError: Error, Equatable, Sendable {
  /// No line has a position.
  case empty
  /// A line, counted from 1, does not match what was expected.
  case line(Int, expected: String)
}

extension FingerSamplesError: CustomStringConvertible {
  /// The line and what was expected there.
  package var description: String {
    switch self {
    case .empty: "expected lines like {\"t\":0,\"x\":0,\"y\":0}, and there is none"
    case .line(let number, let expected): "line \(number): expected \(expected)"
    }
  }
}
