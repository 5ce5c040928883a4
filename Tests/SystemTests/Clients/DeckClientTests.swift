import DeckClient
import DeckProtocol
import Foundation
import Glibc
import TestSupport
import Testing

@Suite
struct `A client that reconnects` {
  private static let configuration = """
    [[surfaces]]
    name = "s"
    [[decks]]
    id = "main"
    cards = [{ id = "a", data = { n = 1 } }, { id = "b" }, { id = "c" }, { id = "d" }]
    """

  @Test
  func `starts before the daemon, outlives a kill, and misses and repeats no event`() async throws {
    let folder = try temporaryFolder()
    let daemon = try LoneDaemon(
      in: folder,
      arguments: ["--socket", "\(folder.path)/deckd.sock", "--state-dir", "\(folder.path)/state"]
    )
    try daemon.configure(Self.configuration)
    let client = DeckClient(socket: daemon.socket)
    let updates = client.updates()
    let swipes = Task {
      var sequences: [UInt64] = []
      for await update in updates {
        guard case .cardSwiped = update.event?.kind, let event = update.event else { continue }
        sequences.append(event.sequence)
        if sequences.count == 3 { break }
      }
      return sequences
    }
    await #expect(throws: DeckRequestError.notConnected) { try await client.perform(.reset) }

    try daemon.start()
    let deck = try #require(await client.deck("main"))
    #expect(deck.cards.map(\.id) == ["a", "b", "c", "d"])
    #expect(deck.front?.data == Array(#"{"n":1}"#.utf8))
    let first = try await client.perform(.swipe(.init(.left)), on: "main")

    // Stopped, the daemon answers no more; what waits when it is killed fails.
    daemon.signalProcess(SIGSTOP)
    let lost = Task { try await client.perform(.swipe(.init(.left)), on: "main") }
    daemon.stop(SIGKILL)
    await #expect(throws: DeckRequestError.self) { try await lost.value }
    try daemon.start()
    // Another client decides, perhaps before this one is back.
    for _ in 0..<2 { try LiveClient(daemon).ask("deck.swipe", #"{"direction":"right"}"#) }

    let sequences = await swipes.value
    #expect(sequences.first == first)
    #expect(sequences == Array(Set(sequences)).sorted())
    #expect(client["main"]?.current == 3)
    let fresh = DeckClient(socket: daemon.socket)
    #expect(await fresh.deck("main")?.cards == client["main"]?.cards)
  }

  @Test
  func `decides by what its delegate answers in its own time`()
    async throws
  {
    let folder = try temporaryFolder()
    let daemon = try LoneDaemon(in: folder, arguments: ["--socket", "\(folder.path)/deckd.sock"])
    try daemon.configure(
      Self.configuration + "\nsettings = { delegate.confirm = \"left\", delegate.deadline = 600 }"
    )
    try daemon.start()
    // A dialog: what is asked goes to the test, which answers.
    let (questions, asked) = AsyncStream.makeStream(of: String.self)
    let (answers, dialog) = AsyncStream.makeStream(of: Bool.self)
    let (ends, ended) = AsyncStream.makeStream(of: String.self)
    var delegate = DeckDelegate()
    delegate.shouldSwipe = { question, _ in
      asked.yield(question.card)
      return await withTaskCancellationHandler {
        await answers.first { _ in true } ?? false
      } onCancel: {
        ended.yield(question.card)
      }
    }
    let client = DeckClient(socket: daemon.socket, delegates: ["main": delegate])
    _ = try #require(await client.deck("main"))
    var question = questions.makeAsyncIterator()

    let swipe = Task { try await client.perform(.swipe(.init(.left)), on: "main") }
    #expect(await question.next() == "a")
    let other = try LiveClient(daemon)
    #expect(try other.ask("deck.get").contains(#""phase":"awaiting""#))
    dialog.yield(true)
    _ = try await swipe.value

    let canceled = Task { try await client.perform(.swipe(.init(.left)), on: "main") }
    #expect(await question.next() == "b")
    try other.ask("deck.dismiss")
    await #expect(throws: DeckRequestError.self) { try await canceled.value }
    #expect(await ends.first { _ in true } == "b")
    #expect(client["main"]?.current == 1)
  }
}
