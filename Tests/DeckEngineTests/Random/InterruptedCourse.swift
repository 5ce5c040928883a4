import DeckEngine
import DeckProtocol
import Gestures
import Kinetics

/// A deck that goes through inputs, and where a power cut would find it after each of its events.
struct InterruptedCourse: ~Copyable {
  /// The engine when something had been told, as what would be on the disk then.
  final class Cut {
    let engine: Engine
    let time: Instant
    /// The first input that comes afterwards.
    let next: Int
    /// How many events had been told.
    let told: Int
    /// Whether a finger was down.
    let isTouched: Bool

    init(engine: consuming Engine, time: Instant, next: Int, told: Int, isTouched: Bool) {
      self.engine = engine
      (self.time, self.next, self.told, self.isTouched) = (time, next, told, isTouched)
    }
  }

  /// An engine that goes on after a cut, with what it tells.
  struct Rest: ~Copyable {
    var engine: Engine
    var told: [DeckEvent] = []
    var findings: [String] = []

    mutating func take(_ effects: [EngineEffect]) {
      let count = told.count
      for case .notify(.event(let event)) in effects { told.append(event) }
      if told.count > count { findings += engine.violations }
    }

    mutating func pass(to now: Instant) {
      while let due = engine.nextDeadline, due <= now, findings.isEmpty { take(engine.handle(.deadline, at: due)) }
    }

    mutating func play(_ input: EngineInput, at now: Instant) {
      pass(to: now)
      take(engine.handle(input, at: now))
    }

    mutating func play(_ inputs: ArraySlice<TimedInput>) {
      for next in inputs { play(next.input, at: next.time) }
      pass(to: Self.end)
      findings += engine.violations
    }

    private static let end = Instant.seconds(100_000)
  }

  let configuration: EngineConfiguration
  let inputs: [TimedInput]
  private(set) var cuts: [Cut] = []
  private(set) var whole: Rest
  /// Whether an input met the deck at rest, and how many events had been told by then.
  private var met: [(rest: Bool, told: Int)] = []
  private var fingers: Set<ContactID> = []

  init(_ configuration: EngineConfiguration, _ inputs: [TimedInput], appearing: Bool) throws {
    self.configuration = configuration
    self.inputs = inputs
    whole = Rest(engine: try Engine(configuration, at: .zero))
    whole.take(whole.engine.start(appearing: appearing))
    cut(at: .zero, before: 0, told: 0)
    for (number, next) in inputs.enumerated() {
      pass(to: next.time, before: number)
      let told = whole.told.count
      met.append((whole.engine.position(of: "main")?.phase == .rest, told))
      follow(next.input)
      whole.take(whole.engine.handle(next.input, at: next.time))
      cut(at: next.time, before: number + 1, told: told)
    }
    pass(to: .seconds(100_000), before: inputs.count)
  }

  private mutating func pass(to now: Instant, before next: Int) {
    while let due = whole.engine.nextDeadline, due <= now {
      let told = whole.told.count
      whole.take(whole.engine.handle(.deadline, at: due))
      cut(at: due, before: next, told: told)
    }
  }

  private mutating func cut(at time: Instant, before next: Int, told: Int) {
    guard whole.told.count > told else { return }
    cuts.append(
      Cut(engine: whole.engine.copy(), time: time, next: next, told: whole.told.count, isTouched: !fingers.isEmpty)
    )
  }

  private mutating func follow(_ input: EngineInput) {
    guard case .touches(let frame, _) = input else { return }
    for contact in frame.contacts {
      let isGone = contact.phase == .up || contact.phase == .cancelled
      if isGone { fingers.remove(contact.id) } else { fingers.insert(contact.id) }
    }
  }
}

// MARK: - After a cut

extension InterruptedCourse {
  /// Whether what comes after a cut means the same to a daemon that has started again.
  ///
  /// A delegate that comes again is asked other questions than those that are answered, and `null` is the value that the
  /// configuration has, which here is the one that had been chosen.
  func isComparable(after cut: Cut) -> Bool {
    !inputs.contains { if case .reply = $0.input { true } else { false } }
      && !inputs[cut.next...].contains { next in
        guard case .configure(let changes, _, _) = next.input else { return false }
        return changes.contains { $0.value == nil }
      }
  }

  /// The first input after a cut that met the deck at rest; their number when none did.
  private func firstAtRest(after cut: Cut) -> Int {
    inputs.indices.first { $0 >= cut.next && met[$0].rest } ?? inputs.count
  }

  /// Whether everything had come to its end before anybody did anything again.
  func isQuiet(_ cut: Cut) -> Bool { !cut.isTouched && firstAtRest(after: cut) == cut.next }

  /// Whether there were only commands until everything had come to its end, none of which depends on what moves: a
  /// looping deck refuses to decide a card that is still leaving.
  func isCalm(_ cut: Cut) -> Bool {
    guard !cut.isTouched else { return false }
    return inputs[cut.next..<firstAtRest(after: cut)].allSatisfy { next in
      switch next.input {
      case .touches: false
      case .command(.swipe, _, _): !configuration.decks[0].settings.loop
      default: true
      }
    }
  }

  /// What was told after a cut: before the next input, and from then on.
  func rest(after cut: Cut) -> (meanwhile: [DeckEvent.Kind], then: [DeckEvent.Kind]) {
    let end = cut.next < inputs.count ? met[cut.next].told : whole.told.count
    return (whole.told[cut.told..<end].map(\.kind), whole.told[end...].map(\.kind))
  }

  /// The daemon has started again at a cut: the decks have come back from their states.
  func restarted(at cut: Cut) throws -> Rest {
    var configuration = self.configuration
    configuration.surfaces[0].size = cut.engine.size(ofSurface: "main")
    for case .configure(let changes, _, _) in inputs[..<cut.next].map(\.input) {
      try configuration.decks[0].take(changes, over: self.configuration.decks[0].settings)
    }
    var rest = Rest(engine: try Engine(configuration, at: cut.time))
    rest.engine.restore(cut.engine.states, sequence: cut.engine.sequence)
    rest.take(rest.engine.start(appearing: true))
    return rest
  }

  /// Clients say again what is theirs, and what comes after the cut comes.
  func resume(_ rest: inout Rest, after cut: Cut) {
    for next in inputs[..<cut.next] where next.input.isSaidAgain { rest.play(next.input, at: cut.time) }
    rest.play(inputs[cut.next...])
  }

  /// What happened after a cut is taken back, and the rest comes again.
  func takenBack(to cut: Cut) -> Rest {
    var rest = Rest(engine: cut.engine.copy())
    for next in inputs[cut.next...].prefix(1) where next.input.canBeTakenBack {
      _ = rest.engine.handle(next.input, at: cut.time)
    }
    let error = CommandError.notStored(reason: "the disk is full")
    rest.take(rest.engine.restore(cut.engine.states, sequence: cut.engine.sequence, failing: error, at: cut.time))
    if !rest.told.isEmpty || rest.engine.sequence != cut.engine.sequence { rest.findings.append("it tells something") }
    rest.play(.command(.update(.init([])), deck: "main", ticket: 1), at: cut.time)
    rest.play(inputs[cut.next...])
    return rest
  }
}

extension EngineInput {
  /// Whether it is a client's to say again to a daemon that has started again.
  fileprivate var isSaidAgain: Bool {
    switch self {
    case .command(.consult, _, _), .command(.layOutDetail, _, _): true
    default: false
    }
  }

  /// Whether what it does is part of a state.
  fileprivate var canBeTakenBack: Bool {
    switch self {
    case .configure, .resize: false
    default: !isSaidAgain
    }
  }
}

extension DeckDefinition {
  /// Has the settings that were chosen at run time as its own: what of them a script has wrong was refused.
  fileprivate mutating func take(_ changes: [SettingChange], over configured: DeckSettings) throws {
    let scope = SettingScope(preset)
    for change in changes {
      guard let row = scope.row(named: change.name) else { continue }
      guard let value = change.value else {
        row.copy(from: configured, to: &settings)
        continue
      }
      do {
        try row.set(value, in: &settings, pointsPerMillimetre: 6.4)
      } catch {
        continue
      }
    }
  }
}
