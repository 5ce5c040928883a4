public import Kinetics

/// The calibration that best explains where crosses were touched.
public struct CalibrationFit: Hashable, Sendable {
  /// A touch on a cross.
  public struct Sample: Hashable, Sendable {
    /// Where the panel reports the touch, in its unit square.
    public var reported: Point
    /// Where the cross is on the panel, in the calibrated unit square.
    public var cross: Point

    /// A touch that the panel reports at `reported`, on a cross at `cross`.
    public init(reported: Point, cross: Point) {
      self.reported = reported
      self.cross = cross
    }
  }

  /// The matrix with the least sum of squared distances between calibrated touches and crosses.
  public let matrix: CalibrationMatrix
  /// For each sample, from the cross to the calibrated touch.
  public let residuals: [Vector]

  /// The fit of at least three samples; `nil` if the touches lie on a line, or if the crosses do.
  public init?(_ samples: [Sample]) {
    // About the mean, the offset separates from the linear part, whose normal equations are 2 × 2.
    let count = Double(samples.count)
    guard count >= 3 else { return nil }
    func mean(_ value: (Sample) -> Double) -> Double { samples.reduce(0) { $0 + value($1) } / count }
    let (x, y) = (mean(\.reported.x), mean(\.reported.y))
    func moment(_ one: (Sample) -> Double, _ other: (Sample) -> Double) -> Double { mean { one($0) * other($0) } }
    let (dx, dy) = ({ (sample: Sample) in sample.reported.x - x }, { (sample: Sample) in sample.reported.y - y })
    let (xx, xy, yy) = (moment(dx, dx), moment(dx, dy), moment(dy, dy))
    let determinant = xx * yy - xy * xy
    // Touches within a hundredth of the panel of a line do not determine the other axis.
    guard determinant > 1e-4 * (xx + yy) * (xx + yy) else { return nil }
    func row(_ target: (Sample) -> Double) -> [Double] {
      let (xt, yt) = (moment(dx, target), moment(dy, target))
      let (alongX, alongY) = ((yy * xt - xy * yt) / determinant, (xx * yt - xy * xt) / determinant)
      return [alongX, alongY, mean(target) - alongX * x - alongY * y]
    }
    guard let matrix = CalibrationMatrix(row(\.cross.x) + row(\.cross.y)) else { return nil }
    self.matrix = matrix
    residuals = samples.map { matrix.map($0.reported) - $0.cross }
  }
}
