import Glibc

/// Values along a side of a chart, from one place of the sheet to another.
struct PlotAxis {
  let values: ClosedRange<Double>
  /// Where the first and the last value are; the first may be the larger one.
  let places: (first: Double, last: Double)

  /// An axis with at least a little extent.
  init(_ values: ClosedRange<Double>, from first: Double, to last: Double) {
    let isFlat = values.upperBound - values.lowerBound < 1e-9
    self.values = isFlat ? values.lowerBound...values.lowerBound + 1 : values
    places = (first, last)
  }

  /// Where a value is; not a number beyond the ends, so that lines stop there.
  func place(_ value: Double) -> Double {
    guard values.contains(value) else { return .nan }
    let part = (value - values.lowerBound) / (values.upperBound - values.lowerBound)
    return places.first + part * (places.last - places.first)
  }

  /// Round values along the axis, about `count` of them and never one alone, which gives no scale.
  func ticks(_ count: Int) -> [Double] {
    let rough = (values.upperBound - values.lowerBound) / Double(count)
    let power = pow(10, log10(rough).rounded(.down))
    let steps = [1.0, 2, 5, 10]
    let place = steps.firstIndex { $0 * power >= rough } ?? steps.count - 1
    let ticks = ticks(every: steps[place] * power)
    return ticks.count > 1 || place == 0 ? ticks : self.ticks(every: steps[place - 1] * power)
  }

  private func ticks(every step: Double) -> [Double] {
    stride(from: (values.lowerBound / step).rounded(.up), through: (values.upperBound / step + 1e-9), by: 1)
      .map { $0 * step }
  }

  /// A value at a tick, with as many digits as ticks differ by.
  static func label(_ value: Double) -> String { value == 0 ? "0" : value.text.replacing("-", with: "−") }
}
