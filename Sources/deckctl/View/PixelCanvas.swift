import Glibc

/// A picture of half blocks: each character cell is two square pixels, one above the other, or a character.
struct PixelCanvas {
  /// A cell as the terminal shows it.
  struct Cell: Equatable {
    /// The colors of its halves, `0xrrggbb`.
    var top: UInt32
    var bottom: UInt32
    /// A character in place of the halves, and its color.
    var text: Character?
    var ink: UInt32
  }

  /// A rectangle with round corners that is scaled and rotated about a point, in pixels.
  struct Shape {
    var x: Double
    var y: Double
    var width: Double
    var height: Double
    var radius: Double
    var scale = 1.0
    /// Degrees, clockwise positive.
    var rotation = 0.0 { didSet { turn = (sin(rotation * .pi / 180), cos(rotation * .pi / 180)) } }
    var anchor = (x: 0.0, y: 0.0)
    /// Of the rotation: the distance of each pixel needs them.
    private var turn = (sine: 0.0, cosine: 1.0)

    /// A rectangle that is neither scaled nor rotated.
    init(x: Double, y: Double, width: Double, height: Double, radius: Double) {
      (self.x, self.y, self.width, self.height, self.radius) = (x, y, width, height, radius)
    }

    /// Where a point of the rectangle is in the picture.
    func point(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
      let (dx, dy) = ((x - anchor.x) * scale, (y - anchor.y) * scale)
      return (anchor.x + turn.cosine * dx - turn.sine * dy, anchor.y + turn.sine * dx + turn.cosine * dy)
    }

    /// The smallest rectangle of whole pixels around the shape and a margin.
    func bounds(margin: Double) -> (x: ClosedRange<Int>, y: ClosedRange<Int>) {
      let corners = [(x, y), (x + width, y), (x, y + height), (x + width, y + height)].map { point($0.0, $0.1) }
      func range(_ values: [Double]) -> ClosedRange<Int> {
        func whole(_ value: Double) -> Int { Int(min(max(value, -1e6), 1e6)) }
        return whole((values.min() ?? 0) - margin - 1)...whole((values.max() ?? 0) + margin + 1)
      }
      return (range(corners.map(\.x)), range(corners.map(\.y)))
    }

    /// Pixels from the edge of the shape, negative inside: the distance to a rounded rectangle, after the inverse
    /// transformation.
    func distance(toX pixelX: Double, _ pixelY: Double) -> Double {
      guard scale > 0 else { return .infinity }
      let (dx, dy) = (pixelX - anchor.x, pixelY - anchor.y)
      let localX = anchor.x + (turn.cosine * dx + turn.sine * dy) / scale - (x + width / 2)
      let localY = anchor.y + (turn.cosine * dy - turn.sine * dx) / scale - (y + height / 2)
      let radius = min(radius, width / 2, height / 2)
      let (outX, outY) = (localX.magnitude - (width / 2 - radius), localY.magnitude - (height / 2 - radius))
      let outside = hypot(max(outX, 0), max(outY, 0))
      return (outside + min(max(outX, outY), 0) - radius) * scale
    }
  }

  /// In character cells.
  let columns: Int
  let rows: Int
  private var pixels: [PixelColor]
  private var texts: [(character: Character, color: PixelColor)?]
  /// What may be drawn on, in cells.
  private var clip: (columns: Range<Int>, rows: Range<Int>)

  /// A canvas of one color.
  init(columns: Int, rows: Int, _ color: PixelColor) {
    (self.columns, self.rows) = (columns, rows)
    pixels = Array(repeating: color, count: columns * rows * 2)
    texts = Array(repeating: nil, count: columns * rows)
    clip = (0..<columns, 0..<rows)
  }

  /// Draws within a part of the canvas.
  mutating func clipped(columns: Range<Int>, rows: Range<Int>, _ draw: (inout PixelCanvas) -> Void) {
    let before = clip
    clip = (columns.clamped(to: before.columns), rows.clamped(to: before.rows))
    draw(&self)
    clip = before
  }

  /// Draws a shape with soft edges, whose color depends on the pixel's distance from the edge and on its height in the
  /// shape, 0 at the top and 1 at the bottom; `softness` is the width of the edge in pixels.
  mutating func fill(
    _ shape: Shape,
    softness: Double = 1,
    opacity: Double,
    color: (_ distance: Double, _ height: Double) -> PixelColor
  ) {
    let bounds = shape.bounds(margin: softness)
    let lines = (clip.rows.lowerBound * 2..<clip.rows.upperBound * 2).clamped(to: Range(bounds.y))
    let points = clip.columns.clamped(to: Range(bounds.x))
    let span = Double(max(bounds.y.count - 2, 1))
    for y in lines {
      let height = Double(y - bounds.y.lowerBound) / span
      for x in points {
        let distance = shape.distance(toX: Double(x) + 0.5, Double(y) + 0.5)
        let coverage = min(max(0.5 - distance / softness, 0), 1) * opacity
        guard coverage > 1 / 512 else { continue }
        let place = y * columns + x
        pixels[place] = pixels[place].mixed(with: color(distance, height), coverage)
        // What covers a cell covers its text.
        if coverage > 0.5 { texts[y / 2 * columns + x] = nil }
      }
    }
  }

  /// Writes text from a cell on, as far as `end`; its color is mixed with what is behind it.
  mutating func write(
    _ text: String,
    column: Int,
    row: Int,
    end: Int = .max,
    _ color: PixelColor,
    opacity: Double = 1
  ) {
    guard clip.rows.contains(row) else { return }
    for (column, character) in zip(column..., Self.printable(text)) where column < end {
      guard clip.columns.contains(column) else { continue }
      let behind = background(column, row)
      texts[row * columns + column] = (character, behind.mixed(with: color, opacity))
    }
  }

  /// The cells, row by row.
  var cells: [Cell] {
    (0..<columns * rows).map { index in
      let (row, column) = index.quotientAndRemainder(dividingBy: columns)
      guard let text = texts[index] else {
        let top = row * 2 * columns + column
        return Cell(top: pixels[top].number, bottom: pixels[top + columns].number, text: nil, ink: 0)
      }
      let behind = background(column, row).number
      return Cell(top: behind, bottom: behind, text: text.character, ink: text.color.number)
    }
  }

  /// The color behind a character, whose cell can have one only: that of the lower half, below the edge of a card.
  private func background(_ column: Int, _ row: Int) -> PixelColor {
    pixels[(row * 2 + 1) * columns + column]
  }

  /// A text's characters, each one cell wide: a terminal obeys control characters, and others have the width of two.
  private static func printable(_ text: String) -> [Character] {
    text.map { character in
      let scalars = character.unicodeScalars
      guard scalars.count == 1, let scalar = scalars.first else { return "·" }
      switch scalar.value {
      case 0x20..<0x7f, 0xa1..<0xad, 0xae..<0x300, 0x370..<0x483, 0x48a..<0x530, 0x2010..<0x2028, 0x2190..<0x2194:
        return character
      default: return "·"
      }
    }
  }
}
