/// Recognizes numbers, booleans, dates and times of TOML 1.0.
///
/// The parser checks whether a date is in the calendar and a number in range.
struct ScalarGrammar {
  private var rest: Substring.UTF8View

  /// Whether `text` is exactly one such value.
  static func accepts(_ text: String) -> Bool {
    if ["true", "false"].contains(text) { return true }
    let readings: [(inout ScalarGrammar) -> Bool] = [
      { $0.moment() }, { $0.decimal() }, { $0.prefixed("0x", 16) }, { $0.prefixed("0o", 8) }, { $0.prefixed("0b", 2) },
    ]
    return readings.contains { read in
      var grammar = ScalarGrammar(rest: Substring(text).utf8)
      return read(&grammar) && grammar.rest.isEmpty
    }
  }

  // MARK: Numbers

  private mutating func decimal() -> Bool {
    if !consume("+") { _ = consume("-") }
    if consume("inf") || consume("nan") { return true }
    let startsWithZero = rest.first == UInt8(ascii: "0")
    let before = rest.count
    guard digits(radix: 10), !startsWithZero || before - rest.count == 1 else { return false }
    if consume("."), !digits(radix: 10) { return false }
    guard consume("e") || consume("E") else { return true }
    if !consume("+") { _ = consume("-") }
    return digits(radix: 10)
  }

  private mutating func prefixed(_ prefix: StaticString, _ radix: Int) -> Bool {
    consume(prefix) && digits(radix: radix)
  }

  /// Digits with single underscores between them.
  private mutating func digits(radix: Int) -> Bool {
    guard digit(radix: radix) else { return false }
    while true {
      let isSeparated = consume("_")
      guard digit(radix: radix) else { return !isSeparated }
    }
  }

  private mutating func digit(radix: Int) -> Bool {
    guard let byte = rest.first, let value = Character(Unicode.Scalar(byte)).hexDigitValue, value < radix else {
      return false
    }
    rest.removeFirst()
    return true
  }

  // MARK: Dates and times

  private mutating func moment() -> Bool {
    guard plain(digits: 4) else { return time() }
    guard consume("-"), plain(digits: 2), consume("-"), plain(digits: 2) else { return false }
    guard consume("T") || consume("t") || consume(" ") else { return true }
    guard time() else { return false }
    if rest.isEmpty || consume("Z") || consume("z") { return true }
    return (consume("+") || consume("-")) && plain(digits: 2) && consume(":") && plain(digits: 2)
  }

  private mutating func time() -> Bool {
    guard plain(digits: 2), consume(":"), plain(digits: 2), consume(":"), plain(digits: 2) else { return false }
    guard consume(".") else { return true }
    guard plain(digits: 1) else { return false }
    while plain(digits: 1) {}
    return true
  }

  /// Consumes exactly this many digits, or nothing if there are fewer.
  private mutating func plain(digits count: Int) -> Bool {
    let digits = rest.prefix(count)
    guard digits.count == count, digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
      return false
    }
    rest.removeFirst(count)
    return true
  }

  private mutating func consume(_ text: StaticString) -> Bool {
    let text = text.description.utf8
    guard rest.starts(with: text) else { return false }
    rest.removeFirst(text.count)
    return true
  }
}
