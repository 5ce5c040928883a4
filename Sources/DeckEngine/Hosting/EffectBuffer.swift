package import DeckProtocol
import Gestures
package import Kinetics

/// The effects of an input, and what numbers and stamps them.
///
/// Decks append what they publish. Topics that no client subscribes to are not produced, except events.
package struct EffectBuffer: Sendable {
  /// The topics that clients subscribe to; always with the events.
  package var interest: Set<Topic> = [.events] {
    didSet {
      interest.insert(.events)
      wanted = TopicMask(interest)
    }
  }
  private var wanted = TopicMask([.events])

  /// More effects than touches and ticks cause; half a MiB.
  private static let keptCapacity = 1024

  /// Whether gesture verdicts are published; otherwise they are not produced.
  package var explains = false

  /// The number of the last event.
  package private(set) var sequence: UInt64 = 0
  /// The latest moment at which anything happened.
  package private(set) var clock: Instant
  /// Whether the decks have been published: changes before that cause no events.
  private(set) var hasStarted = false
  /// The effects of the current input.
  private var effects: [EngineEffect] = []
  /// The questions among the effects, which are appended last.
  private var questions: [EngineEffect] = []

  /// A buffer without effects at `start`.
  package init(at start: Instant) {
    clock = start
  }

  /// Returns whether a client subscribes to a topic.
  package func wants(_ topic: Topic) -> Bool { wanted.contains(topic) }

  /// Records that the decks are published from now on.
  package mutating func start() { hasStarted = true }

  /// Advances the clock to `now`, unless it is later already.
  package mutating func advance(to now: Instant) { clock = max(clock, now) }

  /// Numbers the next events from the one after `sequence` on.
  package mutating func restart(after sequence: UInt64) { self.sequence = sequence }

  /// Returns the effects since the last call, the questions last.
  package mutating func drain() -> [EngineEffect] {
    var drained: [EngineEffect] = []
    swap(&drained, &effects)
    if !questions.isEmpty {
      drained += questions
      questions.removeAll(keepingCapacity: true)
    }
    return drained
  }

  /// Takes the memory of drained effects for those to come, unless they were about thousands of cards.
  package mutating func reuse(_ drained: consuming [EngineEffect]) {
    guard drained.capacity <= Self.keptCapacity else { return }
    drained.clear()
    effects = drained
  }

  /// Numbers, stamps and appends an event.
  package mutating func publish(_ kind: DeckEvent.Kind, deck: String, counts: DeckCounts) {
    sequence += 1
    let event = DeckEvent(sequence: sequence, time: clock.microseconds, deck: deck, kind: kind, counts: counts)
    notify(.event(event))
  }

  /// Numbers, stamps and appends an event of a surface.
  package mutating func publish(_ kind: DeckEvent.Kind) {
    sequence += 1
    notify(.event(DeckEvent(sequence: sequence, time: clock.microseconds, deck: nil, kind: kind)))
  }

  /// Numbers, stamps and appends the events of `changes`.
  package mutating func publish(_ changes: CardChanges, deck: String) {
    var counts = changes.before
    for card in changes.cards {
      let kind = changes.event(about: card, &counts)
      publish(kind, deck: deck, counts: counts)
    }
  }

  /// Appends a frame.
  package mutating func publish(_ frame: consuming DeckFrame) {
    effects.append(.frame(frame))
  }

  /// Appends a notification that is no frame.
  package mutating func notify(_ notification: consuming DeckNotification) {
    effects.append(.notify(notification))
  }

  /// Appends the reply to a command.
  package mutating func answer(_ ticket: UInt64, _ result: CommandResult) {
    effects.append(.answer(ticket: ticket, result))
  }

  /// Appends a question to a delegate, after all other effects of the input.
  package mutating func ask(_ ticket: UInt64, _ question: DelegateQuestion) {
    questions.append(.ask(ticket: ticket, question))
  }

  /// Appends an explanation if a client subscribes to explanations.
  package mutating func explain(_ explanation: @autoclosure () -> GestureExplanation) {
    if explains { effects.append(.explain(explanation())) }
  }

  /// Appends an explanation with a line for the daemon's log, whether or not a client subscribes to explanations.
  mutating func report(_ explanation: GestureExplanation) {
    effects.append(.explain(explanation))
  }

  /// Appends the note of a touch frame.
  ///
  /// - Returns: its index, for `setOwner`.
  mutating func publish(_ note: TouchNote) -> Int {
    notify(.touch(note))
    return effects.count - 1
  }

  /// Names the deck that a new contact acts on, in the note of its frame.
  mutating func setOwner(_ deck: String, of contact: Int, inNoteAt index: Int) {
    guard case .notify(.touch(var note)) = effects[index] else { return }
    effects[index] = .notify(.touch(TouchNote(time: 0, surface: "", contacts: [])))
    note.setOwner(deck) { $0.id == contact }
    effects[index] = .notify(.touch(note))
  }
}

extension TouchNote {
  /// Names the deck that the chosen contacts act on.
  mutating func setOwner(_ deck: String, where isChosen: (Contact) -> Bool) {
    for index in contacts.indices where isChosen(contacts[index]) { contacts[index].deck = deck }
  }
}
