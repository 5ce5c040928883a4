import DeckEngine
import DeckProtocol
import Gestures
import Kinetics

extension RandomSession {
  /// The session as a deck script, each line of which the notation of `Decks/README.md` has; `missing` is what happened
  /// that it has no words for.
  var script: (text: String, missing: [String]) {
    guard let deck = configuration.decks.first, let surface = configuration.surfaces.first else { return ("", []) }
    var lines = [deck.line(on: surface), "", "case as short as it fails"]
    lines += deck.settingLines.map { "  \($0)" } + ["  appearing"]
    var missing: [String] = []
    for entry in entries {
      let time = Self.milliseconds(entry.time)
      guard let words = entry.event.words else {
        missing.append("\(time) ms: \(entry.event.description)")
        continue
      }
      lines += words.map { "  \(time) \($0)" }
    }
    return ((lines + ["  end"]).joined(separator: "\n") + "\n", missing)
  }

  /// The script, with what it leaves out, and whether it fails by itself.
  func report(_ check: (borrowing WatchedEngine) -> String?) throws -> String {
    let (text, missing) = script
    let played = try DeckScript(text, file: "shrunk.deck").cases.first?.session.firstFinding(check)
    let heading =
      played.map { "This script fails by itself (\($0)); keep it in Tests/DeckEngineTests/Decks/found.deck:" }
      ?? "This script passes by itself; scripts cannot say all of the session, which fails with DECKD_SEED:"
    return ([heading, text] + missing.map { "not in the script: \($0)" }).joined(separator: "\n")
  }

  private static func milliseconds(_ time: Instant) -> String {
    SettingText.number(Double(time.microseconds) / 1000)
  }
}

extension DeckDefinition {
  fileprivate func line(on surface: SurfaceConfiguration) -> String {
    let area = area?.rectangle(on: surface.size)
    let place = area.map { " at \($0.origin.x),\($0.origin.y) \($0.size.words)" } ?? ""
    return "deck \(preset.rawValue) \(surface.size.words)\(place) cards \(cards.count)"
  }

  /// What the deck sets other than its preset.
  fileprivate var settingLines: [String] {
    SettingsTable.rows.compactMap { row in
      let literal = row.literal(in: settings)
      guard row.kinds.contains(preset.kind), literal != row.literal(in: preset.settings) else { return nil }
      return "set \(row.name) \(literal.filter { $0 != "\"" })"
    }
  }
}

extension DeckScript.Case {
  /// The case as a session whose deck appears.
  var session: RandomSession {
    RandomSession(
      configuration: scene.configuration,
      entries: inputs.map { RandomSession.Entry(time: $0.time, event: .input($0.input)) }
    )
  }
}

extension RandomSession.Event {
  /// What happened, for a reader.
  fileprivate var description: String {
    func lines(_ configuration: EngineConfiguration) -> String {
      configuration.decks.flatMap { deck in
        let surface = configuration.surfaces.first { $0.name == deck.surface }
        return (surface.map { [deck.line(on: $0)] } ?? []) + deck.settingLines
      }.joined(separator: "; ")
    }
    return switch self {
    case .input(.reconfigure(let configuration, _)): "reconfigured: \(lines(configuration))"
    case .input(let input): "\(input)"
    case .restart(let configuration): "restarted: \(lines(configuration))"
    case .takeBack: "rolled back"
    case .save: "saved"
    }
  }

  /// The steps of a script that do it; `nil` if there are none.
  fileprivate var words: [String]? {
    switch self {
    case .input(.command(let command, _, _)): command.words
    case .input(.touches(let frame, _)): frame.contacts.isEmpty ? [] : [frame.words]
    case .input(.reply(let answer, let ticket, _)): ["answer \(ticket) \(answer.words)"]
    case .input(.resize(_, let size, _)): ["resize \(size.words)"]
    case .input(.configure(let changes, _, _)): changes.map(\.words)
    case .input(.shake): ["shake"]
    case .input(.deadline): ["wait"]
    case .input(.surface), .input(.reconfigure), .input(.watched), .restart, .takeBack, .save: nil
    }
  }
}

extension TouchFrame {
  fileprivate var words: String {
    contacts.map { contact in
      let verb =
        switch contact.phase {
        case .down: "down"
        case .moved, .stationary: "move"
        case .up: "up"
        case .cancelled: "cancel"
        }
      let position = contact.position
      return "\(verb) \(contact.id.rawValue) \(SettingText.number(position.x)),\(SettingText.number(position.y))"
    }.joined(separator: " + ")
  }
}

extension Size {
  fileprivate var words: String { "\(SettingText.number(width))x\(SettingText.number(height))" }
}

extension SettingChange {
  fileprivate var words: String {
    let value =
      switch value {
      case nil: "null"
      case .number(let number): SettingText.number(number)
      case .flag(let flag): "\(flag)"
      case .text(let text): text
      }
    return "configure \(name) \(value)"
  }
}

extension DelegateAnswer? {
  fileprivate var words: String {
    switch self {
    case nil: "nothing"
    case .permission(let isAllowed): isAllowed ? "yes" : "no"
    case .directions(let directions):
      directions.isEmpty ? "none" : directions.map(\.rawValue).joined(separator: ",")
    case .threshold(let threshold): SettingText.number(threshold)
    }
  }
}

extension DeckCommand {
  /// The steps of a script that give the command: cards with particulars are updated with them at once.
  var words: [String] {
    switch self {
    case .swipe(let swipe):
      ["swipe \(swipe.direction.rawValue)\(swipe.force ? " force" : "")\(Self.guarded(swipe.card))"]
    case .undo(let undo): ["undo\(Self.guarded(undo.card))"]
    case .select(let selection): ["select\(selection.card.map { " \($0)" } ?? "")"]
    case .appear: ["appear"]
    case .reset: ["reset"]
    case .load(let load):
      ["load\(Self.list(load.cards))\(load.current == 0 ? "" : " from \(load.current)")"]
        + Self.particulars(of: load.cards)
    case .reload(let reload): ["reload\(Self.list(reload.cards))"] + Self.particulars(of: reload.cards)
    case .insert(let new):
      ["insert\(Self.list(new.cards))\(new.index.map { " at \($0)" } ?? "")"] + Self.particulars(of: new.cards)
    case .remove(let removal): ["remove \(removal.range.lowerBound) to \(removal.range.upperBound - 1)"]
    case .update(let update): update.cards.map { "update \($0.id)\($0.particulars)" }
    case .move(let move): ["move \(move.card) to \(move.index)"]
    case .dismiss: ["dismiss"]
    case .bounce: ["bounce"]
    case .scroll(let scroll):
      switch scroll.target {
      case .offset(let offset): ["scroll \(SettingText.number(offset))"]
      case .card(let card): ["scroll to \(card)"]
      }
    case .markLoaded(let loaded):
      ["loaded \(loaded.cards.ids.joined(separator: ","))\(loaded.bytes.map { " bytes \($0)" } ?? "")"]
    case .consult(let topics): ["delegate \(topics.map(\.rawValue).sorted().joined(separator: ","))"]
    case .invalidate(let cards): ["invalidate\(cards.map { " \($0.joined(separator: ","))" } ?? "")"]
    case .layOutDetail(let layout): ["detail \(layout.card) length \(SettingText.number(layout.length))"]
    }
  }

  private static func guarded(_ card: String?) -> String { card.map { " if \($0)" } ?? "" }

  private static func list(_ cards: CardSequence?) -> String {
    guard let cards else { return "" }
    return cards.isEmpty ? " none" : " " + cards.map { $0.loaded == false ? "\($0.id)?" : $0.id }.joined(separator: ",")
  }

  private static func particulars(of cards: CardSequence?) -> [String] {
    (cards ?? []).filter { !$0.particulars.isEmpty && $0.particulars != " unloaded" }
      .map { "update \($0.id)\($0.particulars)" }
  }
}

extension Card {
  fileprivate var particulars: String {
    var text = ""
    if let allowed {
      text += " allowed \(allowed.isEmpty ? "none" : allowed.map(\.rawValue).joined(separator: ","))"
    }
    if let loaded { text += loaded ? " loaded" : " unloaded" }
    if let draggable { text += " draggable \(draggable ? "yes" : "no")" }
    if let swipeable { text += " swipeable \(swipeable ? "yes" : "no")" }
    if let threshold { text += " threshold \(SettingText.number(threshold))" }
    return text
  }
}
