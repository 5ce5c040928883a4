import Foundation
import Gestures
import Kinetics
import Testing

/// The landing page's example, compiled and run.
@Suite
struct `The page of Gestures` {
  private static let file = URL(filePath: #filePath)
  private static let page = file.deletingLastPathComponent()
    .appending(path: "../../Sources/Gestures/Gestures.docc/Gestures.md")

  @Test
  func `has an example that does what it says`() {
    // example
    let reorder = LongPress(minimumDuration: 0.4, allowableMovement: 12).sequenced(before: Drag(minimumDistance: 1))
    let zoom = Pinch(aloneMovement: 18)
    var arena = GestureArena(
      Tap(count: 2).named("open").exclusively(before: Tap().named("select")),
      reorder.named("reorder"),
      zoom
    )

    let touches = [
      Touch(.down, at: Point(x: 100, y: 100), time: Instant(microseconds: 0)),
      Touch(.moved, at: Point(x: 100, y: 140), time: Instant(microseconds: 500_000)),
      Touch(.up, at: Point(x: 100, y: 140), time: Instant(microseconds: 600_000)),
    ]
    var published: [String] = []
    for touch in touches {
      for report in arena.handle(touch) {
        switch (report.name, report.kind, report.transition) {
        case ("select", .tap, .ended): published.append("select")
        case ("reorder", .longPress, .began): published.append("lift")
        case ("reorder", .drag, .began(let value)), ("reorder", .drag, .changed(let value)):
          published.append("move by \(value.translation.dy)")
        case ("reorder", .longPress, .ended): published.append("drop")
        default: break
        }
      }
    }
    // lift, move by 40.0, drop
    // end
    #expect(published == ["lift", "move by 40.0", "drop"])
  }

  @Test
  func `shows the example that this file compiles`() throws {
    let source = try String(contentsOf: Self.file, encoding: .utf8)
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(lines.firstIndex { $0 == "    // example" })
    let end = try #require(lines.firstIndex { $0 == "    // end" })
    let example = lines[lines.index(after: start)..<end].map { $0.dropFirst(4) }.joined(separator: "\n")
    let text = try String(contentsOf: Self.page, encoding: .utf8)
    #expect(text.contains("```swift\n\(example)\n```"))
  }
}
