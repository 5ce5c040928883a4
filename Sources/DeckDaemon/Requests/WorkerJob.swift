package import DeckConfiguration
package import DeckEngine
package import DeckProtocol

/// Work for a worker thread, because it takes long: on the loop no card would move meanwhile.
package enum WorkerJob {
  /// The cards of a deck, to be read from a file and loaded.
  case cards(CardFile, deck: String, current: Int, ClientRequest, Client)
  /// The configuration, to be read; without a client because of SIGHUP.
  case configuration(ClientRequest?, Client?)
  /// A long line, to be parsed.
  case line(LongLine, Client)
  /// The line of a command whose time has come.
  case command(LongLine, Client)
  /// Many cards, to be found and written.
  case page(CardQuery, ClientRequest, Client)

  /// The result.
  package enum Found: Sendable {
    case cards(Result<CardSequence, CardFile.Failure>)
    case configuration(Result<DaemonConfiguration, any Error>)
    case message(Result<ClientMessage, RejectedRequest>)
    case command(Result<ClientMessage, RejectedRequest>)
    /// A reply; empty for a request without an id.
    case reply([UInt8])
  }

  /// The client that waits for the result; `nil` if none does.
  var client: Client? {
    switch self {
    case .cards(_, _, _, _, let client), .line(_, let client), .command(_, let client),
      .page(_, _, let client):
      client
    case .configuration(_, let client): client
    }
  }

  /// Whether it is a reload because of SIGHUP.
  var isHangup: Bool {
    if case .configuration(nil, nil) = self { true } else { false }
  }

  /// Returns what does the work, for a worker thread; the configuration is at `path`, and `running` is the one that runs.
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
    case .page(let query, let request, _): { .reply(Self.answer(query, to: request)) }
    case .line(let line, _): { .message(Result { () throws(RejectedRequest) in try line.read() }) }
    case .command(let line, _): { .command(Result { () throws(RejectedRequest) in try line.read() }) }
    }
  }
}

extension WorkerJob {
  /// Returns the reply with the cards that a request asks for.
  static func answer(_ query: CardQuery, to request: ClientRequest) -> [UInt8] {
    guard let id = request.id else { return [] }
    do {
      return Reply.cards(id: id, try query.page())
    } catch {
      return Reply.failure(id: id, ProtocolError(error))
    }
  }
}

/// A line that takes long to parse, with what its client may do.
package struct LongLine: Sendable {
  /// Lines with more bytes are long: a shorter one is parsed within a millisecond or two, whatever it contains.
  static let threshold = 1 << 14

  let bytes: [UInt8]
  let access: AccessPolicy
  let permissions: Client.Permissions

  /// Parses the line.
  func read() throws(RejectedRequest) -> ClientMessage {
    try access.message(in: bytes, of: permissions)
  }
}
