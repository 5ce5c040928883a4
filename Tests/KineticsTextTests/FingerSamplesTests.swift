import Kinetics
import KineticsText
import Testing

@Suite struct FingerSamplesTests {
  /// A finger at 1000 pt/s along x, every 8 ms from `origin`.
  private static func lines(_ count: Int, origin: Int64 = 0) -> [String] {
    (0..<count).map { #"{"t":\#(origin + 8000 * Int64($0)),"x":\#(8 * $0),"y":2}"# }
  }

  private func samples(_ lines: [String], _ strategy: VelocityStrategy = .leastSquares) throws -> FingerSamples {
    try FingerSamples(Array(lines.joined(separator: "\n").utf8), strategy: strategy)
  }

  @Test(arguments: VelocityStrategy.allCases, [0, 4_000_000_000_000_000_000 - 72_000])
  func `a constant speed is its velocity, whatever the clock says`(strategy: VelocityStrategy, origin: Int64) throws {
    let velocity = try samples(Self.lines(10, origin: origin), strategy).velocity
    #expect(abs(velocity.dx - 1000) < 1e-9)
    #expect(velocity.dy == 0)
  }

  @Test func `a lift judges whether the finger had stopped, and is no position`() throws {
    let moves = Self.lines(10)
    for lift in [#"{"t":100000,"up":true}"#, #"{"t":100000,"x":72,"y":2,"up":true}"#] {
      #expect(abs(try samples(moves + [lift]).velocity.dx - 1000) < 1e-9)
    }
    #expect(try samples(moves + [#"{"t":112001,"up":true}"#]).line == #"{"vx":0.0,"vy":0.0}"#)
  }

  @Test func `a lift somewhere else is a position too`() throws {
    let moves = Self.lines(9) + [#"{"t":72000,"x":72,"y":2,"up":true}"#]
    #expect(try samples(moves).line == samples(Self.lines(10)).line)
  }

  @Test func `empty lines and other members are passed over`() throws {
    let lines = Self.lines(5).flatMap { ["", $0.replacing("{", with: #"{"slot":3,"up":false,"#), "  \r"] }
    #expect(abs(try samples(lines).velocity.dx - 1000) < 1e-9)
  }

  @Test(arguments: [
    ("nonsense", #"a value at byte 0"#), ("[1]", #"an object like {"t":0,"x":0,"y":0}"#),
    (#"{"x":1,"y":1}"#, #""t" in whole microseconds"#), (#"{"t":1.5,"x":1,"y":1}"#, #""t" in whole microseconds"#),
    (#"{"t":1e300,"x":1,"y":1}"#, #""t" in whole microseconds"#),
    (#"{"t":8000,"x":"1","y":1}"#, #""x" in points, from −1e9 to 1e9"#),
    (#"{"t":8000,"x":1,"y":1e308}"#, #""y" in points, from −1e9 to 1e9"#),
    (#"{"t":8000,"x":1}"#, #""x" and "y""#), (#"{"t":8000}"#, #""x" and "y""#),
    (#"{"t":8000,"x":1,"up":true}"#, #""x" and "y""#), (#"{"t":8000,"up":1}"#, #"true or false as "up""#),
    (#"{"t":-1,"x":1,"y":1}"#, #"a time not before the line before, which has 0"#),
  ])
  func `a line that is wrong is named by its number`(line: String, expected: String) {
    let error = FingerSamplesError.line(3, expected: expected)
    #expect(throws: error) { try samples([#"{"t":0,"x":1,"y":1}"#, "", line]) }
    #expect(error.description == "line 3: expected \(expected)")
  }

  @Test func `nothing follows a lift, and no position is none`() {
    #expect(throws: FingerSamplesError.line(2, expected: #"nothing after the line with "up""#)) {
      try samples([#"{"t":0,"x":1,"y":1,"up":true}"#, #"{"t":1,"x":1,"y":1}"#])
    }
    #expect(throws: FingerSamplesError.empty) { try samples([]) }
  }
}
