import Kinetics

/// The state of a recognizer in an arena.
enum EntryState: Equatable, Sendable {
  /// A gesture that has to come first has not succeeded yet; the recognizer sees no touches.
  case waiting
  /// The recognizer may begin, but no finger is down; it fails if none comes down by `until`.
  case expecting(until: Instant)
  /// Sees touches.
  case possible
  /// Recognized but not reported: another gesture may still take precedence.
  case held(Held)
  /// Reported as begun.
  case active
  case over(Outcome)

  /// What a recognizer that is held back has recognized, with its newest value.
  enum Held: Equatable, Sendable {
    case began(GestureValue)
    case beganAndEnded(GestureValue)
    case ended(GestureValue)
  }

  /// How a recognizer ended.
  enum Outcome: Equatable, Sendable {
    /// Recognized; `wasActive` if it was reported as begun before.
    case ended(wasActive: Bool)
    case failed
    case cancelled
  }

  var isOver: Bool {
    if case .over = self { true } else { false }
  }
}

/// The state of a combined gesture, as the gestures that wait for it see it.
private enum NodeStatus {
  case possible
  case active
  case succeeded
  case failed
  case cancelled
}

// MARK: - Transitions

extension GestureArena {
  /// Handles a recognizer's transition: reports it, or holds it back.
  mutating func apply(_ transition: Transition, of index: Int, at time: Instant, into reports: inout [Report]) {
    let isHeld: Bool
    let isActive: Bool
    switch entries[index].state {
    case .waiting, .over: return
    case .held: (isHeld, isActive) = (true, false)
    case .expecting, .possible: (isHeld, isActive) = (false, false)
    case .active: (isHeld, isActive) = (false, true)
    }
    switch transition {
    case .unchanged:
      return
    case .began(let value):
      if isBlocked(index) {
        entries[index].state = .held(.began(value))
      } else {
        begin(index, value, at: time, into: &reports)
      }
    case .changed(let value):
      if isHeld {
        entries[index].state = .held(.began(value))
      } else {
        report(index, transition, at: time, into: &reports)
      }
    case .ended(let value):
      if isHeld {
        entries[index].state = .held(.beganAndEnded(value))
      } else if !isActive, isBlocked(index) {
        entries[index].state = .held(.ended(value))
      } else {
        end(index, value, at: time, into: &reports)
      }
    case .failed(let reason):
      fail(index, because: reason, at: time, into: &reports)
    case .cancelled:
      cancel(index, at: time, into: &reports)
    }
    endSequences(at: time, into: &reports)
  }

  mutating func fail(_ index: Int, because reason: GestureFailure, at time: Instant, into reports: inout [Report]) {
    entries[index].recognizer.stop(because: reason)
    entries[index].state = .over(.failed)
    report(index, .failed(reason), at: time, into: &reports)
  }

  mutating func cancel(_ index: Int, at time: Instant, into reports: inout [Report]) {
    entries[index].recognizer.stop(because: .precedingFailed)
    entries[index].state = .over(.cancelled)
    report(index, .cancelled, at: time, into: &reports)
  }

  private mutating func begin(_ index: Int, _ value: GestureValue, at time: Instant, into reports: inout [Report]) {
    entries[index].state = .active
    report(index, .began(value), at: time, into: &reports)
    declareWinner(index, goesOn: true, at: time, into: &reports)
  }

  private mutating func end(_ index: Int, _ value: GestureValue, at time: Instant, into reports: inout [Report]) {
    let wasActive = entries[index].state == .active
    entries[index].state = .over(.ended(wasActive: wasActive))
    report(index, .ended(value), at: time, into: &reports)
    if !wasActive { declareWinner(index, goesOn: false, at: time, into: &reports) }
  }

  /// Ends the recognizers that another has beaten, unless they are over.
  private mutating func stop(
    _ leaves: Range<Int>,
    because reason: GestureFailure,
    at time: Instant,
    into reports: inout [Report]
  ) {
    for index in leaves {
      switch entries[index].state {
      case .waiting, .expecting, .possible, .held: fail(index, because: reason, at: time, into: &reports)
      case .active: cancel(index, at: time, into: &reports)
      case .over: break
      }
    }
  }

  private mutating func report(
    _ index: Int,
    _ transition: Transition,
    at time: Instant,
    into reports: inout [Report]
  ) {
    let kind = entries[index].kind
    let transition = kind.followsContacts ? transition : transition.moved(by: tracker.offset)
    var report = Report(
      recognizer: index,
      kind: kind,
      name: entries[index].name,
      transition: transition,
      time: time
    )
    switch transition {
    case .unchanged, .changed:
      break
    case .began, .ended:
      report.grounds = entries[index].recognizer.grounds
      verdicts.append(report)
    case .failed, .cancelled:
      verdicts.append(report)
    }
    reports.append(consume report)
  }
}

// MARK: - Precedence

extension GestureArena {
  /// Ends every gesture that a recognized gesture beats: the other alternatives, the other gesture of an exclusive
  /// pair, and gestures that wait for its failure.
  ///
  /// The first gesture of a sequence makes the sequence win only if it continues.
  private mutating func declareWinner(_ index: Int, goesOn: Bool, at time: Instant, into reports: inout [Report]) {
    let loss = GestureFailure.lost(to: entries[index].kind)
    var node = forest.leaves[index].node
    while true {
      if !forest.isPlain {
        for other in forest.nodes where other.awaited.contains(node) {
          stop(other.leaves, because: loss, at: time, into: &reports)
        }
      }
      guard let parent = forest.nodes[node].parent else { break }
      switch forest.nodes[parent].content {
      case .exclusive(let first, let second):
        let loser = node == first ? second : first
        stop(forest.nodes[loser].leaves, because: loss, at: time, into: &reports)
      case .sequence(let first, _) where node == first && !goesOn:
        return
      case .leaf, .sequence, .simultaneous:
        break
      }
      node = parent
    }
    for root in forest.roots where root != node {
      stop(forest.nodes[root].leaves, because: loss, at: time, into: &reports)
    }
  }

  /// Whether a gesture that takes precedence over the recognizer is still possible.
  private func isBlocked(_ index: Int) -> Bool {
    guard !forest.isPlain else { return false }
    var node = forest.leaves[index].node
    while true {
      if forest.nodes[node].awaited.contains(where: { status($0) == .possible }) { return true }
      guard let parent = forest.nodes[node].parent else { return false }
      if case .exclusive(let first, node) = forest.nodes[parent].content, status(first) == .possible { return true }
      node = parent
    }
  }

  /// Ends the second gestures of sequences whose first was not recognized.
  private mutating func endSequences(at time: Instant, into reports: inout [Report]) {
    guard !forest.isPlain else { return }
    for node in forest.nodes {
      guard case .sequence(let first, let second) = node.content, !waiting(for: second).isEmpty else { continue }
      let leaves = forest.nodes[second].leaves
      switch status(first) {
      case .possible, .active, .succeeded:
        break
      case .failed:
        stop(leaves, because: .precedingFailed, at: time, into: &reports)
      case .cancelled where !hasSucceeded(first):
        for index in leaves where !entries[index].state.isOver { cancel(index, at: time, into: &reports) }
      case .cancelled:
        break
      }
    }
  }

  /// After every recognizer has seen a touch: starts second gestures whose first has succeeded, and reports gestures
  /// that are no longer held back, until nothing more follows.
  mutating func settle(at time: Instant, into reports: inout [Report]) {
    guard !forest.isPlain else { return }
    follow(at: time, into: &reports)
    breakDeadlock(at: time, into: &reports)
  }

  private mutating func follow(at time: Instant, into reports: inout [Report]) {
    while settleOne(at: time, into: &reports) { endSequences(at: time, into: &reports) }
  }

  private mutating func settleOne(at time: Instant, into reports: inout [Report]) -> Bool {
    for node in forest.nodes {
      guard case .sequence(let first, let second) = node.content, hasSucceeded(first) else { continue }
      let next = waiting(for: second)
      for index in next { join(index, at: time) }
      if !next.isEmpty { return true }
    }
    for index in entries.indices {
      guard case .held(let held) = entries[index].state, !isBlocked(index) else { continue }
      release(index, held, at: time, into: &reports)
      return true
    }
    return false
  }

  /// The recognizers that would start with a second gesture and have not lost while they waited.
  private func waiting(for second: Int) -> [Int] {
    forest.entrances(of: second).filter { entries[$0].state == .waiting }
  }

  /// Reports what was held back.
  private mutating func release(
    _ index: Int,
    _ held: EntryState.Held,
    at time: Instant,
    into reports: inout [Report]
  ) {
    switch held {
    case .began(let value):
      begin(index, value, at: time, into: &reports)
    case .beganAndEnded(let value):
      begin(index, value, at: time, into: &reports)
      end(index, value, at: time, into: &reports)
    case .ended(let value):
      entries[index].state = .possible
      end(index, value, at: time, into: &reports)
    }
  }

  /// Breaks a deadlock: ends gestures that still wait for each other when the last finger has been lifted.
  ///
  /// The first one that is held back is recognized.
  private mutating func breakDeadlock(at time: Instant, into reports: inout [Report]) {
    guard tracker.isTouched else { return }
    while tracker.contacts.isEmpty, !isOver, deadline == nil {
      let index = entries.firstIndex { if case .held = $0.state { true } else { false } }
      if let index, case .held(let held) = entries[index].state {
        release(index, held, at: time, into: &reports)
      } else {
        stop(entries.indices, because: .precedingFailed, at: time, into: &reports)
      }
      follow(at: time, into: &reports)
    }
  }
}

// MARK: - Status of combined gestures

extension GestureArena {
  private func status(_ node: Int) -> NodeStatus {
    switch forest.nodes[node].content {
    case .leaf(let index): entries[index].state.status
    case .exclusive(let first, let second): exclusive(status(first), status(second))
    case .sequence(let first, let second): sequence(first, status(second))
    case .simultaneous(let first, let second): simultaneous(status(first), status(second))
    }
  }

  private func exclusive(_ first: NodeStatus, _ second: NodeStatus) -> NodeStatus {
    switch (first, second) {
    case (.possible, _), (.active, _), (.succeeded, _): first
    case (.failed, _): second
    case (.cancelled, .failed): .cancelled
    case (.cancelled, _): second
    }
  }

  private func sequence(_ first: Int, _ second: NodeStatus) -> NodeStatus {
    let status = status(first)
    guard status == .active || status == .succeeded else { return status }
    // A first gesture that was active has already reported the sequence as begun.
    let wasActive = forest.nodes[first].leaves.contains { entries[$0].state.wasActive }
    return switch second {
    case .possible: wasActive ? .active : .possible
    case .failed: wasActive ? .cancelled : .failed
    case .active, .succeeded, .cancelled: second
    }
  }

  private func simultaneous(_ first: NodeStatus, _ second: NodeStatus) -> NodeStatus {
    switch (first, second) {
    case (.active, _), (_, .active): .active
    case (.possible, .succeeded), (.succeeded, .possible): .active
    case (.possible, _), (_, .possible): .possible
    case (.succeeded, _), (_, .succeeded): .succeeded
    case (.cancelled, _), (_, .cancelled): .cancelled
    case (.failed, .failed): .failed
    }
  }

  /// Whether the second gesture of a sequence may start after this one.
  private func hasSucceeded(_ node: Int) -> Bool {
    switch forest.nodes[node].content {
    case .leaf(let index): entries[index].state.hasSucceeded(as: entries[index].kind)
    case .exclusive(let first, let second): hasSucceeded(first) || hasSucceeded(second)
    case .sequence(_, let second): hasSucceeded(second)
    case .simultaneous(let first, let second):
      (hasSucceeded(first) || isSpent(first)) && (hasSucceeded(second) || isSpent(second))
        && (hasSucceeded(first) || hasSucceeded(second))
    }
  }

  private func isSpent(_ node: Int) -> Bool {
    switch status(node) {
    case .failed, .cancelled: true
    case .possible, .active, .succeeded: false
    }
  }
}

extension EntryState {
  fileprivate var status: NodeStatus {
    switch self {
    case .waiting, .expecting, .possible, .held: .possible
    case .active: .active
    case .over(.ended): .succeeded
    case .over(.failed): .failed
    case .over(.cancelled): .cancelled
    }
  }

  fileprivate var wasActive: Bool {
    switch self {
    case .active, .over(.ended(wasActive: true)): true
    case .waiting, .expecting, .possible, .held, .over: false
    }
  }

  /// A long press has succeeded when it has begun; the others when they have ended.
  fileprivate func hasSucceeded(as kind: GestureKind) -> Bool {
    switch self {
    case .active: kind == .longPress
    case .over(.ended): true
    case .waiting, .expecting, .possible, .held, .over(.failed), .over(.cancelled): false
    }
  }
}

extension GestureForest {
  /// The leaves below a node that see touches as soon as the node does: all but second gestures of sequences.
  func entrances(of node: Int) -> [Int] {
    switch nodes[node].content {
    case .leaf(let index): [index]
    case .exclusive(let first, let second), .simultaneous(let first, let second):
      entrances(of: first) + entrances(of: second)
    case .sequence(let first, _): entrances(of: first)
    }
  }
}

extension Transition {
  /// The transition with its value moved by `offset`.
  fileprivate func moved(by offset: Kinetics.Vector) -> Transition {
    guard offset != .zero else { return self }
    return switch self {
    case .began(let value): .began(value.moved(by: offset))
    case .changed(let value): .changed(value.moved(by: offset))
    case .ended(let value): .ended(value.moved(by: offset))
    case .unchanged, .failed, .cancelled: self
    }
  }
}
