import DeckProtocol

/// 0, which has a meaning of its own, or a value of another codec.
struct ZeroCodec<Codec: SettingCodec>: SettingCodec where Codec.Value: Sendable {
  var codec: Codec
  var zero: Codec.Value

  var unit: String { codec.unit }
  var range: String { "0 or \(codec.range)" }
  var values: SettingDescription.Values {
    if case .number(let limits, _) = codec.values { .number(limits, alsoZero: true) } else { codec.values }
  }
  var samples: [DeckSnapshot.Setting] { [.number(0)] + codec.samples }
  var expectation: String { "0, or \(codec.expectation)" }

  func value(of given: DeckSnapshot.Setting, pointsPerMillimetre: Double) throws(SettingError) -> Codec.Value {
    if case .number(0) = given { return zero }
    do {
      return try codec.value(of: given, pointsPerMillimetre: pointsPerMillimetre)
    } catch {
      throw SettingError(problem: error.problem, expected: "0, or \(error.expected)")
    }
  }

  func setting(_ value: Codec.Value, pointsPerMillimetre: Double) -> DeckSnapshot.Setting {
    codec.setting(value, pointsPerMillimetre: pointsPerMillimetre)
  }

  func literal(_ value: Codec.Value) -> String {
    codec.literal(value)
  }
}

extension SettingCodec {
  /// 0, or a number that is not too close to it.
  static func zero(or codec: NumberCodec) -> Self where Self == ZeroCodec<NumberCodec> {
    ZeroCodec(codec: codec, zero: 0)
  }

  /// 0, or a length that is not too close to it.
  static func zero(or codec: LengthCodec) -> Self where Self == ZeroCodec<LengthCodec> {
    ZeroCodec(codec: codec, zero: .points(0))
  }
}
