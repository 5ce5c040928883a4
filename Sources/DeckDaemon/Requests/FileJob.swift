package import DeckConfiguration
package import DeckProtocol

/// A file to be read on a thread of its own: on the loop no card would move meanwhile.
package enum FileJob {
  /// The cards of a deck, to be read from a file and loaded.
  case cards(CardFile, deck: String, current: Int, ClientRequest, Client)
  /// The configuration, to be read; without a client because of SIGHUP.
  case configuration(ClientRequest?, Client?)

  /// The result.
  package enum Found: Sendable {
    case cards(Result<CardSequence, CardFile.Failure>)
    case configuration(Result<DaemonConfiguration, any Error>)
  }

  /// The client that waits for the result; `nil` if none does.
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

  /// Returns what does the work, for a thread; the configuration is at `path`, and `running` is the one that runs.
  func work(configuration path: String?, _ running: DaemonConfiguration) -> @Sendable () -> Found {
    switch self {
    case .cards(let file, _, _, _, _): { .cards(Result { () throws(CardFile.Failure) in try file.read() }) }
    case .configuration:
      {
        .configuration(
          Result {
            var read = try ConfigurationFile.read(path)
            // The loop then compares no card with an equal one, of 100,000 perhaps.
            read.shareCards(of: running)
            return read
          }
        )
      }
    }
  }
}
