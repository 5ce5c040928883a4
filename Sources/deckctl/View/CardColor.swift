import DeckProtocol

/// The color of a card: that which its name says, else one that differs from those of the cards beside it.
struct CardColor {
  /// Hues of the words that name a color, as the page of deckd-web has them.
  private static let hues: [Substring: Double] = [
    "red": 8, "coral": 14, "orange": 28, "amber": 42, "gold": 44, "yellow": 50, "lime": 95, "moss": 118, "green": 145,
    "teal": 180, "cyan": 192, "blue": 220, "indigo": 248, "violet": 274, "purple": 285, "magenta": 312, "pink": 335,
  ]
  /// Successive multiples of the golden angle are far apart.
  private static let goldenAngle = 137.508

  let upper: PixelColor
  let lower: PixelColor
  let edge: PixelColor

  /// The color of the card with this id.
  init(_ id: String) {
    let words = id.lowercased().split { !$0.isLetter }
    let hue =
      words.lazy.compactMap { Self.hues[$0] }.first
      ?? (Self.number(in: id) * Self.goldenAngle + 208).truncatingRemainder(dividingBy: 360)
    upper = PixelColor(hue: hue, saturation: 0.55, lightness: 0.44)
    lower = PixelColor(hue: hue + 14, saturation: 0.6, lightness: 0.27)
    edge = PixelColor(hue: hue, saturation: 0.6, lightness: 0.74)
  }

  /// The color of a decision in a direction.
  static func decision(_ direction: Direction?) -> PixelColor {
    switch direction {
    case .right, .topRight, .bottomRight: PixelColor(0x22c55e)
    case .left, .topLeft, .bottomLeft: PixelColor(0xef4444)
    case .down: PixelColor(0xf59e0b)
    case .up, nil: PixelColor(0x3b82f6)
    }
  }

  /// The number at the end of an id such as `card-3`, else one made of its letters (FNV-1a).
  private static func number(in id: String) -> Double {
    let digits = id.reversed().prefix { $0.isASCII && $0.isNumber }.prefix(6)
    if let number = Double(String(digits.reversed())) { return number }
    let hash = id.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
    return Double(hash >> 20)
  }
}
