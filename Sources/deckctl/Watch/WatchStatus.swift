import DeckEngine
import DeckProtocol
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

  /// The status of a snapshot.
  init?(_ snapshot: Received<DeckSnapshot>) {
    guard let deck = snapshot[\.model.deck] else { return nil }
    self.init(deck, ofKind: snapshot[\.model.kind])
    show(snapshot.as(DeckFrame.self))
  }

  /// The status of a deck of which no frame has come.
  init(_ deck: String, ofKind kind: String?) {
    (self.deck, hasFrontCard, text) = (deck, DeckKind.hasFrontCard(kind), "")
  }

  /// Updates the status with a frame or a snapshot.
  mutating func show(_ frame: Received<DeckFrame>) {
    guard hasFrontCard else { return text = Self.overview(frame) }
    guard let front = frame.cards.first(where: Self.isFront), let x = front.x, let y = front.y
    else { return text = "no card in front" }
    // The first frame of a drag is the first away from the position at rest.
    if frame.phase == DeckPhase.rest.rawValue || rest == nil { rest = (x, y) }
    text = Self.line(front, dx: x - (rest?.x ?? x), dy: y - (rest?.y ?? y), frame)
  }

  /// Whether a card is the front card: one that arrives counts already, one that leaves no longer does.
  static func isFront(_ card: Received<CardFrame>) -> Bool {
    card.depth == 0 && card.role != CardRole.leaving.rawValue
  }

  /// The phase of a deck without a card in front, with its activities or else its number of cards.
  private static func overview(_ frame: Received<DeckFrame>) -> String {
    let happenings = WatchLine.happenings(frame)
    let cards = "\(pluralized(frame.cards.count, "card")) to be seen"
    return "\(frame.phase ?? "?"): " + (happenings.isEmpty ? cards : happenings.joined(separator: "; "))
  }

  private static func line(_ card: Received<CardFrame>, dx: Double, dy: Double, _ frame: Received<DeckFrame>) -> String
  {
    let place = min(max(Int((dx / pointsPerCharacter).rounded()), -track), track) + track
    let line = String(repeating: "-", count: place) + "#" + String(repeating: "-", count: 2 * track - place)
    let rotation = Int((card.rotation ?? 0).rounded())
    let offset = "\(Int(dx.rounded())),\(Int(dy.rounded())) pt"
    var text = "[\(line)] \(card.id ?? "?") \(offset) \(rotation)° \(frame.phase ?? "?")"
    // A card that moves by itself has an overlay and no drag; an overlay may also be about a card that is leaving.
    let judged = [frame.drag?.as(DeckFrame.Overlay.self), frame.overlay].compactMap(\.self)
      .first { $0.card == card.id }
    if let judged, let progress = WatchLine.progress(of: judged) { text += " \(progress)" }
    return text
  }
}
