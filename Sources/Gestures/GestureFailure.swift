/// The reason that a gesture was not recognized: the figure that decided, in numbers that a person can check.
public enum GestureFailure: Hashable, Sendable {
  /// The finger moved `distance` points, `limit` or more.
  case movedTooFar(distance: Double, limit: Double)
  /// The finger was down for `duration` seconds, longer than `limit`.
  case heldTooLong(duration: Double, limit: Double)
  /// The finger was lifted after `duration` seconds, before `minimum`.
  case liftedTooEarly(duration: Double, minimum: Double)
  /// The finger was lifted after it had moved at most `distance` points along `axis`, less than `minimum`.
  case movedTooLittle(distance: Double, minimum: Double, axis: Drag.Axis = .any)
  /// The finger left at `speed` points a second, slower than `minimum`.
  case tooSlow(speed: Double, minimum: Double)
  /// There were at most `count` fingers, fewer than `needed`.
  case tooFewContacts(count: Int, needed: Int)
  /// No finger came within `limit` seconds of the last.
  case nothingCame(limit: Double)
  /// The gesture that had to come first was not recognized.
  case precedingFailed
  /// Another gesture was recognized instead.
  case lost(to: GestureKind)
}

/// The reason that a gesture was recognized: the measured figure and the required one.
public enum GestureGrounds: Hashable, Sendable {
  /// The finger was lifted after `duration` seconds, and had moved at most `distance` points, less than `limit`.
  case stayed(distance: Double, limit: Double, duration: Double)
  /// The finger was held for `duration` seconds, `minimum` or longer.
  case held(duration: Double, minimum: Double)
  /// The finger moved `distance` points along `axis`, `minimum` or more.
  case moved(distance: Double, minimum: Double, axis: Drag.Axis = .any)
  /// The finger left at `speed` points a second, `minimum` or faster.
  case left(speed: Double, minimum: Double)
  /// The distance between two fingers changed by `distance` points, `minimum` or more.
  case spread(distance: Double, minimum: Double)
}

/// A figure that decided about a gesture, with the threshold that it was compared with.
public struct GestureMeasure: Hashable, Sendable {
  /// The measured figure.
  public var measured: Double
  /// The threshold that it was compared with.
  public var threshold: Double
  /// `pt`, `s`, `pt/s`; empty for a plain number.
  public var unit: String

  /// A figure with the threshold that it was compared with.
  public init(measured: Double, threshold: Double, unit: String) {
    self.measured = measured
    self.threshold = threshold
    self.unit = unit
  }
}

extension GestureFailure {
  /// The figure that decided; `nil` if another gesture decided.
  public var measure: GestureMeasure? {
    switch self {
    case .movedTooFar(let distance, let limit): GestureMeasure(measured: distance, threshold: limit, unit: "pt")
    case .heldTooLong(let duration, let limit): GestureMeasure(measured: duration, threshold: limit, unit: "s")
    case .liftedTooEarly(let duration, let minimum): GestureMeasure(measured: duration, threshold: minimum, unit: "s")
    case .movedTooLittle(let distance, let minimum, _):
      GestureMeasure(measured: distance, threshold: minimum, unit: "pt")
    case .tooSlow(let speed, let minimum): GestureMeasure(measured: speed, threshold: minimum, unit: "pt/s")
    case .tooFewContacts(let count, let needed):
      GestureMeasure(measured: Double(count), threshold: Double(needed), unit: "")
    case .nothingCame(let limit): GestureMeasure(measured: limit, threshold: limit, unit: "s")
    case .precedingFailed, .lost: nil
    }
  }
}

extension GestureGrounds {
  /// The figure that decided.
  public var measure: GestureMeasure {
    switch self {
    case .stayed(let distance, let limit, _): GestureMeasure(measured: distance, threshold: limit, unit: "pt")
    case .held(let duration, let minimum): GestureMeasure(measured: duration, threshold: minimum, unit: "s")
    case .moved(let distance, let minimum, _), .spread(let distance, let minimum):
      GestureMeasure(measured: distance, threshold: minimum, unit: "pt")
    case .left(let speed, let minimum): GestureMeasure(measured: speed, threshold: minimum, unit: "pt/s")
    }
  }
}

extension GestureFailure: CustomStringConvertible {
  /// The reason in words, with its figures: `moved 18.2 pt, limit 10`.
  public var description: String {
    switch self {
    case .movedTooFar(let distance, let limit): "moved \(figure(distance)) pt, limit \(figure(limit))"
    case .heldTooLong(let duration, let limit): "held \(figure(duration)) s, limit \(figure(limit))"
    case .liftedTooEarly(let duration, let minimum):
      "lifted after \(figure(duration)) s, needs \(figure(minimum))"
    case .movedTooLittle(let distance, let minimum, let axis):
      "moved \(figure(distance)) pt\(axis.phrase), needs \(figure(minimum))"
    case .tooSlow(let speed, let minimum): "left at \(figure(speed)) pt/s, needs \(figure(minimum))"
    case .tooFewContacts(let count, let needed): "\(count) \(count == 1 ? "finger" : "fingers"), needs \(needed)"
    case .nothingCame(let limit): "no finger came within \(figure(limit)) s"
    case .precedingFailed: "the gesture before it failed"
    case .lost(let kind): "lost to \(kind)"
    }
  }
}

extension GestureGrounds: CustomStringConvertible {
  /// The reason in words, with its figures: `moved 18.2 pt, needs 10`.
  public var description: String {
    switch self {
    case .stayed(let distance, let limit, let duration):
      "moved \(figure(distance)) pt, limit \(figure(limit)), in \(figure(duration)) s"
    case .held(let duration, let minimum): "held \(figure(duration)) s, needs \(figure(minimum))"
    case .moved(let distance, let minimum, let axis):
      "moved \(figure(distance)) pt\(axis.phrase), needs \(figure(minimum))"
    case .left(let speed, let minimum): "left at \(figure(speed)) pt/s, needs \(figure(minimum))"
    case .spread(let distance, let minimum): "spread by \(figure(distance)) pt, needs \(figure(minimum))"
    }
  }
}

extension Drag.Axis {
  /// The words that follow a distance along the axis; none where every direction counts.
  fileprivate var phrase: String {
    switch self {
    case .any: ""
    case .horizontal: " left or right"
    case .vertical: " up or down"
    }
  }
}

/// Formats a number for people: at most three decimals, without trailing zeros.
func figure(_ number: Double) -> String {
  let rounded = (number * 1000).rounded() / 1000
  guard rounded == rounded.rounded(), rounded.magnitude < 1e15 else { return "\(rounded)" }
  return "\(Int64(rounded))"
}
