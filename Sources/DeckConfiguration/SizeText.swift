import DeckEngine
import Kinetics

extension Size {
  /// `400 × 800 pt`.
  var text: String {
    "\(SettingText.number(width)) × \(SettingText.number(height)) pt"
  }
}
