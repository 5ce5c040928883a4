package import DeckProtocol

/// A whole number.
package struct CountCodec: SettingCodec {
  var limits: ClosedRange<Int>
  package var unit: String

  var range: String { "\(limits.lowerBound)…\(limits.upperBound)" }
  var values: SettingDescription.Values { .integer(limits) }
  var samples: [DeckSnapshot.Setting] {
    [limits.lowerBound, (limits.lowerBound + limits.upperBound) / 2, limits.upperBound].map { .number(Double($0)) }
  }

  package var bounds: String { range + unitSuffix }
  package var expectation: String { "a whole number, \(bounds)" }

  package func value(of given: DeckSnapshot.Setting, pointsPerMillimetre: Double) throws(SettingError) -> Int {
    guard case .number(let number) = given else { throw mismatch(given) }
    guard let count = Int(exactly: number) else { throw error("\(SettingText.number(number)) is not a whole number") }
    guard limits.contains(count) else { throw error("\(count) is out of range") }
    return count
  }

  func setting(_ value: Int, pointsPerMillimetre: Double) -> DeckSnapshot.Setting {
    .number(Double(value))
  }
}

extension SettingParser where Self == CountCodec {
  /// A whole number within `limits`.
  package static func count(_ limits: ClosedRange<Int>, _ unit: String) -> CountCodec {
    CountCodec(limits: limits, unit: unit)
  }
}
