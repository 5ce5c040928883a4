/// The result of a touch or of a deadline for a recognizer.
///
/// A recognizer reports exactly one of the last three, once.
public enum Transition: Hashable, Sendable {
  /// Nothing changed: still possible, or already over.
  case unchanged
  /// The gesture is recognized and continues.
  case began(GestureValue)
  /// The gesture continues with a new value.
  case changed(GestureValue)
  /// The gesture is complete.
  case ended(GestureValue)
  /// The touches do not make this gesture.
  case failed(GestureFailure)
  /// The touches were cancelled.
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
  /// Two touches that part or approach each other.
  case pinch
}

extension GestureKind {
  /// Whether its recognizers see every contact rather than only the pointer.
  var followsContacts: Bool {
    switch self {
    case .pinch: true
    case .tap, .longPress, .drag, .fling: false
    }
  }
}
