/// What a recognizer made of a touch or of a moment.
///
/// Of the last three a recognizer reports exactly one, once.
public enum Transition: Hashable, Sendable {
  /// Nothing changed: still possible, or already over.
  case unchanged
  /// The gesture is recognized and goes on.
  case began(GestureValue)
  /// The gesture goes on with a new value.
  case changed(GestureValue)
  /// The gesture is complete.
  case ended(GestureValue)
  /// The touches are not this gesture.
  case failed(GestureFailure)
  /// The touches were taken away.
  case cancelled
}

/// Why a gesture was not recognized: the figure that decided, in numbers a person can check.
public enum GestureFailure: Hashable, Sendable {
  /// The finger moved `distance` points, `limit` or more.
  case movedTooFar(distance: Double, limit: Double)
  /// The finger was down for `duration` seconds, longer than `limit`.
  case heldTooLong(duration: Double, limit: Double)
  /// The finger was lifted after `duration` seconds, before `minimum`.
  case liftedTooEarly(duration: Double, minimum: Double)
  /// The finger was lifted after `distance` points, before `minimum`.
  case movedTooLittle(distance: Double, minimum: Double)
  /// Another recognizer won the contact.
  case lost(to: GestureKind)
}

/// The kinds of gesture, named as reports name them.
public enum GestureKind: String, CaseIterable, Hashable, Sendable {
  /// A short touch in one place.
  case tap
  /// A touch held in one place.
  case longPress
  /// A touch that moves.
  case drag
}
