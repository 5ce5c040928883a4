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

/// The kinds of gesture, named as reports name them.
public enum GestureKind: String, CaseIterable, Hashable, Sendable {
  /// A short touch in one place.
  case tap
  /// A touch held in one place.
  case longPress
  /// A touch that moves.
  case drag
  /// A touch that leaves while it moves.
  case fling
  /// Two touches that part or come closer.
  case pinch
}
