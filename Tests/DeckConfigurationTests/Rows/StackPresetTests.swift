import DeckEngine
import Testing

/// The figures that the rows of the page about stacks give the presets.
struct StackPresetTests {
  /// A setting with its value in each preset.
  struct Row: CustomTestStringConvertible, Sendable {
    var source: String
    var name: String
    var wallet: String
    var fan: String

    /// A setting with one value in both presets, or with one in each.
    init(_ source: String, _ name: String, _ wallet: String, _ fan: String? = nil) {
      self.source = source
      self.name = name
      self.wallet = wallet
      self.fan = fan ?? wallet
    }

    var testDescription: String { "\(source) \(name)" }
  }

  static let resting = [
    Row("W1", "stack.order", "\"upwards\"", "\"downwards\""),
    Row("W1", "stack.inset", "35", "16"),
    Row("W1", "stack.aspect", "1.586", "0"),
    Row("W1", "stack.step", "50", "64"),
    Row("W2", "appear.enabled", "true", "false"),
    Row("W8", "fan.enabled", "true", "true"),
    Row("W9", "dismiss.byDrag", "false", "true"),
  ]

  static let wallet = [
    Row("W2", "appear.spring", "\"response 0.1, dampingFraction 0.8\""),
    Row("W2", "appear.blend", "0.02"),
    Row("W2", "appear.stagger", "0.1"),
    Row("W3", "open.curve", "\"easeOut\""),
    Row("W3", "open.duration", "0.15"),
    Row("W3", "open.delay", "0.1"),
    Row("W3", "open.exit", "1400"),
  ]

  static let touched = [
    Row("W3", "open.kind", "\"slide\"", "\"hero\""),
    Row("W3", "detail.gap", "10", "30"),
    Row("W4", "press.duration", "0.05", "0.4"),
    Row("W4", "press.scrollingDuration", "0.25", "0.4"),
    Row("W4", "press.slop", "10", "12"),
    Row("W4", "press.lift", "20", "0"),
    Row("W4", "press.scale", "1", "1.03"),
    Row("W4", "tap.duration", "0.25", "0.4"),
    Row("W4", "tap.suppression", "0", "0.25"),
    Row("W4", "scroll.distance", "10", "12"),
    Row("W4", "scroll.along", "false", "true"),
    Row("G1", "tap.slop", "10"),
    Row("M2", "release.carriesVelocity", "true"),
    Row("W10", "detail.distance", "10"),
    Row("W4", "reorder.sideStep", "20", "0"),
    Row("W4", "reorder.sideDistance", "10"),
    Row("W6", "reorder.when", "\"atRelease\"", "\"live\""),
    Row(
      "W6",
      "reorder.dropSpring",
      "\"response 0.55, dampingFraction 0.825\"",
      "\"response 0.3, dampingFraction 0.8\""
    ),
    Row("W7", "scroll.deceleration", "0.998"),
    Row("W7", "scroll.band", "0.55"),
  ]

  static let fan = [
    Row("W1", "stack.height", "220"),
    Row("W3", "open.spring", "\"response 0.35, dampingFraction 0.85\""),
    Row("W3", "header.height", "220"),
    Row("W3", "header.inset", "16"),
    Row("W6", "reorder.shiftSpring", "\"response 0.25, dampingFraction 0.7\""),
    Row("W8", "fan.pull", "0.25"),
    Row("W8", "fan.step", "0.8"),
    Row("W8", "fan.maximum", "150"),
    Row("W8", "fan.spring", "\"response 0.3, dampingFraction 0.8\""),
    Row("W9", "dismiss.start", "20"),
    Row("W9", "dismiss.scroll", "10"),
    Row("W9", "dismiss.follow", "0.6"),
    Row("W9", "dismiss.distance", "120"),
    Row("W9", "dismiss.ratio", "1.5"),
    Row("W9", "dismiss.least", "60"),
    Row("W9", "dismiss.fade", "0.3"),
    Row("W9", "dismiss.shrink", "0.1"),
    Row("W9", "dismiss.spring", "\"response 0.3, dampingFraction 0.85\""),
    Row("W10", "header.scroll", "220"),
    Row("W10", "header.fade", "200"),
    Row("W10", "header.shrink", "800"),
    Row("W10", "header.scale", "0.85"),
  ]

  static let bounce = [
    Row("W11", "bounce.arm", "50"),
    Row("W11", "bounce.arrival", "30"),
    Row("W11", "bounce.speed", "800"),
    Row("W11", "bounce.least", "15"),
    Row("W11", "bounce.most", "30"),
    Row("W11", "bounce.riseSpring", "\"duration 0.3, bounce 0.3\""),
    Row("W11", "bounce.stagger", "0.04"),
    Row("W11", "bounce.fallDelay", "0.15"),
    Row("W11", "bounce.fallSpring", "\"duration 0.4, bounce 0.65\""),
  ]

  @Test(arguments: resting + wallet + touched + fan + bounce)
  func `a preset has the figure of its row`(_ row: Row) throws {
    let setting = try #require(SettingsTable.row(named: row.name))
    #expect(setting.literal(in: Preset.wallet.settings) == row.wallet)
    #expect(setting.literal(in: Preset.fan.settings) == row.fan)
    #expect(setting.source.contains(row.source))
  }
}
