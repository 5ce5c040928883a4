import ArgumentParser
import DeckReplay
import Kinetics

/// The options of a synthetic finger's motion.
struct SyntheticFingerOptions: ParsableArguments {
  /// The shape of a finger's motion.
  enum Shape: String, CaseIterable, ExpressibleByArgument {
    case straight, curved, hesitating, braking
  }

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Where the finger comes down; with several, their middle.", valueName: "x,y"),
    transform: PlaceArgument.place
  )
  var from: Point

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Where it goes (default: it stays where it came down).", valueName: "x,y"),
    transform: PlaceArgument.place
  )
  var to: Point?

  @Option(parsing: .unconditional, help: ArgumentHelp("How long the way takes.", valueName: "s"))
  var duration: Double

  @Option(
    help: """
      straight: at one speed. curved: along a parabola (--bow). hesitating: stands still half-way (--pause). braking: \
      slows down evenly to none, for the whole way or at its end (--brake).
      """
  )
  var shape = Shape.straight

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      How far the middle of the way lies beside the straight line: to the right as the finger goes, negative to the \
      left (default: \(Self.usualBow.text) for curved, else 0).
      """,
      valueName: "pt"
    )
  )
  var bow: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How long a hesitating finger stands still, besides --duration (default: \(Self.usualPause.text)).",
      valueName: "s"
    )
  )
  var pause: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("For how long a braking finger brakes (default: all of --duration).", valueName: "s")
  )
  var brake: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How long it stays where it came down before it moves.", valueName: "s")
  )
  var press = 0.0

  @Option(parsing: .unconditional, help: ArgumentHelp("How long it stays at the end before it leaves.", valueName: "s"))
  var hold = 0.0

  @Option(
    help: ArgumentHelp(
      "1 to 5, which lie across the way; side by side where they stay (default: 1, or 2 with --pinch from..to).",
      valueName: "number"
    )
  )
  var fingers: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How far neighboring fingers are apart (default: \(Self.usualDistance.text)).", valueName: "pt")
  )
  var apart: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      How far neighboring fingers are apart at the start and at the end, in points: they part with 60..300 and \
      approach with 300..60. Or how many times as far as at the start they are apart in the end (default: 1).
      """,
      valueName: "from..to or factor"
    )
  )
  var pinch: PinchArgument?

  @Option(name: .customLong("repeat"), help: ArgumentHelp("How often all of it is done.", valueName: "number"))
  var count = 1

  @Option(parsing: .unconditional, help: ArgumentHelp("From a lift to the next down.", valueName: "s"))
  var gap = 1.0

  /// A tenth of the default surface's width: a thumb's sweep.
  private static let usualBow = 40.0
  /// Well beyond the 40 ms after which a finger counts as stopped, and long enough to notice.
  private static let usualPause = 0.15
  /// 12.5 mm: two fingertips that do not quite touch.
  private static let usualDistance = 80.0

  func validate() throws {
    try OptionRange("--duration", 0...60, "s").check(duration)
    try OptionRange("--press", 0...60, "s").check(press)
    try OptionRange("--hold", 0...60, "s").check(hold)
    try OptionRange("--gap", 0...60, "s").check(gap)
    // A shorter one is not a pause at 60 Hz: a finger has stopped after 40 ms, and after 2.5 intervals.
    try OptionRange("--pause", 0.05...60, "s").check(pause)
    try OptionRange("--bow", -20_000...20_000, "pt").check(bow)
    try OptionRange("--apart", 1...20_000, "pt").check(apart)
    try pinch?.validate()
    guard (1...5).contains(fingers ?? 1) else { throw ValidationError("--fingers: expected 1 to 5.") }
    guard (1...10_000).contains(count) else { throw ValidationError("--repeat: expected 1 to 10000.") }
    if case .distances = pinch, apart != nil {
      throw ValidationError("--pinch from..to says how far the fingers are apart; leave --apart out.")
    }
    if fingerCount == 1, apart != nil || pinch != nil {
      throw ValidationError("\(apart == nil ? "--pinch" : "--apart") is for several fingers; add --fingers 2.")
    }
    if to == nil, shape != .straight || bow != nil {
      throw ValidationError("\(bow == nil ? "--shape \(shape.rawValue)" : "--bow") needs a way; add --to.")
    }
    if to == nil, press > 0, pinch == nil {
      throw ValidationError("--press is before a motion; add --to, or --pinch, or make --duration longer.")
    }
    if pause != nil, shape != .hesitating { throw ValidationError("--pause is for --shape hesitating.") }
    if brake != nil, shape != .braking { throw ValidationError("--brake is for --shape braking.") }
    if brake != nil { try OptionRange("--brake", 0.001...duration, "s").check(brake) }
  }

  private var fingerCount: Int {
    if case .distances = pinch { return fingers ?? 2 }
    return fingers ?? 1
  }

  private var row: FingerRow {
    let usual = apart ?? Self.usualDistance
    return switch pinch {
    case nil: FingerRow(fingerCount, distance: usual)
    case .factor(let factor): FingerRow(fingerCount, distance: usual, pinch: factor)
    case .distances(let from, let to): FingerRow(fingerCount, distance: from, pinch: to / from)
    }
  }

  /// Seconds of one touch in addition to its duration.
  var extraTime: Double { press + hold + (shape == .hesitating ? pause ?? Self.usualPause : 0) }

  /// The touch on a panel that reports `rate` times per second.
  func touch(rate: Double) -> SyntheticTouch {
    let bow = bow ?? (shape == .curved ? Self.usualBow : 0)
    var touch = SyntheticTouch(FingerTrajectory(from: from, to: to ?? from, bow: bow), duration: duration, rate: rate)
    switch shape {
    case .straight, .curved: touch.pace = .even
    case .hesitating: touch.pace = .hesitating(pause: pause ?? Self.usualPause)
    case .braking: touch.pace = .braking(last: (brake ?? duration) / duration)
    }
    touch.fingers = row
    touch.press = press
    touch.hold = hold
    touch.count = count
    touch.gap = gap
    return touch
  }
}
