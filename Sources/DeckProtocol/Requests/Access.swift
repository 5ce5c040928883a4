/// The methods that a socket of the daemon permits, as named on the wire.
public enum Access: String, CaseIterable, Hashable, Sendable {
  /// Every method.
  case control
  /// Methods that change nothing.
  case observe
}

extension Access: WireName {
  package static let definition = NameDefinition("access", "Access", "What the client's socket permits.")

  package var meaning: String {
    switch self {
    case .control: "every method"
    case .observe: "methods that change nothing"
    }
  }
}

/// An operation that requires its own permission, as named on the wire.
public enum Grant: String, CaseIterable, Hashable, Sendable {
  /// Permission to inject touches.
  case inject = "input.inject"
}

extension Grant: WireName {
  package static let definition = NameDefinition("grant", "Grant", "A permission of its own.")

  package var meaning: String {
    switch self {
    case .inject: "the client may inject touches"
    }
  }
}
