import Foundation
import Testing

/// The conversations that the clients of every language hold to: Tests/Conformance/README.md.
@Suite
struct `The conformance suite` {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Conformance/Conversations")

  static let conversations = (try? FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()) ?? []

  @Test(arguments: conversations)
  func `holds`(conversation: String) throws {
    try Conversation.play(Self.folder.appending(path: conversation))
  }

  @Test
  func `has conversations`() {
    #expect(Self.conversations.count > 3)
  }
}
