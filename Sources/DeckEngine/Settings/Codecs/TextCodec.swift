import DeckProtocol

/// A short text, or none.
struct TextCodec: SettingCodec {
  /// The largest number of characters.
  private static let limit = 200

  var range: String { "0…\(Self.limit) characters" }
  var values: SettingDescription.Values { .text }
  var samples: [DeckSnapshot.Setting] { [.text(""), .text("text")] }
  var expectation: String { "a text of at most \(Self.limit) characters, a line, or \"\" for none" }

  func value(of given: DeckSnapshot.Setting, pointsPerMillimetre: Double) throws(SettingError) -> String {
    guard case .text(let text) = given else { throw mismatch(given) }
    guard SettingText.isName(text, length: 0...Self.limit) else {
      throw error("\(SettingText.quoted(text)) is longer, or has control characters")
    }
    return text
  }

  func setting(_ value: String, pointsPerMillimetre: Double) -> DeckSnapshot.Setting {
    .text(value)
  }
}

extension SettingCodec where Self == TextCodec {
  /// A short text, or none.
  static var text: TextCodec { TextCodec() }
}

/// A short text with placeholders such as `{label}`.
struct AnnouncementCodec: SettingCodec {
  /// The placeholders that it can have.
  var places: [String]

  private var braced: String { SettingText.list(places.map { "{\($0)}" }) }

  var range: String { places.isEmpty ? TextCodec().range : "\(TextCodec().range), with \(braced)" }
  var values: SettingDescription.Values { .text }
  var samples: [DeckSnapshot.Setting] { TextCodec().samples + places.map { .text("{\($0)}") } }
  var expectation: String { "\(TextCodec().expectation)\(places.isEmpty ? "" : ", with \(braced)")" }

  func value(of given: DeckSnapshot.Setting, pointsPerMillimetre: Double) throws(SettingError) -> String {
    guard case .text = given else { throw mismatch(given) }
    let text = try TextCodec().value(of: given, pointsPerMillimetre: pointsPerMillimetre)
    for piece in text.split(separator: "{", omittingEmptySubsequences: false).dropFirst() {
      let name = String(piece.prefix { $0 != "}" })
      if !places.contains(name) { throw error("\(SettingText.quoted("{\(name)}")) is not filled in here") }
    }
    return text
  }

  func setting(_ value: String, pointsPerMillimetre: Double) -> DeckSnapshot.Setting {
    .text(value)
  }

  /// Returns a text with its placeholders filled in; the values are inserted verbatim.
  static func text(_ text: String, filling places: [String: String]) -> String {
    let pieces = text.split(separator: "{", omittingEmptySubsequences: false)
    return pieces.dropFirst().reduce(String(pieces.first ?? "")) { filled, piece in
      let name = piece.prefix { $0 != "}" }
      return filled + (places[String(name)] ?? "") + piece.dropFirst(name.count + 1)
    }
  }
}

extension SettingCodec where Self == AnnouncementCodec {
  /// A short text, or none, with these placeholders.
  static func announcement(_ places: String...) -> AnnouncementCodec { AnnouncementCodec(places: places) }
}
