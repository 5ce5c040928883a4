import DeckClient
import DeckProtocol
import Glibc

/// Draws a deck into a part of a canvas.
struct DeckPainter {
  /// The part of a canvas that a deck has, in cells.
  struct Tile: Equatable {
    var columns: Range<Int>
    var rows: Range<Int>
  }

  static let page = PixelColor(0x0c0d10)
  static let dim = PixelColor(0xa3a8b3)
  private static let panel = PixelColor(0x1b1e25)
  private static let content = PixelColor(0x2a2e38)

  /// The corner radius of a card, and the distance of its title from its corner, in points.
  private static let radius = 22.0
  private static let title = (x: 22.0, y: 30.0)

  private let deck: FollowedDeck
  private let places: DeckPlaces
  private let tile: Tile
  /// Pixels per point, and the deck's origin in pixels.
  private let scale: Double
  private let origin: (x: Double, y: Double)

  /// The rows that a deck and its caption take in a tile of a width, at most `rows`.
  static func height(of deck: FollowedDeck, width: Int, rows: Int) -> Int {
    let area = deck.model.placement.area
    return min(rows, Int((Double(width - 1) * area.height / max(area.width, 1) / 2).rounded(.up)) + 1)
  }

  /// A deck at a moment, in a tile whose first row is its caption.
  init(_ deck: FollowedDeck, _ places: DeckPlaces, in tile: Tile) {
    self.deck = deck
    self.places = places
    self.tile = tile
    let area = deck.model.placement.area
    let (width, height) = (Double(tile.columns.count), Double(tile.rows.count - 1) * 2)
    scale = min((width - 1) / max(area.width, 1), height / max(area.height, 1))
    origin = (
      Double(tile.columns.lowerBound) + (width - area.width * scale) / 2,
      Double(tile.rows.lowerBound + 1) * 2
    )
  }

  /// Draws the deck.
  func draw(on canvas: inout PixelCanvas) {
    canvas.clipped(columns: tile.columns, rows: tile.rows.dropFirst()) { canvas in
      let area = deck.model.placement.area
      let ground = shape(x: 0, y: 0, width: area.width, height: area.height, radius: 28)
      canvas.fill(ground, opacity: 1) { _, _ in Self.panel }
      if let overlay = places.overlay {
        canvas.fill(ground, opacity: overlay.wash) { _, _ in CardColor.decision(overlay.direction) }
      }
      for (index, card) in places.cards.enumerated() {
        if let detail = places.detail, detail.order == index { draw(detail, on: &canvas) }
        draw(card, on: &canvas)
      }
    }
    canvas.clipped(columns: tile.columns, rows: tile.rows) { canvas in
      let counts = deck.model.counts
      let place = deck.model.counts.count == 0 ? "empty" : "\(min(counts.current + 1, counts.count))/\(counts.count)"
      let start = tile.columns.lowerBound + 1
      canvas.write(deck.id, column: start, row: tile.rows.lowerBound, .white)
      canvas.write(place, column: start + deck.id.count + 1, row: tile.rows.lowerBound, Self.dim)
    }
  }

  private func draw(_ card: PlacedCard, on canvas: inout PixelCanvas) {
    guard card.opacity > 0, card.width > 0, card.height > 0 else { return }
    var shape = shape(x: card.x, y: card.y, width: card.width, height: card.height, radius: Self.radius)
    shape.scale = card.scale
    shape.rotation = card.rotation
    shape.anchor = (shape.x + card.anchorX * shape.width, shape.y + card.anchorY * shape.height)
    let lift = card.lift ?? 0
    canvas.fill(shape, softness: 3 + 5 * lift, opacity: (0.45 + 0.25 * lift) * card.opacity) { _, _ in .black }
    let color = CardColor(card.id)
    let overlay = places.overlay.flatMap { $0.card == card.id ? $0 : nil }
    canvas.fill(shape, opacity: card.opacity) { distance, height in
      // Light falls on the upper edge; the others are a little brighter than the card, to set it off from those behind.
      let edge = distance > -1 ? (height < 0.1 ? 0.55 : 0.22) : 0
      let face = color.upper.mixed(with: color.lower, height).mixed(with: color.edge, edge)
      return overlay.map { face.mixed(with: CardColor.decision($0.direction), 0.55 * $0.opacity) } ?? face
    }
    write(name(of: card.id), at: Self.title, of: card, shape, on: &canvas, opacity: card.opacity)
    if let overlay, overlay.stamp.opacity > 0, let word = decision(overlay.direction) {
      let place = (x: card.width / 2 - Double(word.count) / 2 / scale, y: card.height * 0.4)
      write(word.uppercased(), at: place, of: card, shape, on: &canvas, opacity: overlay.stamp.opacity)
    }
  }

  /// Writes a line of text that begins at a point of a card, in points of the card, as far as the card is wide there.
  private func write(
    _ text: String,
    at place: (x: Double, y: Double),
    of card: PlacedCard,
    _ shape: PixelCanvas.Shape,
    on canvas: inout PixelCanvas,
    opacity: Double
  ) {
    let y = min(place.y, card.height / 2) * scale
    let start = shape.point(shape.x + max(place.x, 0) * scale, shape.y + y)
    // Characters do not rotate: each word is as low as the card's rotation has it, as far as it is on the card.
    let slope = tan(card.rotation * .pi / 180)
    var word = 0
    for (index, character) in text.enumerated() {
      if character == " " { word = index + 1 }
      let column = Int(start.x.rounded()) + index
      let row = Int(((start.y + Double(word) * slope) / 2).rounded(.down))
      guard shape.distance(toX: Double(column) + 0.5, Double(row) * 2 + 1.5) < -0.5 else { break }
      canvas.write(String(character), column: column, row: row, .white, opacity: opacity)
    }
  }

  /// The content of an open card: lines in place of what its owner draws, which scroll.
  private func draw(_ detail: DeckFrame.Detail, on canvas: inout PixelCanvas) {
    var shape = shape(x: detail.x, y: detail.y, width: detail.width, height: detail.height, radius: Self.radius)
    shape.scale = detail.scale
    shape.anchor = (shape.x + shape.width / 2, shape.y)
    canvas.fill(shape, opacity: detail.opacity) { _, _ in Self.content }
    let spacing = 56.0
    var y = spacing * 5 - detail.scroll
    for index in 0..<Int(min(max(detail.content, detail.height) / spacing, 100)) {
      defer { y += spacing }
      guard (20...max(detail.height - 20, 20)).contains(y) else { continue }
      let width = detail.width * (index % 3 == 2 ? 0.5 : 0.8)
      let line = self.shape(x: detail.x + 24, y: detail.y + y, width: width - 24, height: 16, radius: 8)
      canvas.fill(line, opacity: 0.35 * detail.opacity) { _, _ in Self.dim }
    }
  }

  private func shape(x: Double, y: Double, width: Double, height: Double, radius: Double) -> PixelCanvas.Shape {
    PixelCanvas.Shape(
      x: origin.x + x * scale,
      y: origin.y + y * scale,
      width: width * scale,
      height: height * scale,
      radius: radius * scale
    )
  }

  private func name(of id: String) -> String { deck.card(id)?.label ?? id }

  /// The word for a decision, as the deck's settings have it.
  private func decision(_ direction: Direction?) -> String? {
    guard let direction else { return nil }
    let setting = deck.model.settings.first { $0.name == "decision.\(direction.rawValue)" }
    guard case .text(let word)? = setting?.value, !word.isEmpty else { return direction.rawValue }
    return word
  }
}
