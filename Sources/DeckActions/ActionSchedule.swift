package import DeckConfiguration
package import Kinetics

/// Decides which commands run for an event, and when; starts none itself.
///
/// Time is an argument: tests need no clock.
package struct ActionSchedule {
  /// A command that is to be started.
  package struct Run: Equatable, Sendable {
    package var action: ActionSection
    package var event: ActionEvent
  }

  /// How many commands run at a time, of all actions together.
  package static let mostRunning = 32
  /// How many of an action with `overlap = true` do.
  package static let mostBeside = 8
  /// How many events wait with `overlap = "queue"`.
  package static let mostWaiting = 16

  /// What is known of an action, by its name: it outlasts a change of the file.
  private struct State {
    var running = 0
    var waiting: [ActionEvent] = []
    var bucket: TokenBucket
    var dropped = DroppedEvents()
  }

  private var actions: [ActionSection]
  private var states: [String: State] = [:]
  private var running = 0

  package init(_ actions: [ActionSection]) {
    self.actions = []
    replace(actions)
  }

  /// Puts other actions into force.
  ///
  /// Commands that run are not touched, and events that wait stay with the name of their action.
  package mutating func replace(_ actions: [ActionSection]) {
    for action in actions {
      let bucket = TokenBucket(rate: action.rate, capacity: max(action.rate, 1))
      if self.actions.first(where: { $0.name == action.name })?.rate != action.rate || states[action.name] == nil {
        states[action.name, default: State(bucket: bucket)].bucket = bucket
      }
    }
    self.actions = actions
    let names = Set(actions.map(\.name))
    for name in states.keys where !names.contains(name) {
      states[name]?.waiting = []
      if states[name]?.running == 0 { states[name] = nil }
    }
  }

  /// Returns the commands that are to be started for an event.
  package mutating func take(_ event: ActionEvent, at now: Instant) -> [Run] {
    actions.filter { $0.matches(event.type, event.members) }.compactMap { action in
      guard var state = states[action.name] else { return nil }
      defer { states[action.name] = state }
      let mayStart = state.running < Self.limit(of: action) && state.waiting.isEmpty && running < Self.mostRunning
      if !mayStart, let reason = obstacle(to: action, state) {
        state.dropped.add(reason, at: now)
        return nil
      }
      guard state.bucket.take(at: now) else {
        state.dropped.add(.beyondRate, at: now)
        return nil
      }
      guard mayStart else {
        state.waiting.append(event)
        return nil
      }
      state.running += 1
      running += 1
      return Run(action: action, event: event)
    }
  }

  /// A command has ended, or could not be started; returns those that have waited for it.
  package mutating func ended(_ name: String) -> [Run] {
    states[name]?.running -= 1
    running -= 1
    if states[name]?.running == 0, !actions.contains(where: { $0.name == name }) { states[name] = nil }
    var runs: [Run] = []
    for action in actions where running < Self.mostRunning {
      guard var state = states[action.name], !state.waiting.isEmpty, state.running < Self.limit(of: action) else {
        continue
      }
      runs.append(Run(action: action, event: state.waiting.removeFirst()))
      state.running += 1
      running += 1
      states[action.name] = state
    }
    return runs
  }

  /// When the next burst of dropped events is to be reported.
  package var nextReport: Instant? { states.values.compactMap(\.dropped.due).min() }

  /// Returns the bursts that are to be reported by now, by the actions' names, and begins others.
  package mutating func takeReports(at now: Instant) -> [(action: String, dropped: DroppedEvents)] {
    let due = states.filter { $0.value.dropped.due.map { $0 <= now } ?? false }.sorted { $0.key < $1.key }
    return due.map { name, state in
      states[name]?.dropped = DroppedEvents()
      return (name, state.dropped)
    }
  }

  private static func limit(of action: ActionSection) -> Int { action.overlap == .beside ? mostBeside : 1 }

  /// Why an event that cannot start its command now cannot wait for it either; `nil` where it can.
  private func obstacle(to action: ActionSection, _ state: State) -> DroppedEvents.Reason? {
    if action.overlap == .queue { return state.waiting.count < Self.mostWaiting ? nil : .queueIsFull }
    return state.running < Self.limit(of: action) ? .tooManyCommands : .stillRunning
  }
}
