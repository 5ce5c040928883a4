import DeckEngine
import DeckProtocol
import DeckReplay

/// Recordings that are played with different values of a setting.
struct SettingSweep {
  /// A touch of a recording, with its outcome at each value.
  struct Touch {
    var recording: String
    var start: Double
    /// As many as there are values.
    var words: [String]
    /// The values at which the outcome changes, between the values that were tried, and the outcome from there on.
    var changes: [(value: Double, word: String)] = []
  }

  /// A value is found to this part of the range, a tenth of a pixel of a chart.
  private static let precision = 1e-4

  let setting: SettingRow
  let values: [Double]
  private let sessions: [RecordedSession]
  private let deck: String?

  /// A setting in a range, tried at `steps` values; of the deck that is named, or of each deck that has it.
  init(_ name: String, _ range: NumberRange, steps: Int, deck: String?, sessions: [RecordedSession]) throws(Failure) {
    self.deck = deck
    self.sessions = sessions
    let decks = (sessions.first?.configuration.decks ?? []).filter { deck == nil || $0.id == deck }
    guard let preset = decks.first?.preset else { throw Failure("--deck: there is no deck \"\(deck ?? "")\"") }
    guard let row = decks.lazy.compactMap({ SettingScope($0.preset).row(named: name) }).first else {
      throw Failure("\(name): expected \(SettingScope(preset).objection(to: name).expected)")
    }
    setting = row
    switch row.values {
    case .integer:
      let whole = Array(Int(range.lower.rounded(.up))...max(Int(range.upper), Int(range.lower.rounded(.up))))
      values = whole.map(Double.init)
      guard whole.count <= 100 else { throw Failure("\(name): expected a range of at most 100 whole numbers") }
    case .number:
      values = (0..<steps).map { range.lower + (range.upper - range.lower) * Double($0) / Double(steps - 1) }
    default: throw Failure("\(name) is no number: it takes \(row.expectation)")
    }
  }

  /// Plays all recordings with all values; `report` learns how many replays are done, of how many.
  func run(report: (_ done: Int, _ all: Int) -> Void) throws -> [Touch] {
    var touches: [Touch] = []
    for (index, session) in sessions.enumerated() {
      var columns: [[TouchOutcome]] = []
      for (step, value) in values.enumerated() {
        report(index * values.count + step, sessions.count * values.count)
        columns.append(try outcomes(of: session, at: value))
      }
      // The touches are the same with each value.
      for place in (columns.first ?? []).indices {
        touches.append(
          Touch(recording: session.name, start: columns[0][place].start, words: columns.map { $0[place].word })
        )
        if case .number = setting.values {
          touches[touches.count - 1].changes = try changes(of: place, in: session, touches[touches.count - 1].words)
        }
      }
    }
    return touches
  }

  /// Where the outcome of a touch changes: between neighbors, by halving the distance.
  private func changes(
    of touch: Int,
    in session: RecordedSession,
    _ words: [String]
  ) throws -> [(value: Double, word: String)] {
    var changes: [(value: Double, word: String)] = []
    for step in values.indices.dropFirst() where words[step] != words[step - 1] {
      var (lower, upper) = (values[step - 1], values[step])
      var word = words[step]
      while upper - lower > Self.precision * ((values.last ?? 1) - (values.first ?? 0)) {
        let middle = (lower + upper) / 2
        let found = try outcomes(of: session, at: middle)[touch].word
        if found == words[step - 1] { lower = middle } else { (upper, word) = (middle, found) }
      }
      changes.append((upper, word))
    }
    return changes
  }

  private func outcomes(of session: RecordedSession, at value: Double) throws -> [TouchOutcome] {
    var carousels: Set<String> = []
    var replay = try session.replay(topics: [.events, .touches]) { configuration in
      carousels = Set(configuration.decks.filter { $0.preset.kind == .carousel }.map(\.id))
      for index in configuration.decks.indices where applies(to: configuration.decks[index]) {
        let surface = configuration.surfaces.first { $0.name == configuration.decks[index].surface }
        do {
          try setting.set(
            .number(value),
            in: &configuration.decks[index].settings,
            pointsPerMillimetre: surface?.pointsPerMillimetre ?? 1
          )
        } catch {
          throw Failure("\(setting.name): \(error)")
        }
      }
    }
    return TouchOutcome.all(&replay, session.frames, deck: deck, carousels: carousels)
  }

  private func applies(to deck: DeckDefinition) -> Bool {
    setting.kinds.contains(deck.preset.kind) && (self.deck == nil || self.deck == deck.id)
  }
}
