import DeckEngine
import DeckProtocol
import DeckReplay
import Gestures
import Kinetics

/// Plays the steps of a case and writes down what comes of them.
final class DeckPlayer {
  /// What came of each step, by the step's line.
  private(set) var output: [Int: [String]] = [:]
  private var engine: Engine
  private let kind: DeckKind
  private var line: Int
  /// What the fingers are still to do, in order.
  private var ahead: [TouchFrame] = []
  private(set) var now = Instant.zero
  /// The events and haptics so far, without their times.
  private(set) var told: [String] = []

  /// A deck that has started; what it tells of that is not written down unless it appears.
  init(_ scene: DeckScene, _ line: Int) throws {
    engine = try scene.engine()
    kind = scene.kind
    self.line = line
    var topics: Set<Topic> = [.events]
    if scene.feels { topics.insert(.haptics) }
    if scene.prefetches { topics.insert(.prefetch) }
    engine.listen(to: topics, from: .zero)
    let effects = engine.start(appearing: scene.appears)
    if scene.appears { try take(effects) }
  }

  private init(_ other: DeckPlayer) {
    engine = other.engine.copy()
    (output, kind, line, ahead) = (other.output, other.kind, other.line, other.ahead)
    (now, told) = (other.now, other.told)
  }

  /// Returns a player of the same deck at the same moment, independent of this one.
  func copy() -> DeckPlayer { DeckPlayer(self) }

  func play(_ step: DeckScript.Step) throws {
    if step.time.isFinite { try pass(to: step.time) }
    line = step.line
    switch step.action {
    case .touch(let contacts): try touch(TouchFrame(time: now, contacts: contacts))
    case .finger(let path):
      ahead = (ahead + path.frames).sorted { $0.time < $1.time }
      try pass(to: step.time)
    case .command(let command): try handle(.command(command, deck: "main", ticket: 1))
    case .reply(let ticket, let answer): try handle(.reply(answer, ticket: ticket, deck: "main"))
    case .configure(let change): try handle(.configure([change], deck: "main", ticket: 1))
    case .resize(let size): try handle(.resize(surface: "main", size: size, pointsPerMillimetre: 6.4))
    case .shake: try handle(.shake)
    case .show(let all): write(try DeckTable.show(shown(), of: kind, at: now, cards: all))
    case .trace(let subject, let properties, let period, let end):
      var table = DeckTable(header: ["ms"] + properties)
      let count = Int(((end - step.time) / period).rounded(.down))
      for number in 0...count {
        let time = step.time + Double(number) * period
        try pass(to: time)
        table.append([DeckTable.text(time)] + (try DeckTable.values(properties, of: subject, in: shown())))
      }
      write(table.lines)
    case .wait: break
    case .end(let shows):
      try end()
      if shows { write(try DeckTable.show(shown(), of: kind, at: now, cards: true)) }
    }
  }

  /// Lets everything happen that is due by a moment.
  private func pass(to milliseconds: Double) throws {
    let time = Instant.seconds(milliseconds / 1000)
    guard time >= now else { throw DeckPlayerError.backwards }
    while let next = ahead.first, next.time <= time {
      ahead.removeFirst()
      now = next.time
      try touch(next)
    }
    now = time
    try handle(.deadline)
  }

  /// Lets everything happen that is still to come.
  private func end() throws {
    while let next = ahead.first {
      ahead.removeFirst()
      now = next.time
      try touch(next)
    }
    while let due = engine.nextDeadline {
      now = due
      try handle(.deadline)
    }
    write(["→ \(DeckTable.text(now)) \(try shown().phase.rawValue)"])
  }

  private func touch(_ frame: TouchFrame) throws {
    try handle(.touches(frame, surface: "main"))
  }

  private func handle(_ input: EngineInput) throws {
    try take(engine.handle(input, at: now))
    guard engine.violations.isEmpty else { throw DeckPlayerError.unsound(engine.violations) }
  }

  private func take(_ effects: [EngineEffect]) throws {
    for effect in effects {
      switch effect {
      case .notify(.event(let event)):
        publish(event.words, at: event.time)
      case .notify(.haptic(let haptic)):
        publish("haptic \(haptic.kind.rawValue)", at: haptic.time)
      case .notify(.prefetch(let note)):
        write(["→ \(DeckTable.text(now)) prefetch \(note.words)"])
      case .answer(_, .failed(let error)): write(["→ \(DeckTable.text(now)) refused: \(error.problem)"])
      case .ask(let ticket, let question):
        write(["→ \(DeckTable.text(now)) asks \(ticket) \(question.words)"])
      case .answer(_, .done), .frame, .notify, .explain: break
      }
    }
  }

  /// The deck as clients see it now: a command that changes nothing has a copy of the engine make a frame.
  func shown() throws -> DeckFrame {
    var probe = engine.copy()
    probe.listen(to: [.events, .frames], from: now)
    let effects = probe.handle(.command(.update(.init([])), deck: "main", ticket: 1), at: now)
    for case .frame(let frame) in effects { return frame }
    throw DeckPlayerError.noFrame
  }

  private func publish(_ words: String, at time: Int64) {
    told.append(words)
    write(["→ \(DeckTable.text(Instant(microseconds: time))) \(words)"])
  }

  private func write(_ lines: [String]) {
    output[line, default: []] += lines.map { "    \($0)" }
  }
}

/// Why a case cannot go on.
enum DeckPlayerError: Error, CustomStringConvertible {
  case backwards
  case noFrame
  case unsound([String])

  var description: String {
    switch self {
    case .backwards: "time goes backwards"
    case .noFrame: "the deck shows nothing"
    case .unsound(let violations): violations.joined(separator: "; ")
    }
  }
}

extension DelegateQuestion {
  /// What it asks, about which card.
  fileprivate var words: String {
    let question = "\(subject.topic.rawValue) \(card) \(index)"
    if case .shouldSwipe(let direction) = subject { return "\(question) \(direction.rawValue)" }
    return question
  }
}

extension PrefetchNote {
  /// The ids, with the number alone of those that are called `card-` and a number.
  fileprivate var words: String {
    func words(_ ids: [String]) -> String {
      ids.map { $0.hasPrefix("card-") ? String($0.dropFirst(5)) : $0 }.joined(separator: " ")
    }
    let lists = [words(Array(load.prefix(high))), words(Array(load.dropFirst(high))), words(background)]
    return lists.joined(separator: " | ") + (evict.isEmpty ? "" : " evict \(words(evict))")
  }
}

extension DeckEvent {
  /// Its type and particulars.
  fileprivate var words: String {
    let type = type.rawValue
    switch kind {
    case .cardReset(let reset):
      let figures = [reset.progress, reset.threshold].map { "\(($0 * 100).rounded() / 100)" }.joined(separator: " of ")
      return "\(type) \(reset.card) \(reset.index) \(reset.reason.rawValue)"
        + (reset.direction.map { ", \(figures) \($0.rawValue)" } ?? "")
    case .gesturePerformed(let performed): return "\(type) \(performed.gesture)"
    case .surfaceWoken(let waking): return "\(type) \(waking.surface)"
    case .deckAdded(let deck): return "\(type) \(deck.preset)"
    case .cardSwiped(let swipe):
      return "\(type) \(swipe.card) \(swipe.index) \(swipe.direction.rawValue)"
        + (swipe.decision.map { " \($0)" } ?? "")
    case .cardShown(let it), .cardSelected(let it), .cardDismissed(let it), .cardInserted(let it), .cardRemoved(let it),
      .cardUpdated(let it):
      return "\(type) \(it.card) \(it.index)"
    case .cardMoved(let move): return "\(type) \(move.card) \(move.from) \(move.to)"
    case .deckRewound(let rewind):
      return "\(type) \(rewind.card) \(rewind.index)" + (rewind.direction.map { " \($0.rawValue)" } ?? "")
    case .roundChanged(let phase): return "\(type) \(phase.rawValue)"
    case .announcement(let spoken): return "\(type) \(spoken.card ?? "-") \(spoken.text)"
    case .deckConfigured(let configured):
      return ([type, configured.preset] + configured.settings.map { "\($0.name) \($0.value.words)" }).joined(
        separator: " "
      )
    case .surfaceChanged(let place):
      return "\(type) \(place.surface.width)x\(place.surface.height) \(place.surface.refresh) Hz"
        + (place.surface.reducedMotion ? " reduced" : "")
    case .deckLoaded, .deckReset, .deckExhausted, .deckAppeared, .deckBounced, .stackFanned, .stackGathered,
      .deckRemoved:
      return type
    }
  }
}

extension DeckSnapshot.Setting {
  fileprivate var words: String {
    switch self {
    case .number(let number): "\(number)"
    case .flag(let flag): "\(flag)"
    case .text(let text): "\"\(text)\""
    }
  }
}
