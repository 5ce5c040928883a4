import Kinetics

/// Draws springs on a sheet: each from 0 to 1, in one chart.
struct SpringChart {
  /// A spring with the words that describe it.
  struct Line {
    var text: String
    var spring: Spring
  }

  private static let chartHeight = 260.0
  /// A spring that never settles is drawn this long, in seconds.
  private static let longest = 3.0

  private let lines: [Line]

  /// Springs in one chart, as many as there are colors.
  init(_ lines: [Line]) {
    self.lines = lines
  }

  /// Draws the springs below what the sheet has.
  func draw(on sheet: inout SVGSheet) {
    sheet.text("Springs from 0 to 1", x: 20, y: sheet.reserve(34) + 14, .text, size: 16, isBold: true)
    let top = sheet.reserve(Self.chartHeight + 46) + 8
    let duration = min(lines.map(\.spring.settlingDuration).max() ?? 1, Self.longest)
    let time = PlotAxis(0...duration, from: SVGSheet.span.lowerBound, to: SVGSheet.span.upperBound)
    let curves = lines.map { line in
      // Two points a pixel.
      (0...1728).map { step -> (time: Double, position: Double) in
        let moment = duration * Double(step) / 1728
        return (moment, 1 + line.spring.state(after: moment, displacement: -1, velocity: 0).position)
      }
    }
    let values = curves.flatMap { $0.map(\.position) }
    let axis = PlotAxis(
      min(values.min() ?? 0, 0)...max(values.max() ?? 1, 1) * 1.03,
      from: top + Self.chartHeight,
      to: top
    )
    for tick in axis.ticks(5) {
      let y = axis.place(tick)
      sheet.rule(from: (SVGSheet.span.lowerBound, y), to: (SVGSheet.span.upperBound, y))
      sheet.text(PlotAxis.label(tick), x: SVGSheet.span.lowerBound - 8, y: y + 4, anchor: .end, size: 11)
    }
    for tick in time.ticks(10) {
      let y = top + Self.chartHeight
      sheet.rule(from: (time.place(tick), y), to: (time.place(tick), y + 5))
      sheet.text("\(PlotAxis.label(tick)) s", x: time.place(tick), y: y + 18, anchor: .middle, size: 11)
    }
    for (curve, ink) in zip(curves, SVGSheet.Ink.series) {
      sheet.line(curve.map { (time.place($0.time), axis.place($0.position)) }, ink, width: 2.2)
    }
    let column = lines.map { SVGSheet.width(of: $0.text, size: 13) }.max() ?? 0
    for (line, ink) in zip(lines, SVGSheet.Ink.series) {
      let y = sheet.reserve(20) - 2
      let start = SVGSheet.span.lowerBound
      sheet.line([(start, y), (start + 22, y)], ink, width: 3)
      sheet.text(line.text, x: start + 32, y: y + 4, .text, isBold: true)
      sheet.text(Self.traits(of: line.spring), x: start + 40 + column, y: y + 4)
    }
    _ = sheet.reserve(12)
  }

  /// Whether it passes its target, and when it is at rest.
  private static func traits(of spring: Spring) -> String {
    let settling = spring.settlingDuration
    let end = settling.isFinite ? "at rest after \(settling.text) s" : "never at rest"
    return "damping fraction \(spring.dampingFraction.text), response \(spring.response.text) s, \(end)"
  }
}
