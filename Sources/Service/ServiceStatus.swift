import MessageText

/// What a service does, as `systemctl status` shows it.
package enum ServiceStatus: Equatable, Sendable, CustomStringConvertible {
  /// `deckd`, with so many decks, which so many touchscreens touch.
  case serving(decks: Int, panels: Int)
  /// `deckd-web`, at an address.
  case listening(String)
  /// `deckd-mqtt`, to the broker at an address.
  case bridging(to: String, BridgeState)
  /// `deckd-actions`, with so many actions.
  case acting(actions: Int, isConnected: Bool)

  /// What a bridge has, and waits for.
  package enum BridgeState: Equatable, Sendable {
    case connected, waitingForBroker, waitingForDaemon
  }

  package var description: String {
    switch self {
    case .serving(let decks, panels: 0): "Serving \(pluralized(decks, "deck")), no touchscreen yet"
    case .serving(let decks, let panels):
      "Serving \(pluralized(decks, "deck")), \(pluralized(panels, "touchscreen"))"
    case .listening(let address): "Listening on \(address)"
    case .bridging(let broker, .connected): "Connected to \(broker)"
    case .bridging(let broker, .waitingForBroker): "Waiting for \(broker)"
    case .bridging(let broker, .waitingForDaemon): "Connected to \(broker), waiting for deckd"
    case .acting(let actions, isConnected: true): "Running commands for \(pluralized(actions, "action"))"
    case .acting(let actions, isConnected: false): "\(pluralized(actions, "action")), waiting for deckd"
    }
  }
}
