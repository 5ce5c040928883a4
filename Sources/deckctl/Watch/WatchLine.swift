import DeckProtocol
import JSON
import MessageText

/// A notification as a readable line: `    1.250 s  event card.swiped card-0 right keep`.
struct WatchLine {
  /// The notification's time, µs; `nil` if it has none.
  private(set) var time: Double?
  private(set) var deck: String?
  /// The kind of notification, such as `event`.
  private(set) var kind: String
  /// The highlighted part: an event's type, a frame's phase.
  private(set) var name: String
  private(set) var details: [String] = []
  private(set) var color: TerminalStyle.Color?

  /// The line for a notification; `nil` for one unknown to this deckctl.
  init?(_ message: JSONValue) {
    guard let method = message["method"]?.text, let parameters = message["params"] else { return nil }
    time = parameters["t"]?.number
    deck = parameters["deck"]?.text
    (kind, name) = (method, "")
    switch method {
    case "event": describeEvent(parameters)
    case "frame": describeFrame(parameters)
    case "gesture":
      name = "\(parameters["recognizer"]?.text ?? "?") \(parameters["phase"]?.text ?? "?")"
      details = ["at \(Self.place(parameters))"]
    case "surface.gesture":
      (kind, name) = ("gesture", parameters["gesture"]?.text ?? "?")
      let progress = (parameters["progress"]?.number).map { "\(Int((100 * $0).rounded())) %" }
      details = [parameters["phase"]?.text, progress, "at \(Self.place(parameters))"].compactMap(\.self)
    case "haptic": name = parameters["kind"]?.text ?? "?"
    case "motion": describeMotion(parameters)
    case "touch":
      details = [(parameters["contacts"]?.elements ?? []).map(Self.contact).joined(separator: "; ")]
    case "prefetch":
      let lists = ["load", "background", "evict"].compactMap { Self.list($0, of: parameters) }
      details = [lists.isEmpty ? "nothing" : lists.joined(separator: "; ")]
    case "panel.added", "panel.removed":
      (kind, name, color) = ("panel", String(method.dropFirst("panel.".count)), .magenta)
      details = [Self.panel(parameters["panel"] ?? .null)]
    default: return nil
    }
  }

  /// The line for an event.
  init?(_ event: DeckEvent) {
    guard let message = try? JSONReader.read(DeckNotification.event(event).line) else { return nil }
    self.init(message)
  }

  /// The line with the time since `start`, and with the deck if `namesDeck`.
  func text(since start: Double, namesDeck: Bool, style: TerminalStyle) -> String {
    let stamp = time.map { style.paint(Self.stamp(($0 - start) / 1e6), .dim) + "  " } ?? ""
    let deck = namesDeck ? self.deck.map { "\($0)  " } ?? "" : ""
    let words = [kind, style.paint(name, color)] + details
    return stamp + deck + words.filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// Seconds with three decimals, right-aligned; a clock may have stepped back.
  static func stamp(_ seconds: Double) -> String {
    let milliseconds = Int(exactly: (seconds * 1000).rounded()) ?? 0
    let (whole, rest) = milliseconds.magnitude.quotientAndRemainder(dividingBy: 1000)
    let number = "\(milliseconds < 0 ? "-" : "")\(whole)"
    let indent = String(repeating: " ", count: max(0, 5 - number.count))
    return "\(indent)\(number).\(padded(rest, to: 3)) s"
  }

  static func whole(_ value: JSONValue?) -> String {
    (value?.number).flatMap { Int(exactly: $0.rounded()) }.map { "\($0)" } ?? "?"
  }

  /// The direction that a card moves in and its progress; `nil` in the dead zone.
  static func progress(of judged: JSONValue) -> String? {
    guard let direction = judged["direction"]?.text, let progress = judged["progress"]?.number else { return nil }
    return "\(direction) \(Int((100 * progress).rounded())) %"
  }

  /// What a frame reports about a stack besides its cards' positions.
  static func happenings(_ frame: JSONValue) -> [String] {
    var happenings: [String] = []
    if let drag = frame["drag"], let from = drag["from"], let to = drag["proposed"] {
      happenings.append("move \(drag["card"]?.text ?? "?") from \(whole(from)) to \(whole(to))")
    }
    if let detail = frame["detail"], let progress = detail["progress"]?.number {
      let scroll = "\(whole(detail["scroll"])) of \(whole(detail["content"])) pt"
      happenings.append("detail \(detail["card"]?.text ?? "?") \(Int((100 * progress).rounded())) %, \(scroll)")
    }
    if let fan = frame["fan"] { happenings.append("fan \(whole(fan["spread"])) pt") }
    return happenings
  }
}

// MARK: - Kinds of notifications

extension WatchLine {
  /// The events for which the card's index is shown.
  private static let placed = ["card.inserted", "card.removed", "card.updated"]

  private mutating func describeEvent(_ event: JSONValue) {
    name = event["type"]?.text ?? "?"
    color = Self.color(ofEvent: name)
    details = ["card", "direction", "decision", "phase", "kind", "preset"].compactMap { event[$0]?.text }
    if name == "gesture.performed" {
      details = ["gesture", "kind", "direction"].compactMap { event[$0]?.text }
      if let fingers = event["fingers"] { details.append("of \(pluralized(Int(fingers.number ?? 0), "finger"))") }
    }
    if name == "surface.woken" {
      details = [event["surface"]?.text, (event["by"]?.text).map { "by \($0)" }].compactMap(\.self)
    }
    if let reason = event["reason"]?.text {
      details.append("(\(reason)\(Self.reach(of: event).map { ", \($0)" } ?? ""))")
    }
    if let text = event["text"]?.text { details.append(text) }
    if let from = event["from"], let to = event["to"] {
      details.append("from \(Self.whole(from)) to \(Self.whole(to))")
    }
    if let index = event["index"], Self.placed.contains(name) { details.append("at \(Self.whole(index))") }
    if name == "surface.changed", let surface = event["surface"] {
      details.append("\(surface["name"]?.text ?? "?") \(Self.size(surface))")
    }
    // A new deck, or one that changed its kind, has too many settings to list.
    if name == "deck.configured", case .object(let settings)? = event["settings"], settings.count <= 4 {
      details += settings.map { "\($0.key)=\(Self.value($0.value))" }
    }
  }

  private static func color(ofEvent type: String) -> TerminalStyle.Color? {
    switch type {
    case "card.swiped", "card.selected": .green
    case "card.reset", "deck.exhausted", "deck.removed": .yellow
    case _ where type.hasPrefix("card."): .bold
    default: .cyan
    }
  }

  /// The progress of a card that returns, and the threshold that would have decided it.
  private static func reach(of event: JSONValue) -> String? {
    guard let progress = event["progress"]?.number, let threshold = event["threshold"]?.number else { return nil }
    return "\(((progress * 100).rounded() / 100).text) of \(threshold.text)"
  }

  private mutating func describeFrame(_ frame: JSONValue) {
    name = "\(frame["phase"]?.text ?? "?"):"
    var parts = (frame["cards"]?.elements ?? []).map { card in
      "\(card["id"]?.text ?? "?") \(card["role"]?.text ?? "?") \(Self.place(card))"
    }
    if let overlay = frame["overlay"], let progress = Self.progress(of: overlay) {
      parts.append("overlay \(overlay["card"]?.text ?? "?") \(progress)")
    }
    details = [(parts + Self.happenings(frame)).joined(separator: "; ")]
  }

  private mutating func describeMotion(_ motion: JSONValue) {
    details = ["card", "property", "kind"].compactMap { motion[$0]?.text }
    // A moving property has an end; one at rest has a value.
    if let value = motion["value"]?.number { details.append(value.text) }
    if let target = motion["to"]?.number { details.append("to \(target.text)") }
    if let end = motion["end"]?.number, let time, end > time {
      details.append("in \(Int(((end - time) / 1000).rounded())) ms")
    }
  }

  private static func contact(_ contact: JSONValue) -> String {
    let deck = contact["deck"]?.text.map { " on \($0)" } ?? ""
    return "\(whole(contact["id"])) \(contact["phase"]?.text ?? "?") \(place(contact))\(deck)"
  }

  /// The ids of a list, after its name; `nil` for an empty one.
  private static func list(_ name: String, of note: JSONValue) -> String? {
    let ids = (note[name]?.elements ?? []).compactMap(\.text)
    return ids.isEmpty ? nil : "\(name) \(ids.joined(separator: ","))"
  }

  /// A panel: its name, its node, and its mapping.
  static func panel(_ panel: JSONValue) -> String {
    var words = ["\"\(panel["name"]?.text ?? "?")\"", panel["node"]?.text ?? "?", "on", panel["surface"]?.text ?? "?"]
    if let size = panel["size"] { words.append("\(self.size(size)) pt") }
    if let rotation = panel["rotation"]?.number, rotation != 0 { words.append("\(rotation.text)°") }
    if panel["grabbed"] == .boolean(true) { words.append("grabbed") }
    return words.joined(separator: " ")
  }

  private static func place(_ value: JSONValue) -> String { "\(whole(value["x"])),\(whole(value["y"]))" }

  static func size(_ value: JSONValue) -> String { "\(whole(value["w"]))×\(whole(value["h"]))" }

  private static func value(_ value: JSONValue) -> String {
    switch value {
    case .number(let number): number.text
    case .boolean(let flag): "\(flag)"
    case .string(let text): "\"\(text)\""
    case .null, .array, .object: "?"
    }
  }
}
