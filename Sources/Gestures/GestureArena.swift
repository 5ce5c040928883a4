public import Kinetics

/// Runs gestures over the touches of one area and resolves which of them are recognized: at once, in a fixed order.
///
/// The arena handles one interaction, from the first contact until `isOver`: several contacts at a time, and several in
/// succession where a gesture waits for more (a double tap), unless the owner ends the arena sooner. Its alternatives compete: the first that is recognized
/// wins and the others fail in the same call, so that two never act on one finger. Within an alternative the
/// combinators define the precedence (`Gesture.exclusively(before:)` and the others).
///
/// Every touch goes to the recognizers that see touches, in the order in which they are written; each reports `ended`,
/// `failed` or `cancelled` exactly once. A sequence is recognized when its second gesture is, or while its first
/// continues: a lone first tap does not keep other gestures from being recognized.
public struct GestureArena: Equatable, Sendable {
  /// A transition with the recognizer that made it.
  public struct Report: Hashable, Sendable {
    /// The recognizer's index in the arena, in the order in which recognizers are written.
    public var recognizer: Int
    /// What it recognizes.
    public var kind: GestureKind
    /// Its gesture's name, else that of the nearest gesture around it that has one.
    public var name: String?
    /// What it did; never `unchanged`.
    public var transition: Transition
    /// Why it was recognized, once it is.
    public var grounds: GestureGrounds?
    /// When it was reported; a gesture that was held back measured its value earlier.
    public var time: Instant
  }

  /// A recognizer with its state.
  struct Entry: Equatable, Sendable {
    /// Its gesture's name, else that of the nearest gesture around it that has one.
    let name: String?
    var recognizer: LeafRecognizer
    var state = EntryState.waiting

    init(_ leaf: GestureForest.Leaf) {
      (name, recognizer) = (leaf.name, leaf.recognizer)
    }

    var kind: GestureKind { recognizer.kind }

    /// When the recognizer has something to do.
    var deadline: Instant? {
      switch state {
      case .waiting, .over: nil
      case .expecting(let limit): limit
      case .possible, .held, .active: recognizer.deadline
      }
    }
  }

  let forest: GestureForest
  var entries: [Entry]
  var tracker: ContactTracker

  /// The verdicts so far: the reports in which a recognizer began, ended, failed or was cancelled.
  ///
  /// One or two for each recognizer, each with the figure that decided.
  public internal(set) var verdicts: [Report] = []

  /// An arena in which `alternatives` compete, earlier ones first.
  public init(_ alternatives: any Gesture..., ownership: ContactOwnership = .first) {
    self.init(alternatives.map(\.tree), ownership: ownership)
  }

  /// An arena in which `alternatives` compete, earlier ones first.
  public init(_ alternatives: [GestureTree], ownership: ContactOwnership = .first) {
    forest = GestureForest(alternatives)
    tracker = ContactTracker(ownership)
    entries = forest.leaves.map { Entry($0) }
    for index in forest.roots.flatMap(forest.entrances) { entries[index].state = .possible }
  }

  /// The kinds of the arena's recognizers, in order.
  public var kinds: [GestureKind] {
    entries.map(\.kind)
  }

  /// When `deadlineReached(at:)` must be called next, if no touch comes before.
  public var deadline: Instant? { entries.reduce(nil) { .earlier($0, $1.deadline) } }

  /// Whether every recognizer is over.
  public var isOver: Bool {
    entries.allSatisfy(\.state.isOver)
  }

  /// Whether any contact is down.
  public var isTouched: Bool {
    !tracker.contacts.isEmpty
  }

  /// Handles all contacts of a hardware frame: first those that moved, together, then the others, one by one.
  public mutating func handle(_ frame: TouchFrame) -> [Report] {
    var reports: [Report] = []
    handle(frame, into: &reports)
    return reports
  }

  /// Handles all contacts of a hardware frame, as `handle(_:)` does, and appends the reports to `reports`.
  ///
  /// A frame in which fingers only move allocates nothing if `reports` has the capacity.
  public mutating func handle(_ frame: TouchFrame, into reports: inout [Report]) {
    passTime(to: frame.time, into: &reports)
    if !frame.contacts.isEmpty, frame.contacts.allSatisfy({ $0.phase == .moved && tracker.admitted($0) == $0 }) {
      return handle(frame.contacts, at: frame.time, into: &reports)
    }
    let moves = frame.contacts.filter { $0.phase == .moved }.compactMap(tracker.admitted)
    if !moves.isEmpty { handle(moves, at: frame.time, into: &reports) }
    for contact in frame.contacts where contact.phase != .moved && contact.phase != .stationary {
      handle(contact, at: frame.time, into: &reports)
    }
  }

  /// Handles the next touch of one contact.
  public mutating func handle(_ touch: Touch, of contact: ContactID = ContactID(0)) -> [Report] {
    var reports: [Report] = []
    passTime(to: touch.time, into: &reports)
    handle(Contact(id: contact, phase: touch.phase.ofContact, position: touch.location), at: touch.time, into: &reports)
    return reports
  }

  /// Handles the passing of `deadline`.
  public mutating func deadlineReached(at now: Instant) -> [Report] {
    var reports: [Report] = []
    for index in entries.indices where entries[index].deadline.map({ $0 <= now }) ?? false {
      if case .expecting = entries[index].state {
        apply(.failed(.nothingCame(limit: GestureDefaults.sequenceInterval)), of: index, at: now, into: &reports)
      } else {
        apply(entries[index].recognizer.deadlineReached(at: now), of: index, at: now, into: &reports)
      }
    }
    settle(at: now, into: &reports)
    return reports
  }

  /// Cancels every contact and ends gestures that wait for more: each recognizer that is not over is cancelled.
  public mutating func cancel(at time: Instant) -> [Report] {
    var reports: [Report] = []
    for contact in tracker.contacts {
      handle(Contact(id: contact.id, phase: .cancelled, position: contact.position), at: time, into: &reports)
    }
    for index in entries.indices where !entries[index].state.isOver { cancel(index, at: time, into: &reports) }
    return reports
  }

  /// Handles the deadlines up to a touch at `time`, each at its own moment.
  private mutating func passTime(to time: Instant, into reports: inout [Report]) {
    while let due = deadline, due <= time { reports += deadlineReached(at: due) }
  }

  private mutating func handle(_ contact: Contact, at time: Instant, into reports: inout [Report]) {
    guard let contact = tracker.admitted(contact) else { return }
    if contact.phase == .down, let lost = tracker.contacts.first(where: { $0.id == contact.id }) {
      // The contact's up was never reported.
      handle([Contact(id: lost.id, phase: .cancelled, position: lost.position)], at: time, into: &reports)
    }
    handle([contact], at: time, into: &reports)
  }

  private mutating func handle(_ contacts: [Contact], at time: Instant, into reports: inout [Report]) {
    let pointer = tracker.handle(contacts, at: time)
    let isDown = contacts.first?.phase == .down
    for index in entries.indices where entries[index].seesTouches {
      if case .expecting = entries[index].state, isDown, pointer != nil || entries[index].kind.followsContacts {
        entries[index].state = .possible
      }
      let transition = entries[index].recognizer.handle(contacts, pointer: pointer, at: time)
      apply(transition, of: index, at: time, into: &reports)
    }
    settle(at: time, into: &reports)
  }

  /// Lets a recognizer see touches from now on; for it, contacts that are down come down at their current positions.
  mutating func join(_ index: Int, at time: Instant) {
    entries[index].state = .expecting(until: time.advanced(bySeconds: GestureDefaults.sequenceInterval))
    if entries[index].kind.followsContacts {
      for contact in tracker.contacts {
        let down = Contact(id: contact.id, phase: .down, position: contact.position)
        _ = entries[index].recognizer.handle([down], pointer: nil, at: time)
        entries[index].state = .possible
      }
    } else if let place = tracker.pointer {
      _ = entries[index].recognizer.handle([], pointer: Touch(.down, at: place, time: time), at: time)
      entries[index].state = .possible
    }
  }
}

extension GestureArena.Entry {
  var seesTouches: Bool {
    switch state {
    case .waiting, .over: false
    case .expecting, .possible, .held, .active: true
    }
  }
}

extension Touch.Phase {
  fileprivate var ofContact: Contact.Phase {
    switch self {
    case .down: .down
    case .moved: .moved
    case .up: .up
    case .cancelled: .cancelled
    }
  }
}
