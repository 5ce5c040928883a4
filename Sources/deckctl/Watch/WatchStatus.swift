import DeckProtocol
import JSON
import MessageText

/// The status line of a deck in a terminal: its phase, and the position of its front card.
struct WatchStatus {
  /// Half the width of the track that shows the front card's position, in characters.
  private static let track = 16
  /// Points per character of the track.
  private static let pointsPerCharacter = 12.5

  let deck: String
  private let hasFrontCard: Bool
  /// The front card's position at rest.
  private var rest: (x: Double, y: Double)?
  private(set) var text: String

  /// The status of a snapshot, or of a `deck.added` event.
  init?(_ snapshot: JSONValue) {
    guard let deck = snapshot["deck"]?.text else { return nil }
    self.deck = deck
    hasFrontCard = snapshot.hasFrontCard
    text = ""
    if snapshot["cards"] != nil { show(snapshot) }
  }

  /// Updates the status with a frame or a snapshot.
  mutating func show(_ frame: JSONValue) {
    guard hasFrontCard else { return text = Self.overview(frame) }
    guard let front = (frame["cards"]?.elements ?? []).first(where: Self.isFront),
      let x = front["x"]?.number, let y = front["y"]?.number
    else { return text = "no card in front" }
    // The first frame of a drag is the first away from the position at rest.
    if frame["phase"]?.text == "rest" || rest == nil { rest = (x, y) }
    text = Self.line(front, dx: x - (rest?.x ?? x), dy: y - (rest?.y ?? y), frame)
  }

  /// Whether a card is the front card: one that arrives counts already, one that leaves no longer does.
  static func isFront(_ card: JSONValue) -> Bool {
    card["depth"]?.number == 0 && card["role"]?.text != "leaving"
  }

  /// The phase of a deck without a card in front, with its activities or else its number of cards.
  private static func overview(_ frame: JSONValue) -> String {
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
    // A card that moves by itself has an overlay and no drag; an overlay may also be about a card that is leaving.
    let judged = [frame["drag"], frame["overlay"]].compactMap(\.self).first { $0["card"]?.text == card["id"]?.text }
    if let judged, let progress = WatchLine.progress(of: judged) { text += " \(progress)" }
    return text
  }
}
