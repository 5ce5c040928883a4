import Foundation
import Kinetics
import Logging
import Service
import Testing

@Suite
struct `A line of the log` {
  private func line(_ style: LogLine.Style, _ level: Logger.Level, _ text: String, _ values: Logger.Metadata) -> String
  {
    String(decoding: LogLine.bytes(style, level, text, values, seconds: 1_700_000_000), as: UTF8.self)
  }

  @Test
  func `begins with the text, and has its values quoted and in order`() {
    #expect(
      line(.journal, .notice, "listening", ["version": "1.0", "socket": "/run/a \"b\"\\\n.sock"])
        == "<5>listening socket=\"/run/a \\\"b\\\"\\\\\\n.sock\" version=\"1.0\"\n"
    )
  }

  @Test(arguments: [(Logger.Level.critical, 2), (.error, 3), (.warning, 4), (.notice, 5), (.info, 6), (.debug, 7)])
  func `has the level that journald takes`(level: Logger.Level, priority: Int) {
    #expect(line(.journal, level, "text", [:]) == "<\(priority)>text\n")
  }

  @Test
  func `has the time and the level for a person, and stays one line`() {
    #expect(
      line(.plain, .warning, "first\nsecond\u{1B}[2J", [:]) == "2023-11-14T22:13:20Z warning: first\\nsecond?[2J\n"
    )
  }
}

@Suite
struct `The limit of the log` {
  private func moment(_ seconds: Double) -> Instant { Instant(microseconds: Int64(seconds * 1e6)) }

  @Test
  func `lets a message pass five times in 30 s, and counts the others`() {
    var limiter = LogLimiter()
    for number in 0..<5 { #expect(limiter.admit("again", at: moment(100 + Double(number))) == .write(heldBack: 0)) }
    for _ in 0..<1000 { #expect(limiter.admit("again", at: moment(110)) == .holdBack) }
    #expect(limiter.admit("other", at: moment(111)) == .write(heldBack: 0))
    #expect(limiter.admit("again", at: moment(130)) == .write(heldBack: 1000))
    #expect(limiter.admit("again", at: moment(131)) == .write(heldBack: 0))
  }

  @Test
  func `lets 90 messages pass in 30 s, whatever they say`() {
    var limiter = LogLimiter()
    let admissions = (0..<10_000).map { limiter.admit("message \($0)", at: moment(50)) }
    #expect(admissions.filter { $0 != .holdBack }.count == 90)
    #expect(limiter.admit("later", at: moment(80)) == .write(heldBack: 9910))
  }
}
