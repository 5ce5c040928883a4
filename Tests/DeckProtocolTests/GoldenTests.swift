import Foundation
import TestSupport
import Testing

struct GoldenTests {
  private func difference(_ actual: String, _ expected: String) -> String? {
    Golden.firstDifference(Array(actual.utf8), Array(expected.utf8))
  }

  @Test func `the first line that differs is shown`() {
    #expect(difference("a\nb\n", "a\nb\n") == nil)
    #expect(difference("a\nb\nc\n", "a\nB\nC\n") == "line 2:\nis       b\nexpected B")
    #expect(difference("a\n", "a") == "line 2:\nis       \nexpected (the end of the text)")
    #expect(difference("a", "a\nb") == "line 2:\nis       (the end of the text)\nexpected b")
    #expect(difference("", "a") == "line 1:\nis       \nexpected a")
  }

  @Test(.enabled(if: ProcessInfo.processInfo.environment["RECORD_FIXTURES"] == nil))
  func `a text that is not the file's is an issue`() {
    withKnownIssue { try Golden.expect("{}\n", at: "Fixtures/replies.ndjson") }
    withKnownIssue { try Golden.expect("", at: "Fixtures/missing.ndjson") }
  }
}
