import DeckProtocol
import Foundation

/// What a client knows of a deck that follows its motions.
struct WireDeck {
  /// The courses of each visible card's properties.
  private(set) var cards: [String: [String: WireCourse]] = [:]
  /// The courses of `overlay.…`, `detail.…` and `fan.…`.
  private(set) var others: [String: WireCourse] = [:]
  /// Whose overlay and whose detail it is.
  private(set) var owners: [String: String] = [:]
  private(set) var direction: String?
  private(set) var count = 0

  /// Takes a line of the daemon's.
  mutating func take(_ line: [UInt8]) throws {
    let message = try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any]
    guard let message, message["method"] as? String == "motion", let params = message["params"] as? [String: Any]
    else { throw WireCourse.Unreadable(what: String(decoding: line, as: UTF8.self)) }
    try take(params)
  }

  /// Takes a motion.
  mutating func take(_ motion: [String: Any]) throws {
    count += 1
    let (card, property) = (motion["card"] as? String, motion["property"] as? String)
    if motion["kind"] as? String == "remove" {
      guard let property else {
        guard let card, cards.removeValue(forKey: card) != nil else { throw WireCourse.Unreadable(what: "\(motion)") }
        return
      }
      if let card, cards[card]?.removeValue(forKey: property) != nil { return }
      guard others.contains(where: { $0.key.hasPrefix(property + ".") }) else {
        throw WireCourse.Unreadable(what: "\(motion)")
      }
      others = others.filter { !$0.key.hasPrefix(property + ".") }
      owners[property] = nil
      return
    }
    guard let property, motion["end"] is NSNumber else { throw WireCourse.Unreadable(what: "\(motion)") }
    let part = property.prefix { $0 != "." }
    if ["overlay", "detail", "fan"].contains(part) {
      others[property] = try WireCourse(motion)
      owners[String(part)] = card
      if part == "overlay" { direction = motion["direction"] as? String }
    } else {
      guard let card else { throw WireCourse.Unreadable(what: "\(motion)") }
      cards[card, default: [:]][property] = try WireCourse(motion)
    }
  }

  func value(_ property: String, ofCard card: String? = nil, at time: Double) -> Double? {
    (card.map { cards[$0] ?? [:] } ?? others)[property]?.value(at: time)
  }

  /// A card as its formulas have it.
  func card(_ id: String, at time: Double) -> CardFrame? {
    func figure(_ property: String) -> Double { value(property, ofCard: id, at: time) ?? .nan }
    guard cards[id] != nil else { return nil }
    return CardFrame(
      id: id,
      index: 0,
      depth: 0,
      x: figure("x"),
      y: figure("y"),
      width: figure("w"),
      height: figure("h"),
      scale: figure("scale"),
      rotation: figure("rotation"),
      anchorX: figure("anchor.x"),
      anchorY: figure("anchor.y"),
      z: figure("z"),
      opacity: figure("opacity"),
      role: .front,
      lift: value("lift", ofCard: id, at: time)
    )
  }
}
