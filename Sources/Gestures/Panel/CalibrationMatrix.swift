public import Kinetics

/// The calibration of a panel: an affine map of its unit square, as libinput's `LIBINPUT_CALIBRATION_MATRIX` has it.
///
/// A touch that the panel reports at (x, y) is at (a·x + b·y + c, d·x + e·y + f). Every matrix is invertible: none maps
/// the panel to a line.
public struct CalibrationMatrix: Hashable, Sendable {
  /// The panel's own coordinates.
  public static let identity = Self(a: 1, b: 0, c: 0, d: 0, e: 1, f: 0)

  private let a, b, c, d, e, f: Double

  /// A panel whose touches lie on less than this part of its area is not a panel.
  private static let smallestDeterminant = 1e-6

  private init(a: Double, b: Double, c: Double, d: Double, e: Double, f: Double) {
    (self.a, self.b, self.c, self.d, self.e, self.f) = (a, b, c, d, e, f)
  }

  /// The matrix with the numbers a to f; `nil` unless they are six finite numbers of an invertible map.
  public init?(_ numbers: [Double]) {
    guard numbers.count == 6, numbers.allSatisfy(\.isFinite) else { return nil }
    self.init(a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3], e: numbers[4], f: numbers[5])
    guard determinant.magnitude >= Self.smallestDeterminant else { return nil }
  }

  /// The numbers a to f.
  public var numbers: [Double] { [a, b, c, d, e, f] }

  /// Whether the panel's horizontal axis is closer to the vertical axis of the result than to its horizontal one.
  public var swapsAxes: Bool { (b * d).magnitude > (a * e).magnitude }

  /// The position at which a touch that the panel reports at `position` is.
  public func map(_ position: Point) -> Point {
    Point(x: a * position.x + b * position.y + c, y: d * position.x + e * position.y + f)
  }

  /// The map in the other direction.
  public var inverse: Self {
    let scale = 1 / determinant
    let (a, b, d, e) = (self.e * scale, -self.b * scale, -self.d * scale, self.a * scale)
    return Self(a: a, b: b, c: -(a * c + b * f), d: d, e: e, f: -(d * c + e * f))
  }

  private var determinant: Double { a * e - b * d }
}
