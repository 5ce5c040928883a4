import DeckProtocol
import JSON
import TestSupport
import Testing

@Suite
struct `The outline of a JSON text` {
  private static let text = """
     [ {"id" : "é\\"]", "data":{ "a" : [1, {"b":null}] }, "allowed" :["up" , "l\\u0065ft"]},
       {},-1.5e3 ,[ ] , true,"x" ]

    """

  private static let outline = JSONOutline(Array(text.utf8))

  private static func text(_ range: Range<Int>) -> String {
    String(decoding: outline.bytes[range], as: UTF8.self)
  }

  @Test func `has the elements of an array`() {
    #expect(Self.outline.root == 1..<(Self.text.utf8.count - 1))
    let elements = Self.outline.elements(of: Self.outline.root)
    #expect(elements.dropFirst().map(Self.text) == ["{}", "-1.5e3", "[ ]", "true", "\"x\""])
    #expect(Self.outline.elements(of: elements[3]).isEmpty && Self.outline.elements(of: elements[1]).isEmpty)
    for text in ["[]", "[1]", " [1 ] ", "[[],[]]", "7", "{}"] {
      let outline = JSONOutline(Array(text.utf8))
      let count = text.contains("[[") ? 2 : text.contains("1") ? 1 : 0
      #expect(outline.elements(of: outline.root).count == count, "\(text)")
    }
  }

  @Test func `has the members of an object`() {
    let members = Self.outline.members(of: Self.outline.elements(of: Self.outline.root)[0])
    #expect(members.map { Self.text($0.key) } == [#""id""#, #""data""#, #""allowed""#])
    #expect(
      members.map { Self.text($0.value) }
        == [#""é\"]""#, #"{ "a" : [1, {"b":null}] }"#, #"["up" , "l\u0065ft"]"#]
    )
    #expect(Self.outline.isText(members[0].key, "id") && !Self.outline.isText(members[0].key, "i"))
    let escaped = JSONOutline(Array(#"{"\u0069d":1}"#.utf8))
    #expect(escaped.isText(escaped.members(of: escaped.root)[0].key, "id"))
  }

  @Test(arguments: [
    ("", "1:2"), ("[0]", "1:4"), ("[0].id", "1:12"), ("[0].data", "1:27"), ("[0].data.a[1].b", "1:44"),
    ("[0].allowed[1]", "1:73"), ("[0].label", "1:4"), ("[1]", "2:4"), ("[2]", "2:7"), ("[5]", "2:26"), ("[6]", "1:2"),
    ("[1].id", "2:4"),
  ])
  func `has the place of a path, or of its last value that is there`(path: String, place: String) {
    let offset = Self.outline.place(of: [JSONOutline.Step](path: path), in: Self.outline.root)
    #expect("\(TextPlace(of: offset, in: Self.outline.bytes))" == place)
  }

  @Test func `counts characters in a line, and not bytes`() {
    let bytes = Array("aé€😀b\r\n\u{301}c".utf8)
    let places = bytes.indices.filter { bytes[$0] & 0xC0 != 0x80 }.map { "\(TextPlace(of: $0, in: bytes))" }
    #expect(places == ["1:1", "1:2", "1:3", "1:4", "1:5", "1:6", "1:7", "2:1", "2:2"])
    #expect("\(TextPlace(of: bytes.count, in: bytes))" == "2:3")
    #expect("\(TextPlace(of: 0, in: []))" == "1:1")
  }

  @Test func `agrees with the reader about random texts`() throws {
    let seed = Seed.value
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      let text = Self.space(&generator) + Self.value(depth: 4, &generator) + Self.space(&generator)
      let outline = JSONOutline(Array(text.utf8))
      try Self.expect(outline, outline.root, is: try JSONReader.read(outline.bytes), "DECKD_SEED=\(seed) \(text)")
    }
  }

  private static func expect(_ outline: JSONOutline, _ range: Range<Int>, is value: JSONValue, _ text: Comment) throws {
    #expect(try JSONReader.read(Array(outline.bytes[range])) == value, text)
    switch value {
    case .array(let elements):
      let ranges = outline.elements(of: range)
      #expect(ranges.count == elements.count, text)
      for (range, element) in zip(ranges, elements) { try expect(outline, range, is: element, text) }
    case .object(let members):
      let found = outline.members(of: range)
      #expect(found.count == members.count, text)
      for (found, member) in zip(found, members) {
        #expect(
          outline.isText(found.key, member.key) && Array(outline.bytes[found.value]) == Array(member.source),
          text
        )
        try expect(outline, found.value, is: member.value, text)
      }
    case .string, .number, .boolean, .null: break
    }
  }

  private static func space(_ generator: inout SeededGenerator) -> String {
    ["", "", "", " ", "\n", "\t \r\n"].randomElement(using: &generator) ?? ""
  }

  private static func value(depth: Int, _ generator: inout SeededGenerator) -> String {
    let words = [#""""#, #""a,]}""#, #""\"\\""#, #""é\u00e9""#, "0", "-1.5E+2", "true", "null", "[]", "{}"]
    let kind = depth == 0 ? 0 : Int.random(in: 0..<3, using: &generator)
    guard kind > 0 else { return words.randomElement(using: &generator) ?? "0" }
    let parts = (0..<Int.random(in: 0...4, using: &generator)).map { index in
      let key = kind == 1 ? "" : "\"k\(index)\"\(space(&generator)):"
      return space(&generator) + key + space(&generator) + value(depth: depth - 1, &generator) + space(&generator)
    }
    let joined = parts.isEmpty ? space(&generator) : parts.joined(separator: ",")
    return kind == 1 ? "[\(joined)]" : "{\(joined)}"
  }
}
