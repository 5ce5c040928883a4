import DeckProtocol
import JSON
import Testing

/// RFC 8259, case by case.
struct JSONReaderTests {
  private func read(_ text: String) throws(JSONError) -> JSONValue {
    try JSONReader.read(Array(text.utf8))
  }

  private func failure(_ bytes: [UInt8]) throws -> JSONError {
    try #require(throws: JSONError.self) { try JSONReader.read(bytes) }
  }

  @Test(arguments: [
    ("null", JSONValue.null),
    (" \t\r\n true \n", .boolean(true)),
    ("false", .boolean(false)),
    ("[]", .array([])),
    ("[ ]", .array([])),
    ("{}", .object([])),
    ("{ }", .object([])),
    ("[1,[2,[]],\"\"]", .array([.number(1), .array([.number(2), .array([])]), .string("")])),
    ("[ 1 , null ]", .array([.number(1), .null])),
  ])
  func `values of every kind are read`(text: String, value: JSONValue) throws {
    #expect(try read(text) == value)
  }

  @Test(
    arguments: [
      ("0", 0), ("-0", -0.0), ("7", 7), ("-7", -7), ("10", 10), ("1.5", 1.5), ("-0.5", -0.5), ("0.125", 0.125),
      ("1e3", 1000), ("1E3", 1000), ("1e+3", 1000), ("1e-3", 0.001), ("0e0", 0), ("0.5e1", 5), ("1.25E-2", 0.0125),
      ("9007199254740993", 9_007_199_254_740_992), ("18446744073709551615", 18_446_744_073_709_551_616),
      ("1.7976931348623157e308", .greatestFiniteMagnitude), ("5e-324", .leastNonzeroMagnitude), ("1e-400", 0),
      ("0e999", 0),
    ] as [(String, Double)]
  )
  func `numbers are read as doubles`(text: String, number: Double) throws {
    #expect(try read(text) == .number(number))
  }

  @Test(arguments: [
    (#""""#, ""),
    (#""a b""#, "a b"),
    (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{c}\n\r\t"),
    (#""\u0041\u00e9\u20AC""#, "Aé€"),
    (#""\u0000""#, "\u{0}"),
    (#""\ud83d\ude00\uDBFF\uDFFF""#, "😀\u{10FFFF}"),
    (#""\ud800\udc00""#, "\u{10000}"),
    ("\"é€😀\u{7f}\u{2028}\"", "é€😀\u{7f}\u{2028}"),
    (#""\\u0041""#, "\\u0041"),
    (#""/""#, "/"),
  ])
  func `strings are read with their escapes resolved`(text: String, string: String) throws {
    #expect(try read(text) == .string(string))
  }

  @Test(arguments: [
    ("", 0, "a value"),
    ("   ", 3, "a value"),
    ("\u{FEFF}1", 0, "a value"),
    ("nul", 0, "a value"),
    ("nULL", 0, "a value"),
    ("truefalse", 4, "the end of the line"),
    ("1 2", 2, "the end of the line"),
    ("'a'", 0, "a value"),
    ("// c\n1", 0, "a value"),
    ("]", 0, "a value"),
    ("[1]]", 3, "the end of the line"),
    ("[", 1, "a value"),
    ("[1", 2, "',' or ']'"),
    ("[1,", 3, "a value"),
    ("[1,]", 3, "a value"),
    ("[,1]", 1, "a value"),
    ("[1 2]", 3, "',' or ']'"),
    ("[1}", 2, "',' or ']'"),
    ("{", 1, "a key in double quotes"),
    ("{1:2}", 1, "a key in double quotes"),
    ("{a:2}", 1, "a key in double quotes"),
    ("{\"a\"}", 4, "':' after a key"),
    ("{\"a\":}", 5, "a value"),
    ("{\"a\":1", 6, "',' or '}'"),
    ("{\"a\":1,}", 7, "a key in double quotes"),
    ("{\"a\":1 \"b\":2}", 7, "',' or '}'"),
    ("{\"a\":1]", 6, "',' or '}'"),
  ])
  func `what is not JSON is refused where it goes wrong`(text: String, offset: Int, expected: String) throws {
    #expect(try failure(Array(text.utf8)) == JSONError(offset: offset, expected: expected))
  }

  @Test(arguments: [
    ("NaN", 0, "a value"),
    ("Infinity", 0, "a value"),
    ("-Infinity", 0, "a value"),
    ("+1", 0, "a value"),
    ("-", 0, "a value"),
    (".5", 0, "a value"),
    ("01", 1, "the end of the line"),
    ("-01", 2, "the end of the line"),
    ("1.", 2, "a digit"),
    ("1.e3", 2, "a digit"),
    ("1e", 2, "a digit"),
    ("1e+", 3, "a digit"),
    ("0x10", 1, "the end of the line"),
    ("1_000", 1, "the end of the line"),
    ("1e400", 0, "a number that a double can hold"),
    ("[-1e400]", 1, "a number that a double can hold"),
  ])
  func `what is no JSON number is refused`(text: String, offset: Int, expected: String) throws {
    #expect(try failure(Array(text.utf8)) == JSONError(offset: offset, expected: expected))
  }

  @Test(arguments: [
    ("\"", 1, "'\"' at the end of a string"),
    ("\"a", 2, "'\"' at the end of a string"),
    ("\"a\tb\"", 2, "control characters in a string to be escaped"),
    ("\"a\nb\"", 2, "control characters in a string to be escaped"),
    ("\"\u{0}\"", 1, "control characters in a string to be escaped"),
    (#""\"#, 2, "an escaped character"),
    (#""\a""#, 2, "one of \" \\ / b f n r t u after '\\'"),
    (#""\U0041""#, 2, "one of \" \\ / b f n r t u after '\\'"),
    (#""\u12""#, 3, "four hexadecimal digits"),
    (#""\u12"#, 3, "four hexadecimal digits"),
    (#""\u12g4""#, 3, "four hexadecimal digits"),
    (#""\u+123""#, 3, "four hexadecimal digits"),
    (#""\u-123""#, 3, "four hexadecimal digits"),
    (#""\u00é""#, 3, "four hexadecimal digits"),
    (#""\ud800""#, 1, "the second half of a surrogate pair"),
    (#""\ud800x""#, 1, "the second half of a surrogate pair"),
    (#""\ud800\n""#, 1, "the second half of a surrogate pair"),
    (#""\ud800\u0041""#, 1, "the second half of a surrogate pair"),
    (#""ab\udc00""#, 3, "a Unicode character"),
  ])
  func `what is no JSON string is refused`(text: String, offset: Int, expected: String) throws {
    #expect(try failure(Array(text.utf8)) == JSONError(offset: offset, expected: expected))
  }

  @Test(
    arguments: [
      ([0x80], 1),
      ([0x61, 0xFF], 2),
      ([0xC0, 0xAF], 1),
      ([0x61, 0xE0, 0x80, 0x80], 2),
      ([0xED, 0xA0, 0x80], 1),
      ([0xF4, 0x90, 0x80, 0x80], 1),
      ([0x5C, 0x6E, 0xE2, 0x82], 3),
    ] as [([UInt8], Int)]
  )
  func `invalid UTF-8 is refused at its byte`(content: [UInt8], offset: Int) throws {
    let expected = JSONError(offset: offset, expected: "valid UTF-8 in a string")
    #expect(try failure([0x22] + content + [0x22]) == expected)
  }

  @Test func `bytes that are no text are refused between tokens`() throws {
    #expect(try failure([0x5B, 0xC3, 0xA9, 0x5D]) == JSONError(offset: 1, expected: "a value"))
    #expect(try failure([0x31, 0x00]) == JSONError(offset: 1, expected: "the end of the line"))
  }

  @Test func `nesting is read to its limit and refused beyond`() throws {
    let limit = JSONReader.depthLimit
    func nested(_ open: String, _ close: String, _ depth: Int) -> [UInt8] {
      Array((String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)).utf8)
    }
    func tooDeep(_ offset: Int) -> JSONError {
      JSONError(offset: offset, expected: "at most 64 levels of nesting")
    }
    _ = try JSONReader.read(nested("[", "]", limit))
    _ = try JSONReader.read(nested("{\"a\":", "}", limit))
    _ = try read("[" + String(repeating: "[],", count: 1000) + "[]]")
    #expect(try failure(nested("[", "]", limit + 1)) == tooDeep(limit))
    #expect(try failure(nested("{\"a\":", "}", limit + 1)) == tooDeep(limit * 5))
    #expect(try failure(Array(repeating: UInt8(ascii: "["), count: 1 << 20)) == tooDeep(limit))
  }

  @Test func `a key twice in an object is refused`() throws {
    let expected = "each key once, not \"a\" again"
    #expect(try failure(Array(#"{"a":1,"b":2,"a":3}"#.utf8)) == JSONError(offset: 13, expected: expected))
    #expect(try failure(Array(#"{"a":1,"\u0061":3}"#.utf8)) == JSONError(offset: 7, expected: expected))
    _ = try read(#"{"a":{"a":1},"A":[{"a":2}]}"#)
  }

  @Test func `keys that look the same but have other bytes are other keys`() throws {
    let value = try read("{\"\u{e9}\":1,\"e\u{301}\":2,\"K\":3,\"\u{212a}\":4}")
    guard case .object(let members) = value else { preconditionFailure("\(value) was written as an object") }
    #expect(members.map(\.value) == [.number(1), .number(2), .number(3), .number(4)])
  }

  @Test func `a member keeps the bytes of its value`() throws {
    let value = try read(#"{ "id" : 1.50e1 , "data" : { "a" : [ 1 , "\u0041" ] ,"b":null } ,"s":"\/" }"#)
    guard case .object(let members) = value else { preconditionFailure("\(value) was written as an object") }
    #expect(members.map(\.key) == ["id", "data", "s"])
    let sources = members.map { String(decoding: $0.source, as: UTF8.self) }
    #expect(sources == ["1.50e1", #"{ "a" : [ 1 , "\u0041" ] ,"b":null }"#, #""\/""#])
  }

  /// A mebibyte, the most that a line may have, of what is worst for a careless reader.
  @Test(
    arguments: [
      ("[", "0,", "0]"), ("[", "{},", "0]"), ("\"", "\\u00e9", "\""), ("1.", "1", ""), ("", " ", "1"),
      (String(repeating: "[", count: 64), " ", "1" + String(repeating: "]", count: 64)),
      (String(repeating: "{\"a\":", count: 64) + "\"", "a", "\"" + String(repeating: "}", count: 64)),
    ]
  )
  func `the longest line is read without copies of copies`(start: String, middle: String, end: String) throws {
    _ = try read(start + String(repeating: middle, count: (1 << 20) / middle.utf8.count) + end)
  }

  @Test func `an object of many keys is read`() throws {
    let value = try read("{" + (0..<100_000).map { "\"\($0)\":0" }.joined(separator: ",") + "}")
    guard case .object(let members) = value else { preconditionFailure("it was written as an object") }
    #expect(members.count == 100_000)
  }
}
