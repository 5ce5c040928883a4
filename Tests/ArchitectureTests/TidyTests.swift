import Foundation
import Testing

/// Names that said little, with those that took their places: none comes back.
private let retiredNames = [
  "Outfit": "PublishedConfiguration", "Portrayal": "AnimatedElement", "Outlook": "AnimatedScene",
  "MotionBook": "MotionDiffer", "ShownCard": "PresentedCard", "ShownOverlay": "PresentedOverlay",
  "ShownDetail": "PresentedDetail", "Quantity": "MotionScalar", "EveryMoment": "SymbolicEvaluation",
  "CardPlace": "CardGeometry", "Consultation": "DelegateQueries", "Stance": "StackMetrics",
  "Judgement": "SwipeProgress", "Canvas": "FrameStream", "TouchWorkbench": "TouchRouter",
  "Keeping": "Persistence", "Errand": "FileJob", "SettingForm": "SettingCodec",
  "SpringWay": "SpringParameterization", "FingerWay": "FingerTrajectory", "FingerPace": "SpeedProfile",
  "SourcePlace": "TextPlace", "WholeNumberRow": "SectionRow",
]

/// Words that said in a dialect of their own what the field has terms for, with those terms.
private let retiredWords = [
  "anew": "again", "go on": "continue", "goes on": "continues", "told": "published or received", "tell": "report",
  "tells": "reports", "hear": "receive", "hears": "receives", "let go": "released or disconnected",
  "nothing outlives": "nothing is persisted", "to be had": "available", "carry out": "perform",
  "carries out": "performs", "carried out": "performed", "whom": "which",
]

@Suite
struct `The sources` {
  private static func pages() throws -> [(path: String, text: String)] {
    let top = try FileManager.default.contentsOfDirectory(atPath: root.path).filter { $0.hasSuffix(".md") }.sorted()
    let folders = try ["Sources", "Tests", "Examples", "Benchmarks"].flatMap { try files(in: $0, ["md"]) }
    return try top.map { ($0, try String(contentsOf: root.appending(path: $0), encoding: .utf8)) }
      + folders.filter { !$0.path.contains("/.build/") }
  }

  /// What a person takes in at a glance.
  private static let mostFiles = 14

  @Test
  func `are in rooms of a size that can be taken in`() throws {
    let paths = try ["Sources", "Tests", "Benchmarks", "Fuzz"].flatMap { try files(in: $0, ["swift"]).map(\.path) }
    #expect(paths.count > 500)
    let rooms = Dictionary(grouping: paths) { ($0 as NSString).deletingLastPathComponent }
    for (room, files) in rooms where files.count > Self.mostFiles {
      Issue.record("\(room) has \(files.count) files; expected at most \(Self.mostFiles)")
    }
  }

  @Test
  func `have no page with a link that leads nowhere`() throws {
    var (links, anchors) = (0, 0)
    for (path, text) in try Self.pages() {
      let folder = root.appending(path: path).deletingLastPathComponent()
      for match in text.matches(of: /\]\(([^)\s]+)\)/) {
        let target = match.1.prefix { $0 != "#" }
        guard !target.isEmpty, !target.contains(":") else { continue }
        links += 1
        let file = folder.appending(path: String(target)).path
        #expect(FileManager.default.fileExists(atPath: file), "\(path): \(match.1)")
        guard let anchor = match.1.split(separator: "#").dropFirst().first, target.hasSuffix(".md") else { continue }
        anchors += 1
        let page = try String(contentsOfFile: file, encoding: .utf8)
        #expect(Self.anchors(of: page).contains(String(anchor)), "\(path): \(match.1)")
      }
    }
    #expect(links > 50)
    #expect(anchors > 100)
  }

  /// The anchors that GitHub gives the headings of a page.
  private static func anchors(of page: String) -> Set<String> {
    let headings = page.split(separator: "\n").filter { $0.hasPrefix("#") }
    return Set(
      headings.map { heading in
        let kept = heading.drop { $0 == "#" }.dropFirst().lowercased()
          .filter { $0.isLetter || $0.isNumber || " -_".contains($0) }
        return String(kept.map { $0 == " " ? "-" : $0 })
      }
    )
  }

  @Test
  func `name each type once, whatever its module`() throws {
    var modules: [String: Set<String>] = [:]
    let declaration =
      /^(?:public |package )?(?:final |indirect )?(?:struct|enum|class|actor|protocol|typealias) (\w+)/
      .anchorsMatchLineEndings()
    for (path, text) in try files(in: "Sources", ["swift"]) {
      let module = path.split(separator: "/")[1]
      for match in text.matches(of: declaration) { modules[String(match.1), default: []].insert(String(module)) }
    }
    #expect(modules.count > 300)
    for (name, modules) in modules where modules.count > 1 {
      Issue.record("\(name) is a type of \(modules.sorted().joined(separator: " and of "))")
    }
  }

  @Test
  func `use no name that was retired`() throws {
    let sources = try ["Sources", "Tests", "Benchmarks"].flatMap { try files(in: $0, ["swift"]) }
    for (path, text) in sources where !path.hasSuffix("TidyTests.swift") {
      let words = Set(text.utf8.split { !Self.isPartOfName($0) }.map { String($0) ?? "" })
      for name in words.intersection(retiredNames.keys).sorted() {
        Issue.record("\(path): \(name) is \(retiredNames[name] ?? "") now")
      }
    }
  }

  @Test
  func `use the terms of the field`() throws {
    let texts = try Self.pages() + files(in: "Sources", ["swift"])
    let words = try Regex("\\b(\(retiredWords.keys.sorted().joined(separator: "|")))\\b")
    for (path, text) in texts {
      for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        guard let word = line.firstMatch(of: words)?.output[0].substring.map(String.init) else { continue }
        Issue.record("\(path):\(number + 1): \"\(word)\" is \"\(retiredWords[word] ?? "")\" here")
      }
    }
  }

  /// A row is a heading such as `### S10 Fly-away`; a comment cites the rule by the row's name.
  @Test
  func `cite the rows that the reference pages have`() throws {
    let texts = try ["Sources", "Tests", "Benchmarks", "Examples"].flatMap {
      try files(in: $0, ["swift", "md", "deck", "gesture", "toml", "py", "c", "h", "sh"])
    }
    .filter { !$0.path.contains("/.build/") && !$0.path.contains("/Fixtures/") }
    let heading = /^#+ ([A-Z][1-9][0-9]?) \S/.anchorsMatchLineEndings()
    let rows = texts.filter { $0.path.contains(".docc/") }.flatMap { _, text in
      text.matches(of: heading).map { String($0.1) }
    }
    #expect(rows.count > 50)
    #expect(Set(rows).count == rows.count, "two headings begin with the same row")
    // Not a compiler's -O2, a character such as \u{E9}, or a part of a name.
    let citation = /(?:^|[^\w+.{-])([A-Z][1-9][0-9]?)\b/.anchorsMatchLineEndings()
    var cited = 0
    for (path, text) in texts {
      let names = text.matches(of: citation).map { String($0.1) }
      cited += names.count
      let unknown = Set(names).subtracting(rows).sorted()
      #expect(unknown.isEmpty, "\(path) cites \(unknown.joined(separator: ", ")), and no page has such a heading")
      let isForUsers = path.hasPrefix("Examples/") || path.contains(".docc/") && text.firstMatch(of: heading) == nil
      #expect(!isForUsers || names.isEmpty, "\(path) is for users, and cites \(Set(names).sorted())")
    }
    #expect(cited > 500)
  }

  /// CONTRIBUTING's instructions name identifiers in code style and link to the files that have them.
  @Test
  func `have what the steps for contributors name`() throws {
    let text = try String(contentsOf: root.appending(path: "CONTRIBUTING.md"), encoding: .utf8)
    var names = 0
    for section in text.split(separator: "\n## ").dropFirst() {
      let linked = try section.matches(of: /\]\(([^)#]+\.swift)\)/).map { match in
        try String(contentsOf: root.appending(path: String(match.1)), encoding: .utf8)
      }
      guard !linked.isEmpty else { continue }
      let steps = section.split(separator: "\n").filter { $0.first?.isNumber == true }.joined(separator: "\n")
      for match in steps.matches(of: /`\.?([A-Za-z]+)(?:\(([^`]*)\))?`/) {
        let (name, isSuite) = (String(match.1), match.1.hasSuffix("Tests") || match.1 == "DeckScript")
        names += 1
        let found =
          isSuite
          ? try files(in: "Tests", ["swift"]).contains { $0.path.contains(name) }
          : try linked.contains { try $0.firstMatch(of: Regex("\\b\(name)\\b")) != nil }
        #expect(found, "\(section.prefix { $0 != "\n" }): \(match.0)")
      }
    }
    #expect(names > 50)
  }

  private static func isPartOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
