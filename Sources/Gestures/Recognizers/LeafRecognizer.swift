import Kinetics

/// A recognizer of an arena, of any kind.
///
/// Behind a protocol, whose methods change a recognizer in place. Each touch would move the 400 bytes of an enumeration's
/// payload to the stack and back.
struct LeafRecognizer: Sendable {
  /// What it recognizes.
  let kind: GestureKind
  private var base: any ArenaRecognizer

  init<Base: ArenaRecognizer>(_ base: Base) {
    kind = Base.kind
    self.base = base
  }

  var grounds: GestureGrounds? { base.grounds }

  var deadline: Instant? { base.deadline }

  /// Handles what the contacts did, and what the pointer did as a result.
  mutating func handle(_ contacts: [Contact], pointer: Touch?, at time: Instant) -> Transition {
    base.handle(contacts, pointer: pointer, at: time)
  }

  mutating func deadlineReached(at now: Instant) -> Transition { base.deadlineReached(at: now) }

  mutating func stop(because reason: GestureFailure) { _ = base.stop(because: reason) }
}

extension LeafRecognizer: Equatable {
  static func == (left: LeafRecognizer, right: LeafRecognizer) -> Bool { left.base.isEqual(to: right.base) }
}

/// A state machine that turns what contacts do into transitions, as `GestureRecognizer` does with one finger.
protocol ArenaRecognizer: Equatable, Sendable {
  static var kind: GestureKind { get }
  var grounds: GestureGrounds? { get }
  var deadline: Instant? { get }

  /// Handles what the contacts did, and what the pointer did as a result.
  mutating func handle(_ contacts: [Contact], pointer: Touch?, at time: Instant) -> Transition
  mutating func deadlineReached(at now: Instant) -> Transition
  mutating func stop(because reason: GestureFailure) -> Transition
}

extension ArenaRecognizer {
  fileprivate func isEqual(to other: any ArenaRecognizer) -> Bool { self == other as? Self }
}

extension ArenaRecognizer where Self: GestureRecognizer {
  mutating func handle(_ contacts: [Contact], pointer: Touch?, at time: Instant) -> Transition {
    guard let pointer else { return .unchanged }
    return handle(pointer)
  }
}

extension TapRecognizer: ArenaRecognizer {}
extension LongPressRecognizer: ArenaRecognizer {}
extension DragRecognizer: ArenaRecognizer {}
extension FlingRecognizer: ArenaRecognizer {}

extension PinchRecognizer: ArenaRecognizer {
  var deadline: Instant? { nil }

  mutating func handle(_ contacts: [Contact], pointer: Touch?, at time: Instant) -> Transition {
    handle(contacts, at: time)
  }

  mutating func deadlineReached(at now: Instant) -> Transition { .unchanged }
}
