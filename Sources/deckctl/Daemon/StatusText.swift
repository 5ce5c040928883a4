import DeckEngine
import DeckProtocol
import JSON
import MessageText

/// A daemon's state, as readable lines.
struct StatusText {
  /// The daemon, its panels, surfaces and clients.
  private(set) var lines: [String] = []

  /// The text of the results of `daemon.status` and `surface.list`, from a daemon at `socket`.
  init(_ status: JSONValue, _ surfaces: JSONValue, socket: String) {
    let uptime = Self.duration(status["uptime"]?.number ?? 0)
    lines.append("deckd \(status["version"]?.text ?? "?") at \(socket), up \(uptime)")
    lines.append("configuration  \(status["configuration"]?.text ?? "built in")")
    lines.append("state          \(Self.state(status))")
    let panels = status["panels"]?.elements ?? []
    for panel in panels {
      lines.append("panel          \(WatchLine.panel(panel))\(Self.fingers(panel))")
      lines += Self.placement(panel).map { "               \($0)" }
    }
    if panels.isEmpty { lines.append("panel          none") }
    for entry in surfaces["surfaces"]?.elements ?? [] {
      let sleep = entry["asleep"] == .boolean(true) ? ", asleep: the next touch wakes it" : ""
      lines.append("surface        \(Self.surface(entry["surface"] ?? .null))\(sleep)")
      lines += (entry["gestures"]?.elements ?? []).map { "               gesture \(Self.gesture($0))" }
    }
    lines += (status["decks"]?.elements ?? []).compactMap { Self.finger(on: $0) }
    lines += (status["clients"]?.elements ?? []).map { "client         \(Self.client($0))" }
  }

  /// The maximum number of names that fit in a line with its other text.
  private static let mostNames = 4

  private static func state(_ status: JSONValue) -> String {
    guard let folder = status["stateDirectory"]?.text else { return "not kept across restarts (--state-dir)" }
    guard let stored = status["journal"]?["seq"] else { return folder }
    return "\(folder), up to event \(WatchLine.whole(stored))"
  }

  private static func fingers(_ panel: JSONValue) -> String {
    let contacts = Int(panel["contacts"]?.number ?? 0)
    return contacts == 0 ? "" : ", \(pluralized(contacts, "finger")) down"
  }

  /// A finger that loses its deck to the next one.
  private static func finger(on deck: JSONValue) -> String? {
    deck["stuck"]?.number.map { seconds in
      "finger         has not moved on the deck \(deck["id"]?.text ?? "?") for \(duration(seconds))"
    }
  }

  /// How a panel lies on its surface, where it is not as the panel reports its touches.
  private static func placement(_ panel: JSONValue) -> [String] {
    var lines: [String] = []
    let matrix = (panel["calibration"]?.elements ?? []).compactMap(\.number)
    if !matrix.isEmpty, matrix != [1, 0, 0, 0, 1, 0] {
      lines.append("calibration [\(matrix.map(\.text).joined(separator: ", "))]")
    }
    if let area = panel["area"] {
      func text(_ name: String) -> String { area[name]?.number?.text ?? "?" }
      lines.append("area \(text("width")) × \(text("height")) at \(text("x")), \(text("y")) of the panel")
    }
    if let stretch = panel["stretch"]?.number {
      lines.append("stretched \(stretch.text) times: give its surface the panel's shape")
    }
    if let flip = panel["flip"]?.text, flip != "none" { lines.append("flip \(flip)") }
    return lines
  }

  private static func surface(_ surface: JSONValue) -> String {
    let motion = surface["reducedMotion"] == .boolean(true) ? ", reduced motion" : ""
    let refresh = surface["refresh"]?.number?.text ?? "?"
    return "\(surface["name"]?.text ?? "?") \(WatchLine.size(surface)) pt, \(refresh) Hz\(motion)"
  }

  private static func gesture(_ gesture: JSONValue) -> String {
    let fingers = pluralized(Int(gesture["fingers"]?.number ?? 0), "finger")
    return "\(gesture["name"]?.text ?? "?"), \(gesture["kind"]?.text ?? "?") of \(fingers)"
  }

  private static func client(_ client: JSONValue) -> String {
    let name = client["name"]?.text.map { "\"\($0)\", " } ?? ""
    var words = [
      "\(name)process \(WatchLine.whole(client["pid"])) of user \(WatchLine.whole(client["uid"]))",
      client["access"]?.text ?? "?",
    ]
    let decks = (client["subscriptions"]?.elements ?? []).compactMap(\.text)
    if !decks.isEmpty {
      let names = decks.count > mostNames ? "\(decks.count) decks" : decks.joined(separator: ", ")
      words.append("subscribes to \(names)")
    }
    if let queued = client["queued"]?.number, queued > 0 { words.append("\(pluralized(Int(queued), "byte")) unread") }
    return words.joined(separator: ", ")
  }

  /// The text of a deck's snapshot.
  static func deck(_ snapshot: JSONValue) -> String {
    var words = [
      snapshot["deck"]?.text ?? "?",
      "\(snapshot["kind"]?.text ?? "?")/\(snapshot["preset"]?.text ?? "?")",
      snapshot.hasFrontCard ? front(snapshot) : open(snapshot),
      snapshot["phase"]?.text ?? "?",
      "event \(WatchLine.whole(snapshot["seq"]))",
    ]
    if let round = snapshot["round"]?.text { words.append("round \(round)") }
    let decisions = Int(snapshot["undoDepth"]?.number ?? 0)
    if decisions > 0 { words.append("\(decisions) to undo") }
    return words.joined(separator: "  ")
  }

  /// The position of the front card.
  private static func front(_ snapshot: JSONValue) -> String {
    let current = Int(snapshot["current"]?.number ?? 0)
    let count = Int(snapshot["count"]?.number ?? 0)
    let front = snapshot["cards"]?.elements.first(where: WatchStatus.isFront)
    let name = front?["id"]?.text
    let empty = count == 0 ? "no cards" : "out of cards, all \(count) decided"
    return name.map { "\($0) in front, \(current + 1) of \(count)" } ?? empty
  }

  /// The open card of a deck without one in front.
  private static func open(_ snapshot: JSONValue) -> String {
    "\(snapshot["open"]?.text ?? "no card") open, \(pluralized(Int(snapshot["count"]?.number ?? 0), "card"))"
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

extension JSONValue {
  /// Whether one card is in front of the others in the deck of a snapshot or of an event.
  ///
  /// A daemon of a later version may have decks of other kinds.
  var hasFrontCard: Bool { self["kind"]?.text.flatMap(DeckKind.init)?.hasFrontCard ?? true }
}
