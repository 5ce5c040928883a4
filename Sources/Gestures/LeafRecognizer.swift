import Kinetics

/// A recognizer of an arena, of any kind.
enum LeafRecognizer: Equatable, Sendable {
  case tap(TapRecognizer)
  case longPress(LongPressRecognizer)
  case drag(DragRecognizer)
  case fling(FlingRecognizer)
  case pinch(PinchRecognizer)

  /// What it recognizes.
  var kind: GestureKind {
    switch self {
    case .tap: TapRecognizer.kind
    case .longPress: LongPressRecognizer.kind
    case .drag: DragRecognizer.kind
    case .fling: FlingRecognizer.kind
    case .pinch: PinchRecognizer.kind
    }
  }

  var grounds: GestureGrounds? {
    switch self {
    case .tap(let recognizer): recognizer.grounds
    case .longPress(let recognizer): recognizer.grounds
    case .drag(let recognizer): recognizer.grounds
    case .fling(let recognizer): recognizer.grounds
    case .pinch(let recognizer): recognizer.grounds
    }
  }

  var deadline: Instant? {
    switch self {
    case .tap(let recognizer): recognizer.deadline
    case .longPress(let recognizer): recognizer.deadline
    case .drag, .fling, .pinch: nil
    }
  }

  /// Handles what the contacts did, and what the pointer did as a result.
  mutating func handle(_ contacts: [Contact], pointer: Touch?, at time: Instant) -> Transition {
    switch self {
    case .tap, .longPress, .drag, .fling: return pointer.map { perform(.touch($0)) } ?? .unchanged
    case .pinch(var recognizer):
      defer { self = .pinch(recognizer) }
      return recognizer.handle(contacts, at: time)
    }
  }

  mutating func deadlineReached(at now: Instant) -> Transition {
    perform(.deadline(now))
  }

  mutating func stop(because reason: GestureFailure) {
    _ = perform(.stop(reason))
  }

  private mutating func perform(_ step: RecognizerStep) -> Transition {
    switch self {
    case .tap(var recognizer):
      defer { self = .tap(recognizer) }
      return recognizer.perform(step)
    case .longPress(var recognizer):
      defer { self = .longPress(recognizer) }
      return recognizer.perform(step)
    case .drag(var recognizer):
      defer { self = .drag(recognizer) }
      return recognizer.perform(step)
    case .fling(var recognizer):
      defer { self = .fling(recognizer) }
      return recognizer.perform(step)
    case .pinch(var recognizer):
      defer { self = .pinch(recognizer) }
      if case .stop(let reason) = step { return recognizer.stop(because: reason) }
      return .unchanged
    }
  }
}

private enum RecognizerStep {
  case touch(Touch)
  case deadline(Instant)
  case stop(GestureFailure)
}

extension GestureRecognizer {
  fileprivate mutating func perform(_ step: RecognizerStep) -> Transition {
    switch step {
    case .touch(let touch): handle(touch)
    case .deadline(let now): deadlineReached(at: now)
    case .stop(let reason): stop(because: reason)
    }
  }
}
