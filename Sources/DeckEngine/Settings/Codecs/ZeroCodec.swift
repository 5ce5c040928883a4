import DeckProtocol

/// 0, which has a meaning of its own, or a value of another codec.
struct ZeroCodec<Form: SettingCodec>: SettingCodec where Form.Value: Sendable {
  var form: Form
  var zero: Form.Value

  var unit: String { form.unit }
  var range: String { "0 or \(form.range)" }
  var expectation: String { "0, or \(form.expectation)" }

  func value(of given: DeckSnapshot.Setting, pointsPerMillimetre: Double) throws(SettingError) -> Form.Value {
    if case .number(0) = given { return zero }
    do {
      return try form.value(of: given, pointsPerMillimetre: pointsPerMillimetre)
    } catch {
      throw SettingError(problem: error.problem, expected: "0, or \(error.expected)")
    }
  }

  func setting(_ value: Form.Value, pointsPerMillimetre: Double) -> DeckSnapshot.Setting {
    form.setting(value, pointsPerMillimetre: pointsPerMillimetre)
  }

  func literal(_ value: Form.Value) -> String {
    form.literal(value)
  }
}

extension SettingCodec {
  /// 0, or a number that is not too close to it.
  static func zero(or form: NumberCodec) -> Self where Self == ZeroCodec<NumberCodec> {
    ZeroCodec(form: form, zero: 0)
  }

  /// 0, or a length that is not too close to it.
  static func zero(or form: LengthCodec) -> Self where Self == ZeroCodec<LengthCodec> {
    ZeroCodec(form: form, zero: .points(0))
  }
}
