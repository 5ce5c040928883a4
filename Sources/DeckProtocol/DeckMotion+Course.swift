extension DeckMotion {
  /// A formula of time: the value of a property at each moment.
  ///
  /// Moments are microseconds of the deck's clock; what `Protocol.md` says of each kind is binding.
  public indirect enum Course: Hashable, Sendable {
    /// A value that stays.
    case set(Double)
    /// A value that a spring pulls to its target.
    case spring(Spring)
    /// A value that goes along a timing curve.
    case curve(Curve)
    /// A value that slows down by itself.
    case decay(Decay)
    /// Of at least two courses.
    case sum([Course])
    /// Of at least two courses.
    case product([Course])
    /// What lies at a course among points in ascending order: linear between two of them, the first and the last one's
    /// value beyond.
    case piecewise(Course, points: [Point])

    /// A point that a piecewise function goes through.
    public struct Point: Hashable, Sendable {
      /// The value of the course that is looked up.
      public var input: Double
      /// The function's value there.
      public var output: Double

      /// The value `output` at `input`.
      public init(input: Double, output: Double) {
        self.input = input
        self.output = output
      }
    }

    /// From `from` to `target` by a spring, or by several one after the other.
    public struct Spring: Hashable, Sendable {
      /// The spring that pulls from a moment on, of unit mass.
      public struct Piece: Hashable, Sendable {
        /// When it takes over.
        public var start: Int64
        /// The value at the start.
        public var from: Double
        /// The change of the value a second, at the start.
        public var velocity: Double
        /// In 1/s².
        public var stiffness: Double
        /// In 1/s.
        public var damping: Double

        /// A spring that takes over a value and its velocity at `start`.
        public init(start: Int64, from: Double, velocity: Double, stiffness: Double, damping: Double) {
          self.start = start
          self.from = from
          self.velocity = velocity
          self.stiffness = stiffness
          self.damping = damping
        }
      }

      /// The value from `end` on.
      public var target: Double
      /// At least one, in the order of their starts.
      public var pieces: [Piece]
      /// When the value is on its target, and stays; `nil` for a spring that swings for ever.
      public var end: Int64?

      /// A value that `pieces` pull to `target` until `end`.
      public init(target: Double, pieces: [Piece], end: Int64?) {
        self.target = target
        self.pieces = pieces
        self.end = end
      }
    }

    /// From `from` to `target` along a cubic Bézier curve.
    public struct Curve: Hashable, Sendable {
      /// The value up to `start`.
      public var from: Double
      /// The value from `end` on.
      public var target: Double
      /// The curve's two control points: x₁, y₁, x₂, y₂.
      public var controls: [Double]
      /// When the value sets off.
      public var start: Int64
      /// In seconds.
      public var duration: Double
      /// When the value is on its target, and stays.
      public var end: Int64

      /// A value that goes to `target` in `duration` seconds from `start`.
      public init(from: Double, target: Double, controls: [Double], start: Int64, duration: Double, end: Int64) {
        self.from = from
        self.target = target
        self.controls = controls
        self.start = start
        self.duration = duration
        self.end = end
      }
    }

    /// From `from` at a velocity that becomes less by itself.
    public struct Decay: Hashable, Sendable {
      /// The value up to `start`.
      public var from: Double
      /// The value from `end` on.
      public var target: Double
      /// The change of the value a second, at the start.
      public var velocity: Double
      /// What part of the velocity is lost, in 1/s.
      public var rate: Double
      /// When the value was let go.
      public var start: Int64
      /// When the value is on its target, and stays.
      public var end: Int64

      /// A value that is let go at `velocity`, and comes to rest at `target`.
      public init(from: Double, target: Double, velocity: Double, rate: Double, start: Int64, end: Int64) {
        self.from = from
        self.target = target
        self.velocity = velocity
        self.rate = rate
        self.start = start
        self.end = end
      }
    }
  }
}

extension DeckMotion.Course {
  /// The word for it on the wire.
  var kind: String {
    switch self {
    case .set: "set"
    case .spring: "spring"
    case .curve: "curve"
    case .decay: "decay"
    case .sum: "sum"
    case .product: "product"
    case .piecewise: "piecewise"
    }
  }

  /// The first moment from which the value stays: `time` for one that does; `nil` for one that never will.
  func end(atRestBy time: Int64) -> Int64? {
    switch self {
    case .set: return time
    case .spring(let spring): return spring.end
    case .curve(let curve): return curve.end
    case .decay(let decay): return decay.end
    case .sum(let courses), .product(let courses):
      let ends = courses.compactMap { $0.end(atRestBy: time) }
      return ends.count == courses.count ? ends.max() : nil
    case .piecewise(let course, _): return course.end(atRestBy: time)
    }
  }

  private func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("kind", kind)
      writeConstants(to: &json)
      switch self {
      case .spring(let spring):
        if let end = spring.end { json.member("end", end) }
      case .curve(let curve): json.member("end", curve.end)
      case .decay(let decay): json.member("end", decay.end)
      case .set, .sum, .product, .piecewise: break
      }
    }
  }

  /// Writes all of the formula but its kind and its end.
  func writeConstants(to json: inout JSONWriter) {
    switch self {
    case .set(let value): json.constant("value", value)
    case .spring(let spring): spring.writeConstants(to: &json)
    case .curve(let curve):
      json.constant("from", curve.from)
      json.constant("to", curve.target)
      json.key("curve")
      json.array(curve.controls) { $0.value(constant: $1) }
      json.member("start", curve.start)
      json.constant("duration", curve.duration)
    case .decay(let decay):
      json.constant("from", decay.from)
      json.constant("to", decay.target)
      json.constant("velocity", decay.velocity)
      json.constant("rate", decay.rate)
      json.member("start", decay.start)
    case .sum(let courses), .product(let courses):
      json.key("of")
      json.array(courses) { $1.write(to: &$0) }
    case .piecewise(let course, let points):
      json.key("of")
      course.write(to: &json)
      json.key("points")
      json.array(points) { json, point in
        json.array { json in
          json.value(constant: point.input)
          json.value(constant: point.output)
        }
      }
    }
  }
}

extension DeckMotion.Course.Spring {
  fileprivate func writeConstants(to json: inout JSONWriter) {
    guard let first = pieces.first else { preconditionFailure("a spring's motion has a spring") }
    json.constant("from", first.from)
    json.constant("to", target)
    first.writeForce(to: &json)
    guard pieces.count > 1 else { return }
    json.key("then")
    json.array(pieces.dropFirst()) { json, piece in
      json.object { json in
        json.constant("from", piece.from)
        piece.writeForce(to: &json)
      }
    }
  }
}

extension DeckMotion.Course.Spring.Piece {
  fileprivate func writeForce(to json: inout JSONWriter) {
    json.constant("velocity", velocity)
    json.constant("stiffness", stiffness)
    json.constant("damping", damping)
    json.member("start", start)
  }
}
