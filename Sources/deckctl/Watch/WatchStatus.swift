import DeckProtocol

/// The last line about a deck in a terminal: what it does, and where its front card is.
struct WatchStatus {
  /// Half the width of the track that the front card moves on, in characters.
  private static let track = 16
  /// Points that one character of the track stands for.
  private static let pointsPerCharacter = 12.5

  let deck: String
  private let isStack: Bool
  /// Where the front card rests.
  private var rest: (x: Double, y: Double)?
  private(set) var text: String

  /// The deck of a snapshot, or of a `deck.added` event.
  init?(_ snapshot: JSONValue) {
    guard let deck = snapshot["deck"]?.text else { return nil }
    self.deck = deck
    isStack = snapshot["kind"]?.text == "stack"
    text = ""
    if snapshot["cards"] != nil { show(snapshot) }
  }

  /// Shows a frame, or a snapshot.
  mutating func show(_ frame: JSONValue) {
    guard !isStack else { return text = Self.stack(frame) }
    guard let front = (frame["cards"]?.elements ?? []).first(where: Self.isFront),
      let x = front["x"]?.number, let y = front["y"]?.number
    else { return text = "no card in front" }
    // The first frame of a drag is the first to leave the rest place.
    if frame["phase"]?.text == "rest" || rest == nil { rest = (x, y) }
    text = Self.line(front, dx: x - (rest?.x ?? x), dy: y - (rest?.y ?? y), frame)
  }

  /// A card that an undo or an appearance brings to the front is on its way there; one that leaves was there.
  static func isFront(_ card: JSONValue) -> Bool {
    card["depth"]?.number == 0 && card["role"]?.text != "leaving"
  }

  /// What a stack does, and with which card.
  private static func stack(_ frame: JSONValue) -> String {
    let happenings = WatchLine.happenings(frame)
    let cards = "\(pluralized((frame["cards"]?.elements ?? []).count, "card")) to be seen"
    return "\(frame["phase"]?.text ?? "?"): " + (happenings.isEmpty ? cards : happenings.joined(separator: "; "))
  }

  private static func line(_ card: JSONValue, dx: Double, dy: Double, _ frame: JSONValue) -> String {
    let place = min(max(Int((dx / pointsPerCharacter).rounded()), -track), track) + track
    let line = String(repeating: "-", count: place) + "#" + String(repeating: "-", count: 2 * track - place)
    let rotation = Int((card["rotation"]?.number ?? 0).rounded())
    let offset = "\(Int(dx.rounded())),\(Int(dy.rounded())) pt"
    var text = "[\(line)] \(card["id"]?.text ?? "?") \(offset) \(rotation)° \(frame["phase"]?.text ?? "?")"
    // A card that moves by itself has an overlay and no drag; that of one that leaves is not about the front card.
    let judged = [frame["drag"], frame["overlay"]].compactMap(\.self).first { $0["card"]?.text == card["id"]?.text }
    if let judged, let progress = WatchLine.progress(of: judged) { text += " \(progress)" }
    return text
  }
}
