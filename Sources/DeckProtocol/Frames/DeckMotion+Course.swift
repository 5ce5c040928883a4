package import JSON

extension DeckMotion {
  /// A formula of time: the value of a property at each moment.
  ///
  /// Times are microseconds of the deck's clock; the definitions in `Protocol.md` are binding.
  public indirect enum Course: Hashable, Sendable {
    /// A constant value.
    case set(Double)
    /// A value that a spring pulls to its target.
    case spring(Spring)
    /// A value that follows a timing curve.
    case curve(Curve)
    /// A value that decelerates.
    case decay(Decay)
    /// The sum of at least two formulas.
    case sum([Course])
    /// The product of at least two formulas.
    case product([Course])
    /// A piecewise linear function of a formula, with points in ascending order: linear between two points, constant
    /// beyond the first and the last.
    case piecewise(Course, points: [Point])

    /// A point of a piecewise linear function.
    public struct Point: Hashable, Sendable {
      /// The value of the input formula.
      public var input: Double
      /// The function's value there.
      public var output: Double

      /// The value `output` at `input`.
      public init(input: Double, output: Double) {
        self.input = input
        self.output = output
      }
    }

    /// From `from` to `target` by one spring, or by several in sequence.
    public struct Spring: Hashable, Sendable {
      /// A spring of unit mass that applies from a moment on.
      public struct Piece: Hashable, Sendable {
        /// When the spring takes over.
        public var start: Int64
        /// The value at the start.
        public var from: Double
        /// The rate of change at the start, per second.
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
      /// When the value reaches its target, and stays; `nil` for a spring that oscillates forever.
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
      /// When the value begins to change.
      public var start: Int64
      /// In seconds.
      public var duration: Double
      /// When the value reaches its target, and stays.
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

    /// From `from`, at a velocity that decays exponentially.
    public struct Decay: Hashable, Sendable {
      /// The value up to `start`.
      public var from: Double
      /// The value from `end` on.
      public var target: Double
      /// The rate of change at the start, per second.
      public var velocity: Double
      /// The rate at which the velocity decays, in 1/s.
      public var rate: Double
      /// When the value was released.
      public var start: Int64
      /// When the value reaches its target, and stays.
      public var end: Int64

      /// A value that is released at `velocity`, and comes to rest at `target`.
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
  /// The kind of formula, as named on the wire.
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

  /// The earliest time from which the value is constant: `time` for a constant value; `nil` if the value never settles.
  package func end(atRestBy time: Int64) -> Int64? {
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

  /// Writes the formula without its kind and its end.
  func writeConstants(to json: inout JSONWriter) {
    switch self {
    case .set(let value): Self.value.writeMembers(of: value, to: &json)
    case .spring(let spring): Spring.object.writeMembers(of: spring, to: &json)
    case .curve(let curve): Curve.object.writeMembers(of: curve, to: &json)
    case .decay(let decay): Decay.object.writeMembers(of: decay, to: &json)
    case .sum(let courses), .product(let courses): Self.terms.writeMembers(of: courses, to: &json)
    case .piecewise(let course, let points): Self.lookup.writeMembers(of: (course, points), to: &json)
    }
  }
}

// MARK: - On the wire

/// A formula within a formula.
extension DeckMotion.Course: WireValue {
  package static var schema: ValueSchema { .reference(formulaName) }

  private static let formulaName = "formula"

  package func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("kind", kind)
      writeConstants(to: &json)
      switch self {
      case .spring(let spring): if let end = spring.end { json.member("end", end) }
      case .curve(let curve): json.member("end", curve.end)
      case .decay(let decay): json.member("end", decay.end)
      case .set, .sum, .product, .piecewise: break
      }
    }
  }

  private static let value = ObjectWriter<Double>(.init("value", "The value.") { Constant($0) })

  private static let terms = ObjectWriter<[Self]>(
    .init("of", .list(schema, least: 2), "The formulas.") { $0 }
  )

  private static let lookup = ObjectWriter<(Self, points: [Point])>(
    .init("of", "The formula whose value is looked up.") { $0.0 },
    .init(
      "points",
      .list(Point.schema, least: 2),
      "Pairs of a value that is looked up and the value there, the former ascending."
    ) { $0.points }
  )

  /// A kind of formula.
  private struct Kind {
    var name: String
    var title: String
    var summary: String
    var constants: ObjectSchema
    /// Whether a top-level motion has an end.
    var end = End.sometimes
    /// Whether a nested formula has an end.
    var endWithin = End.never

    enum End { case always, sometimes, never }
  }

  private static let kinds = [
    Kind(
      name: "set",
      title: "Constant value",
      summary: "The property is at rest.",
      constants: value.schema,
      end: .always
    ),
    Kind(
      name: "spring",
      title: "Spring",
      summary: """
        A damped spring pulls the value to a target. With τ = (now − start) / 1,000,000 in seconds, x₀ = from − to, \
        v₀ = velocity, ω₀ = √stiffness and ζ = damping / (2ω₀) the value is to + x(τ). Below ζ = 1, with \
        ω = ω₀√(1 − ζ²): x(τ) = e^(−ζω₀τ)·(x₀·cos ωτ + (v₀ + ζω₀x₀)/ω · sin ωτ). At ζ = 1, within 10⁻⁶ of it: \
        x(τ) = e^(−ω₀τ)·(x₀ + (v₀ + ω₀x₀)·τ). Above, with r₁, r₂ = −ζω₀ ± ω₀√(ζ² − 1) and \
        A = (v₀ − r₂x₀)/(r₁ − r₂): x(τ) = A·e^(r₁τ) + (x₀ − A)·e^(r₂τ). Up to start the value is from; from end on it \
        is to.
        """,
      constants: Spring.object.schema,
      endWithin: .sometimes
    ),
    Kind(
      name: "curve",
      title: "Timing curve",
      summary: """
        The value follows a cubic Bézier curve from (0, 0) to (1, 1). With τ = (now − start) / 1,000,000 in seconds it \
        is from + (to − from)·B(min(τ / duration, 1)). B(p) is 3(1−s)²s·y₁ + 3(1−s)s²·y₂ + s³ at the s between 0 and 1 \
        where 3(1−s)²s·x₁ + 3(1−s)s²·x₂ + s³ is p. Up to start the value is from; from end on it is to.
        """,
      constants: Curve.object.schema,
      end: .always,
      endWithin: .always
    ),
    Kind(
      name: "decay",
      title: "Decay",
      summary: """
        The value was released and slows down. With τ = (now − start) / 1,000,000 in seconds it is \
        from + velocity / rate · (1 − e^(−rate·τ)). Up to start the value is from; from end on it is to.
        """,
      constants: Decay.object.schema,
      end: .always,
      endWithin: .always
    ),
    Kind(name: "sum", title: "Sum", summary: "The value is the sum of others.", constants: terms.schema),
    Kind(name: "product", title: "Product", summary: "The value is the product of others.", constants: terms.schema),
    Kind(
      name: "piecewise",
      title: "Piecewise linear function",
      summary: """
        The value of another formula, u, is looked up among points (uᵢ, vᵢ): it is \
        vᵢ + (vᵢ₊₁ − vᵢ)·(u − uᵢ)/(uᵢ₊₁ − uᵢ) between two of them, the first v below all u, and the last v above.
        """,
      constants: lookup.schema
    ),
  ]

  /// A nested formula, which may contain further formulas.
  package static let formula = Definition(
    formulaName,
    "Formula within a formula",
    "As a motion, without its deck, card, property, time and direction.",
    .any(
      of: kinds.map { kind in
        .defined(
          Definition(
            "\(kind.name)Formula",
            "\(kind.title) within a formula",
            kind.summary,
            .object(ObjectSchema([member(for: kind)] + kind.constants.members + end(kind.endWithin)))
          )
        )
      }
    )
  )

  /// The schemas of motions with a formula; `head` holds the members before it.
  static func motions(_ head: [MemberSchema]) -> [ValueSchema] {
    kinds.map { kind in
      let head = head.map { $0.name == "kind" ? member(for: kind) : $0 }
      let members = head + kind.constants.members + end(kind.end)
      return .defined(
        Definition("\(kind.name)Motion", kind.title, kind.summary, .object(ObjectSchema(members)))
      )
    }
  }

  private static func member(for kind: Kind) -> MemberSchema {
    MemberSchema("kind", .constant("\"\(kind.name)\""), "The kind of formula.")
  }

  private static func end(_ end: Kind.End) -> [MemberSchema] {
    guard end != .never else { return [] }
    let summary = "From when on the value is constant, µs; a motion without it never comes to rest."
    return [MemberSchema("end", .time, summary, optional: end == .sometimes)]
  }
}

extension DeckMotion.Course.Point: WireValue {
  package static var schema: ValueSchema { .list(.number(), least: 2, most: 2) }

  package func write(to json: inout JSONWriter) {
    json.array { json in
      json.value(constant: input)
      json.value(constant: output)
    }
  }
}

extension DeckMotion.Course.Spring {
  /// The first spring's members, the target among them, and the springs that follow.
  fileprivate static let object = ObjectWriter<Self>(
    .init("from", "The value at start.") { Constant($0.first.from) },
    .init("to", "The value from end on.") { Constant($0.target) }
  )
  .with(Piece.force.of { $0.first })
  .with(
    .init(
      optional: "then",
      .list(Piece.schema, least: 1),
      "Springs that take over: the last one whose start has come holds. Left out where one spring pulls to the end."
    ) { $0.pieces.count > 1 ? $0.pieces.dropFirst() : nil }
  )

  private var first: Piece {
    guard let first = pieces.first else { preconditionFailure("a spring's motion has a spring") }
    return first
  }
}

extension DeckMotion.Course.Spring.Piece: DefinedObject {
  fileprivate static let force = ObjectWriter<Self>(
    .init("velocity", "The change per second at start.") { Constant($0.velocity) },
    .init("stiffness", .numberAbove(0), "k, 1/s², for a mass of 1.") { Constant($0.stiffness) },
    .init("damping", .number(least: 0), "c, 1/s, for a mass of 1.") { Constant($0.damping) },
    .init("start", .time, "When the spring begins to pull, µs; before it the value is from.", at: \.start)
  )

  package static let object = ObjectWriter<Self>(
    .init("from", "The value at start.") { Constant($0.from) }
  )
  .with(force)

  package static let definition = define(
    "springPiece",
    "Spring that takes over",
    "The spring that pulls the value to the same target from its start on."
  )
}

extension DeckMotion.Course.Curve {
  fileprivate static let object = ObjectWriter<Self>(
    .init("from", "The value at start.") { Constant($0.from) },
    .init("to", "The value from end on.") { Constant($0.target) },
    .init("curve", .list(.number(), least: 4, most: 4), "The control points: x₁, y₁, x₂, y₂.") {
      Constants($0.controls)
    },
    .init("start", .time, "When the value begins to change, µs; before it the value is from.", at: \.start),
    .init("duration", .number(least: 0), "Seconds from start.") { Constant($0.duration) }
  )
}

extension DeckMotion.Course.Decay {
  fileprivate static let object = ObjectWriter<Self>(
    .init("from", "The value at start.") { Constant($0.from) },
    .init("to", "The value from end on.") { Constant($0.target) },
    .init("velocity", "The change per second at start.") { Constant($0.velocity) },
    .init("rate", .numberAbove(0), "λ, 1/s: the velocity after t seconds is velocity·e^(−λt).") { Constant($0.rate) },
    .init("start", .time, "When the value is released, µs; before it the value is from.", at: \.start)
  )
}
