import DeckProtocol

/// A length: a number of points, or a text such as `1.6mm`.
struct LengthCodec: SettingCodec {
  /// In points.
  var limits: ClosedRange<Double>

  var unit: String { "pt" }
  var range: String { SettingText.range(limits) }
  var values: SettingDescription.Values { .number(limits) }
  var samples: [DeckSnapshot.Setting] { NumberCodec(limits: limits, unit: unit, names: [:]).samples }
  var expectation: String { "a length, \(range) pt, such as 12 or \"1.6mm\"" }

  func value(of given: DeckSnapshot.Setting, pointsPerMillimetre: Double) throws(SettingError) -> Length {
    switch given {
    case .number(let points):
      guard limits.contains(points) else { throw error("\(SettingText.number(points)) is out of range") }
      return .points(points)
    case .text(let text):
      guard let length = Length(text) else { throw error("\(SettingText.quoted(text)) is not a length") }
      let points = length.points(perMillimetre: pointsPerMillimetre)
      guard limits.contains(points) else {
        throw error("\(SettingText.quoted(text)) is \(SettingText.number(points)) pt and out of range")
      }
      return length
    case .flag:
      throw mismatch(given)
    }
  }

  func setting(_ value: Length, pointsPerMillimetre: Double) -> DeckSnapshot.Setting {
    .number(value.points(perMillimetre: pointsPerMillimetre))
  }

  func literal(_ value: Length) -> String {
    switch value {
    case .points(let points): SettingText.number(points)
    case .millimetres(let millimetres): "\"\(SettingText.number(millimetres))mm\""
    }
  }
}

extension SettingCodec where Self == LengthCodec {
  /// A length within `limits`, in points.
  static func length(_ limits: ClosedRange<Double>) -> LengthCodec {
    LengthCodec(limits: limits)
  }
}
