import DeckEngine
import DeckProtocol
import JSON
import MessageText

/// A daemon's state, as readable lines.
struct StatusText {
  /// The daemon, its panels, surfaces and clients.
  private(set) var lines: [String] = []

  /// The text of the results of `daemon.status` and `surface.list`, from a daemon at `socket`.
  init(_ status: Received<DaemonStatus>, _ surfaces: [Received<Reply.SurfaceEntry>], socket: String) {
    let uptime = Self.duration(status.uptime ?? 0)
    lines.append("deckd \(status.version ?? "?") at \(socket), up \(uptime)")
    lines.append("configuration  \(status.configuration ?? "built in")")
    lines.append("state          \(Self.state(status))")
    for panel in status.panels {
      lines.append("panel          \(WatchLine.panel(panel))\(Self.fingers(panel))")
      lines += Self.placement(panel).map { "               \($0)" }
    }
    if status.panels.isEmpty { lines.append("panel          none") }
    for entry in surfaces {
      let sleep = entry.isAsleep ?? false ? ", asleep: the next touch wakes it" : ""
      lines.append("surface        \(Self.surface(entry.surface))\(sleep)")
      lines += entry.gestures.map { "               gesture \(Self.gesture($0))" }
    }
    for deck in status.decks {
      if deck.hasDelegate == true { lines.append("delegate       answers for the deck \(deck[\.entry.id] ?? "?")") }
      if let finger = Self.finger(on: deck) { lines.append(finger) }
    }
    lines += status.clients.map { "client         \(Self.client($0))" }
  }

  /// The maximum number of names that fit in a line with its other text.
  private static let mostNames = 4

  private static func state(_ status: Received<DaemonStatus>) -> String {
    guard let folder = status.stateDirectory else { return "not kept across restarts (--state-dir)" }
    return folder + (status.journal?.sequence.map { ", up to event \($0)" } ?? "")
  }

  private static func fingers(_ panel: Received<PanelState>) -> String {
    let contacts = panel.contacts ?? 0
    return contacts == 0 ? "" : ", \(pluralized(contacts, "finger")) down"
  }

  /// A finger that loses its deck to the next one.
  private static func finger(on deck: Received<DaemonStatus.Deck>) -> String? {
    deck.stuck.map { seconds in
      "finger         has not moved on the deck \(deck[\.entry.id] ?? "?") for \(duration(seconds))"
    }
  }

  /// How a panel lies on its surface, where it is not as the panel reports its touches.
  private static func placement(_ panel: Received<PanelState>) -> [String] {
    var lines: [String] = []
    let matrix = panel.calibration
    if !matrix.isEmpty, matrix != [1, 0, 0, 0, 1, 0] {
      lines.append("calibration [\(matrix.map(\.text).joined(separator: ", "))]")
    }
    if let area = panel.area {
      func text(_ number: Double?) -> String { number?.text ?? "?" }
      lines.append("area \(text(area.width)) × \(text(area.height)) at \(text(area.x)), \(text(area.y)) of the panel")
    }
    if let stretch = panel.stretch {
      lines.append("stretched \(stretch.text) times: give its surface the panel's shape")
    }
    if let flip = panel.flip, flip != "none" { lines.append("flip \(flip)") }
    return lines
  }

  private static func surface(_ surface: Received<DeckPlacement.Surface>?) -> String {
    let motion = surface?.reducedMotion ?? false ? ", reduced motion" : ""
    let size = WatchLine.size(surface?.width, surface?.height)
    return "\(surface?.name ?? "?") \(size) pt, \(surface?.refresh?.text ?? "?") Hz\(motion)"
  }

  private static func gesture(_ gesture: Received<Reply.SurfaceEntry.Gesture>) -> String {
    let fingers = pluralized(gesture.fingers ?? 0, "finger")
    let zone = gesture.zone.map { $0.hasPrefix("[") ? " in \($0)" : " from the \($0)" } ?? ""
    return "\(gesture.name ?? "?"), \(gesture.motion ?? gesture.kind ?? "?")\(zone) with \(fingers)"
  }

  private static func client(_ client: Received<DaemonStatus.Connection>) -> String {
    let name = client.name.map { "\"\($0)\", " } ?? ""
    var words = [
      "\(name)process \(client.process, default: "?") of user \(client.user, default: "?")",
      client.access ?? "?",
    ]
    let decks = client.subscriptions
    if !decks.isEmpty {
      let names = decks.count > mostNames ? "\(decks.count) decks" : decks.joined(separator: ", ")
      words.append("subscribes to \(names)")
    }
    if let queued = client.queued, queued > 0 { words.append("\(pluralized(queued, "byte")) unread") }
    return words.joined(separator: ", ")
  }

  /// The text of a deck's snapshot.
  static func deck(_ snapshot: Received<DeckSnapshot>) -> String {
    var words = [
      snapshot[\.model.deck] ?? "?",
      "\(snapshot[\.model.kind] ?? "?")/\(snapshot[\.model.preset] ?? "?")",
      snapshot.hasFrontCard ? front(snapshot) : open(snapshot),
      snapshot.phase ?? "?",
      "event \(snapshot[\.model.sequence], default: "?")",
    ]
    if let round = snapshot[\.model.round] { words.append("round \(round)") }
    let decisions = snapshot[\.model.counts.undoDepth] ?? 0
    if decisions > 0 { words.append("\(decisions) to undo") }
    return words.joined(separator: "  ")
  }

  /// The position of the front card.
  private static func front(_ snapshot: Received<DeckSnapshot>) -> String {
    let current = snapshot[\.model.counts.current] ?? 0
    let count = snapshot[\.model.counts.count] ?? 0
    let name = snapshot.as(DeckFrame.self).cards.first(where: WatchStatus.isFront)?.id
    let empty = count == 0 ? "no cards" : "out of cards, all \(count) decided"
    return name.map { "\($0) in front, \(current + 1) of \(count)" } ?? empty
  }

  /// The open card of a deck without one in front.
  private static func open(_ snapshot: Received<DeckSnapshot>) -> String {
    "\(snapshot[\.model.open] ?? "no card") open, \(pluralized(snapshot[\.model.counts.count] ?? 0, "card"))"
  }

  /// A time in its two largest units: `3 h 2 min`.
  static func duration(_ seconds: Double) -> String {
    let units = [(86_400, "d"), (3600, "h"), (60, "min"), (1, "s")]
    var left = Int(exactly: seconds.rounded(.down)) ?? 0
    var words: [String] = []
    for (length, name) in units {
      if left >= length || (length == 1 && words.isEmpty) { words.append("\(left / length) \(name)") }
      left %= length
    }
    return words.prefix(2).joined(separator: " ")
  }
}

extension Received<DeckSnapshot> {
  /// Whether one card is in front of the others.
  var hasFrontCard: Bool { DeckKind.hasFrontCard(self[\.model.kind]) }
}

extension DeckKind {
  /// Whether one card is in front of the others in decks of a kind; a later version may have others.
  static func hasFrontCard(_ name: String?) -> Bool { name.flatMap(Self.init)?.hasFrontCard ?? true }
}
