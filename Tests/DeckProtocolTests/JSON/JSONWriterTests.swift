import DeckProtocol
import JSON
import TestSupport
import Testing

struct JSONWriterTests {
  private func text(_ write: (inout JSONWriter) -> Void) -> String {
    var json = JSONWriter()
    write(&json)
    return String(decoding: json.bytes, as: UTF8.self)
  }

  @Test(arguments: [
    (0.0, "0"), (-0.0, "0"), (0.0004, "0"), (-0.0004, "0"), (.leastNonzeroMagnitude, "0"),
    (0.0005, "0.001"), (-0.0005, "-0.001"), (0.0625, "0.063"), (-0.0625, "-0.063"),
    (0.5, "0.5"), (-0.5, "-0.5"), (0.05, "0.05"), (-0.05, "-0.05"), (0.1 + 0.2, "0.3"),
    (0.9994, "0.999"), (0.9995, "1"), (-0.9996, "-1"), (1, "1"), (-12.34, "-12.34"), (100.1004, "100.1"), (360, "360"),
    (1_234_567.891, "1234567.891"), (8_999_999_999_999, "8999999999999"), (-8_999_999_999_999, "-8999999999999"),
  ])
  func `numbers have at most three decimals, halves away from zero`(number: Double, written: String) {
    #expect(text { $0.value(number) } == written)
  }

  @Test func `numbers of every magnitude are rounded as the standard library rounds`() throws {
    var generator = SeededGenerator(seed: 1)
    for step in 0..<20_000 {
      let exponent = Int.random(in: -16...42, using: &generator)
      let fraction = Double.random(in: -1...1, using: &generator)
      let random = Double(sign: .plus, exponent: exponent, significand: fraction)
      // Also numbers that lie halfway between two thousandths.
      let number = step % 4 == 0 ? ((random * 1000).rounded(.down) + 0.5) / 1000 : random
      let thousandths = (number * 1000).rounded(.toNearestOrAwayFromZero)
      let written = text { $0.value(number) }
      #expect(try #require(Double(written)) == thousandths / 1000 || written == "0" && thousandths == 0)
      #expect(written.split(separator: ".").count == 1 || written.last != "0")
    }
  }

  @Test(arguments: ["", "x", "cards", #"a"b"#, "\u{1}é"])
  func `a key that was encoded before is written like its name`(name: String) {
    let key = JSONKey(name)
    let (encoded, plain) = (
      text { json in
        json.object { json in
          json.key(key)
          json.value(1)
          json.key(key)
          json.value(2)
        }
      },
      text { json in
        json.object { json in
          json.member(name, 1)
          json.member(name, 2)
        }
      }
    )
    #expect(encoded == plain)
  }

  @Test func `integers are written exactly`() {
    #expect(text { $0.value(0) } == "0")
    #expect(text { $0.value(-7) } == "-7")
    #expect(text { $0.value(Int64.max) } == "9223372036854775807")
    #expect(text { $0.value(Int64.min) } == "-9223372036854775808")
    #expect(text { $0.value(UInt64.max) } == "18446744073709551615")
    #expect(text { $0.value(Int8.min) } == "-128")
    #expect(text { $0.value(UInt8.max) } == "255")
  }

  @Test(arguments: [
    ("", #""""#),
    ("plain", #""plain""#),
    (#"a"b\c/d"#, #""a\"b\\c/d""#),
    ("\u{0}\u{8}\t\n\u{c}\r\u{1f}", #""\u0000\u0008\u0009\u000a\u000c\u000d\u001f""#),
    ("\u{7f}é\u{2028}😀", "\"\u{7f}é\u{2028}😀\""),
  ])
  func `strings escape what JSON requires, nothing else`(string: String, written: String) throws {
    #expect(text { $0.value(string) } == written)
    #expect(text { json in json.object { $0.member(string, true) } } == "{\(written):true}")
    #expect(try JSONReader.read(Array(written.utf8)) == .string(string))
  }

  @Test func `a byte to escape is found at every place of a text of any length`() throws {
    for length in 1...20 {
      for place in 0..<length {
        for code in UInt8(0)..<128 {
          var bytes = [UInt8](repeating: UInt8(ascii: "x"), count: length)
          bytes[place] = code
          // A byte that is no ASCII beside it.
          let string = String(decoding: bytes, as: UTF8.self) + (code % 2 == 0 ? "é" : "")
          let isPlain = code >= 0x20 && code != UInt8(ascii: "\"") && code != UInt8(ascii: "\\")
          let written = text { $0.value(string) }
          #expect((written == "\"\(string)\"") == isPlain)
          #expect(try JSONReader.read(Array(written.utf8)) == .string(string))
        }
      }
    }
  }

  @Test func `commas stand between values, and nowhere else`() {
    let written = text { json in
      json.object { json in
        json.member("none") { _ in }
        json.key("list")
        json.array([1, 2]) { $0.value($1) }
        json.key("pair")
        json.array { json in
          json.value(1.5)
          json.array([Int]()) { $0.value($1) }
          json.object { $0.member("a", "b") }
        }
        json.member("on", true)
        json.member("off", false)
        json.member("half", 0.5)
      }
    }
    #expect(written == #"{"none":{},"list":[1,2],"pair":[1.5,[],{"a":"b"}],"on":true,"off":false,"half":0.5}"#)
  }

  @Test func `lines follow each other without commas`() {
    let written = text { json in
      for number in 1...2 {
        json.value(number)
        json.newline()
      }
    }
    #expect(written == "1\n2\n")
  }

  @Test func `data comes back as it was given, on one line`() {
    let data = "{ \"n\" : 1.000 ,\r\n\t\"text\":\"a\\nb\" }"
    #expect(text { $0.raw(data.utf8) } == "{ \"n\" : 1.000 ,\r \t\"text\":\"a\\nb\" }")
    for part in [data, "", "\n", "\n\n1\n", "1"] {
      let bytes = Array("x\(part)y".utf8).dropFirst().dropLast()
      #expect(text { $0.raw(bytes) } == text { $0.raw(part.utf8) }, "\(part)")
    }
  }

  /// Eight bytes are looked at together.
  @Test func `a newline becomes a space wherever it is, and nothing else does`() {
    for count in 0...20 {
      for place in 0..<count {
        var data = (0..<count).map { [UInt8(ascii: "\n") - 1, UInt8(ascii: "\n") + 1, 0x8A][$0 % 3] }
        data[place] = UInt8(ascii: "\n")
        var json = JSONWriter()
        json.raw(data[...])
        data[place] = UInt8(ascii: " ")
        #expect(json.bytes == data, "\(place) of \(count)")
      }
    }
  }
}
