public import Kinetics

/// One of the recognizers that contend for a contact.
public enum Contender: Equatable, Sendable {
  /// A tap.
  case tap(TapRecognizer)
  /// A long press.
  case longPress(LongPressRecognizer)
  /// A drag.
  case drag(DragRecognizer)

  /// What it recognizes.
  public var kind: GestureKind {
    switch self {
    case .tap: TapRecognizer.kind
    case .longPress: LongPressRecognizer.kind
    case .drag: DragRecognizer.kind
    }
  }

  var deadline: Instant? {
    switch self {
    case .tap(let recognizer): recognizer.deadline
    case .longPress(let recognizer): recognizer.deadline
    case .drag(let recognizer): recognizer.deadline
    }
  }

  mutating func handle(_ touch: Touch) -> Transition {
    update(
      tap: { $0.handle(touch) },
      longPress: { $0.handle(touch) },
      drag: { $0.handle(touch) }
    )
  }

  mutating func deadlineReached(at now: Instant) -> Transition {
    update(
      tap: { $0.deadlineReached(at: now) },
      longPress: { $0.deadlineReached(at: now) },
      drag: { $0.deadlineReached(at: now) }
    )
  }

  mutating func stop(because reason: GestureFailure) -> Transition {
    update(
      tap: { $0.stop(because: reason) },
      longPress: { $0.stop(because: reason) },
      drag: { $0.stop(because: reason) }
    )
  }

  private mutating func update(
    tap: (inout TapRecognizer) -> Transition,
    longPress: (inout LongPressRecognizer) -> Transition,
    drag: (inout DragRecognizer) -> Transition
  ) -> Transition {
    switch self {
    case .tap(var recognizer):
      defer { self = .tap(recognizer) }
      return tap(&recognizer)
    case .longPress(var recognizer):
      defer { self = .longPress(recognizer) }
      return longPress(&recognizer)
    case .drag(var recognizer):
      defer { self = .drag(recognizer) }
      return drag(&recognizer)
    }
  }
}

/// Settles which of several recognizers gets a contact: at once, and in a fixed order.
///
/// Every touch goes to the contenders still in it, in the order they were given. The first that begins or
/// ends wins the contact; the others fail in the same call, so two never act on one finger.
public struct GestureArena: Equatable, Sendable {
  /// A transition with the recognizer that made it.
  public struct Report: Hashable, Sendable {
    /// The recognizer.
    public var kind: GestureKind
    /// What it did; never `unchanged`.
    public var transition: Transition
    /// When it did it.
    public var time: Instant
  }

  private struct Entry: Equatable, Sendable {
    var contender: Contender
    var isOver = false
  }

  private var entries: [Entry]
  private var winner: Int?

  /// How the contest came out so far: the reports that began, ended, failed or cancelled a recognizer.
  ///
  /// One or two rows for each contender, each with the figure that decided.
  public private(set) var verdicts: [Report] = []

  /// An arena for one contact; earlier contenders go first.
  public init(_ contenders: [Contender]) {
    entries = contenders.map { Entry(contender: $0) }
  }

  /// When `deadlineReached(at:)` must be called next, if no touch comes before.
  public var deadline: Instant? {
    entries.lazy.filter { !$0.isOver }.compactMap(\.contender.deadline).min()
  }

  /// Whether no recognizer is in the contest any more.
  public var isOver: Bool {
    entries.allSatisfy(\.isOver)
  }

  /// Gives the contact's next touch to the contenders.
  public mutating func handle(_ touch: Touch) -> [Report] {
    advance(at: touch.time) { $0.handle(touch) }
  }

  /// Tells that `deadline` has come.
  public mutating func deadlineReached(at now: Instant) -> [Report] {
    advance(at: now) { $0.deadlineReached(at: now) }
  }

  /// Takes the contact away from every recognizer, as a cancel of the finger does.
  public mutating func cancel(at location: Point, time: Instant) -> [Report] {
    handle(Touch(.cancelled, at: location, time: time))
  }

  private mutating func advance(at time: Instant, _ step: (inout Contender) -> Transition) -> [Report] {
    var reports: [Report] = []
    for index in entries.indices where !entries[index].isOver {
      record(step(&entries[index].contender), of: index, at: time, in: &reports)
    }
    return reports
  }

  private mutating func record(_ transition: Transition, of index: Int, at time: Instant, in reports: inout [Report]) {
    guard transition != .unchanged else { return }
    let report = Report(kind: entries[index].contender.kind, transition: transition, time: time)
    reports.append(report)
    switch transition {
    case .unchanged, .changed:
      break
    case .began:
      verdicts.append(report)
      award(index, at: time, in: &reports)
    case .ended:
      verdicts.append(report)
      entries[index].isOver = true
      award(index, at: time, in: &reports)
    case .failed, .cancelled:
      verdicts.append(report)
      entries[index].isOver = true
    }
  }

  private mutating func award(_ index: Int, at time: Instant, in reports: inout [Report]) {
    guard winner == nil else { return }
    winner = index
    let kind = entries[index].contender.kind
    for other in entries.indices where other != index && !entries[other].isOver {
      record(entries[other].contender.stop(because: .lost(to: kind)), of: other, at: time, in: &reports)
    }
  }
}
