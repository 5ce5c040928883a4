package import JSON

/// A value that messages carry.
package protocol WireValue: WireMember {
  /// The schema of its JSON.
  static var schema: ValueSchema { get }

  /// Writes the value as JSON.
  func write(to json: inout JSONWriter)

  /// Writes the value at an address, which spares a large one from being copied.
  static func write(_ place: UnsafePointer<Self>, to json: inout JSONWriter)
}

extension WireValue {
  package static func write(_ place: UnsafePointer<Self>, to json: inout JSONWriter) {
    place.pointee.write(to: &json)
  }
}

extension String: WireValue, ReceivedValue {
  package static var schema: ValueSchema { .text() }
  package func write(to json: inout JSONWriter) { json.value(self) }
  package static func content(_ json: JSONValue) -> String? { json.text }
}

extension Bool: WireValue, ReceivedValue {
  package static var schema: ValueSchema { .flag }
  package func write(to json: inout JSONWriter) { json.value(self) }
  package static func content(_ json: JSONValue) -> Bool? { if case .boolean(let flag) = json { flag } else { nil } }
}

extension Int: WireValue, ReceivedValue {
  package static var schema: ValueSchema { .integer() }
  package func write(to json: inout JSONWriter) { json.value(self) }
}

extension Int64: WireValue, ReceivedValue {
  package static var schema: ValueSchema { .integer() }
  package func write(to json: inout JSONWriter) { json.value(self) }
}

extension UInt64: WireValue, ReceivedValue {
  package static var schema: ValueSchema { .integer(least: 0) }
  package func write(to json: inout JSONWriter) { json.value(self) }
}

extension Double: WireValue, ReceivedValue {
  package static var schema: ValueSchema { .number() }
  package func write(to json: inout JSONWriter) { json.value(self) }
  package static func content(_ json: JSONValue) -> Double? { json.number }
}

extension Array: WireMember where Element: WireValue {}

extension Array: WireValue where Element: WireValue {
  package static var schema: ValueSchema { .list(Element.schema) }
  package func write(to json: inout JSONWriter) {
    json.array { json in
      withUnsafeBufferPointer { elements in
        guard var place = elements.baseAddress else { return }
        for _ in elements {
          Element.write(place, to: &json)
          place += 1
        }
      }
    }
  }
}

extension ArraySlice: WireMember where Element: WireValue {}

extension ArraySlice: WireValue where Element: WireValue {
  package static var schema: ValueSchema { .list(Element.schema) }
  package func write(to json: inout JSONWriter) { json.array(self) { $1.write(to: &$0) } }
}

/// A constant of a formula, written with nine decimals.
struct Constant: WireValue {
  static var schema: ValueSchema { .number() }

  private let number: Double

  init(_ number: Double) { self.number = number }

  func write(to json: inout JSONWriter) { json.value(constant: number) }
}

/// Constants of a formula.
struct Constants: WireValue {
  static var schema: ValueSchema { .list(.number()) }

  private let numbers: [Double]

  init(_ numbers: [Double]) { self.numbers = numbers }

  func write(to json: inout JSONWriter) { json.array(numbers) { $0.value(constant: $1) } }
}

/// JSON that is written byte for byte.
struct RawJSON: WireValue {
  static var schema: ValueSchema { .json }

  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func write(to json: inout JSONWriter) { json.raw(bytes[...]) }
}

/// The schema's description of an enumeration, without its cases.
package struct NameDefinition: Hashable, Sendable {
  package var name: String
  package var title: String
  /// A description, as a sentence.
  package var summary: String

  package init(_ name: String, _ title: String, _ summary: String) {
    self.name = name
    self.title = title
    self.summary = summary
  }
}

/// An enumeration whose cases are texts on the wire.
package protocol WireName: WireValue, ReceivedValue, Hashable, CaseIterable, RawRepresentable where RawValue == String {
  /// Its definition in the schema.
  static var definition: NameDefinition { get }

  /// What the case means, without a period.
  var meaning: String { get }
}

extension WireName {
  package static var schema: ValueSchema {
    let meanings = allCases.map { "\($0.rawValue): \($0.meaning)." }
    return .defined(
      Definition(
        definition.name,
        definition.title,
        ([definition.summary] + meanings).joined(separator: " "),
        .choice(allCases.map(\.rawValue))
      )
    )
  }

  package func write(to json: inout JSONWriter) { json.value(rawValue) }
}
