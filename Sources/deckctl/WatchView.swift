import DeckProtocol
import Glibc

/// Writes notifications to standard output, for programs or for people.
struct WatchView {
  private let format: WatchCommand.Format
  /// The last line, drawn over and over; only in the format `live`.
  private var status: String?
  private var start: Double?
  /// Where the front card rests.
  private var restX: Double?
  private var isStack = false

  init(format: WatchCommand.Format) {
    self.format = format
  }

  mutating func begin(_ snapshot: JSONValue) {
    guard format != .json else { return }
    isStack = snapshot["kind"]?.text == "stack"
    let shown = snapshot["cards"]?.elements ?? []
    let front = shown.first { Self.isFront($0) }?["id"]?.text ?? "no card"
    let place = isStack ? "\(snapshot["open"]?.text ?? "no card") open" : "\(front) in front"
    print("deck \(snapshot["deck"]?.text ?? "?"), \(place), \(counted(Int(snapshot["count"]?.number ?? 0), "card"))")
    flush()
  }

  mutating func show(_ message: JSONValue, _ line: [UInt8]) {
    guard format != .json else {
      print(String(decoding: line, as: UTF8.self))
      return flush()
    }
    guard let parameters = message["params"] else { return }
    if message["method"]?.text == "prefetch" { return write(Self.prefetch(parameters)) }
    guard let time = parameters["t"]?.number else { return }
    if start == nil { start = time }
    let seconds = (time - (start ?? time)) / 1e6
    switch message["method"]?.text {
    case "event": write(Self.event(parameters, seconds))
    case "frame" where format == .live: draw(parameters)
    case "frame": write(Self.frame(parameters, seconds))
    case "gesture": write(Self.gesture(parameters, seconds))
    case "haptic": write(Self.haptic(parameters, seconds))
    case "motion": write(Self.motion(parameters, seconds))
    case "touch": write(Self.touch(parameters, seconds))
    default: break
    }
  }

  /// Leaves the cursor on a line of its own.
  mutating func end() {
    guard status != nil else { return }
    status = nil
    print("")
    flush()
  }

  private func write(_ line: String) {
    if let status {
      print("\r\u{1B}[K\(line)\n\(status)", terminator: "")
    } else {
      print(line)
    }
    flush()
  }

  /// Glibc's `stdout` is a global variable that Swift 6 does not let through; all streams is as good.
  private func flush() {
    fflush(nil)
  }

  private mutating func draw(_ frame: JSONValue) {
    let cards = frame["cards"]?.elements ?? []
    let front = cards.first { Self.isFront($0) }
    let text: String
    if isStack {
      text = Self.stack(frame)
    } else if let front, let x = front["x"]?.number {
      // The first frame of a drag is the first to leave the rest place; at rest x is where the card rests.
      if frame["phase"]?.text == "rest" || restX == nil { restX = x }
      text = Self.front(front, offset: x - (restX ?? x), frame)
    } else {
      text = "no card in front"
    }
    // A line that wraps would scroll with every frame.
    let line = String(text.prefix(Self.columns - 1))
    status = line
    print("\r\u{1B}[K\(line)", terminator: "")
    flush()
  }
}

// MARK: - Lines for people

extension WatchView {
  /// Half the width of the track that the front card moves on, in characters.
  private static let track = 16
  /// Points that one character of the track stands for.
  private static let pointsPerCharacter = 12.5

  /// The events of which a card's place is the news.
  private static let placed = ["card.inserted", "card.removed", "card.updated"]

  /// A card that an undo or an appearance brings to the front is on its way there; one that leaves was there.
  private static func isFront(_ card: JSONValue) -> Bool {
    card["depth"]?.number == 0 && card["role"]?.text != "leaving"
  }

  /// The terminal's width in characters.
  private static var columns: Int {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 1 else { return 80 }
    return Int(size.ws_col)
  }

  private static func prefetch(_ note: JSONValue) -> String {
    let lists = ["load", "background", "evict"].map { name in
      "\(name) \((note[name]?.elements ?? []).compactMap(\.text).joined(separator: ","))"
    }
    return "prefetch " + lists.joined(separator: "; ")
  }

  private static func event(_ event: JSONValue, _ seconds: Double) -> String {
    var words = ["event", event["type"]?.text ?? "?"]
    words += ["card", "direction", "decision", "phase"].compactMap { event[$0]?.text }
    if let text = event["text"]?.text { words.append(text) }
    if let from = event["from"], let to = event["to"] { words.append("from \(whole(from)) to \(whole(to))") }
    if let index = event["index"], placed.contains(words[1]) { words.append("at \(whole(index))") }
    return stamp(seconds) + words.joined(separator: " ")
  }

  private static func frame(_ frame: JSONValue, _ seconds: Double) -> String {
    var parts = (frame["cards"]?.elements ?? []).map { card in
      "\(card["id"]?.text ?? "?") \(card["role"]?.text ?? "?") \(whole(card["x"])),\(whole(card["y"]))"
    }
    if let overlay = frame["overlay"], let progress = progress(of: overlay) {
      parts.append("overlay \(overlay["card"]?.text ?? "?") \(progress)")
    }
    parts += happenings(frame)
    return stamp(seconds) + "frame \(frame["phase"]?.text ?? "?"): " + parts.joined(separator: "; ")
  }

  private static func gesture(_ gesture: JSONValue, _ seconds: Double) -> String {
    stamp(seconds) + "gesture \(gesture["recognizer"]?.text ?? "?") \(gesture["phase"]?.text ?? "?")"
      + " at \(whole(gesture["x"])),\(whole(gesture["y"]))"
  }

  private static func haptic(_ haptic: JSONValue, _ seconds: Double) -> String {
    stamp(seconds) + "haptic \(haptic["kind"]?.text ?? "?")"
  }

  private static func motion(_ motion: JSONValue, _ seconds: Double) -> String {
    var words = ["motion"] + ["card", "property", "kind"].compactMap { motion[$0]?.text }
    // A motion on its way has its end; what stays has its value.
    if let value = motion["value"]?.number { words.append(String((value * 1000).rounded() / 1000)) }
    if let target = motion["to"]?.number { words.append("to \((target * 1000).rounded() / 1000)") }
    if let end = motion["end"]?.number, let time = motion["t"]?.number, end > time {
      words.append("in \(Int(((end - time) / 1000).rounded())) ms")
    }
    return stamp(seconds) + words.joined(separator: " ")
  }

  private static func touch(_ touch: JSONValue, _ seconds: Double) -> String {
    let contacts = (touch["contacts"]?.elements ?? []).map { contact in
      "\(whole(contact["id"])) \(contact["phase"]?.text ?? "?") \(whole(contact["x"])),\(whole(contact["y"]))"
    }
    return stamp(seconds) + "touch " + contacts.joined(separator: "; ")
  }

  private static func front(_ card: JSONValue, offset: Double, _ frame: JSONValue) -> String {
    let place = min(max(Int((offset / pointsPerCharacter).rounded()), -track), track) + track
    let line = String(repeating: "-", count: place) + "#" + String(repeating: "-", count: 2 * track - place)
    let rotation = (card["rotation"]?.number ?? 0).rounded()
    var text = "[\(line)] \(card["id"]?.text ?? "?") \(Int(offset.rounded())) pt \(Int(rotation))°"
    text += " \(frame["phase"]?.text ?? "?")"
    // A card that moves by itself has an overlay and no drag; that of one that leaves is not about the front card.
    let judged = [frame["drag"], frame["overlay"]].compactMap(\.self).first { $0["card"]?.text == card["id"]?.text }
    if let judged, let progress = progress(of: judged) { text += " \(progress)" }
    return text
  }

  /// Where a card is on its way to and how far it is; `nil` in the dead zone.
  private static func progress(of judged: JSONValue) -> String? {
    guard let direction = judged["direction"]?.text, let progress = judged["progress"]?.number else { return nil }
    return "\(direction) \(Int((100 * progress).rounded())) %"
  }

  private static func stamp(_ seconds: Double) -> String {
    let milliseconds = Int((seconds * 1000).rounded())
    let fraction = String(milliseconds % 1000)
    let whole = String(milliseconds / 1000)
    let padding = String(repeating: " ", count: max(0, 5 - whole.count))
    return "\(padding)\(whole).\(String(repeating: "0", count: 3 - fraction.count))\(fraction) s  "
  }

  static func whole(_ value: JSONValue?) -> String {
    String(Int((value?.number ?? 0).rounded()))
  }
}
