import Foundation

/// A formula as a client reads it off the wire, by what `Protocol.md` says and nothing else.
///
/// It shares no code with the daemon: the textbook's three springs, a bisected Bézier curve.
indirect enum WireCourse {
  struct Spring {
    var start, from, velocity, stiffness, damping: Double
  }

  case set(Double)
  case spring(target: Double, [Spring], end: Double)
  case curve(from: Double, target: Double, controls: [Double], start: Double, duration: Double, end: Double)
  case decay(from: Double, target: Double, velocity: Double, rate: Double, start: Double, end: Double)
  case sum([WireCourse])
  case product([WireCourse])
  case piecewise(WireCourse, [(Double, Double)])

  struct Unreadable: Error {
    var what: String
  }

  /// The bound of all numbers and values.
  private static let greatest = 9_007_199_254_740_991.0

  /// Reads a formula; throws for one that is not within the bounds that clients hold it to.
  init(_ json: [String: Any], depth: Int = 1) throws {
    func number(_ key: String, of json: [String: Any]) throws -> Double {
      guard let number = (json[key] as? NSNumber)?.doubleValue, number.magnitude <= Self.greatest,
        number >= 1e-9 || !["stiffness", "rate"].contains(key), number >= 0 || !["damping", "duration"].contains(key)
      else { throw Unreadable(what: "\(key) of \(json)") }
      return number
    }
    func number(_ key: String) throws -> Double { try number(key, of: json) }
    func spring(_ json: [String: Any]) throws -> Spring {
      Spring(
        start: try number("start", of: json),
        from: try number("from", of: json),
        velocity: try number("velocity", of: json),
        stiffness: try number("stiffness", of: json),
        damping: try number("damping", of: json)
      )
    }
    func courses() throws -> [WireCourse] {
      guard let courses = json["of"] as? [[String: Any]], courses.count > 1 else { throw Unreadable(what: "\(json)") }
      return try courses.map { try WireCourse($0, depth: depth + 1) }
    }
    switch json["kind"] as? String {
    case "set": self = .set(try number("value"))
    case "spring":
      let next = try (json["then"] as? [[String: Any]] ?? []).map(spring)
      let end = json["end"] == nil ? .infinity : try number("end")
      self = .spring(target: try number("to"), [try spring(json)] + next, end: end)
    case "curve":
      guard let controls = json["curve"] as? [Double], controls.count == 4 else { throw Unreadable(what: "\(json)") }
      self = .curve(
        from: try number("from"),
        target: try number("to"),
        controls: controls,
        start: try number("start"),
        duration: try number("duration"),
        end: try number("end")
      )
    case "decay":
      self = .decay(
        from: try number("from"),
        target: try number("to"),
        velocity: try number("velocity"),
        rate: try number("rate"),
        start: try number("start"),
        end: try number("end")
      )
    case "sum": self = .sum(try courses())
    case "product": self = .product(try courses())
    case "piecewise":
      guard let inner = json["of"] as? [String: Any], let points = json["points"] as? [[Double]],
        points.count > 1, points.allSatisfy({ $0.count == 2 }),
        zip(points, points.dropFirst()).allSatisfy({ $0[0] < $1[0] })
      else { throw Unreadable(what: "\(json)") }
      self = .piecewise(try WireCourse(inner, depth: depth + 1), points.map { ($0[0], $0[1]) })
    default: throw Unreadable(what: "\(json)")
    }
    guard depth <= 16, reach <= Self.greatest else { throw Unreadable(what: "the reach or the depth of \(json)") }
  }

  /// The magnitude that a value does not exceed.
  private var reach: Double {
    switch self {
    case .set(let value): value.magnitude
    case .spring(let target, let springs, _):
      target.magnitude + (springs.map { $0.reach(from: target) }.max() ?? 0)
    case .curve(let from, let target, let controls, _, _, _):
      from.magnitude + (target - from).magnitude * (1 + controls[1].magnitude + controls[3].magnitude)
    case .decay(let from, let target, let velocity, let rate, _, _):
      max(target.magnitude, from.magnitude + velocity.magnitude / rate)
    case .sum(let courses): courses.reduce(0) { $0 + $1.reach }
    case .product(let courses): courses.reduce(1) { $0 * $1.reach }
    case .piecewise(_, let points): points.map(\.1.magnitude).max() ?? 0
    }
  }

  /// The value at a moment in microseconds.
  func value(at time: Double) -> Double {
    switch self {
    case .set(let value): return value
    case .spring(let target, let springs, let end):
      guard time < end else { return target }
      guard time >= springs[0].start else { return springs[0].from }
      let spring = springs.last { $0.start <= time } ?? springs[0]
      return target + spring.displacement(from: target, after: (time - spring.start) / 1e6)
    case .curve(let from, let target, let controls, let start, let duration, let end):
      guard time < end else { return target }
      guard time >= start else { return from }
      return from + (target - from) * Self.bezier(controls, at: min((time - start) / 1e6 / duration, 1))
    case .decay(let from, let target, let velocity, let rate, let start, let end):
      guard time < end else { return target }
      guard time >= start else { return from }
      return from + velocity / rate * (1 - exp(-rate * (time - start) / 1e6))
    case .sum(let courses): return courses.reduce(0) { $0 + $1.value(at: time) }
    case .product(let courses): return courses.reduce(1) { $0 * $1.value(at: time) }
    case .piecewise(let course, let points):
      let x = course.value(at: time)
      guard let next = points.firstIndex(where: { $0.0 > x }) else { return points[points.count - 1].1 }
      guard next > 0 else { return points[0].1 }
      let ((x0, y0), (x1, y1)) = (points[next - 1], points[next])
      return y0 + (y1 - y0) * (x - x0) / (x1 - x0)
    }
  }

  private static func bezier(_ controls: [Double], at progress: Double) -> Double {
    func coordinate(_ first: Double, _ second: Double, _ u: Double) -> Double {
      3 * (1 - u) * (1 - u) * u * first + 3 * (1 - u) * u * u * second + u * u * u
    }
    var (low, high) = (0.0, 1.0)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if coordinate(controls[0], controls[2], middle) < progress { low = middle } else { high = middle }
    }
    return coordinate(controls[1], controls[3], (low + high) / 2)
  }
}

extension WireCourse.Spring {
  func reach(from target: Double) -> Double { (from - target).magnitude + velocity.magnitude / stiffness.squareRoot() }

  func displacement(from target: Double, after time: Double) -> Double {
    let x = from - target
    let frequency = stiffness.squareRoot()
    let fraction = damping / (2 * frequency)
    if (fraction - 1).magnitude < 1e-6 {
      return exp(-frequency * time) * (x + (velocity + frequency * x) * time)
    }
    if fraction < 1 {
      let swing = frequency * (1 - fraction * fraction).squareRoot()
      let rate = fraction * frequency
      return exp(-rate * time) * (x * cos(swing * time) + (velocity + rate * x) / swing * sin(swing * time))
    }
    let root = frequency * (fraction * fraction - 1).squareRoot()
    let (slow, fast) = (-fraction * frequency + root, -fraction * frequency - root)
    let part = (velocity - fast * x) / (slow - fast)
    return part * exp(slow * time) + (x - part) * exp(fast * time)
  }
}
