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
  init?(_ message: ReceivedMessage) {
    guard let parameters = message.parameters?.value, let name = message.method.flatMap(NotificationName.init)
    else { return nil }
    // The others have their time and their deck by the same names.
    let note = Received<GestureNote>(parameters)
    self.init(name.rawValue, time: note.time, deck: note.deck)
    switch name {
    case .event:
      if let event = try? DeckEvent.read(parameters) {
        self = WatchLine(event)
      } else {
        self.name = Received<DeckEvent>(parameters).type ?? "?"
        color = Self.color(ofEvent: self.name)
      }
    case .frame: describe(Received<DeckFrame>(parameters))
    case .gesture:
      self.name = "\(note.recognizer ?? "?") \(note.phase ?? "?")"
      details = ["at \(Self.place(note.x, note.y))"]
    case .surfaceGesture:
      let note = Received<SurfaceGestureNote>(parameters)
      (kind, self.name) = ("gesture", note.gesture ?? "?")
      let progress = note.progress.map { "\(Int((100 * $0).rounded())) %" }
      details = [note.phase, progress, "at \(Self.place(note.x, note.y))"].compactMap(\.self)
    case .haptic: self.name = Received<HapticNote>(parameters).kind ?? "?"
    case .motion: describe(Received<DeckMotion>(parameters))
    case .touch: details = [Received<TouchNote>(parameters).contacts.map(Self.contact).joined(separator: "; ")]
    case .prefetch:
      let note = Received<PrefetchNote>(parameters)
      let lists = [("load", note.load), ("background", note.background), ("evict", note.evict)]
        .filter { !$0.1.isEmpty }.map { "\($0) \($1.joined(separator: ","))" }
      details = [lists.isEmpty ? "nothing" : lists.joined(separator: "; ")]
    case .panelAdded, .panelRemoved:
      (kind, self.name, color) = ("panel", name == .panelAdded ? "added" : "removed", .magenta)
      details = [Self.panel(Received<PanelNote>(parameters).panel ?? Received(.null))]
    case .calibration, .explanation, .delegateClosed: return nil
    }
  }

  private init(_ kind: String, time: Int64?, deck: String?) {
    (self.kind, name, self.time, self.deck) = (kind, "", time.map { Double($0) }, deck)
  }

  /// The line for an event.
  init(_ event: DeckEvent) {
    self.init(NotificationName.event.rawValue, time: event.time, deck: event.deck)
    (name, color) = (event.type.rawValue, Self.color(ofEvent: event.type.rawValue))
    details = Self.details(of: event.kind)
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

  static func whole(_ number: Double?) -> String {
    "\(number.flatMap { Int(exactly: $0.rounded()) }, default: "?")"
  }

  /// The direction that a card moves in and its progress; `nil` in the dead zone.
  static func progress(of judged: Received<DeckFrame.Overlay>) -> String? {
    guard let direction = judged.direction, let progress = judged.progress else { return nil }
    return "\(direction) \(Int((100 * progress).rounded())) %"
  }

  /// What a frame reports about a stack besides its cards' positions.
  static func happenings(_ frame: Received<DeckFrame>) -> [String] {
    var happenings: [String] = []
    if let drag = frame.drag, let from = drag.from, let to = drag.proposed {
      happenings.append("move \(drag.card ?? "?") from \(from) to \(to)")
    }
    if let detail = frame.detail, let progress = detail.progress {
      let scroll = "\(whole(detail.scroll)) of \(whole(detail.content)) pt"
      happenings.append("detail \(detail.card ?? "?") \(Int((100 * progress).rounded())) %, \(scroll)")
    }
    if let fan = frame.fan { happenings.append("fan \(whole(fan.spread)) pt") }
    return happenings
  }
}

// MARK: - Kinds of notifications

extension WatchLine {
  private static func details(of event: DeckEvent.Kind) -> [String] {
    switch event {
    case .cardShown(let shown), .cardSelected(let shown), .cardDismissed(let shown): return [shown.card]
    case .cardInserted(let placed), .cardRemoved(let placed), .cardUpdated(let placed):
      return [placed.card, "at \(placed.index)"]
    case .cardSwiped(let swipe): return [swipe.card, swipe.direction.rawValue] + [swipe.decision].compactMap(\.self)
    case .cardReset(let reset):
      let reach = "\(((reset.progress * 100).rounded() / 100).text) of \(reset.threshold.text)"
      return [reset.card, reset.direction?.rawValue, "(\(reset.reason), \(reach))"].compactMap(\.self)
    case .cardMoved(let move): return [move.card, "from \(move.from) to \(move.to)"]
    case .deckRewound(let rewind): return [rewind.card, rewind.direction?.rawValue].compactMap(\.self)
    case .deckAdded(let addition): return [addition.kind, addition.preset]
    case .deckConfigured(let change):
      // A new deck, or one that changed its kind, has too many settings to list.
      let settings = change.settings.count > 4 ? [] : change.settings.map { "\($0.name)=\(value($0.value))" }
      return [change.kind, change.preset] + settings
    case .roundChanged(let phase): return [phase.rawValue]
    case .announcement(let announcement): return [announcement.card, announcement.text].compactMap(\.self)
    case .surfaceChanged(let placement):
      let surface = placement.surface
      return ["\(surface.name) \(size(surface.width, surface.height))"]
    case .gesturePerformed(let gesture):
      let words = [gesture.gesture, gesture.kind.rawValue, gesture.direction?.rawValue]
      return words.compactMap(\.self) + ["of \(pluralized(gesture.fingers, "finger"))"]
    case .surfaceWoken(let waking): return [waking.surface, "by \(waking.by)"]
    case .deckLoaded, .deckReset, .deckExhausted, .deckAppeared, .deckBounced, .stackFanned, .stackGathered,
      .deckRemoved:
      return []
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

  private mutating func describe(_ frame: Received<DeckFrame>) {
    name = "\(frame.phase ?? "?"):"
    var parts = frame.cards.map { "\($0.id ?? "?") \($0.role ?? "?") \(Self.place($0.x, $0.y))" }
    if let overlay = frame.overlay, let progress = Self.progress(of: overlay) {
      parts.append("overlay \(overlay.card ?? "?") \(progress)")
    }
    details = [(parts + Self.happenings(frame)).joined(separator: "; ")]
  }

  private mutating func describe(_ motion: Received<DeckMotion>) {
    details = [motion.card, motion.property, motion.kind].compactMap(\.self)
    guard let time = motion.time, let course = (try? DeckMotion.read(motion.json))?.course else { return }
    switch course {
    case .set(let value): details.append(value.text)
    case .spring(let spring): details.append("to \(spring.target.text)")
    case .curve(let curve): details.append("to \(curve.target.text)")
    case .decay(let decay): details.append("to \(decay.target.text)")
    case .sum, .product, .piecewise: break
    }
    if let end = course.end(atRestBy: time), end > time {
      details.append("in \(Int((Double(end - time) / 1000).rounded())) ms")
    }
  }

  private static func contact(_ contact: Received<TouchNote.Contact>) -> String {
    let deck = contact.deck.map { " on \($0)" } ?? ""
    return "\(contact.id, default: "?") \(contact.phase ?? "?") \(place(contact.x, contact.y))\(deck)"
  }

  /// A panel: its name, its node, and its mapping.
  static func panel(_ panel: Received<PanelState>) -> String {
    var words = ["\"\(panel.name ?? "?")\"", panel.node ?? "?", "on", panel.surface ?? "?"]
    if let size = panel.size { words.append("\(self.size(size.width, size.height)) pt") }
    if let rotation = panel.rotation, rotation != 0 { words.append("\(rotation)°") }
    if panel.grabbed ?? false { words.append("grabbed") }
    return words.joined(separator: " ")
  }

  private static func place(_ x: Double?, _ y: Double?) -> String { "\(whole(x)),\(whole(y))" }

  static func size(_ width: Double?, _ height: Double?) -> String { "\(whole(width))×\(whole(height))" }

  private static func value(_ value: DeckSnapshot.Setting) -> String {
    switch value {
    case .number(let number): number.text
    case .flag(let flag): "\(flag)"
    case .text(let text): "\"\(text)\""
    }
  }
}
