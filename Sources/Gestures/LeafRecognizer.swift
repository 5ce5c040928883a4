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
    guard case .pinch = self else { return pointer.map { perform(.touch($0)) } ?? .unchanged }
    return perform(.contacts(contacts, time))
  }

  mutating func deadlineReached(at now: Instant) -> Transition {
    perform(.deadline(now))
  }

  mutating func stop(because reason: GestureFailure) {
    _ = perform(.stop(reason))
  }

  /// Takes the recognizer out and puts it back: with a second owner, a change of its samples would copy them.
  private mutating func perform(_ step: RecognizerStep) -> Transition {
    let transition: Transition
    switch consume self {
    case .tap(var recognizer):
      transition = recognizer.perform(step)
      self = .tap(recognizer)
    case .longPress(var recognizer):
      transition = recognizer.perform(step)
      self = .longPress(recognizer)
    case .drag(var recognizer):
      transition = recognizer.perform(step)
      self = .drag(recognizer)
    case .fling(var recognizer):
      transition = recognizer.perform(step)
      self = .fling(recognizer)
    case .pinch(var recognizer):
      switch step {
      case .contacts(let contacts, let time): transition = recognizer.handle(contacts, at: time)
      case .stop(let reason): transition = recognizer.stop(because: reason)
      case .touch, .deadline: transition = .unchanged
      }
      self = .pinch(recognizer)
    }
    return transition
  }
}

private enum RecognizerStep {
  case touch(Touch)
  case contacts([Contact], Instant)
  case deadline(Instant)
  case stop(GestureFailure)
}

extension GestureRecognizer {
  fileprivate mutating func perform(_ step: RecognizerStep) -> Transition {
    switch step {
    case .touch(let touch): handle(touch)
    case .deadline(let now): deadlineReached(at: now)
    case .stop(let reason): stop(because: reason)
    case .contacts: .unchanged
    }
  }
}
