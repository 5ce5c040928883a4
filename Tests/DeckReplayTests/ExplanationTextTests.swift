import DeckProtocol
import DeckReplay
import Testing

@Suite
struct `An explanation as a line` {
  private static func line(
    _ time: Int64,
    _ outcome: Explanation.Outcome,
    _ reason: String?,
    recognizer: String? = "drag"
  ) -> String {
    Explanation(
      time: time,
      contact: 2,
      surface: "main",
      x: 200.4,
      y: 400,
      deck: "main",
      card: recognizer == nil ? nil : "card-0",
      recognizer: recognizer,
      outcome: outcome,
      reason: reason,
      measure: nil
    ).text
  }

  @Test(
    arguments: [
      (0, "0.000"), (999, "0.000"), (1000, "0.001"), (61_999, "0.061"), (12_345_678, "12.345"), (-419_112, "-0.419"),
      (.max, "9223372036854.775"), (.min, "-9223372036854.775"),
    ] as [(Int64, String)]
  )
  func `has its time in seconds`(time: Int64, text: String) {
    #expect(Self.line(time, .ended, nil) == "\(text) s  contact 2 (200, 400)  main card-0  drag ended")
  }

  @Test func `says what happened and why`() {
    #expect(Self.line(0, .won, "moved 18 pt, needs 10").hasSuffix("drag won: moved 18 pt, needs 10"))
    #expect(Self.line(0, .lost, "lost to tap").hasSuffix("  drag lost to tap"))
    #expect(Self.line(0, .ignored, "no card", recognizer: nil).hasSuffix("(200, 400)  main  ignored: no card"))
    #expect(Self.line(0, .released, "released at 0.6 of 1", recognizer: nil).hasSuffix("main  released at 0.6 of 1"))
  }
}
