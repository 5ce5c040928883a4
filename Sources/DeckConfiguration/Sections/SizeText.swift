import DeckEngine
import Kinetics

extension DeckArea {
  /// `400 × 800 pt at 0, 0`, or without the unit where a side is in percent: `50% × 800 at 0, 0`.
  var text: String {
    let unit = [x, y, width, height].contains { if case .fraction = $0 { true } else { false } } ? "" : " pt"
    return "\(width.text) × \(height.text)\(unit) at \(x.text), \(y.text)"
  }
}

extension SurfaceLength {
  /// `400`, or `50%`.
  fileprivate var text: String {
    switch self {
    case .points(let points): SettingText.number(points)
    case .fraction(let fraction): SettingText.number(fraction * 100) + "%"
    }
  }
}

extension Size {
  /// `400 × 800 pt`.
  var text: String {
    "\(SettingText.number(width)) × \(SettingText.number(height)) pt"
  }
}
