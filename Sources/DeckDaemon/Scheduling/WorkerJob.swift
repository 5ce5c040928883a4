package import DeckConfiguration
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
  /// Many frames to inject, to be checked.
  case check(InjectionRegistry.Check, ClientRequest, Client)
  /// A long reply, to be encoded; what its client receives after it waits behind its place.
  case reply(LongReply)

  /// The result.
  package enum Found: Sendable {
    case cards(Result<CardSequence, CardFile.Failure>)
    case configuration(Result<DaemonConfiguration, any Error>)
    /// The message of a line; `nil` for a blank one.
    case message(Result<ClientMessage, RejectedRequest>?)
    case command(Result<ClientMessage, RejectedRequest>?)
    case checked(Result<InjectionRegistry.Batch, ProtocolError>)
    /// The reply with a page.
    case page([UInt8])
    /// The reply with a snapshot, or with several.
    case snapshot([UInt8])
  }

  /// The client that waits for the result; `nil` if none does.
  var client: Client? {
    switch self {
    case .cards(_, _, _, _, let client), .line(_, let client), .command(_, let client), .check(_, _, let client): client
    case .reply(let reply): reply.client
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
    case .reply(let reply): Self.encode(reply.answer, id: reply.id)
    }
  }

  private static func encode(_ answer: Answer, id: [UInt8]) -> @Sendable () -> Found {
    guard answer.isPage else { return { .snapshot(answer.line(id: id)) } }
    return { .page(answer.line(id: id)) }
  }
}

/// A line that takes long to parse, with what its client may do.
package struct LongLine: Sendable {
  /// Lines with more bytes are long: a shorter one is parsed within a millisecond or two, whatever it contains.
  static let threshold = 1 << 14

  let bytes: [UInt8]
  let access: AccessPolicy
  let permissions: Client.Permissions

  /// A line of a client that may do this.
  package init(bytes: [UInt8], access: AccessPolicy, permissions: Client.Permissions) {
    (self.bytes, self.access, self.permissions) = (bytes, access, permissions)
  }

  /// Parses the line; `nil` if it is blank, which takes a millisecond to find out, too.
  package func read() -> Result<ClientMessage, RejectedRequest>? {
    guard !ClientMessage.isBlank(bytes) else { return nil }
    return Result { () throws(RejectedRequest) in try access.message(in: bytes, of: permissions) }
  }
}
