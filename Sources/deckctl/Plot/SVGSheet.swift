/// A sheet of charts below each other as SVG, with colors for print and for a dark browser.
struct SVGSheet {
  /// The color of a line or of a text, by what it stands for.
  enum Ink: String {
    case text, dim, good, bad, warn, a, b, c, d, e, f

    /// Those of lines that have no meaning of their own.
    static let series: [Ink] = [.a, .b, .c, .d, .e, .f]
  }

  /// Where a text is in relation to its point.
  enum Anchor: String {
    case start, middle, end
  }

  /// In pixels.
  static let width = 960.0
  /// The left and right ends of the charts.
  static let span = 72.0...936.0
  /// Below the last chart.
  private static let margin = 12.0

  private static let light: KeyValuePairs = [
    "page": "#ffffff", "band": "#eff3f9", "grid": "#e3e5e9", "text": "#16181d", "dim": "#565c68", "good": "#15803d",
    "bad": "#c62828", "warn": "#a15c00", "a": "#1d5fd0", "b": "#c2410c", "c": "#15803d", "d": "#7c3aed", "e": "#be185d",
    "f": "#0e7490",
  ]
  private static let dark: KeyValuePairs = [
    "page": "#0c0d10", "band": "#161c26", "grid": "#2a2e37", "text": "#f4f5f7", "dim": "#a3a8b3", "good": "#4ade80",
    "bad": "#ff6b6b", "warn": "#fbbf24", "a": "#7ab3ff", "b": "#fb923c", "c": "#4ade80", "d": "#c4b5fd", "e": "#f9a8d4",
    "f": "#67e8f9",
  ]

  private var body = ""
  /// How much of the sheet is used, from the top.
  private(set) var height = 20.0

  /// Leaves room for what is drawn next, and returns its upper edge.
  mutating func reserve(_ height: Double) -> Double {
    defer { self.height += height }
    return self.height
  }

  /// A line through points; points that are not finite interrupt it.
  mutating func line(_ points: [(x: Double, y: Double)], _ ink: Ink, isDashed: Bool = false, width: Double = 1.8) {
    var path = ""
    var isDown = false
    for point in points {
      guard point.x.isFinite, point.y.isFinite else {
        isDown = false
        continue
      }
      path += "\(isDown ? "L" : "M")\(Self.number(point.x)) \(Self.number(point.y))"
      isDown = true
    }
    guard !path.isEmpty else { return }
    let dashes = isDashed ? " stroke-dasharray=\"5 4\"" : ""
    body += "<path class=\"line s-\(ink.rawValue)\" stroke-width=\"\(Self.number(width))\"\(dashes) d=\"\(path)\"/>\n"
  }

  /// A line of the grid.
  mutating func rule(from start: (x: Double, y: Double), to end: (x: Double, y: Double)) {
    let places = [("x1", start.x), ("y1", start.y), ("x2", end.x), ("y2", end.y)]
    body += "<line class=\"grid\" \(Self.attributes(places))/>\n"
  }

  /// A rectangle, in the color of a band or of an ink.
  mutating func box(
    x: ClosedRange<Double>,
    y: ClosedRange<Double>,
    _ ink: Ink? = nil,
    opacity: Double = 1,
    radius: Double = 0,
    title: String = ""
  ) {
    let places = [
      ("x", x.lowerBound), ("y", y.lowerBound), ("width", x.upperBound - x.lowerBound),
      ("height", y.upperBound - y.lowerBound), ("rx", radius), ("opacity", opacity),
    ]
    element("rect", "f-\(ink?.rawValue ?? "band")", places, title: title)
  }

  /// A dot; hollow for what did not come about.
  mutating func dot(x: Double, y: Double, _ ink: Ink, isHollow: Bool = false, title: String = "") {
    let style = isHollow ? "hollow s-\(ink.rawValue)" : "f-\(ink.rawValue)"
    element("circle", style, [("cx", x), ("cy", y), ("r", isHollow ? 3.2 : 4)], title: title)
  }

  /// A line of text.
  mutating func text(
    _ text: String,
    x: Double,
    y: Double,
    _ ink: Ink = .dim,
    anchor: Anchor = .start,
    size: Double = 12,
    isBold: Bool = false
  ) {
    let style = "f-\(ink.rawValue)\(isBold ? " bold" : "")"
    let place = Self.attributes([("x", x), ("y", y), ("font-size", size)])
    let side = anchor == .start ? "" : " text-anchor=\"\(anchor.rawValue)\""
    body += "<text class=\"\(style)\" \(place)\(side)>\(Self.escaped(text))</text>\n"
  }

  /// The width and height of the whole sheet, in pixels.
  var size: (width: Double, height: Double) { (Self.width, height + Self.margin) }

  /// The document.
  func document(title: String) -> String {
    let sides = [size.width, size.height].map(Self.number)
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(sides[0]) \(sides[1])" width="\(sides[0])" height="\(sides[1])">
      <title>\(Self.escaped(title))</title>
      <style>
      text { font-family: Inter, "Segoe UI", "Helvetica Neue", "DejaVu Sans", sans-serif }
      .bold { font-weight: 600 }
      .line { fill: none; stroke-linejoin: round; stroke-linecap: round }
      .hollow { fill: none; stroke-width: 1.6 }
      .grid { stroke-width: 1 }
      \(Self.rules(Self.light))
      @media screen and (prefers-color-scheme: dark) {
      \(Self.rules(Self.dark))
      }
      </style>
      <rect class="f-page" width="100%" height="100%"/>
      \(body)</svg>

      """
  }

  /// How wide a text is, about: the fonts of readers differ.
  static func width(of text: String, size: Double = 12) -> Double { Double(text.count) * size * 0.56 }

  private mutating func element(_ name: String, _ style: String, _ places: [(String, Double)], title: String) {
    let title = title.isEmpty ? "/>" : "><title>\(Self.escaped(title))</title></\(name)>"
    body += "<\(name) class=\"\(style)\" \(Self.attributes(places))\(title)\n"
  }

  private static func rules(_ colors: KeyValuePairs<String, String>) -> String {
    colors.map { name, color in
      name == "grid" ? ".grid { stroke: \(color) }" : ".f-\(name) { fill: \(color) } .s-\(name) { stroke: \(color) }"
    }
    .joined(separator: "\n")
  }

  private static func attributes(_ values: [(String, Double)]) -> String {
    values.map { "\($0.0)=\"\(number($0.1))\"" }.joined(separator: " ")
  }

  /// A tenth of a pixel is finer than anybody sees; opacities need a digit more.
  private static func number(_ value: Double) -> String { ((value * 100).rounded() / 100).text }

  /// Text as XML has it; it has no control characters.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case _ where scalar.value < 0x20 || (0xfffe...0xffff).contains(scalar.value): escaped += " "
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
