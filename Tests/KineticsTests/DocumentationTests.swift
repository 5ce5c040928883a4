import Foundation
import Testing

/// The worked example of the documentation is the one that is built.
@Suite struct DocumentationTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  @Test func `the page's code is the program's`() throws {
    let page = try String(
      contentsOf: Self.root.appending(path: "Sources/Kinetics/Kinetics.docc/FlickedCard.md"),
      encoding: .utf8
    )
    let program = try ["FlickedCard", "Flick"].map { name in
      try String(contentsOf: Self.root.appending(path: "Examples/flick/Sources/flick/\(name).swift"), encoding: .utf8)
    }
    let blocks = page.components(separatedBy: "```swift\n").dropFirst().compactMap {
      $0.components(separatedBy: "```").first
    }
    #expect(blocks.count == 2)
    for block in blocks { #expect(program.contains { $0.contains(block) }, "\(block)") }
  }
}
