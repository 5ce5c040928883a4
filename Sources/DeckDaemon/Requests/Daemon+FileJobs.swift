import DeckConfiguration
import DeckEngine
import DeckProtocol
import EventLoop
import Logging

/// A file to be read off the loop: reading a large one takes a second, during which no card would move.
enum FileJob {
  /// The cards of a deck, to be loaded.
  case cards(CardFile, deck: String, current: Int, ClientRequest, Client)
  /// The configuration; without a client because of SIGHUP.
  case configuration(ClientRequest?, Client?)

  /// The content that was read.
  enum Found: Sendable {
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
}

extension Daemon {
  /// Reads a file on a worker thread; the client's other requests wait for it.
  func enqueue(_ job: FileJob) {
    job.client?.fileJobs += 1
    if fileJobs.append(job) { startFileJob() }
  }

  private func startFileJob() {
    guard let job = fileJobs.current else { return }
    let read: @Sendable () -> FileJob.Found
    switch job {
    case .cards(let file, _, _, _, _):
      read = { .cards(Result { () throws(CardFile.Failure) in try file.read() }) }
    case .configuration:
      let path = options.configurationPath
      read = { .configuration(Result { try ConfigurationFile.read(path, again: true) }) }
    }
    let loop = loop
    WorkerThread {
      let found = read()
      loop.perform { [self] in assumeIsolated { $0.finish(found) } }
    }.detach()
  }

  private func finish(_ found: FileJob.Found) {
    // Touches that are already pending happened before this moment.
    readPanels()
    let job = fileJobs.removeCurrent()
    switch (job, found) {
    case (.cards(_, let deck, let current, let request, let client), .cards(let cards)):
      answer(request, of: client) { (client) throws(ProtocolError) in
        try load(cards, into: deck, from: current, request, client)
      }
    case (.configuration(let request, let client), .configuration(let configuration)):
      finishReload(configuration, request, client)
    case (.cards, _), (.configuration, _): preconditionFailure("a job came back with something else")
    }
    if let client = job.client {
      client.fileJobs -= 1
      release(client)
    }
    startFileJob()
    rearm()
  }

  /// Loads the cards that a deck's file contains now (C7).
  private func load(
    _ cards: Result<[Card], CardFile.Failure>,
    into deck: String,
    from current: Int,
    _ request: ClientRequest,
    _ client: Client
  ) throws(ProtocolError) {
    let id = try deckID(deck)
    let found: [Card]
    do {
      found = try cards.get()
    } catch {
      throw ProtocolError(.refused, error.problem, field: "params.cards", expected: error.expected)
    }
    try checkLimits(of: .load(found, current: 0), id)
    engine.provide(found, forDeck: id)
    for index in options.configuration.decks.indices where options.configuration.decks[index].id == id {
      options.configuration.decks[index].cards = found
    }
    try command(.load(nil, current: current), id, request, client)
  }

  private func finishReload(
    _ configuration: Result<DaemonConfiguration, any Error>,
    _ request: ClientRequest?,
    _ client: Client?
  ) {
    guard let request, let client else {
      do {
        _ = try reload(configuration)
      } catch {
        // The log has every error with its line.
        log.debug("SIGHUP: \(error.message)")
      }
      return
    }
    answer(request, of: client) { (client) throws(ProtocolError) in
      let report = try reload(configuration)
      guard let id = request.id else { return }
      let line = Reply.reloaded(id: id, sequence: engine.sequence, restart: report.restart, kept: report.kept)
      send(.done(client, id: id, line: line))
    }
  }
}
