package import DeckConfiguration
package import DeckProtocol

/// A file to be read off the loop: reading a large one takes a second, during which no card would move.
package enum FileJob {
  /// The cards of a deck, to be loaded.
  case cards(CardFile, deck: String, current: Int, ClientRequest, Client)
  /// The configuration; without a client because of SIGHUP.
  case configuration(ClientRequest?, Client?)

  /// The content that was read.
  package enum Found: Sendable {
    case cards(Result<[Card], CardFile.Failure>)
    case configuration(Result<DaemonConfiguration, any Error>)
  }

  /// The client that waits for the file; `nil` if none does.
  var client: Client? {
    switch self {
    case .cards(_, _, _, _, let client): client
    case .configuration(_, let client): client
    }
  }

  /// Whether it is a reload because of SIGHUP.
  var isHangup: Bool {
    if case .configuration(nil, nil) = self { true } else { false }
  }

  /// Returns what reads the file, for a worker thread; the configuration is at `path`.
  func reader(configuration path: String?) -> @Sendable () -> Found {
    switch self {
    case .cards(let file, _, _, _, _): { .cards(Result { () throws(CardFile.Failure) in try file.read() }) }
    case .configuration: { .configuration(Result { try ConfigurationFile.read(path) }) }
    }
  }
}
