public import Kinetics

/// What one of the gestures of a surface did.
public struct SurfaceGestureReport: Hashable, Sendable {
  /// The measurements of fingers that move together.
  public struct Value: Hashable, Sendable {
    /// The middle of the fingers.
    public var location: Point
    /// The mean of what the fingers moved, in points.
    public var translation: Vector
    /// The velocity of the middle, in points per second.
    public var velocity: Vector
    /// The distance of the fingers relative to that at the start; 1 for one finger.
    public var scale: Double
    /// The angle by which the fingers turned, in radians, clockwise.
    public var rotation: Double
    /// The direction of a swipe.
    public var heading: SurfaceGesture.Heading?
    /// The share of what it takes that the fingers have done: 1 is enough, if they are lifted there.
    public var progress: Double
  }

  /// What happened.
  public enum Phase: Hashable, Sendable {
    /// The fingers make this gesture, and no other.
    case began(Value)
    case changed(Value)
    /// The gesture was performed: its end.
    case performed(Value)
    /// A gesture that had begun was not performed.
    case cancelled(Value, SurfaceGestureFailure)
    /// A gesture that could have been made was not.
    case failed(SurfaceGestureFailure)
  }

  /// The gesture's index in the arena.
  public var gesture: Int
  /// What happened.
  public var phase: Phase
  /// The first of the fingers.
  public var contact: ContactID
  /// The middle of the fingers.
  public var location: Point
  /// When it was reported.
  public var time: Instant
}

/// Why a gesture of a surface was not performed; lengths in millimeters, times in seconds.
public enum SurfaceGestureFailure: Hashable, Sendable {
  /// There were fewer or more fingers.
  case fingers(Int, needed: Int)
  /// They did not move far enough, or not fast enough for a shorter distance.
  case movedTooLittle(Double, needed: Double)
  /// They moved, which no tap and no hold does.
  case movedTooFar(Double, limit: Double)
  /// They moved in another direction.
  case direction
  /// They were lifted on the way back.
  case back
  /// They were down for too long, which no tap is.
  case tooLong(Double, limit: Double)
  /// They were lifted too soon, which no hold is.
  case tooShort(Double, needed: Double)
  /// The fingers tapped, but not as often.
  case taps
  /// They did not change their distance or their angle enough.
  case changedTooLittle
  /// One of several fingers came after the others had been lifted, or rested before.
  case irregular
  /// Another gesture was recognized.
  case lost(to: String)
  /// A contact was cancelled: a palm, a removed panel, another owner.
  case cancelled
  /// A finger was on a deck.
  case deck
}

extension SurfaceGestureFailure: CustomStringConvertible {
  /// The reason in words, with its figures.
  public var description: String {
    switch self {
    case .fingers(let count, let needed): "\(count) \(count == 1 ? "finger" : "fingers"), not \(needed)"
    case .movedTooLittle(let distance, let needed): "moved \(rounded(distance)) of \(rounded(needed)) mm"
    case .movedTooFar(let distance, let limit): "moved \(rounded(distance)) mm, more than \(rounded(limit))"
    case .direction: "moved in another direction"
    case .back: "lifted on the way back"
    case .tooLong(let seconds, let limit): "down for \(rounded(seconds)) s, longer than \(rounded(limit))"
    case .tooShort(let seconds, let needed): "lifted after \(rounded(seconds)) of \(rounded(needed)) s"
    case .taps: "tapped, but not as often"
    case .changedTooLittle: "the fingers turned, parted or approached too little"
    case .irregular: "the fingers did not come down together"
    case .lost(let name): "the fingers make the gesture \(name)"
    case .cancelled: "a contact was cancelled"
    case .deck: "a finger is on a deck"
    }
  }
}

/// Rounds a figure to two decimals, without those that are zero.
private func rounded(_ number: Double) -> String {
  let value = (number * 100).rounded() / 100
  return value == value.rounded() ? "\(Int(value))" : "\(value)"
}
