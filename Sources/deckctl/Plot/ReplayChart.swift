import DeckProtocol
import DeckReplay

/// Draws a replay on a sheet: charts below each other with the same axis of time.
struct ReplayChart {
  private static let chartHeight = 108.0
  private static let laneHeight = 27.0

  private let trace: ReplayTrace
  private let time: PlotAxis

  /// A replay, or the part of it in `window`, in seconds.
  init(_ trace: ReplayTrace, window: NumberRange?) {
    self.trace = trace
    let first = trace.strokes.map(\.start).min() ?? 0
    // A little before the first finger, and after the last motion.
    let margin = max((trace.end - first) * 0.01, 0.02)
    let range = window.map { $0.lower...$0.upper } ?? first - margin...max(trace.end, first) + margin
    time = PlotAxis(range, from: SVGSheet.span.lowerBound, to: SVGSheet.span.upperBound)
  }

  /// Draws the replay below what the sheet has, under a heading.
  func draw(heading: String, on sheet: inout SVGSheet) {
    sheet.text(heading, x: 20, y: sheet.reserve(34) + 14, .text, size: 16, isBold: true)
    let eventRows = arrangedEvents
    let lanes = self.lanes
    let openness = [(trace.decision, "decision", SVGSheet.Ink.a), (trace.opening, "opening", SVGSheet.Ink.b)]
    let progress = openness.filter { line in line.0.contains { $0.progress > 0 } }
    let rows = (eventRows.map(\.row).max() ?? -1) + 1
    let chartCount = [!trace.strokes.isEmpty, !trace.tracks.isEmpty, !progress.isEmpty].count { $0 }
    let top = sheet.height
    let bottom =
      top + Double(chartCount) * (Self.chartHeight + 30)
      + (lanes.isEmpty ? 0 : Double(lanes.count) * Self.laneHeight + 30)
      + (rows > 0 ? Double(rows) * 16 + 30 : 0)
    drawGround(from: top, to: bottom - 8, on: &sheet)
    if !trace.strokes.isEmpty {
      let lines = trace.strokes.map { $0.points.map { (time: $0.time, x: $0.x, y: $0.y) } }
      drawPlane("Finger, pt of the surface", lines, labels: [], on: &sheet)
    }
    if !trace.tracks.isEmpty {
      drawPlane("Card, pt from its place", trace.tracks.map(\.points), labels: trace.tracks.map(\.card), on: &sheet)
    }
    if !progress.isEmpty { draw(progress, on: &sheet) }
    if !lanes.isEmpty { drawVerdicts(lanes, on: &sheet) }
    if rows > 0 { draw(eventRows, rows: rows, on: &sheet) }
    drawTime(on: &sheet)
  }

  // MARK: - The ground

  /// Bands where a finger is down, and a line for each event, behind all charts.
  private func drawGround(from top: Double, to bottom: Double, on sheet: inout SVGSheet) {
    for stroke in trace.strokes {
      let (start, end) = (max(stroke.start, time.values.lowerBound), min(stroke.end, time.values.upperBound))
      guard start <= end else { continue }
      sheet.box(x: time.place(start)...time.place(end), y: top...bottom)
    }
    for event in shownEvents {
      let x = time.place(ReplayTrace.seconds(event.time))
      sheet.rule(from: (x, top + 16), to: (x, bottom))
    }
  }

  private func drawTime(on sheet: inout SVGSheet) {
    let y = sheet.reserve(34)
    sheet.rule(from: (SVGSheet.span.lowerBound, y), to: (SVGSheet.span.upperBound, y))
    for tick in time.ticks(10) {
      sheet.rule(from: (time.place(tick), y), to: (time.place(tick), y + 5))
      sheet.text("\(PlotAxis.label(tick)) s", x: time.place(tick), y: y + 18, anchor: .middle, size: 11)
    }
  }

  // MARK: - Charts

  /// Draws positions: x in one color, y in another.
  private func drawPlane(
    _ title: String,
    _ lines: [[(time: Double, x: Double, y: Double)]],
    labels: [String],
    on sheet: inout SVGSheet
  ) {
    let shown = lines.flatMap { $0 }.filter { time.values.contains($0.time) }
    let values = shown.flatMap { [$0.x, $0.y] }
    let axis = beginChart(title, values, on: &sheet)
    let end = SVGSheet.span.upperBound
    sheet.text("x", x: end - 96, y: axis.places.last - 8, .a, anchor: .end, isBold: true)
    sheet.text("y, downwards", x: end, y: axis.places.last - 8, .b, anchor: .end, isBold: true)
    for line in lines {
      sheet.line(line.map { (time.place($0.time), axis.place($0.x)) }, .a)
      sheet.line(line.map { (time.place($0.time), axis.place($0.y)) }, .b, isDashed: true)
    }
    var occupied = -Double.infinity
    for (label, line) in zip(labels, lines) {
      guard let start = line.first(where: { time.values.contains($0.time) }) else { continue }
      let x = time.place(start.time) + 4
      guard x > occupied else { continue }
      sheet.text(label, x: x, y: axis.places.last + 12, size: 11)
      occupied = x + SVGSheet.width(of: label, size: 11) + 6
    }
  }

  private func draw(
    _ lines: [([(time: Double, progress: Double)], name: String, ink: SVGSheet.Ink)],
    on sheet: inout SVGSheet
  ) {
    let axis = beginChart("Progress", [0, 1.05], ticks: [0, 0.5, 1], on: &sheet)
    for (points, name, ink) in lines {
      sheet.line(points.map { (time.place($0.time), axis.place($0.progress)) }, ink)
      let x = SVGSheet.span.upperBound - (lines.count > 1 && ink == .a ? 70 : 0)
      sheet.text(name, x: x, y: axis.places.last - 8, ink, anchor: .end, isBold: true)
    }
  }

  /// Draws a chart's title and its grid, and returns its vertical axis.
  private func beginChart(
    _ title: String,
    _ values: [Double],
    ticks: [Double]? = nil,
    on sheet: inout SVGSheet
  ) -> PlotAxis {
    let top = sheet.reserve(Self.chartHeight + 30) + 24
    let (least, most) = (values.min() ?? 0, values.max() ?? 1)
    let margin = ticks == nil ? (most - least) * 0.06 : 0
    let axis = PlotAxis(least - margin...most + margin, from: top + Self.chartHeight - 6, to: top)
    sheet.text(title, x: SVGSheet.span.lowerBound, y: top - 8, .text, isBold: true)
    for tick in ticks ?? axis.ticks(4) {
      let y = axis.place(tick)
      sheet.rule(from: (SVGSheet.span.lowerBound, y), to: (SVGSheet.span.upperBound, y))
      sheet.text(PlotAxis.label(tick), x: SVGSheet.span.lowerBound - 8, y: y + 4, anchor: .end, size: 11)
    }
    return axis
  }

  // MARK: - Verdicts

  /// The recognizers with verdicts, in the order of their first ones; the deck itself comes last.
  private var lanes: [String] {
    var lanes: [String] = []
    for verdict in trace.verdicts where time.values.contains(ReplayTrace.seconds(verdict.time)) {
      if let name = verdict.recognizer, !lanes.contains(name) { lanes.append(name) }
    }
    return trace.verdicts.contains { $0.recognizer == nil } ? lanes + ["release"] : lanes
  }

  private func drawVerdicts(_ lanes: [String], on sheet: inout SVGSheet) {
    let top = sheet.reserve(Double(lanes.count) * Self.laneHeight + 30) + 24
    sheet.text("Verdicts", x: SVGSheet.span.lowerBound, y: top - 8, .text, isBold: true)
    for (index, lane) in lanes.enumerated() {
      let y = top + (Double(index) + 0.5) * Self.laneHeight
      sheet.text(lane, x: SVGSheet.span.lowerBound - 8, y: y + 4, anchor: .end, size: 11)
      sheet.rule(from: (SVGSheet.span.lowerBound, y), to: (SVGSheet.span.upperBound, y))
      let verdicts = trace.verdicts.filter { ($0.recognizer ?? "release") == lane }
      drawSpans(verdicts, y: y, on: &sheet)
      // The labels above the line, and below it those that would lie over one there, with the end of each row's last.
      var rows = [(y: y - 6, end: -Double.infinity), (y: y + 13, end: -.infinity)]
      for verdict in verdicts {
        let x = time.place(ReplayTrace.seconds(verdict.time))
        guard x.isFinite else { continue }
        sheet.dot(x: x, y: y, Self.ink(verdict.outcome), isHollow: Self.isHollow(verdict.outcome), title: verdict.text)
        let label = Self.label(verdict)
        let width = SVGSheet.width(of: label, size: 10.5) + 8
        // To the right of its dot, or as far right as the sheet goes, where no other label is.
        let start = min(x + 8, SVGSheet.width - width)
        guard !label.isEmpty, let row = rows.firstIndex(where: { start > $0.end }) else { continue }
        sheet.text(label, x: start, y: rows[row].y, size: 10.5)
        rows[row].end = start + width
      }
    }
  }

  /// Bars from where a gesture was recognized to its end.
  private func drawSpans(_ verdicts: [Explanation], y: Double, on sheet: inout SVGSheet) {
    var started: [Int: Double] = [:]
    for verdict in verdicts {
      let moment = ReplayTrace.seconds(verdict.time)
      switch verdict.outcome {
      case .won: started[verdict.contact] = moment
      case .ended, .cancelled:
        guard let start = started.removeValue(forKey: verdict.contact) else { continue }
        let (first, last) = (max(start, time.values.lowerBound), min(moment, time.values.upperBound))
        guard first < last else { continue }
        sheet.box(x: time.place(first)...time.place(last), y: y - 2.5...y + 2.5, .good, opacity: 0.45, radius: 2.5)
      default: continue
      }
    }
  }

  private static func ink(_ outcome: Explanation.Outcome) -> SVGSheet.Ink {
    switch outcome {
    case .won, .changed, .ended: .good
    case .released: .a
    case .failed, .lost: .dim
    case .cancelled, .suppressed, .ignored: .warn
    }
  }

  private static func isHollow(_ outcome: Explanation.Outcome) -> Bool {
    switch outcome {
    case .failed, .lost, .suppressed, .ignored, .cancelled: true
    case .won, .changed, .ended, .released: false
    }
  }

  /// What is written beside a verdict; the end of a gesture needs no words.
  private static func label(_ verdict: Explanation) -> String {
    switch verdict.outcome {
    case .ended, .changed: ""
    // "lost to drag" and "released at 0.61 of 1" need no further text.
    case .released, .lost: verdict.reason ?? verdict.outcome.rawValue
    default: [verdict.outcome.rawValue, verdict.reason].compactMap(\.self).joined(separator: ": ")
    }
  }

  // MARK: - Events

  /// The events in the window, without those of the deck's beginning and without what a screen reader says.
  private var shownEvents: [DeckEvent] {
    let first = trace.strokes.first?.start ?? 0
    return trace.events.filter { event in
      let moment = ReplayTrace.seconds(event.time)
      if case .announcement = event.kind { return false }
      return time.values.contains(moment) && moment > first
    }
  }

  /// The events, each in the first row where its label has room.
  private var arrangedEvents: [(event: DeckEvent, row: Int)] {
    var ends: [Double] = []
    return shownEvents.map { event in
      let x = time.place(ReplayTrace.seconds(event.time))
      let row = ends.firstIndex { $0 < x } ?? ends.count
      if row == ends.count { ends.append(0) }
      ends[row] = x + 14 + SVGSheet.width(of: event.label, size: 11)
      return (event, row)
    }
  }

  private func draw(_ events: [(event: DeckEvent, row: Int)], rows: Int, on sheet: inout SVGSheet) {
    let top = sheet.reserve(Double(rows) * 16 + 30) + 24
    sheet.text("Events", x: SVGSheet.span.lowerBound, y: top - 8, .text, isBold: true)
    for (event, row) in events {
      let x = time.place(ReplayTrace.seconds(event.time))
      let y = top + Double(row) * 16 + 8
      sheet.dot(x: x, y: y, event.ink, title: event.label)
      let fits = x + 8 + SVGSheet.width(of: event.label, size: 11) < SVGSheet.width
      sheet.text(event.label, x: fits ? x + 8 : x - 8, y: y + 4, .text, anchor: fits ? .start : .end, size: 11)
    }
  }
}

extension DeckEvent {
  /// The event in a few words, as `deckctl watch` prints it.
  fileprivate var label: String {
    let line = WatchLine(self)
    return ([line.name] + line.details).joined(separator: " ")
  }

  fileprivate var ink: SVGSheet.Ink {
    switch kind {
    case .cardSwiped, .cardSelected: .good
    case .cardReset, .deckExhausted, .deckRemoved: .bad
    default: .a
    }
  }
}
