package import DeckConfiguration
package import DeckEngine
package import DeckProtocol
package import DeckSocket

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
  /// Many frames to inject, to be checked.
  case check(InjectionRegistry.Check, ClientRequest, Client)
  /// A long answer, to be found and written.
  case answer(LongAnswer, ClientRequest, Client)
  /// The long reply to a request to subscribe, to be written; what the client receives after it waits behind its place.
  case subscription(SubscriptionReply, OutgoingQueue.Place, Client)

  /// The result.
  package enum Found: Sendable {
    case cards(Result<CardSequence, CardFile.Failure>)
    case configuration(Result<DaemonConfiguration, any Error>)
    /// The message of a line; `nil` for a blank one.
    case message(Result<ClientMessage, RejectedRequest>?)
    case command(Result<ClientMessage, RejectedRequest>?)
    case checked(Result<InjectionRegistry.Batch, ProtocolError>)
    /// A reply; empty for a request without an id.
    case answer([UInt8])
    case subscription([UInt8])
  }

  /// The client that waits for the result; `nil` if none does.
  var client: Client? {
    switch self {
    case .cards(_, _, _, _, let client), .line(_, let client), .command(_, let client), .check(_, _, let client),
      .answer(_, _, let client), .subscription(_, _, let client):
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
    case .line(let line, _): { .message(line.read()) }
    case .command(let line, _): { .command(line.read()) }
    case .check(let check, _, _): { .checked(Result { () throws(ProtocolError) in try check.run() }) }
    case .answer(let answer, let request, _): { .answer(answer.line(for: request)) }
    case .subscription(let reply, _, _): { .subscription(reply.line) }
    }
  }
}

/// What answers a request that only reads.
package enum LongAnswer: Sendable {
  case page(CardQuery)
  case snapshot(DeckSnapshot)

  /// Bytes of cards' data above which a reply is encoded beside the loop: a megabyte takes a millisecond, most of it for
  /// new memory.
  package static let longestData = 1 << 16

  /// About how many bytes it has.
  var size: Int {
    switch self {
    // A page has at most as many.
    case .page: 1 << 18
    case .snapshot(let snapshot): snapshot.dataSize
    }
  }

  /// Whether touches would have to wait for it; data of `longest` bytes is encoded at once.
  func isLong(_ longest: Int) -> Bool {
    switch self {
    case .page(let query): query.isLong
    case .snapshot: size > longest
    }
  }

  /// Returns the reply to a request; nothing for one without an id.
  func line(for request: ClientRequest) -> [UInt8] {
    guard let id = request.id else { return [] }
    switch self {
    case .page(let query):
      do {
        return Reply.cards(id: id, try query.page())
      } catch {
        return Reply.failure(id: id, ProtocolError(error))
      }
    case .snapshot(let snapshot): return Reply.snapshot(id: id, snapshot)
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

  /// Parses the line; `nil` if it is blank, which takes a millisecond to find out, too.
  func read() -> Result<ClientMessage, RejectedRequest>? {
    guard !ClientMessage.isBlank(bytes) else { return nil }
    return Result { () throws(RejectedRequest) in try access.message(in: bytes, of: permissions) }
  }
}
