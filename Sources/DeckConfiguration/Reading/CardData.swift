import DeckProtocol
import JSON

/// Writes a card's data as JSON.
///
/// Keys are in byte order, since toml++ does not keep the file's order; integers are exact, other numbers are
/// the shortest text that reads back as the same value; dates and times are text. So equal files produce equal bytes.
enum CardData {
  /// The value as JSON bytes without white space.
  static func json(_ node: TOMLNode) -> [UInt8] {
    var json = JSONWriter(capacity: 64)
    write(node, to: &json)
    return json.bytes
  }

  private static func write(_ node: TOMLNode, to json: inout JSONWriter) {
    switch node.value {
    case .table(let members):
      json.object { json in
        for member in members {
          json.key(member.key)
          write(member.node, to: &json)
        }
      }
    case .array(let elements): json.array(elements) { json, element in write(element, to: &json) }
    case .string(let text), .moment(let text): json.value(text)
    case .integer(let integer): json.value(integer)
    // The writer's own number format has three decimals.
    case .float(let number): json.raw(number.description.utf8)
    case .boolean(let flag): json.value(flag)
    // Unused: the file has been rejected.
    case .rejected: json.raw("null".utf8)
    }
  }
}
