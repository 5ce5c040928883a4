import DeckEngine

/// Draws the outcomes of touches over the values of a setting: a bar for each touch, in the colors of outcomes.
struct TuneChart {
  private static let barHeight = 26.0
  private static let left = 220.0

  private let touches: [SettingSweep.Touch]
  private let sweep: SettingSweep

  /// The touches of a sweep.
  init(_ touches: [SettingSweep.Touch], of sweep: SettingSweep) {
    self.touches = touches
    self.sweep = sweep
  }

  /// Draws the bars below what the sheet has.
  func draw(on sheet: inout SVGSheet) {
    let unit = sweep.setting.unit.isEmpty ? "" : ", \(sweep.setting.unit)"
    sheet.text(sweep.setting.name + unit, x: 20, y: sheet.reserve(42) + 14, .text, size: 16, isBold: true)
    let range = (sweep.values.first ?? 0)...(sweep.values.last ?? 1)
    let axis = PlotAxis(range, from: Self.left, to: SVGSheet.span.upperBound)
    for touch in touches {
      let y = sheet.reserve(Self.barHeight)
      let name = "\(touch.recording.prefix(24)) \(TuneTable.time(touch))"
      sheet.text(name, x: Self.left - 10, y: y + 15, anchor: .end)
      for part in parts(of: touch, axis) {
        sheet.box(x: part.x, y: y...y + 20, Self.ink(part.word), opacity: 0.28, radius: 4)
        let middle = (part.x.lowerBound + part.x.upperBound) / 2
        guard SVGSheet.width(of: part.word, size: 11) < part.x.upperBound - part.x.lowerBound else { continue }
        sheet.text(part.word, x: middle, y: y + 14, .text, anchor: .middle, size: 11)
      }
    }
    let y = sheet.reserve(34) + 2
    sheet.rule(from: (Self.left, y), to: (SVGSheet.span.upperBound, y))
    for tick in axis.ticks(8) {
      sheet.rule(from: (axis.place(tick), y), to: (axis.place(tick), y + 5))
      sheet.text(PlotAxis.label(tick), x: axis.place(tick), y: y + 18, anchor: .middle, size: 11)
    }
  }

  /// The stretches of values with one outcome; whole numbers change half-way between them.
  private func parts(of touch: SettingSweep.Touch, _ axis: PlotAxis) -> [(x: ClosedRange<Double>, word: String)] {
    var changes = touch.changes
    if changes.isEmpty {
      for index in touch.words.indices.dropFirst() where touch.words[index] != touch.words[index - 1] {
        changes.append(((sweep.values[index] + sweep.values[index - 1]) / 2, touch.words[index]))
      }
    }
    let ends = changes.map(\.value) + [axis.values.upperBound]
    var start = axis.values.lowerBound
    return zip([touch.words.first ?? ""] + changes.map(\.word), ends).map { word, end in
      defer { start = end }
      return (axis.place(start)...max(axis.place(end) - 2, axis.place(start)), word)
    }
  }

  private static func ink(_ word: String) -> SVGSheet.Ink {
    switch word {
    case TouchOutcome.nothing: .dim
    case "back": .warn
    case "left", "topLeft", "bottomLeft": .bad
    case "right", "topRight", "bottomRight": .good
    default: .a
    }
  }
}
