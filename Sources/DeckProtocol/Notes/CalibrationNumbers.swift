import JSON

/// The six numbers of a calibration with nine decimals: a thousandth of a panel is nearly a point.
struct CalibrationNumbers: WireValue {
  static var schema: ValueSchema { .list(.number(), least: 6, most: 6) }

  private let numbers: [Double]

  init(_ numbers: [Double]) { self.numbers = numbers }

  func write(to json: inout JSONWriter) {
    json.array(numbers) { $0.value(constant: $1) }
  }
}
