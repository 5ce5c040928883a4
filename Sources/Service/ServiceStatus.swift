/// What the service does, for whoever asks the service manager.
package struct ServiceStatus: Equatable, Sendable, CustomStringConvertible {
  private let decks: Int
  private let panels: Int

  /// The status of a daemon with so many decks, which so many touchscreens touch.
  package init(decks: Int, panels: Int) {
    self.decks = decks
    self.panels = panels
  }

  package var description: String {
    "Serving \(Self.count(decks, "deck")), " + (panels == 0 ? "no touchscreen yet" : Self.count(panels, "touchscreen"))
  }

  private static func count(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
}
