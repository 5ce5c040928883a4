extension SurfaceGesture.Motion {
  /// What the fingers do, in the words of the configuration: `swipe up`, `double tap`, `pinch in`.
  public var name: String {
    switch self {
    case .swipe(let headings, _):
      headings.count == SurfaceGesture.Heading.allCases.count
        ? "swipe" : "swipe " + headings.map(\.rawValue).sorted().joined(separator: " or ")
    case .tap(1): "tap"
    case .tap(2): "double tap"
    case .tap(3): "triple tap"
    case .tap(let count): "\(count) taps"
    case .hold: "hold"
    case .pinch(let spread): "pinch \(spread.rawValue)"
    case .rotate(let turn): "rotate \(turn.rawValue)"
    }
  }
}

extension SurfaceGesture.Zone {
  /// Where the fingers come down, in the words of the configuration: `bottom`, `top left`, `[0, 0, 0.5, 1]`.
  ///
  /// `nil` where they may come down anywhere.
  public var name: String? {
    switch self {
    case .anywhere: nil
    case .edge(let edge, _): edge.rawValue
    case .corner(let side, let end, _): "\(end.rawValue) \(side.rawValue)"
    case .region(let x, let y, let width, let height):
      "[" + [x, y, width, height].map { $0 == 0 || $0 == 1 ? "\(Int($0))" : "\($0)" }.joined(separator: ", ") + "]"
    }
  }
}
