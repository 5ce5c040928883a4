package import Gestures
package import Kinetics

/// The calibration of one panel: crosses on its surface that a finger touches, one after the other.
///
/// It sees the panel's touches as the panel reports them, and no deck does meanwhile.
package struct CalibrationSession {
  /// What follows a touch.
  package enum Step: Hashable, Sendable {
    /// The cross with this index is to be touched; `residual` if all were touched, too inaccurately: the first again.
    case cross(Int, residual: Double?)
    /// Every cross was touched; `residual` is the largest distance between a cross and its touch, in points.
    case done(CalibrationMatrix, residual: Double)
  }

  /// The crosses without any others: a tenth of the surface away from its edges, clockwise from the top left.
  package static let usualCrosses = [(0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)].map { Point(x: $0.0, y: $0.1) }
  /// The largest residual, as a part of the surface's shorter side.
  ///
  /// Of four touches, a fit takes three quarters of one's error into the matrix: this is a finger 8 % beside a cross.
  private static let largestResidual = 0.02
  /// The farthest that a finger moves while it touches a cross, as a part of the panel.
  private static let largestMovement = 0.03

  /// In the surface's unit square.
  package let crosses: [Point]
  private let placement: PanelPlacement
  private let surface: Size
  private var touched: [CalibrationFit.Sample] = []
  /// The contacts that are down.
  private var down: Set<ContactID> = []
  /// Where the only finger since the panel was last free has been; `nil` after a second one, or one that moved.
  private var positions: [Point]? = []

  /// A session for a panel that lies on a surface of `size` as `placement` says.
  package init(_ placement: PanelPlacement, on size: Size, crosses: [Point] = usualCrosses) {
    self.placement = placement
    self.crosses = crosses
    surface = size
  }

  /// The index of the cross that is to be touched.
  package var current: Int { touched.count }

  /// Handles a frame of the panel, in its unit square, and returns the step that it completes.
  package mutating func handle(_ frame: TouchFrame) -> Step? {
    var step: Step?
    for contact in frame.contacts {
      switch contact.phase {
      case .down:
        down.insert(contact.id)
        positions = down.count == 1 && positions?.isEmpty == true ? [contact.position] : nil
      case .moved:
        // A finger that was down before the session is none of it.
        if let first = positions?.first, (contact.position - first).length <= Self.largestMovement {
          positions?.append(contact.position)
        } else {
          positions = nil
        }
      case .stationary: continue
      case .up, .cancelled:
        let wasDown = down.remove(contact.id) != nil
        guard down.isEmpty else { continue }
        if wasDown, contact.phase == .up, let positions { step = add(Self.mean(positions)) }
        positions = []
      }
    }
    return step
  }

  private mutating func add(_ reported: Point) -> Step {
    touched.append(.init(reported: reported, cross: placement.calibrated(crosses[current])))
    guard touched.count == crosses.count else { return .cross(current, residual: nil) }
    defer { touched = [] }
    guard let fit = CalibrationFit(touched) else { return .cross(0, residual: min(surface.width, surface.height)) }
    let residual = fit.residuals.indices.map { distance(from: touched[$0].cross, by: fit.residuals[$0]) }.max() ?? 0
    let isGood = residual <= Self.largestResidual * min(surface.width, surface.height)
    return isGood ? .done(fit.matrix, residual: residual) : .cross(0, residual: residual)
  }

  /// The length in points of a step on the calibrated panel.
  private func distance(from position: Point, by step: Vector) -> Double {
    var calibrated = placement
    calibrated.calibration = .identity
    let geometry = PanelGeometry(surface: surface, placement: calibrated)
    return (geometry.map(position + step) - geometry.map(position)).length
  }

  private static func mean(_ positions: [Point]) -> Point {
    let count = Double(positions.count)
    return Point(
      x: positions.reduce(0) { $0 + $1.x } / count,
      y: positions.reduce(0) { $0 + $1.y } / count
    )
  }
}
