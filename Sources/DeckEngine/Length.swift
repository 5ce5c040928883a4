/// A length of a setting: points, or millimetres that become points with the panel's size.
package enum Length: Hashable, Sendable {
  case points(Double)
  case millimetres(Double)

  /// The length in points on a surface with this many points to the millimetre.
  package func points(perMillimetre: Double) -> Double {
    switch self {
    case .points(let points): points
    case .millimetres(let millimetres): millimetres * perMillimetre
    }
  }
}
