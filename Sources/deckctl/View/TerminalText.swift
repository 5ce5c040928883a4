/// The escape sequences that draw cells: as few bytes as they need, for slow lines.
struct TerminalText {
  /// From dark to bright, where colors are disabled.
  private static let shades: [Character] = [" ", "░", "▒", "▓", "█"]

  let isColored: Bool

  /// What changes a terminal that shows `old` into one that shows `new`; `old` is empty for one with unknown content.
  func changes(from old: [PixelCanvas.Cell], to new: [PixelCanvas.Cell], columns: Int) -> String {
    var text = old.isEmpty ? "\u{1B}[0m\u{1B}[2J" : ""
    var (front, back): (UInt32?, UInt32?) = (nil, nil)
    var next: Int?
    for (index, cell) in new.enumerated() where old.isEmpty || old[index] != cell {
      let (row, column) = index.quotientAndRemainder(dividingBy: columns)
      if next != index || column == 0 { text += "\u{1B}[\(row + 1);\(column + 1)H" }
      next = index + 1
      guard isColored else {
        text.append(Self.shade(of: cell))
        continue
      }
      // Of two colors the one that is set already stays the background.
      let isFlipped = cell.text == nil && cell.top != cell.bottom && back == cell.top
      let ground = cell.text != nil || isFlipped ? cell.top : cell.bottom
      let ink = cell.text != nil ? cell.ink : isFlipped ? cell.bottom : cell.top
      if ground != back { text += Self.color(48, ground) }
      back = ground
      if cell.text == nil, cell.top == cell.bottom {
        text.append(" ")
        continue
      }
      if ink != front { text += Self.color(38, ink) }
      front = ink
      text.append(cell.text ?? (isFlipped ? "▄" : "▀"))
    }
    return text
  }

  private static func color(_ kind: Int, _ number: UInt32) -> String {
    "\u{1B}[\(kind);2;\(number >> 16);\(number >> 8 & 0xff);\(number & 0xff)m"
  }

  private static func shade(of cell: PixelCanvas.Cell) -> Character {
    if let text = cell.text { return text }
    let brightness = PixelColor(cell.top).mixed(with: PixelColor(cell.bottom), 0.5).luminance
    return shades[min(Int(brightness * 8), shades.count - 1)]
  }
}
