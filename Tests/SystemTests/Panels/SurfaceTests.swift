import DeckClient
import Foundation
import TestSupport
import Testing

@Suite
struct `A surface that a client changes` {
  private let daemon: LoneDaemon
  private let client: LiveClient

  init() throws {
    daemon = try LoneDaemon()
    client = try LiveClient(daemon)
    try client.ask("subscribe", #"{"topics":["events","frames"]}"#)
  }

  @Test
  func `with reduced motion has everything at its end at once`() throws {
    #expect(try client.ask("surface.set", #"{"reducedMotion":true}"#).contains(#""result":{"seq":3}"#))
    let before = client.frames.count
    let answer = try client.ask("deck.swipe", #"{"direction":"left"}"#)
    // The events that the request causes precede the reply.
    let events = client.lines.filter { $0.contains(#""method":"event""#) }
    #expect(events.count == 3)
    #expect(events.first?.contains(#""type":"surface.changed""#) == true)
    #expect(events.first?.contains(#""reducedMotion":true"#) == true)
    #expect(events.dropFirst().first?.contains(#""type":"card.swiped""#) == true)
    #expect(events.last?.contains(#""type":"card.shown""#) == true)
    #expect(answer.number("seq") == 5)
    #expect(client.frames.dropFirst(before).allSatisfy { $0.contains(#""phase":"rest""#) })
    #expect(try client.ask("deck.get").contains(#""phase":"rest""#))
    try client.ask("surface.set", #"{"surface":"main","reducedMotion":false}"#)
    try client.ask("deck.swipe", #"{"direction":"left"}"#)
    #expect(try client.ask("deck.get").contains(#""phase":"settling""#))
    try client.rest()
  }

  @Test
  func `turns, and its decks with it`() throws {
    func front() throws -> String {
      let snapshot = try client.ask("deck.get")
      return try #require(snapshot.split(separator: #""cards":["#).dropFirst().first).description
    }
    #expect(try front().hasPrefix(#"{"id":"card-0","index":0,"depth":0,"x":20,"y":160,"w":360,"h":480"#))
    try client.ask("surface.set", #"{"rotation":90}"#)
    // 800 × 400: a 3:4 card in (400 − 20 − 2·48)/0.9 pt of height, below which the third one peeks out.
    #expect(try front().contains(#""x":281.667,"y":42.222,"w":236.667,"h":315.556"#))
    let told = client.lines.last { $0.contains(#""type":"surface.changed""#) }
    #expect(told?.contains(#""surface":{"name":"main","w":800,"h":400,"#) == true)
    #expect(told?.contains(#""area":{"x":0,"y":0,"w":800,"h":400}"#) == true)
    #expect(try client.ask("deck.get").contains(#""surface":{"name":"main","w":800,"h":400,"#))
    try client.ask("surface.set", #"{"rotation":180}"#)
    #expect(try front().contains(#""x":20,"y":160,"w":360,"h":480"#))
  }

  @Test
  func `ticks as a client draws`() throws {
    let frame = try client.ask("surface.set", #"{"refresh":30}"#)
    #expect(frame.contains(#""result""#))
    try client.ask("deck.swipe", #"{"direction":"left"}"#)
    let now = try #require(client.frames.last?.number("t"))
    #expect(try client.ask("surface.vsync", #"{"t":\#(now),"period":20000}"#).contains(#""seq":"#))
    #expect(Refusal(try client.ask("surface.vsync", #"{"t":1}"#))?.field == "params.t")
    try client.rest()
    let times = client.frames.compactMap { $0.number("t") }.filter { $0 > now }
    #expect(times.contains { ($0 - now) % 20_000 == 0 })
  }

  @Test
  func `keeps its refresh rate for those who draw frames while a page that draws motions reports its own`() throws {
    try client.ask("surface.set", #"{"refresh":100}"#)
    let page = try LiveClient(daemon)
    try page.ask("subscribe", #"{"topics":["motions"]}"#)
    try client.ask("deck.swipe", #"{"direction":"right"}"#)
    try client.rest()
    let now = try #require(client.frames.last?.number("t"))
    #expect(try page.ask("surface.vsync", #"{"t":\#(now),"period":33333}"#).contains(#""seq":"#))
    #expect(Refusal(try client.ask("surface.vsync", #"{"t":\#(now),"period":10000}"#))?.field == "method")
    try client.ask("deck.swipe", #"{"direction":"left"}"#)
    try client.rest()
    let times = client.frames.compactMap { $0.number("t") }.filter { $0 > now }
    #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 <= 10_001 })
  }

  @Test
  func `follows who drew it until that unsubscribes, and nobody who names a time of another clock`() throws {
    func longestStep() throws -> Int64 {
      try client.ask("deck.reset")
      try client.ask("deck.swipe", #"{"direction":"right"}"#)
      let start = client.frames.last?.number("t") ?? 0
      try client.rest()
      let times = client.frames.compactMap { $0.number("t") }.filter { $0 >= start }
      let steps = zip(times, times.dropFirst()).map { $1 - $0 }
      return steps.max() ?? 0
    }
    try client.ask("surface.set", #"{"refresh":100}"#)
    let page = try LiveClient(daemon)
    try page.ask("subscribe", #"{"topics":["frames"]}"#)
    #expect(Refusal(try page.ask("surface.vsync", #"{"t":1,"period":50000}"#))?.field == "params.t")
    try client.ask("deck.swipe", #"{"direction":"left"}"#)
    let now = try #require(client.frames.last?.number("t"))
    let report = #"{"t":\#(now),"period":50000}"#
    #expect(try client.ask("surface.vsync", report).contains(#""seq":"#))
    #expect(try longestStep() > 40_000)
    try client.ask("unsubscribe")
    try client.ask("subscribe", #"{"topics":["events","frames"]}"#)
    #expect(try longestStep() <= 10_001)
    #expect(try page.ask("surface.vsync", report).contains(#""seq":"#))
    #expect(try longestStep() > 40_000)
    // Ticks follow who draws frames, whenever it subscribes to them.
    try page.ask("subscribe", #"{"topics":["motions"]}"#)
    #expect(try longestStep() <= 10_001)
    try page.ask("subscribe", #"{"topics":["frames"]}"#)
    #expect(try longestStep() > 40_000)
  }

  @Test
  func `follows another client once a reload has removed the last deck that the first one drew`() throws {
    let first = try LiveClient(daemon)
    try first.ask("subscribe", #"{"topics":["frames"]}"#)
    func report(_ client: LiveClient) throws -> String {
      try client.ask("surface.vsync", #"{"surface":"main","t":\#(DeckClient.now)}"#)
    }
    #expect(try report(first).contains(#""seq":"#))
    #expect(Refusal(try report(client))?.field == "method")
    try daemon.configure("[[surfaces]]\nname = \"main\"\n[[decks]]\nid = \"other\"\n")
    try client.ask("daemon.reload")
    #expect(try report(client).contains(#""seq":"#))
  }

  @Test
  func `is changed by deckctl`() throws {
    func control(_ arguments: String...) throws -> Outcome {
      try run("deckctl", ["surface", "--socket", daemon.socket] + arguments)
    }
    #expect(try control("--reduced-motion", "on", "--refresh", "120").output.hasPrefix("done, event "))
    #expect(try control("main", "--rotation", "270", "--json").output.contains(#"{"seq":"#))
    #expect(try client.ask("deck.get").contains(#""w":236.667,"h":315.556"#))
    #expect(try control("wall", "--refresh", "60").errors.contains(#"unknown surface "wall""#))
    #expect(try control("--size", "412x915").output.hasPrefix("done, event "))
    #expect(try client.ask("deck.get").contains(#""surface":{"name":"main","w":412,"h":915,"#))
    let told = client.lines.last { $0.contains(#""type":"surface.changed""#) }
    #expect(told?.contains(#""area":{"x":0,"y":0,"w":412,"h":915}"#) == true)
    #expect(try control("--size", "50x915").status == 64)
    #expect(try control().status == 64)
    #expect(try control("--rotation", "45").status == 64)
  }
}

@Suite
struct `Cards to have ready` {
  @Test
  func `are told to a subscriber at once, and when they change`() throws {
    let daemon = try LoneDaemon()
    let client = try LiveClient(daemon)
    try client.ask("subscribe", #"{"topics":["prefetch"]}"#)
    try client.ask("deck.list")
    let first = try #require(client.lines.first { $0.contains(#""method":"prefetch""#) })
    #expect(first.contains(#""load":["card-0","card-1","card-2","card-3","card-4","card-5""#))
    #expect(first.contains(#""high":5,"background":[],"evict":[]"#))
    try client.ask("deck.swipe", #"{"direction":"left"}"#)
    let second = client.lines.filter { $0.contains(#""method":"prefetch""#) }.dropFirst()
    #expect(second.count == 1 && second.last?.contains(#""load":["card-1","card-2","card-0","card-3""#) == true)
    #expect(try client.ask("card.loaded", #"{"cards":["card-1","card-2"],"bytes":100000}"#).contains(#""seq":"#))
    for (parameters, field) in [
      (#"{"card":"nobody"}"#, "params.card"), (#"{"cards":["nobody"]}"#, "params.cards[0]"),
      (#"{"cards":["card-0","nobody"]}"#, "params.cards[1]"),
      (#"{"cards":["card-0","card-1","card-2","card-3","nobody"]}"#, "params.cards[4]"),
    ] {
      #expect(Refusal(try client.ask("card.loaded", parameters))?.field == field, "\(parameters)")
    }
    #expect(client.lines.count { $0.contains(#""method":"prefetch""#) } == 2)
  }
}
