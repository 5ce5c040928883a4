import DeckProtocol
import TestSupport

/// Lines that look like requests: of every method, with parameters of any names and shapes, sometimes damaged.
struct LineGrammar {
  private static let names = [
    "deck", "cards", "card", "id", "data", "allowed", "threshold", "current", "at", "count", "from", "to", "direction",
    "force", "topics", "rate", "since", "settings", "length", "questions", "surface", "t", "period", "contacts",
    "frames", "phase", "x", "y", "on", "bytes", "protocol", "client", "commit.threshold", "",
  ]
  private static let words = [
    "main", "card-0", "events", "frames", "motions", "left", "up", "down", "shouldSwipe", "é😀", "\\u0000",
    "\\ud83d", "\\ud83d\\ude00", "\\x", "a\\\"b", "", "NaN",
  ]
  private static let numbers = [
    "0", "-0", "1", "-1", "0.5", "1e2", "1e999", "-1e-400", "01", "1.", ".5", "9223372036854775808", "4294967296",
    "NaN", "Infinity", "0x10",
  ]

  private var random: SeededGenerator
  private var number = 0

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
  }

  /// Returns the next line, without its newline.
  mutating func line() -> [UInt8] {
    number += 1
    // Reading the file repeatedly would take long, and tests nothing about the lines.
    let methods = ClientRequest.methodNames.filter { $0 != "daemon.reload" } + ["deck.explode", ""]
    let id = one(of: [#""id":\#(number),"#, #""id":"x\#(number)","#, #""id":null,"#, #""id":[],"#, ""])
    let version = one(of: [#""jsonrpc":"2.0","#, #""jsonrpc":"2.0","#, #""jsonrpc":2,"#, ""])
    let params = Int.random(in: 0..<8, using: &random) == 0 ? value(depth: 3) : object(depth: 3)
    var bytes = Array("{\(version)\(id)\"method\":\"\(one(of: methods))\",\"params\":\(params)}".utf8)
    if Int.random(in: 0..<3, using: &random) == 0 { damage(&bytes) }
    return bytes
  }

  private mutating func one(of list: [String]) -> String { list.randomElement(using: &random) ?? "" }

  private mutating func object(depth: Int) -> String {
    let members = (0..<Int.random(in: 0...4, using: &random)).map { _ in
      "\"\(one(of: Self.names))\":\(value(depth: depth - 1))"
    }
    return "{\(members.joined(separator: ","))}"
  }

  private mutating func value(depth: Int) -> String {
    switch Int.random(in: 0..<(depth > 0 ? 8 : 5), using: &random) {
    case 0...1: return "\"\(one(of: Self.words))\""
    case 2...3: return one(of: Self.numbers)
    case 4: return one(of: ["true", "false", "null", "nul"])
    case 5: return object(depth: depth)
    case 6:
      let values = (0..<Int.random(in: 0...4, using: &random)).map { _ in value(depth: depth - 1) }
      return "[\(values.joined(separator: ","))]"
    default:
      let levels = Int.random(in: 1...200, using: &random)
      return String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
    }
  }

  /// Removes, inserts or changes a few bytes.
  private mutating func damage(_ bytes: inout [UInt8]) {
    for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      let byte = UInt8.random(in: 0...255, using: &random)
      // A newline would split the line.
      let other = byte == 0x0A ? 0xFF : byte
      switch Int.random(in: 0..<4, using: &random) {
      case 0: bytes.remove(at: place)
      case 1: bytes.insert(other, at: place)
      case 2: bytes[place] = other
      default: bytes.removeSubrange(place...)
      }
    }
  }
}
