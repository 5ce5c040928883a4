import JSON

/// Hides in messages what decks show: cards' ids become numbers, and their data, labels and texts are left out.
///
/// The same card has the same number in every message.
struct CardMask {
  private static let cards: Set = ["card", "open"]
  private static let contents: Set = ["data", "label", "hint", "text"]

  private let isOff: Bool
  private var numbers: [String: Int] = [:]

  /// A mask; `isOff` leaves everything as it is.
  init(isOff: Bool) { self.isOff = isOff }

  /// Writes a value with its cards hidden.
  mutating func write(_ value: JSONValue, to json: inout JSONWriter) {
    switch value {
    case .null: json.raw(Array("null".utf8))
    case .boolean(let flag): json.value(flag)
    case .number(let number): json.value(constant: number)
    case .string(let text): json.value(text)
    case .array(let elements):
      var mask = self
      json.array(elements) { json, element in mask.write(element, to: &json) }
      self = mask
    case .object(let members):
      var mask = self
      json.object { json in
        for member in members { mask.write(member, to: &json) }
      }
      self = mask
    }
  }

  private mutating func write(_ member: JSONValue.Member, to json: inout JSONWriter) {
    if !isOff, Self.contents.contains(member.key) { return }
    json.key(member.key)
    if !isOff, Self.cards.contains(member.key), let id = member.value.text {
      json.value(name(of: id))
    } else if case .number = member.value {
      json.raw(member.source)
    } else {
      write(member.value, to: &json)
    }
  }

  private mutating func name(of id: String) -> String {
    let number = numbers[id] ?? numbers.count + 1
    numbers[id] = number
    return "#\(number)"
  }

  /// A message as a line, with its cards hidden.
  mutating func line(_ value: JSONValue) -> String {
    var json = JSONWriter()
    write(value, to: &json)
    return String(decoding: json.bytes, as: UTF8.self)
  }
}
