public import DeckProtocol

/// Why a session has to connect again.
public enum DeckSessionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The other side sent something that is not a message of the protocol.
  case unreadable(String)
  /// The daemon refused a request that the session cannot do without.
  case refused(method: String, ProtocolError)

  /// The problem and what to do about it.
  public var description: String {
    switch self {
    case .unreadable(let what): "not a message of deckd: \(what); is another program listening on its socket?"
    case .refused(let method, let error): "\(method) was refused: \(error.sentence)"
    }
  }
}

/// Why a request has no result.
public enum DeckRequestError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The daemon refused it.
  case refused(ProtocolError)
  /// The connection was lost while the request waited.
  case connectionLost
  /// There is no connection, and the request was not sent.
  case notConnected

  /// The problem and what to do about it.
  public var description: String {
    switch self {
    case .refused(let error): error.sentence
    case .connectionLost: "connection lost; it may or may not have been performed"
    case .notConnected: "there is no connection to deckd; the request was not sent"
    }
  }
}

extension ProtocolError {
  /// The error with its field and what was expected.
  fileprivate var sentence: String {
    let place = field.isEmpty ? "" : " (\(field))"
    return message + place + (expected.isEmpty ? "" : "; expected \(expected)")
  }
}
