import DeckClient
import Foundation
import TestSupport
import Testing

@Suite
struct `Touches that a client puts in` {
  private let daemon: LoneDaemon
  private let client: LiveClient

  init() throws {
    daemon = try LoneDaemon(configuration: Workshop.swipeclean)
    client = try LiveClient(daemon)
  }

  private func contact(_ phase: String, _ x: Int, _ y: Int = 400, id: Int = 0) -> String {
    #"{"id":\#(id),"phase":"\#(phase)","x":\#(x),"y":\#(y)}"#
  }

  /// Injects the contacts of one frame; returns the reply.
  @discardableResult
  private func inject(_ contacts: String...) throws -> String {
    try client.ask("input.inject", #"{"contacts":[\#(contacts.joined(separator: ","))]}"#)
  }

  @Test
  func `decide a card as a panel's would, and are told as a panel's`() throws {
    try client.ask("subscribe", #"{"topics":["events","touches","haptics"]}"#)
    try inject(contact("down", 200))
    try inject(contact("moved", 240))
    try inject(contact("moved", 380))
    let answer = try inject(contact("up", 380))
    let swiped = try #require(client.lines.last { $0.contains(#""type":"card.swiped""#) })
    #expect(swiped.contains(#""card":"card-0","index":0,"direction":"right","decision":"keep""#))
    #expect(answer.number("seq") == swiped.number("seq"))
    #expect(client.lines.contains { $0.contains(#""kind":"selection""#) })
    #expect(client.lines.count { $0.contains(#""method":"touch""#) } == 4)
  }

  @Test
  func `come in frames with times of their own`() throws {
    try client.ask("subscribe", #"{"topics":["events","gestures"]}"#)
    let down = try inject(contact("down", 200))
    #expect(down.contains(#""seq""#))
    try inject(contact("cancelled", 200))
    // The last touch's time: the following ones are set between it and now.
    let last = try #require(client.lines.last { $0.contains(#""method":"gesture""#) }?.number("t"))
    let frames = [("down", 200), ("moved", 100), ("moved", 20), ("up", 20)].enumerated().map { number, step in
      #"{"t":\#(last + Int64(number)),"contacts":[\#(contact(step.0, step.1))]}"#
    }
    try wait(for: "the moments to have come") {
      Refusal(try client.ask("input.inject", #"{"frames":[\#(frames.joined(separator: ","))]}"#)) == nil
    }
    #expect(
      client.lines.contains { $0.contains(#""type":"card.swiped","card":"card-0","index":0,"direction":"left""#) }
    )
  }

  @Test
  func `are cancelled where they are when the client leaves in the middle of them`() throws {
    let now = DeckClient.now
    let contacts = [contact("down", 200)] + (0..<250).map { contact("moved", 200 + $0 % 50) }
    let frames = contacts.map { #"{"t":\#(now),"contacts":[\#($0)]}"# }.joined(separator: ",")
    let other = try LiveClient(daemon)
    try other.ask("subscribe", #"{"topics":["events","gestures"]}"#)
    let leaving = try RawClient(daemon)
    try leaving.send(#"{"jsonrpc":"2.0","id":1,"method":"input.inject","params":{"frames":[\#(frames)]}}"# + "\n")
    try other.next { $0.contains(#""method":"gesture""#) }
    leaving.leave()
    try other.next { $0.contains(#""method":"gesture""#) && $0.contains(#""cancelled""#) }
    #expect(try ToldSnapshot(try other.ask("deck.get")).current == 0)
  }

  @Test
  func `scroll a stack, which is scrolled so when the daemon comes back`() throws {
    let stack = """
      [[surfaces]]
      name = "main"
      [[decks]]
      id = "stack"
      preset = "wallet"
      count = 40
      [decks.settings]
      appear.enabled = false
      """
    let daemon = try LoneDaemon(configuration: stack, keepsState: true)
    func visible() throws -> Substring {
      let snapshot = try LiveClient(daemon).ask("deck.get")
      let (start, end) = (snapshot.range(of: #""cards":"#), snapshot.range(of: #""current":"#))
      return try snapshot[#require(start).upperBound..<#require(end).lowerBound]
    }
    let before = try visible()
    let client = try LiveClient(daemon)
    let now = DeckClient.now
    // With times of their own: on a busy machine, a finger that comes late to move would hold the card.
    let frames = [("down", 600), ("moved", 500), ("moved", 300), ("up", 300)].enumerated().map { number, step in
      #"{"t":\#(now + Int64(number)),"contacts":[\#(contact(step.0, 200, step.1))]}"#
    }
    try wait(for: "the moments to have come") {
      Refusal(try client.ask("input.inject", #"{"frames":[\#(frames.joined(separator: ","))]}"#)) == nil
    }
    try wait(for: "the stack at rest") { try client.ask("deck.get").contains(#""phase":"rest""#) }
    let scrolled = try visible()
    #expect(scrolled != before)
    #expect(daemon.stop() == 0)
    try daemon.start()
    #expect(try visible() == scrolled)
  }

  @Test
  func `are held to what a panel can report`() throws {
    func refusal(_ parameters: String) throws -> String? { Refusal(try client.ask("input.inject", parameters))?.field }
    let up = contact("up", 1)
    #expect(try refusal(#"{"contacts":[\#(up)]}"#) == "params.contacts[0].phase")
    #expect(try refusal(#"{"contacts":[\#(contact("down", 1)),\#(contact("down", 2))]}"#) == "params.contacts[1].id")
    // By their indexes in the request, not by their ids.
    let other = #"{"id":200,"phase":"down","x":1,"y":1}"#
    #expect(try refusal(#"{"contacts":[\#(other),\#(up)]}"#) == "params.contacts[1].phase")
    #expect(try refusal(#"{"t":9007199254740991,"contacts":[\#(contact("down", 1))]}"#) == "params.t")
    #expect(try refusal(#"{"surface":"wall","contacts":[\#(contact("down", 1))]}"#) == "params.surface")
    let twice = #"{"frames":[{"t":5,"contacts":[\#(contact("down", 1))]},{"t":4,"contacts":[\#(up)]}]}"#
    #expect(try refusal(twice) == "params.frames[1].t")
    let wrong = #"{"frames":[{"t":5,"contacts":[\#(contact("down", 1))]},{"t":6,"contacts":[\#(contact("down", 1))]}]}"#
    #expect(try refusal(wrong) == "params.frames[1].contacts[0].phase")
    // A refused request has no effect.
    #expect(try refusal(#"{"contacts":[\#(contact("down", 200))]}"#) == nil)
    #expect(try refusal(#"{"contacts":[\#(contact("down", 200))]}"#) == "params.contacts[0].phase")
    #expect(try refusal(#"{"t":1,"contacts":[\#(contact("moved", 200))]}"#) == "params.t")
  }

  @Test
  func `are cancelled when the client leaves`() throws {
    try client.ask("subscribe", #"{"topics":["events"]}"#)
    let other = try RawClient(daemon)
    let frames = ["down", "moved"].enumerated().map { number, phase in
      #"{"jsonrpc":"2.0","id":\#(number),"method":"input.inject","params":{"contacts":[\#(contact(phase, 200 + 150 * number))]}}"#
    }
    try other.send(frames.joined(separator: "\n") + "\n")
    for _ in frames { _ = try #require(try other.readLine()) }
    #expect(try client.ask("deck.get").contains(#""phase":"dragging""#))
    other.leave()
    try wait(for: "the card to return") {
      try client.readWaiting()
      return client.lines.contains { $0.contains(#""type":"card.reset","card":"card-0""#) }
    }
    // Another client may begin at once.
    try inject(contact("down", 200))
    try inject(contact("up", 200))
  }

  @Test
  func `of two clients are apart, whatever their numbers`() throws {
    try client.ask("subscribe", #"{"topics":["touches"]}"#)
    let other = try LiveClient(daemon)
    try inject(contact("down", 200))
    try other.ask("input.inject", #"{"contacts":[\#(contact("down", 100))]}"#)
    try inject(contact("up", 200))
    let touches = client.lines.filter { $0.contains(#""method":"touch""#) }
    let numbers = Set(touches.compactMap { $0.number("id") })
    #expect(touches.count == 3 && numbers.count == 2)
  }

  @Test
  func `are explained to who asks, and to nobody else`() throws {
    let other = try LiveClient(daemon)
    try other.ask("subscribe", #"{"topics":["events"]}"#)
    try client.ask("explain", #"{"on":true}"#)
    try inject(contact("down", 200))
    try inject(contact("moved", 240))
    try inject(contact("up", 240))
    let told = client.lines.filter { $0.contains(#""method":"explanation""#) }
    let won = try #require(told.first { $0.contains(#""outcome":"won""#) })
    #expect(won.contains(#""surface":"main","x":240,"y":400,"deck":"main","card":"card-0","recognizer":"drag""#))
    #expect(won.contains(#""measured":40,"threshold":10,"unit":"pt""#))
    try client.ask("explain", #"{"deck":"main","on":false}"#)
    try inject(contact("down", 200))
    try inject(contact("up", 200))
    #expect(client.lines.count { $0.contains(#""method":"explanation""#) } == told.count)
    try other.ask("deck.list")
    #expect(!other.lines.contains { $0.contains("explanation") })
    #expect(Refusal(try client.ask("explain", #"{"deck":"wall","on":true}"#))?.field == "params.deck")
  }

  @Test
  func `are explained by deckctl while they come`() throws {
    let explaining = try RunningProgram("deckctl", ["explain", "--live", "--socket", daemon.socket])
    try wait(for: "a tap to be explained") {
      try inject(contact("down", 200))
      try inject(contact("up", 200))
      return try explaining.output.contains("tap won")
    }
    daemon.stop()
    let outcome = try explaining.outcome()
    #expect(outcome.status == 2 && outcome.errors.contains("the daemon closed the connection"))
    let confused = try run("deckctl", ["explain", "--live", Workshop.clip])
    #expect(confused.status == 64 && confused.errors.contains("--live takes no recordings"))
  }
}
