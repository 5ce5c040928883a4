import JSON

/// A setting of a deck with the values that it takes, as `deck.settings` describes it.
public struct SettingDescription: Hashable, Sendable {
  /// The values that a setting takes.
  public enum Values: Hashable, Sendable {
    /// A number within limits; 0 besides, which has a meaning of its own, where `alsoZero` is set.
    case number(ClosedRange<Double>, alsoZero: Bool = false)
    case integer(ClosedRange<Int>)
    case flag
    /// One of these texts.
    case choice([String])
    /// Directions, as a text.
    case directions
    /// A spring, as a text; both limits hold in whichever form it is given.
    case spring(response: ClosedRange<Double>, dampingFraction: ClosedRange<Double>)
    case text
  }

  /// Dotted, as in the configuration file.
  public var name: String
  /// The values that it takes.
  public var values: Values
  /// `pt`, `s`, `°`; empty for a plain number and for other values.
  public var unit: String
  /// The value that `null` restores.
  public var initial: DeckSnapshot.Setting
  /// One sentence.
  public var summary: String

  /// A setting with its values.
  public init(name: String, values: Values, unit: String, initial: DeckSnapshot.Setting, summary: String) {
    self.name = name
    self.values = values
    self.unit = unit
    self.initial = initial
    self.summary = summary
  }
}

extension SettingDescription.Values {
  fileprivate static let types = ["number", "integer", "flag", "choice", "directions", "spring", "text"]

  package var type: String {
    switch self {
    case .number: "number"
    case .integer: "integer"
    case .flag: "flag"
    case .choice: "choice"
    case .directions: "directions"
    case .spring: "spring"
    case .text: "text"
    }
  }

  package var choices: [String]? { if case .choice(let choices) = self { choices } else { nil } }
  package var alsoZero: Bool? { if case .number(_, alsoZero: true) = self { true } else { nil } }

  package var limits: ClosedRange<Double>? {
    switch self {
    case .number(let limits, _): limits
    case .integer(let limits): Double(limits.lowerBound)...Double(limits.upperBound)
    case .flag, .choice, .directions, .spring, .text: nil
    }
  }
}

/// An end of a range, as exact as a client needs to stay within it.
private struct Limit: WireValue {
  static let schema = ValueSchema.number()

  let number: Double

  init(_ number: Double) { self.number = number }

  static func ends(_ limits: ClosedRange<Double>) -> [Limit] { [Limit(limits.lowerBound), Limit(limits.upperBound)] }

  func write(to json: inout JSONWriter) {
    let thousandths = number * 1000
    if thousandths == thousandths.rounded() { json.value(number) } else { json.value(constant: number) }
  }
}

extension SettingDescription: DefinedObject {
  private static let limits = ValueSchema.list(.number(), least: 2, most: 2)
  package static let object = ObjectWriter<Self>(
    .init("name", .text(least: 1), "The setting's dotted name.", at: \.name),
    .init("type", .openChoice(Values.types), "What its values are.") { $0.values.type }.about(\.values.type),
    .init(optional: "unit", .text(least: 1), "The unit of its numbers; left out for a plain number.") {
      $0.unit.isEmpty ? nil : $0.unit
    }.about(\.unit),
    .init(optional: "min", "Only of a number or an integer: the least one.") {
      ($0.values.limits?.lowerBound).map(Limit.init)
    }.about(\.values.limits?.lowerBound),
    .init(optional: "max", "Only of a number or an integer: the greatest one.") {
      ($0.values.limits?.upperBound).map(Limit.init)
    }.about(\.values.limits?.upperBound),
    .init(
      optional: "zero",
      .constant("true"),
      "Only of a number: 0 is a value as well, although it is below min."
    ) { $0.values.alsoZero }.about(\.values.alsoZero),
    .init(optional: "choices", .list(.text()), "Only of a choice: the texts that it takes.") {
      $0.values.choices
    }.about(\.values.choices),
    .init(
      optional: "response",
      limits,
      "Only of a spring: the least and the greatest response in seconds, in whichever form the spring is given."
    ) {
      if case .spring(let limits, _) = $0.values { Limit.ends(limits) } else { nil }
    },
    .init(optional: "dampingFraction", limits, "Only of a spring: the least and the greatest damping fraction.") {
      if case .spring(_, let limits) = $0.values { Limit.ends(limits) } else { nil }
    },
    .init("default", "The configuration's own value, which null restores.", at: \.initial),
    .init("summary", .text(least: 1), "One sentence about the setting.", at: \.summary)
  )

  package static let definition = define("setting", "Setting", "A setting and the values that it takes.")
}
